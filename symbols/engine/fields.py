"""Parse each field of a request, from text or JSON values."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import date
from typing import Any, TypeVar, cast, get_args

from symbols.engine.abilities.activation import Permanent, Player
from symbols.engine.citations import Citation
from symbols.engine.costs.cost import MAX_VARIABLE, VARIABLES, Cost, checked_values
from symbols.engine.costs.slots import COLORS, Color, ManaType
from symbols.engine.costs.symbols import Option
from symbols.engine.costs.two_parts import CASTS, LAYOUTS, SEPARATOR, TwoParts
from symbols.engine.decisions import decides
from symbols.engine.errors import BadRequest, EngineError
from symbols.engine.option_changes import CHANGES, added
from symbols.engine.options import OPTIONS, Kind
from symbols.engine.paying.others import NO_OTHER_PAYERS, WAYS, OtherPayers, read_creatures, read_types
from symbols.engine.paying.pool import AsThough, Pool
from symbols.engine.reading.keywords import (
    is_waterbend,
    keyword_instead,
    keyword_of,
    labeled,
    misplaced,
    near_keyword,
    with_rest,
)
from symbols.engine.reading.reader import MAX_LENGTH, MAX_SYMBOLS, read_cost
from symbols.engine.reading.spelling import quoted
from symbols.engine.reading.text_parts import VERBS
from symbols.engine.sources.items import FindSource, read_sources
from symbols.engine.sources.source import Source
from symbols.engine.totals.announcing import read_announced
from symbols.engine.totals.changes import NO_CHANGES, CostChanges, Reduction, bad_floor, taken_off
from symbols.engine.word_amounts import asks_for_half_life, filled, split_times
from symbols.sentences import join_words
from symbols.yes_no import NO, YES

_WHOLE = re.compile(r"\s*[+-]?[0-9]+\s*", re.ASCII)
_SPECIAL = re.compile(
    r"(?<!\s)\s*(?:(?P<colored>colou?red only)|(?:at )?least\s+(?P<floor>[0-9]{1,7}))\s*$", re.IGNORECASE
)
# “{2} of buyback”: only that cost is reduced.
_PART = re.compile(r"\s+(?:of|off|from)\s+(?P<of>[a-z][a-z '’-]*[a-z])\s*$", re.IGNORECASE)
_LEAST = re.compile(r"\bleast\b", re.IGNORECASE)
_PERMANENT = [field.name for field in fields(Permanent)]
_OTHER_WAYS = frozenset(field.name for field in fields(OtherPayers))
_Word = TypeVar("_Word", bound=str)
_TRUE = frozenset({True, *YES})
_FALSE = frozenset({False, *NO})

Given = Mapping[str, object]


@contextmanager
def _errors_in(key: str) -> Iterator[None]:
    try:
        yield
    except EngineError as error:
        raise error.in_field(key) from None


class Fields:
    def __init__(self, given: Given, find_source: FindSource | None = None) -> None:
        self.given, self.find_source = given, find_source
        self._citations: list[Citation] = []

    def get(self, key: str) -> object:
        """None if missing or blank text."""
        value = self.given.get(key)
        return None if isinstance(value, str) and not value.strip() else value

    def is_set(self, key: str) -> bool:
        """Whether a value other than 0 was given."""
        return str(self.get(key) or "0").strip() != "0"

    def cost(self, key: str, *, blank: bool = False) -> Cost | None:
        """None if not given; with `blank`, blank text is a cost too."""
        value = self.given.get(key) if blank else self.get(key)
        if key == "cost" and isinstance(value, str) and (keyword := keyword_of(value)):
            value = value if keyword_instead(self.given) else keyword.before
        return None if value is None else self._read(key, value)

    def costs(self, key: str) -> tuple[Cost, ...]:
        """Each repeated as often as it is paid."""
        read = tuple(each for text in self._as_list(key) for each in self._repeat(key, text))
        if OPTIONS[key].kind == "keyword cost":
            return read
        return tuple(self.filled(with_rest(each, key)) for each in read)

    def cost_instead(self, key: str) -> Cost | None:
        cost = self.cost(key)
        return None if cost is None else self.filled(with_rest(cost, key, str(self.given["cost"])))

    def card(self) -> TwoParts | None:
        """Card with two mana costs, `{1}{R} // {2}{U}`; None for a single cost."""
        text = self.given["cost"]
        layout, cast_ = self._word("layout", LAYOUTS), self._word("cast", CASTS)
        if not isinstance(text, str) or SEPARATOR not in text:
            if layout or cast_:
                message = f"Write both mana costs, the left or front one first: {{1}}{{R}} {SEPARATOR} {{2}}{{U}}."
                raise BadRequest("one_part", message).in_field("cost")
            return None
        first, _, second = text.partition(SEPARATOR)
        parts = [
            self._read("cost", " " * start + part) if part.strip() else Cost("")
            for part, start in ((first, 0), (second, len(first) + len(SEPARATOR)))
        ]
        return TwoParts(parts[0], parts[1], layout or "split", cast_ or "1", self.edition())

    def _word(self, key: str, words: tuple[_Word, ...]) -> _Word | None:
        value = self.get(key)
        if value is None:
            return None
        given = str(value).strip().lower()
        result = next((word for word in words if word == given), None)
        if result is None:
            raise BadRequest("bad_word", f"This can be {join_words(words, 'or')}.").in_field(key)
        return result

    def choice(self, key: str) -> str | None:
        return self._word(key, tuple(filter(None, OPTIONS[key].choices)))

    def filled(self, cost: Cost) -> Cost:
        """Replace “any amount”, “any number” and half a life total with numbers, as far as known."""
        amount, life = self.count("amount"), self.whole("life")
        if life is None and asks_for_half_life(cost) and (pool := self.pool()):
            life = pool.life
        result, citations = filled(cost, amount, life)
        self._citations += citations
        return result

    def reductions(self, key: str) -> tuple[Cost, ...]:
        """Reductions, with `colored only` or `least 1` after one parsed as its restriction."""
        result: list[Cost] = []
        for text in self._as_list(key):
            pieces = list(self._pieces(key, text)) if isinstance(text, str) else []
            if not any(_SPECIAL.search(plain) or _PART.search(plain) for _, plain, _ in pieces):
                if isinstance(text, str) and (least := _LEAST.search(text)):
                    raise bad_floor(0, least.end()).in_field(key)
                result += self._repeat(key, text)
                continue
            for span, once, times in pieces:
                special, part = _SPECIAL.search(once), _PART.search(once)
                plain = once[: special.start()] if special else once[: part.start()] if part else once
                if _LEAST.search(plain):
                    raise bad_floor(*span).in_field(key)
                cost = self._read(key, plain)
                if special:
                    with _errors_in(key):
                        floor = int(special["floor"] or 0)
                        cost = Reduction.like(cost, colored_only=special["floor"] is None, floor=floor)
                if part:
                    cost = Reduction.like(cost, part=" ".join(part["of"].lower().split()))
                result += [cost] * times
        return tuple(result)

    def _pieces(self, key: str, text: str) -> Iterator[tuple[tuple[int, int], str, int]]:
        """Comma-separated reductions: span, text padded to that position, and times. Empty for text over the limits."""
        if len(text) > MAX_LENGTH or text.count(",") + text.count(";") > MAX_SYMBOLS:
            return
        for piece in re.finditer(r"[^,;]+", text):
            with _errors_in(key):
                yield piece.span(), *split_times(key, " " * piece.start() + piece[0])

    def others(self) -> OtherPayers:
        """Ways to pay other than mana, such as convoke."""
        if _OTHER_WAYS.isdisjoint(self.given):
            return NO_OTHER_PAYERS
        creatures = self.creatures("convoke")
        life_for, x_only = self.colors("life_for"), self.mana_types("x_only")
        counts = {way: self.count(way) or 0 for way in WAYS[1:]}
        reducing = not decides("paying_after_total", self.edition())
        return OtherPayers(creatures, **counts, life_for=life_for, x_only=x_only, reducing=reducing)

    def creatures(self, key: str) -> tuple[tuple[Color, ...], ...]:
        with _errors_in(key):
            return read_creatures(self._text(key))

    def colors(self, key: str) -> tuple[Color, ...]:
        with _errors_in(key):
            return cast("tuple[Color, ...]", read_types(self._text(key), COLORS))

    def mana_types(self, key: str) -> tuple[ManaType, ...]:
        with _errors_in(key):
            return read_types(self._text(key))

    def _as_list(self, key: str) -> Sequence[object]:
        value = self.get(key)
        return value if isinstance(value, list | tuple) else [] if value is None else [value]

    def _text(self, key: str, apart: str = " ") -> str:
        value = self.get(key)
        pieces = value if isinstance(value, list | tuple) else [value or ""]
        if not all(isinstance(piece, str) for piece in pieces):
            raise BadRequest("not_text", "This must be text.")
        text = apart.join(cast("Sequence[str]", pieces))
        if len(text) > MAX_LENGTH:
            raise BadRequest("too_long", f"This can be at most {MAX_LENGTH:,} characters long.")
        return text

    def _repeat(self, key: str, value: object) -> tuple[Cost, ...]:
        """`{1}{G} 3 times` to that many costs."""
        with _errors_in(key):
            plain, times = split_times(key, value) if isinstance(value, str) else (value, 1)
            cost = _read_cost(key, plain)
            if times > 1 and (keyword := labeled(cost)) and OPTIONS[keyword.key].once:
                message = f"You can pay the {keyword.name.lower()} cost once at most."
                raise BadRequest("bad_times", message, start=0, end=len(str(value)))
            return (cost,) * times

    def _read(self, key: str, value: object) -> Cost:
        with _errors_in(key):
            return _read_cost(key, value)

    def whole(self, key: str) -> int | None:
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, str) and len(value) <= 40 and _WHOLE.fullmatch(value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadRequest("not_a_number", f"{quoted(str(value))} isn’t a whole number.").in_field(key)
        if abs(value) > MAX_VARIABLE:
            raise BadRequest("number_too_large", f"The number can be at most {MAX_VARIABLE:,}.").in_field(key)
        return value

    def values(self) -> Mapping[str, int]:
        result: dict[str, int] = {}
        for name in VARIABLES:
            key = name.lower()
            value = self.whole(key)
            if value is not None:
                with _errors_in(key):
                    result |= checked_values({name: value})
        return result

    def pool(self) -> Pool | None:
        """None if nothing was given to pay with, even if a life total was."""
        mana = Cost("") if self.given.get("pool") == "" else self.cost("pool")
        snow, life = self.cost("snow"), self.whole("life")
        spend = self.get("spend") or "as it is"
        if spend not in get_args(AsThough):
            message = f"Mana can be spent {', '.join(get_args(AsThough))}."
            raise BadRequest("bad_as_though", message).in_field("spend")
        others = self.others()
        if mana is None and snow is None and not others.ways and not self.is_set("sources"):
            return None
        with _errors_in("pool"):
            return Pool.of_costs(mana, snow, life, cast("AsThough", spend), others)

    def sources(self, key: str = "sources") -> tuple[Source, ...]:
        """One text, or a list of items."""
        value = self.given.get(key)
        if value is None or not str(value).strip():
            return ()
        with _errors_in(key):
            return read_sources(value if isinstance(value, list | tuple) else str(value), self.find_source)

    def changes(self) -> CostChanges:
        result = NO_CHANGES
        of_parts: dict[str, list[Cost]] = {}
        reduced: set[str] = set()
        for key, change in CHANGES.items():
            value = self.value(key) if key in self.given else None
            if key == "reduce" and value and any(isinstance(each, Reduction) and each.part for each in value):
                value, of_parts = self._split_reductions(value)
            elif of_parts and isinstance(value, tuple):
                names = [key if OPTIONS[key].kind == "keyword cost" else each.label.lower() for each in value]
                reduced |= {*names}
                value = tuple(
                    taken_off(each, of_parts[name]) if name in of_parts else each
                    for each, name in zip(value, names, strict=True)
                )
            if value is None or value == ():
                continue
            with _errors_in(key):
                more = change(value)
            with _errors_in("alternative"):
                result = added(result, more)
        if missing := of_parts.keys() - reduced:
            message = f"There is no cost of {min(missing)} here. Type it as an additional cost, such as Buyback {{3}}."
            raise BadRequest("no_part", message).in_field("reduce")
        if not self._citations:
            return result
        return replace(result, named=tuple(dict.fromkeys((*self._citations, *result.named))))

    def _split_reductions(self, costs: Sequence[Cost]) -> tuple[tuple[Cost, ...], dict[str, list[Cost]]]:
        """Reductions of the total cost, and those of one of its costs by its keyword."""
        with _errors_in("reduce"):
            CostChanges(reductions=tuple(costs))
        whole: list[Cost] = []
        parts: dict[str, list[Cost]] = {}
        cost, instead = self.cost("cost", blank=True), self.cost("alternative")
        labels = {one.label.lower() for one in (cost, instead) if one}
        for each in costs:
            of = each.part if isinstance(each, Reduction) else ""
            if of and of not in labels:
                parts.setdefault(of, []).append(each)
            else:
                whole.append(Cost(each.text, each.symbols, each.parts, typed_spans=each.spans) if of else each)
        return tuple(whole), parts

    def announced(self, key: str) -> tuple[Option | None, ...]:
        with _errors_in(key):
            return read_announced(self._text(key, apart=", "))

    def value(self, key: str) -> Any:
        """Option parsed according to its kind; None or `()` if not given."""
        return _READ[OPTIONS[key].kind](self, key)

    def flag(self, key: str) -> bool:
        value = self.given.get(key)
        plain = value.strip().lower() if isinstance(value, str) else value
        if plain is None or (isinstance(plain, str | bool | int) and plain in _FALSE):
            return False
        if isinstance(plain, str | bool | int) and plain in _TRUE:
            return True
        raise BadRequest("not_a_flag", "This must be true or false.").in_field(key)

    def permanent(self) -> Permanent:
        values = {key: self.value(key) for key in _PERMANENT if key in self.given}
        return Permanent(**{key: value for key, value in values.items() if value is not None})

    def player(self) -> Player:
        return Player(
            energy=self.count("energy"),
            tickets=self.count("tickets"),
            available={verb: count for verb in VERBS if (count := self.count(f"to_{verb}")) is not None},
            # The number given for delve is the graveyard's size, even 0.
            graveyard=self.count("delve"),
            life=self.whole("life"),
            rest=self.yes_or_no("rest"),
        )

    def count(self, key: str) -> int | None:
        """Number of at least 0; None if not given."""
        value = self.whole(key)
        if value is not None and value < 0:
            raise BadRequest("bad_count", f"{OPTIONS[key].called} can’t be less than 0.").in_field(key)
        return value

    def yes_or_no(self, key: str) -> bool | None:
        if self.get(key) is None:
            return None
        try:
            return self.flag(key)
        except EngineError:
            raise BadRequest("not_yes_or_no", "This must be yes or no.").in_field(key) from None

    def edition(self, key: str = "edition") -> date | None:
        value = self.get(key)
        return None if value is None else edition_date(value)


_READ: Mapping[Kind, Callable[[Fields, str], object]] = {
    "mana": Fields.cost,
    "cost": Fields.cost_instead,
    "costs": Fields.costs,
    "keyword cost": Fields.costs,
    "reductions": Fields.reductions,
    "number": Fields.whole,
    "count": Fields.count,
    "flag": Fields.flag,
    "yes or no": Fields.yes_or_no,
    "choice": Fields.choice,
    "colors": Fields.colors,
    "types of mana": Fields.mana_types,
    "creatures": Fields.creatures,
    "date": Fields.edition,
    "sources": Fields.sources,
    "announced": Fields.announced,
}


def _read_cost(key: str, value: object) -> Cost:
    """Errors point to the right input for a keyword that is no cost, or suggest the closest keyword."""
    try:
        cost = read_cost(cast("str", value))
    except EngineError as error:
        if not isinstance(value, str):
            raise
        if key == "kicker" and "and/or" in value and (either := keyword_of(f"{key} {value}")):
            message = f"With “and/or” you choose. {either.instructions_here(key)}"
            raise BadRequest("choice", message, start=0, end=len(value)) from None
        if key != "cost" and (keyword := keyword_of(value)):
            message = f"{keyword.name} isn’t a cost. {keyword.instructions_here(key)}"
            raise BadRequest("keyword", message, start=0, end=len(value)) from None
        if error.code in ("words", "unknown_symbol") and (near := near_keyword(value)):
            error.start, (error.suggestion, error.end) = 0, near
        elif error.code == "words" and key in ("pool", "snow"):
            error.expected = "mana such as {W} or WWC"
        raise
    if cost.reminder and key != "cost":
        message = f"{quoted(cost.reminder)} isn’t part of it. Leave it out."
        raise BadRequest("words", message, start=cost.text.index(cost.reminder), end=len(cost.text.rstrip()))
    if keyword := misplaced(cost, key):
        message = f"{keyword.name} doesn’t belong here ({keyword.citations[0].rule}). {keyword.instructions_here(key)}"
        raise BadRequest("keyword", message, start=0, end=len(cost.text))
    return cost


def as_one_text(key: str, costs: Sequence[str]) -> str:
    """`{2} 3 times` and `{1}` as `{2}, {2}, {2}, {1}`.

    Raises:
        EngineError: one can't be parsed; the position is that within the costs joined by `, `.
    """
    result: list[str] = []
    start = 0
    for text in costs:
        try:
            plain, times = split_times(key, text)
            cost = None if key == "reduce" else with_rest(_read_cost(key, plain), key)
        except EngineError as error:
            error.start, error.end = (None if at is None else at + start for at in (error.start, error.end))
            raise error.in_field(key) from None
        result += [plain.strip() if cost is None or is_waterbend(cost) else cost.canonical] * times
        start += len(f"{text}, ")
    return ", ".join(result)


def edition_date(value: object) -> date:
    try:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value.strip()):
            return date.fromisoformat(value.strip())
    except ValueError:
        pass
    message = "An edition is named by its effective date, such as 2025-06-06."
    raise BadRequest("bad_date", message).in_field("edition")
