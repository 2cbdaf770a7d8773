"""The amounts that announcements and reductions leave of a cost, as lattice points.

    {W/U} with {W} less: either white, reduced to none, or one blue, with white at -1 (no generic mana to reduce)

Add up, by slot, what is announced for each symbol, and subtract what is chosen for each reduction. A symbol adds one at
a slot of its choice and a reduction subtracts one, so the resulting vectors are those of
`symbols.engine.ways.polymatroid`. A negative amount of a type means that reductions exceed its mana and reduce that
much generic mana instead (118.7b-d).
"""

from functools import cached_property
from math import floor, inf, isinf

from symbols.engine.costs.asks import BIT, TYPE_BITS, reduction_of, requirement_of
from symbols.engine.costs.order import in_printed_order
from symbols.engine.costs.slots import MANA_TYPES, Amount, ManaType, Slot
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.totals.changes import CostToPay
from symbols.engine.ways.polymatroid import Bounds, inside, touching

LIFE = TYPE_BITS + 1
DOUBLE = LIFE << 1
"""Bits of the ways to announce a symbol that aren't a type of mana: as life, and as two generic mana."""


class Lattice:
    """Bounds of a cost's totals, and what doesn't depend on any choice.

    Attributes:
        types: types in the cost or its reductions; first those offered by symbols with a choice, in printed order.
        shifts: for each of these types, half mana that is paid or taken off whatever is announced.
        head: `LIFE` and `DOUBLE`, if any symbol or reduction has them.
        reduces_types: whether a reduction has anything but generic mana.
        snow: number of snow symbols.
    """

    def __init__(self, to_pay: CostToPay) -> None:
        self._adding: dict[int, int] = {}
        self._taking: dict[int, int] = {}
        self._halves: dict[Slot, Amount] = {}
        self._minimum = to_pay.changes.minimum
        asked: Amount = 0
        for entry in to_pay.symbols:
            asked += self._enter(entry.symbol, self._adding, 1) + to_pay.generic_of(entry.symbol)
        taken = sum((self._enter(symbol, self._taking, -1) for symbol in to_pay.reductions), 0)
        self._generic = -inf if isinf(taken) else asked - taken
        self.snow = sum(1 for entry in to_pay.symbols if entry.symbol.kind == "snow")
        used = 0
        for ways in (*self._adding, *self._taking, *(BIT[slot] for slot in self._halves)):
            used |= ways
        self.types = tuple(name for name in _in_offered_order(to_pay) if used & BIT[name])
        self.shifts = tuple(self._halves.get(name, 0) for name in self.types)
        self.head = tuple(way for way in (LIFE, DOUBLE) if used & way)
        self.reduces_types = bool(self._taking)
        self._whole = sum(self._adding.values()) - sum(self._taking.values())

    def _enter(self, symbol: ManaSymbol, counts: dict[int, int], sign: int) -> Amount:
        """Count a symbol by its ways to be announced; return the generic mana it has in any case."""
        if symbol.kind in ("half", "infinity"):
            (option,) = symbol.options
            if option.slot == "generic":
                return option.amount
            self._halves[option.slot] = self._halves.get(option.slot, 0) + sign * option.amount
            return 0
        ask = requirement_of(symbol) if sign > 0 else reduction_of(symbol)
        ways = ask.slots & TYPE_BITS
        ways |= LIFE if ask.group == "or life" else DOUBLE if ask.group == "or generic" else 0
        if ways:
            counts[ways] = counts.get(ways, 0) + 1
        return ask.generic

    @cached_property
    def first(self) -> Bounds:
        """Bounds in the order life, symbols announced as generic, types."""
        return self._bounds((*self.head, *(BIT[name] for name in self.types)))

    @cached_property
    def double_last(self) -> Bounds:
        """Bounds in the order life, types, symbols announced as generic."""
        life = tuple(way for way in self.head if way == LIFE)
        double = tuple(way for way in self.head if way == DOUBLE)
        return self._bounds((*life, *(BIT[name] for name in self.types), *double))

    def _bounds(self, places: tuple[int, ...]) -> Bounds:
        def at(counts: dict[int, int]) -> dict[int, int]:
            return {
                sum(1 << place for place, way in enumerate(places) if ways & way): count
                for ways, count in counts.items()
            }

        added, taken = touching(at(self._adding), len(places)), inside(at(self._taking), len(places))
        return Bounds.of([plus - minus for plus, minus in zip(added, taken, strict=True)])

    def none(self, place: int) -> int:
        """Greatest value at a type's place that leaves none of its mana to pay."""
        return floor(-self.shifts[place])

    def generic_base(self, mana: Amount, life: int) -> Amount:
        """Generic mana of a total, less the number of symbols announced as generic; it may be negative.

        A symbol announced as generic adds two generic mana, one of which makes up for the mana of a type that it then
        doesn't require. `mana` is that of all types in the total, `life` the number of symbols paid with life.
        """
        return self._generic + self._whole - life - mana + sum(self.shifts)

    def least_generic(self, mana: Amount) -> Amount:
        """Generic mana required by a minimum on the total cost, given the mana of all types (601.2f)."""
        return max(0, self._minimum - mana - self.snow)

    def never_exceeds(self) -> bool:
        """Whether reductions have no choice and never exceed the mana of their types."""
        if any(ways & (ways - 1) for ways in self._taking):
            return False
        low, head = self.first.low, len(self.head)
        return all(low[1 << head + place] >= -shift for place, shift in enumerate(self.shifts))


def _in_offered_order(to_pay: CostToPay) -> tuple[ManaType, ...]:
    symbols = in_printed_order([entry.symbol for entry in to_pay.symbols])
    offered = [option.slot for symbol in symbols if symbol.is_choice for option in symbol.options]
    return tuple(sorted(MANA_TYPES, key=lambda name: (*offered, *MANA_TYPES).index(name)))
