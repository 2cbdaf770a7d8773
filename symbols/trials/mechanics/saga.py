"""Sagas: which chapter abilities trigger as lore counters are put on (107.15, 714)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest
from symbols.engine.abilities import checked_count
from symbols.trials.mechanics.roman import from_roman, to_roman

MOST_ABILITIES: Final = 20
"""Most chapter symbols of one Saga."""
GREATEST_CHAPTER: Final = 99
"""Greatest number in a chapter symbol."""

_SYMBOL: Final = re.compile(r"\{\s*r?\s*(?P<braced>\w+)\s*\}|(?P<bare>\w+)", re.ASCII | re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*(?:,|and|&)?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Chapter ability with one number.

    Attributes:
        number: in its chapter symbol.
        group: index of its effect; `{rI}, {rII}—[Effect]` are two abilities with one effect (107.15b).
    """

    number: int
    group: int

    @property
    def numeral(self) -> str:
        return to_roman(self.number)

    def __str__(self) -> str:
        return f"{{r{self.numeral}}}"


def read_chapters(text: str) -> tuple[Chapter, ...]:
    """Parse the chapter symbols of a Saga: `{rI}, {rII}; {rIII}` or `I, II; III`, with semicolons between effects.

    Raises:
        BadRequest: something isn't a chapter symbol, or there are too many.
    """
    chapters: list[Chapter] = []
    groups = [group for group in text.split(";") if group.strip()]
    for place, group in enumerate(groups):
        chapters += [Chapter(number, place) for number in _numbers(group)]
    if len(chapters) > MOST_ABILITIES:
        raise BadRequest("too_many_chapters", f"That is {len(chapters)} chapter symbols; {MOST_ABILITIES} at most fit.")
    return tuple(chapters)


def _numbers(group: str) -> Iterable[int]:
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
    number = from_roman(numeral)
    if number > GREATEST_CHAPTER:
        raise BadRequest("bad_chapter", f"Chapters go up to {GREATEST_CHAPTER} here; {numeral} is {number}.")
    return number


def triggered(chapters: Sequence[Chapter], before: int, after: int, *, exactly: bool = False) -> tuple[Chapter, ...]:
    """Return the chapter abilities that trigger, in the order of their numbers (107.15a).

    One triggers if the lore counters were fewer than its number and became at least as many.

    Args:
        chapters: the chapter abilities of the Saga.
        before: lore counters before.
        after: lore counters after.
        exactly: whether only chapters with exactly the number `after` can trigger, as with read ahead on the turn the
            Saga entered (702.155a).

    Raises:
        BadRequest: a number of counters is impossible.
    """
    checked_count(before, "The number of lore counters before")
    checked_count(after, "The number of lore counters after")
    reached = [chapter for chapter in chapters if before < chapter.number <= after]
    if exactly:
        reached = [chapter for chapter in reached if chapter.number == after]
    return tuple(sorted(reached, key=lambda chapter: (chapter.number, chapter.group)))


def final_chapter(chapters: Sequence[Chapter]) -> int:
    """Return the greatest chapter number, 0 without chapter abilities (714.2d)."""
    return max((chapter.number for chapter in chapters), default=0)
