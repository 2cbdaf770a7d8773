"""Mana and reductions, counted by the slots that they can serve.

W W and a snow G, {U/R} and {1} less   ->   mana: two for white, one for green or snow; single: one for blue or red;
generic_off: 1
"""

from dataclasses import dataclass
from functools import cached_property

from symbols.engine.costs.asks import WATERBEND_SLOT, X_SLOT
from symbols.engine.paying.demand import Counts, pack, packed
from symbols.engine.ways.polymatroid import touching


@dataclass(frozen=True, eq=False)
class Supply:
    """Mana and reductions, counted by the slots that they can serve.

    Attributes:
        bits: the slots that the cost uses. A set of them is written in as many bits in the lists below.
        mana: mana, and all else that pays for generic mana.
        single: reductions by {W}, or by {1} where X has a slot of its own.
        double: reductions by {2/W}. There are none beside floors.
        generic_off: what other reductions take off generic mana.
        forced: reductions each of which takes a symbol.
        colored_only: reductions of which nothing is left over for generic mana.
        floors: floors of reductions with their amounts, greatest floor first.
        reduced_only: slots that reductions alone may serve.
    """

    bits: tuple[int, ...]
    mana: Counts
    single: Counts
    double: Counts
    forced: Counts
    colored_only: Counts
    generic_off: int = 0
    floors: tuple[tuple[int, int], ...] = ()
    reduced_only: int = 0

    def pack(self, slots: int) -> int:
        """Write a set of slots in `bits`; slots that the cost doesn't use fall away."""
        return pack(slots, self.bits)

    def unpack(self, packed: int) -> int:
        """Return the slots of a set that is written in `bits`."""
        return sum(bit for place, bit in enumerate(self.bits) if packed >> place & 1)

    def _touching(self, counts: Counts, reduced_only: int = 0) -> list[int]:
        bits = tuple(0 if bit & reduced_only else bit for bit in self.bits)
        return touching(packed(counts, bits), len(bits))

    @cached_property
    def mana_at(self) -> list[int]:
        """For each set of slots, how much mana reaches into it."""
        return self._touching(self.mana, self.reduced_only)

    @cached_property
    def single_at(self) -> list[int]:
        """For each set of slots, how many of `single` reach into it."""
        return self._touching(self.single)

    @cached_property
    def double_at(self) -> list[int]:
        """For each set of slots, how many of `double` reach into it."""
        return self._touching(self.double)

    @cached_property
    def forced_at(self) -> list[int]:
        """For each set of slots, how many of `forced` reach into it."""
        return self._touching(self.forced)

    @cached_property
    def bound_at(self) -> list[int]:
        """For each set of slots, how much of what is for symbols alone reaches into it."""
        return [sum(pair) for pair in zip(self.forced_at, self._touching(self.colored_only), strict=True)]

    @cached_property
    def x_at(self) -> list[int]:
        """For each set of slots, 1 if an X with a slot of its own is in it."""
        return self._touching({X_SLOT: 1})

    @cached_property
    def relief(self) -> int:
        """Mana that reductions without a floor can take off, those for symbols alone left out."""
        return self.generic_off + sum(self.single.values()) + 2 * sum(self.double.values())

    @cached_property
    def total(self) -> int:
        """Everything that pays for generic mana."""
        return sum(self.mana.values())

    @cached_property
    def waterbending(self) -> int:
        """How many of it pay for waterbend costs alone (701.67b)."""
        return sum(count for slots, count in self.mana.items() if slots & WATERBEND_SLOT)
