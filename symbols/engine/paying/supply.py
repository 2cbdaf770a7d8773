"""Mana and reductions, counted by the slots they can pay.

W W and a snow G, {U/R} and {1} less   ->   mana: two for white, one for green or snow; single: one for blue or red;
generic_off: 1
"""

from dataclasses import dataclass
from functools import cached_property

from symbols.engine.costs.requirements import WATERBEND_SLOT, X_SLOT
from symbols.engine.paying.demand import Counts, pack, packed
from symbols.engine.ways.polymatroid import touching


@dataclass(frozen=True, eq=False)
class Supply:
    """Mana and reductions, counted by the slots they can pay.

    The lists named `…_at` are indexed by sets of slots, renumbered over `bits`: what can pay any slot of the set.
    """

    bits: tuple[int, ...]  # slots that the cost uses
    mana: Counts  # mana, and everything else that can pay for generic mana
    single: Counts  # reductions by {W}, or by {1} if X is restricted
    double: Counts  # reductions by {2/W}; none with floors
    forced: Counts  # reductions that must each take a symbol
    colored_only: Counts  # reductions whose excess doesn't reduce generic mana
    generic_off: int = 0  # generic mana taken off by other reductions
    floors: tuple[tuple[int, int], ...] = ()  # floors and amounts of reductions, greatest floor first
    reduced_only: int = 0  # slots that only reductions may pay

    def pack(self, slots: int) -> int:
        return pack(slots, self.bits)

    def unpack(self, packed: int) -> int:
        """Inverse of `pack`."""
        return sum(bit for place, bit in enumerate(self.bits) if packed >> place & 1)

    def _touching(self, counts: Counts, reduced_only: int = 0) -> list[int]:
        bits = tuple(0 if bit & reduced_only else bit for bit in self.bits)
        return touching(packed(counts, bits), len(bits))

    @cached_property
    def mana_at(self) -> list[int]:
        return self._touching(self.mana, self.reduced_only)

    @cached_property
    def single_at(self) -> list[int]:
        return self._touching(self.single)

    @cached_property
    def double_at(self) -> list[int]:
        return self._touching(self.double)

    @cached_property
    def forced_at(self) -> list[int]:
        return self._touching(self.forced)

    @cached_property
    def symbols_only_at(self) -> list[int]:
        """`forced` and `colored_only`: for symbols only, never for generic mana."""
        return [sum(pair) for pair in zip(self.forced_at, self._touching(self.colored_only), strict=True)]

    @cached_property
    def x_at(self) -> list[int]:
        """1 if the set includes a restricted X."""
        return self._touching({X_SLOT: 1})

    @cached_property
    def relief(self) -> int:
        """Most mana that reductions without a floor take off, except those for symbols only."""
        return self.generic_off + sum(self.single.values()) + 2 * sum(self.double.values())

    @cached_property
    def total(self) -> int:
        return sum(self.mana.values())

    @cached_property
    def waterbending(self) -> int:
        """The part of `total` that pays for waterbend costs only (701.67b)."""
        return sum(count for slots, count in self.mana.items() if slots & WATERBEND_SLOT)
