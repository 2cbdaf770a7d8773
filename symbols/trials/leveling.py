"""Trial: which striations of a leveler card apply at a number of level counters (107.8, 711)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest
from symbols.sentences import counted, join_words
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.requirements import as_sorcery
from symbols.trials.trial import Reading

_LEVEL: Final = re.compile(
    r"\{?\s*(?:level\s*)?(?P<least>[0-9]{1,3})\s*(?:(?P<plus>\+)|(?:-|to)\s*(?P<most>[0-9]{1,3}))\s*\}?",
    re.ASCII | re.IGNORECASE,
)
_SIDE: Final = r"-?[0-9]{1,7}|(?:[0-9]{1,7}\+)?\*"
_BOX: Final = re.compile(rf"\[?\s*({_SIDE})\s*/\s*({_SIDE})\s*\]?", re.ASCII)
_DASHES: Final = str.maketrans("–—−\u2011", "----")


@dataclass(frozen=True, slots=True)
class Level:
    """Level symbol: `{LEVEL 2-6}` (107.8a), or `{LEVEL 7+}` (107.8b), whose `most` is None."""

    least: int
    most: int | None = None

    def __contains__(self, counters: int) -> bool:
        return self.least <= counters and (self.most is None or counters <= self.most)

    @property
    def rule(self) -> str:
        return "107.8b" if self.most is None else "107.8a"

    @property
    def range(self) -> str:
        """`2-6` or `7+`."""
        return f"{self.least}+" if self.most is None else f"{self.least}-{self.most}"

    def __str__(self) -> str:
        return f"{{LEVEL {self.range}}}"


@dataclass(frozen=True, slots=True)
class CounterSpan(Level):
    """Range of level counters in which the same striations (by index) apply."""

    levels: tuple[int, ...] = ()


def read_level(text: str) -> Level:
    """Parse a level symbol (`{LEVEL 2-6}`, `{LEVEL 7+}`) or its numbers alone."""
    match = _LEVEL.fullmatch(text.strip().translate(_DASHES))
    if match is None:
        message = f"“{text[:40]}” isn’t a level symbol. It has a range, such as {{LEVEL 2-6}}, or a plus, as in "
        raise BadRequest("bad_level", f"{message}{{LEVEL 7+}}.")
    least = int(match["least"])
    if match["plus"]:
        return Level(least)
    most = int(match["most"])
    if most < least:
        message = f"No number is at least {least} and no more than {most}. Type the smaller number first (107.8a)."
        raise BadRequest("bad_level", message)
    return Level(least, most)


def read_box(text: str) -> str:
    """Normalize a power/toughness box: `4/4`, `*/1+*`, `[3/3]` -> `3/3`."""
    match = _BOX.fullmatch(text.strip().translate(_DASHES))
    if match is None:
        raise BadRequest("bad_box", f"“{text[:40]}” isn’t power and toughness, such as 4/4, in whole numbers (107.1).")
    return f"{match[1]}/{match[2]}"


def active_levels(levels: Sequence[Level], counters: int) -> tuple[int, ...]:
    """Return the indexes of the striations that apply (107.8a, 107.8b): none, one or several."""
    return tuple(place for place, level in enumerate(levels) if counters in level)


def spans_of(levels: Sequence[Level]) -> Iterator[CounterSpan]:
    """Split all numbers of level counters, from 0, into ranges in which the same striations apply."""
    ends = {level.most + 1 for level in levels if level.most is not None}
    starts = sorted({0, *ends, *(level.least for level in levels)})
    for start, after in zip(starts, [*starts[1:], None], strict=True):
        yield CounterSpan(start, None if after is None else after - 1, active_levels(levels, start))


@dataclass(frozen=True, slots=True)
class _Striation:
    level: Level
    box: str
    abilities: str

    @property
    def text(self) -> str:
        return f"{self.box}, {self.abilities}" if self.abilities else self.box


@dataclass(frozen=True, slots=True)
class _LevelerCard:
    box: str
    striations: tuple[_Striation, ...]

    @property
    def levels(self) -> list[Level]:
        return [striation.level for striation in self.striations]

    def value(self, places: Sequence[int]) -> str:
        """Text of these striations, or of the top box if there are none."""
        return " and ".join(self.striations[place].text for place in places) or self.box

    def power_toughness(self, places: Sequence[int]) -> str | None:
        """Base power and toughness; None if two boxes contradict each other."""
        boxes = {self.striations[place].box for place in places} or {self.box}
        return boxes.pop() if len(boxes) == 1 else None


def leveler(inputs: Inputs, reading: Reading) -> Outcome:
    card = _card(inputs)
    counters = inputs.number("counters")
    here = inputs.choice("where") == "battlefield"
    places = active_levels(card.levels, counters) if here else ()
    box = card.power_toughness(places)
    return Outcome(
        sentence=_sentence(card, counters, places, here=here),
        steps=tuple(_steps(card, counters, places, inputs, reading)),
        facts={
            "power_toughness": box,
            "abilities": [card.striations[place].abilities for place in places if card.striations[place].abilities],
            "levels": [card.levels[place].range for place in places],
        },
        caption="By level counters",
        rows=tuple(_rows(card, counters, here=here)),
    )


def _card(inputs: Inputs) -> _LevelerCard:
    striations = []
    for place in "12":
        level = inputs.parse(f"level{place}", read_level)
        box, abilities = inputs.parse(f"beside{place}", _read_beside)
        striations.append(_Striation(level, box, abilities))
    return _LevelerCard(inputs.parse("box", read_box), tuple(striations))


def _read_beside(text: str) -> tuple[str, str]:
    box, _, abilities = text.replace(",", " ", 1).partition(" ")
    return read_box(box), abilities.strip()


def _steps(
    card: _LevelerCard, counters: int, places: Sequence[int], inputs: Inputs, reading: Reading
) -> Iterator[Step]:
    here = inputs.choice("where") == "battlefield"
    before_first = counters < min(level.least for level in card.levels)
    deciding = places[-1] if places else None if before_first else len(card.levels) - 1
    for place, level in enumerate(card.levels) if here else ():
        yield Step(level.rule, _applies(level, counters), decides=place == deciding)
    moment = as_sorcery(inputs.choice("when"))
    facts = {
        "here": here,
        "applies": bool(places),
        "before_first": before_first,
        "contradict": card.power_toughness(places) is None,
        "now": moment.met,
    }
    yield from steps_of("leveler", facts, reading, moment=moment.sentence)


def _applies(level: Level, counters: int) -> str:
    only = "" if counters in level else "only "
    upward = f"with {level.least} or more level counters"
    span = upward if level.most is None else f"with {level.least} to {level.most} level counters"
    return f"LEVEL {level.range} applies {only}{span}."


def _sentence(card: _LevelerCard, counters: int, places: Sequence[int], *, here: bool) -> str:
    if not here:
        return f"It’s {card.box}: its level symbols work only on the battlefield."
    with_counters = f"With {counted(counters, 'level counter')}"
    if not places:
        return f"{with_counters} it’s {card.box}; no level symbol applies."
    symbols = join_words([f"level {card.levels[place].range}" for place in places])
    box = card.power_toughness(places)
    abilities = join_words([card.striations[place].abilities for place in places if card.striations[place].abilities])
    has = f", and it has {abilities}" if abilities else ""
    one = len(places) == 1
    which = f"the striation{'' if one else 's'} of {symbols} {'applies' if one else 'apply'}"
    if box is None:
        return f"{with_counters} the striations of {symbols} both apply, each with its own power and toughness."
    return f"{with_counters} its base power and toughness are {box}{has}: {which}."


def _rows(card: _LevelerCard, counters: int, *, here: bool) -> Iterator[Row]:
    for span in spans_of(card.levels):
        symbol = f"level-{card.levels[span.levels[0]].range}" if len(span.levels) == 1 else ""
        yield Row(_range(span), card.value(span.levels), marked=here and counters in span, symbol=symbol)


def _range(span: CounterSpan) -> str:
    if span.most is None:
        return f"{span.least} or more"
    return str(span.least) if span.least == span.most else f"{span.least} to {span.most}"
