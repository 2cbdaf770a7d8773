"""Leveler cards: which striations apply at a number of level counters (107.8, 711)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest
from symbols.engine.abilities import checked_count

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

    def holds(self, counters: int) -> bool:
        """Whether its striation applies with this many level counters."""
        return self.least <= counters and (self.most is None or counters <= self.most)

    @property
    def rule(self) -> str:
        """The rule that defines it."""
        return "107.8b" if self.most is None else "107.8a"

    @property
    def range(self) -> str:
        """`2-6` or `7+`."""
        return f"{self.least}+" if self.most is None else f"{self.least}-{self.most}"

    def __str__(self) -> str:
        return f"{{LEVEL {self.range}}}"


@dataclass(frozen=True, slots=True)
class CounterSpan:
    """Range of level counters in which the same striations apply.

    Attributes:
        least: inclusive, as is `most`.
        most: None if unlimited.
        levels: indexes of the striations.
    """

    least: int
    most: int | None
    levels: tuple[int, ...]

    def __contains__(self, counters: int) -> bool:
        return self.least <= counters and (self.most is None or counters <= self.most)


def read_level(text: str) -> Level:
    """Parse a level symbol (`{LEVEL 2-6}`, `{LEVEL 7+}`) or its numbers alone.

    Raises:
        BadRequest: it isn't one, or its range is empty.
    """
    match = _LEVEL.fullmatch(text.strip().translate(_DASHES))
    if match is None:
        message = (
            f"“{text[:40]}” isn’t a level symbol. It has a range, such as {{LEVEL 2-6}}, or a plus, as in {{LEVEL 7+}}."
        )
        raise BadRequest("bad_level", message)
    least = int(match["least"])
    if match["plus"]:
        return Level(least)
    most = int(match["most"])
    if most < least:
        message = f"No number is at least {least} and no more than {most}. Type the smaller number first (107.8a)."
        raise BadRequest("bad_level", message)
    return Level(least, most)


def read_box(text: str) -> str:
    """Normalize a power/toughness box: `4/4`, `*/1+*`, `[3/3]` -> `3/3`.

    Raises:
        BadRequest: it isn't one.
    """
    match = _BOX.fullmatch(text.strip().translate(_DASHES))
    if match is None:
        raise BadRequest("bad_box", f"“{text[:40]}” isn’t power and toughness, such as 4/4, in whole numbers (107.1).")
    return f"{match[1]}/{match[2]}"


def active_levels(levels: Sequence[Level], counters: int) -> tuple[int, ...]:
    """Return the indexes of the striations that apply (107.8a, 107.8b): none, one or several.

    Raises:
        BadRequest: the number of counters is impossible.
    """
    checked_count(counters, "The number of level counters")
    return tuple(place for place, level in enumerate(levels) if level.holds(counters))


def spans_of(levels: Sequence[Level]) -> Iterator[CounterSpan]:
    """Split all numbers of level counters, from 0, into ranges in which the same striations apply."""
    cuts = {0} | {level.least for level in levels} | {level.most + 1 for level in levels if level.most is not None}
    starts = sorted(cuts)
    for start, after in zip(starts, [*starts[1:], None], strict=True):
        yield CounterSpan(start, None if after is None else after - 1, active_levels(levels, start))
