"""Whole numbers, one for each of a few places, whose sums are bounded at every set of places.

    {W/U}{U/B}: at most one white, one black, two blue; at most two white and blue together; two in all

A cost with all its choices and reductions is such a thing (design part 3.3): so many symbols can be announced as
white, so many as white or blue, and so on. When the bounds come from sums of choices they fit each other so well
that whatever values the first places take within their bounds, the remaining ones can be completed; so the points
can be listed one after the other without ever running into a dead end. (These are generalized polymatroids:
Frank and Tardos, "Generalized polymatroids and submodular flows", 1988.)

A set of places is a number with a bit for each place. Taking a place out always takes out the first, bit 0.
"""

from collections.abc import Mapping
from operator import add
from typing import NamedTuple


def inside(counts: Mapping[int, int], places: int) -> list[int]:
    """Return, for each set of places, how many have all of theirs in it.

    inside({0b01: 2, 0b11: 1}, 2) == [0, 2, 0, 3]
    """
    sums = [0] * (1 << places)
    for chosen, count in counts.items():
        sums[chosen] += count
    for step in (1 << place for place in range(places)) if counts else ():
        # Slices with or without a stride, whichever are fewer.
        stride, length = (2 * step, None) if step * step < len(sums) else (None, step)
        for start in range(step) if stride else range(0, len(sums), 2 * step):
            without = slice(start, length and start + length, stride)
            own = slice(start + step, length and start + step + length, stride)
            sums[own] = map(add, sums[own], sums[without])
    return sums


def touching(counts: Mapping[int, int], places: int) -> list[int]:
    """Return, for each set of places, how many have at least one of theirs in it.

    touching({0b01: 2, 0b11: 1}, 2) == [0, 3, 1, 3]
    """
    within = inside(counts, places)
    everything = within[-1]
    return [everything - count for count in reversed(within)]


class Bounds(NamedTuple):
    """Least and greatest sum at each set of places."""

    low: list[int]
    high: list[int]

    @classmethod
    def of(cls, high: list[int]) -> "Bounds":
        """Complete the greatest sums when all numbers together are always `high[-1]`."""
        everything = high[-1]
        return cls([everything - rest for rest in reversed(high)], high)

    @property
    def first(self) -> tuple[int, int]:
        """Least and greatest number at the first place."""
        return self.low[1], self.high[1]

    def fix(self, value: int) -> "Bounds":
        """Put a value, one between those of `first`, at the first place; return the bounds of the others."""
        low, high = self
        return Bounds(
            [max(a, b - value) for a, b in zip(low[::2], low[1::2], strict=True)],
            [min(a, b - value) for a, b in zip(high[::2], high[1::2], strict=True)],
        )

    def cap(self, value: int) -> "Bounds":
        """Have at most so much, not less than `first[0]`, at the first place; return the bounds of the others."""
        low, high = self
        return Bounds([max(a, b - value) for a, b in zip(low[::2], low[1::2], strict=True)], high[::2])
