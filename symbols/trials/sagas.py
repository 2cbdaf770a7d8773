"""Trial: which chapters of a Saga trigger as its lore counters change (107.15, 714)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest
from symbols.roman import from_roman, to_roman
from symbols.sentences import capital, counted, join_words
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

MOST_ABILITIES: Final = 20
GREATEST_CHAPTER: Final = 99

_SYMBOL: Final = re.compile(r"\{\s*r?\s*(?P<braced>\w+)\s*\}|(?P<bare>\w+)", re.ASCII | re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*(?:,|and|&)?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Chapter ability with one number.

    `group` is the index of its effect; `{rI}, {rII}—[Effect]` are two abilities with one effect (107.15b).
    """

    number: int
    group: int

    @property
    def numeral(self) -> str:
        return to_roman(self.number)

    def __str__(self) -> str:
        return f"{{r{self.numeral}}}"


def read_chapters(text: str) -> tuple[Chapter, ...]:
    """Parse the chapter symbols of a Saga: `{rI}, {rII}; {rIII}` or `I, II; III`, with semicolons between effects."""
    groups = [group for group in text.split(";") if group.strip()]
    chapters = [Chapter(number, place) for place, group in enumerate(groups) for number in _numbers(group)]
    if len(chapters) > MOST_ABILITIES:
        raise BadRequest("too_many_chapters", f"That’s {len(chapters)} chapter symbols. Use {MOST_ABILITIES} or fewer.")
    return tuple(chapters)


def _numbers(group: str) -> Iterator[int]:
    text, place = group.strip(), 0
    while place < len(text):
        match = _SYMBOL.match(text, place)
        if match is None:
            raise BadRequest("bad_chapter", f"“{text[place:][:40]}” isn’t a chapter symbol, such as {{rII}} or II.")
        yield _number(match["braced"] or match["bare"])
        place = match.end()
        between = _BETWEEN.match(text, place)
        place = between.end() if between else place


def _number(numeral: str) -> int:
    number = from_roman(numeral.upper())
    if not number:
        raise BadRequest("bad_numeral", f"“{numeral[:40]}” isn’t a well-formed Roman numeral, such as I, IV or XII.")
    if number > GREATEST_CHAPTER:
        raise BadRequest("bad_chapter", f"Chapters go up to {GREATEST_CHAPTER} here; {numeral} is {number}.")
    return number


def triggered(chapters: Sequence[Chapter], before: int, after: int, *, exactly: bool = False) -> tuple[Chapter, ...]:
    """Return the chapter abilities that trigger, in the order of their numbers (107.15a).

    One triggers if the lore counters were fewer than its number and became at least as many. With `exactly`, only those
    with the number `after` can, as with read ahead on the turn the Saga entered (702.155a).
    """
    reached = [chapter for chapter in chapters if before < chapter.number <= after]
    if exactly:
        reached = [chapter for chapter in reached if chapter.number == after]
    return tuple(sorted(reached, key=lambda chapter: (chapter.number, chapter.group)))


def final_chapter(chapters: Sequence[Chapter]) -> int:
    """Return the greatest chapter number, 0 without chapter abilities (714.2d)."""
    return max((chapter.number for chapter in chapters), default=0)


def saga(inputs: Inputs, reading: Reading) -> Outcome:
    before, after = inputs.number("before"), inputs.number("after")
    chapters = inputs.parse("chapters", read_chapters)
    ahead = inputs.yes("ahead")
    triggering = triggered(chapters, before, after, exactly=ahead)
    sacrificed = after >= final_chapter(chapters) and (bool(chapters) or inputs.decided("empty_is_sacrificed"))
    empty = " It’s sacrificed: its final chapter number is 0." if sacrificed and not chapters else ""
    return Outcome(
        sentence=_sentence(triggering, before, after, any_there=bool(chapters)) + empty,
        steps=_steps(chapters, triggering, before, after, ahead=ahead, sacrificed=sacrificed, reading=reading),
        facts={
            "chapters": [chapter.numeral for chapter in triggering],
            "count": len(triggering),
            "final": final_chapter(chapters),
            "final_reached": sacrificed,
        },
        caption="Chapter by chapter",
        rows=tuple(_row(chapter, chapters, triggering) for chapter in chapters),
    )


def _row(chapter: Chapter, chapters: Sequence[Chapter], triggering: Sequence[Chapter]) -> Row:
    shares = [other.numeral for other in chapters if other.group == chapter.group and other is not chapter]
    value = "triggers" if chapter in triggering else "doesn’t trigger"
    if shares:
        value += f"; same effect as {join_words(shares)}"
    return Row(f"chapter {chapter.numeral}", value, marked=chapter in triggering, symbol=f"chapter-{chapter.numeral}")


def _steps(
    chapters: Sequence[Chapter],
    triggering: Sequence[Chapter],
    before: int,
    after: int,
    *,
    ahead: bool,
    sacrificed: bool,
    reading: Reading,
) -> tuple[Step, ...]:
    shared, any_there = _shared(chapters), bool(chapters)
    held_back = [chapter for chapter in triggered(chapters, before, after) if chapter not in triggering]
    facts = {
        "chapters": any_there,
        "shared": bool(shared),
        "ahead": ahead,
        "held_back": bool(held_back),
        "by_counters": not held_back and (any_there or not sacrificed),
        "several": len(triggering) > 1,
        "sacrificed": sacrificed,
    }
    return steps_of(
        "saga",
        facts,
        reading,
        count=len(chapters) or "none",
        shared=shared,
        why=_why(triggering, before, after, any_there=any_there),
        after=after,
        held_back=f"{_named(held_back)} {'does' if len(held_back) == 1 else 'do'}",
        counters=counted(after, "lore counter"),
        final=to_roman(final_chapter(chapters)) if chapters else "",
    )


def _shared(chapters: Sequence[Chapter]) -> str:
    for chapter in chapters:
        together = [other.numeral for other in chapters if other.group == chapter.group]
        if len(together) > 1:
            return f"{', '.join(together)}—[Effect]: {join_words(together)}"
    return ""


def _why(triggering: Sequence[Chapter], before: int, after: int, *, any_there: bool) -> str:
    if after < before:
        return "Chapters trigger as lore counters are put on; none trigger as they are removed."
    if after == before:
        return "No lore counter is put on, so nothing triggers."
    if not any_there:
        return "There’s no chapter ability to trigger."
    passed = f"{counted(before, 'lore counter')} became {after:,}"
    if not triggering:
        return f"{passed}: no chapter that can trigger has a number above {before:,} and at most {after:,}."
    numerals = join_words(list(dict.fromkeys(chapter.numeral for chapter in triggering)))
    return f"{passed}: fewer than {numerals} before, at least that many now."


def _named(chapters: Sequence[Chapter]) -> str:
    numerals = list(dict.fromkeys(chapter.numeral for chapter in chapters))
    return f"chapter{'' if len(numerals) == 1 else 's'} {join_words(numerals)}"


def _sentence(triggering: Sequence[Chapter], before: int, after: int, *, any_there: bool) -> str:
    if triggering:
        named = _named(triggering)
        count = len({chapter.number for chapter in triggering})
        together = " at once, in an order that its controller chooses" if count > 1 else ""
        if count < len(triggering):
            together = f": {len(triggering)} abilities, in an order that their controller chooses"
        return f"{capital(named)} {'triggers' if count == 1 else 'trigger'}{together}."
    return f"No chapter triggers. {_why(triggering, before, after, any_there=any_there)}"
