"""Integer vectors whose sums are bounded on every set of places: generalized polymatroids.

    {W/U}{U/B}: at most one white, one black, two blue; at most two white and blue together; two in all

A cost with all its choices and reductions is one: there is a limit to the symbols announced as white, one to those
announced as white or blue, and so on. When the bounds come from sums of choices, whatever values the first places take
within their bounds, the others can be completed; so the vectors can be listed one by one without dead ends. (Frank and
Tardos, "Generalized polymatroids and submodular flows", 1988.)

A set of places is a bit set. Places are always removed from the front, bit 0.
"""

from collections.abc import Mapping
from operator import add
from typing import NamedTuple


def inside(counts: Mapping[int, int], places: int) -> list[int]:
    """For each set of places, the sum of the counts whose own set is a subset of it.

    inside({0b01: 2, 0b11: 1}, 2) == [0, 2, 0, 3]
    """
    sums = [0] * (1 << places)
    for chosen, count in counts.items():
        sums[chosen] += count
    for step in (1 << place for place in range(places)) if counts else ():
        # Use whichever takes fewer slices: with or without a stride.
        stride, length = (2 * step, None) if step * step < len(sums) else (None, step)
        for start in range(step) if stride else range(0, len(sums), 2 * step):
            without = slice(start, length and start + length, stride)
            own = slice(start + step, length and start + step + length, stride)
            sums[own] = map(add, sums[own], sums[without])
    return sums


def touching(counts: Mapping[int, int], places: int) -> list[int]:
    """For each set of places, the sum of the counts whose own set intersects it.

    touching({0b01: 2, 0b11: 1}, 2) == [0, 3, 1, 3]
    """
    within = inside(counts, places)
    everything = within[-1]
    return [everything - count for count in reversed(within)]


class Bounds(NamedTuple):
    """Lower and upper bounds of the sum on each set of places."""

    low: list[int]
    high: list[int]

    @classmethod
    def of(cls, high: list[int]) -> "Bounds":
        """Add lower bounds to `high`, where all values always add up to `high[-1]`."""
        everything = high[-1]
        return cls([everything - rest for rest in reversed(high)], high)

    @property
    def first(self) -> tuple[int, int]:
        return self.low[1], self.high[1]

    def fix(self, value: int) -> "Bounds":
        """Bounds of the other places once the first has `value`, one within `first`."""
        low, high = self
        return Bounds(
            [max(a, b - value) for a, b in zip(low[::2], low[1::2], strict=True)],
            [min(a, b - value) for a, b in zip(high[::2], high[1::2], strict=True)],
        )

    def cap(self, value: int) -> "Bounds":
        """Bounds of the other places while the first has at most `value`, which is at least `first[0]`."""
        low, high = self
        return Bounds([max(a, b - value) for a, b in zip(low[::2], low[1::2], strict=True)], high[::2])
