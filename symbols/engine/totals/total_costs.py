"""All reachable total costs, over every announcement and every choice among reductions (601.2f).

    {2/W}{U} with {1} less   ->   {W}{U} and {1}{U}

They are listed from a `Lattice`. Going through pairs of an announcement and a choice of reductions
could take billions of steps for a few totals.
"""

from collections.abc import Iterator
from functools import cached_property
from math import floor, inf, isinf

from symbols.engine.costs.order import in_printed_order
from symbols.engine.costs.requirements import BIT, TYPE_BITS, reduction_of, requirement_of
from symbols.engine.costs.slots import MANA_TYPES, Amount, Amounts, ManaType, Slot
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.steps import take
from symbols.engine.totals.by_order import OrderedTotals
from symbols.engine.totals.changes import CostToPay, Reduction
from symbols.engine.ways.announcements import Announcements
from symbols.engine.ways.polymatroid import Bounds, inside, touching

LIFE = TYPE_BITS + 1
DOUBLE = LIFE << 1
"""Bits of the ways to announce a symbol that aren't a type of mana: as life, and as two generic mana."""


class Lattice:
    """The amounts that announcements and reductions leave of a cost, as lattice points.

        {W/U} with {W} less: either white, reduced to none, or one blue, with white at -1 (no generic mana to reduce)

    Add up, by slot, what is announced for each symbol, and subtract what is chosen for each reduction. A symbol adds
    one at a slot of its choice and a reduction subtracts one, so the resulting vectors are those of
    `symbols.engine.ways.polymatroid`. A negative amount of a type means that reductions exceed its mana and reduce that
    much generic mana instead (118.7b-d).

    Attributes:
        types: types in the cost or its reductions; first those offered by symbols with a choice, in printed order.
        shifts: for each of these types, half mana that is paid or taken off whatever is announced.
        head: `LIFE` and `DOUBLE`, if any symbol or reduction has them.
        reduces_types: whether a reduction has anything but generic mana.
    """

    def __init__(self, to_pay: CostToPay) -> None:
        self._adding: dict[int, int] = {}
        self._taking: dict[int, int] = {}
        self._halves: dict[Slot, Amount] = {}
        self._minimum = to_pay.changes.minimum
        generic: Amount = 0
        for entry in to_pay.symbols:
            generic += self._enter(entry.symbol, self._adding, 1) + to_pay.generic_of(entry.symbol)
        taken = sum((self._enter(symbol, self._taking, -1) for symbol in to_pay.reductions), 0)
        self._generic = -inf if isinf(taken) else generic - taken
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
        """Count a symbol by its ways to be announced; return the generic mana it always has."""
        if symbol.kind in ("half", "infinity"):
            (option,) = symbol.options
            if option.slot == "generic":
                return option.amount
            self._halves[option.slot] = self._halves.get(option.slot, 0) + sign * option.amount
            return 0
        need = requirement_of(symbol) if sign > 0 else reduction_of(symbol)
        ways = need.slots & TYPE_BITS
        ways |= LIFE if need.group == "or life" else DOUBLE if need.group == "or generic" else 0
        if ways:
            counts[ways] = counts.get(ways, 0) + 1
        return need.generic

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


WORK = 100_000
"""Limit of counting type by type, in bounds compared plus `_EACH` per step."""

_EACH = 20
_LIFE_EACH = 2


class TotalCosts:
    """Reachable total costs, as a lazy collection of `Amounts`; `bool` and `count()` don't list.

    They are in the order of `Announcements`: the least life first, then the fewest symbols announced as generic mana
    (less reductions chosen so), then the most mana of the type that the cost offers first, and so on. The empty one
    is {0} (118.5). `Pay 2 life` and the like are included. An unpayable cost has none (118.6).
    """

    def __init__(self, to_pay: CostToPay) -> None:
        self._to_pay = to_pay
        self._lattice = Lattice(to_pay)
        # Two points can give the same total only if reductions may exceed the mana of their type.
        self._may_repeat = self._lattice.reduces_types and DOUBLE in self._lattice.head
        # Of reductions of colored mana only, or with a floor, the order matters.
        is_ordered = any(isinstance(cost, Reduction) for cost in to_pay.changes.reductions)
        self._ordered = OrderedTotals(to_pay, self.announcements) if is_ordered else None

    def __iter__(self) -> Iterator[Amounts]:
        if self._to_pay.unpayable:
            return
        if self._ordered is not None:
            yield from self._ordered
            return
        for life, after_life in self._each(self._lattice.first, LIFE):
            for double, bounds in self._each(after_life, DOUBLE):
                yield from self._types_from(bounds, (), life, double)

    def _each(self, bounds: Bounds, way: int) -> Iterator[tuple[int, Bounds]]:
        """Possible numbers of symbols announced as `way`, each with the bounds of the rest."""
        if way not in self._lattice.head:
            yield 0, bounds
            return
        low, high = bounds.first
        for value in range(low, high + 1):
            yield value, bounds.fix(value)

    def _types_from(self, bounds: Bounds, mana: tuple[Amount, ...], life: int, double: int) -> Iterator[Amounts]:
        place = len(mana)
        if place == len(self._lattice.types):
            total = self._finish(mana, life, double)
            if total is not None:
                yield total
            return
        shift, none = self._lattice.shifts[place], self._lattice.none(place)
        low, high = bounds.first
        for value in range(high, max(low, none + 1) - 1, -1):
            yield from self._types_from(bounds.fix(value), (*mana, value + shift), life, double)
        if low <= none:
            yield from self._types_from(bounds.cap(none), (*mana, 0), life, double)

    def _finish(self, mana: tuple[Amount, ...], life: int, double: int) -> Amounts | None:
        """None if it was already yielded for fewer symbols announced as generic."""
        generic = self._lattice.generic_base(sum(mana), life) + double
        least = self._lattice.least_generic(sum(mana))
        if generic <= least and self._may_repeat:
            fewest = self._doubles(mana, life)
            if fewest is not None and fewest[0] < double:
                return None
        total: dict[Slot, Amount] = dict(zip(self._lattice.types, mana, strict=True))
        total["generic"] = max(generic, least)
        total["snow"] = self._lattice.snow
        total["life"] = _LIFE_EACH * life + self._to_pay.life
        return Amounts(total)

    def _doubles(self, mana: tuple[Amount, ...], life: int) -> tuple[int, int] | None:
        """Fewest and most symbols announced as generic in a total; None if it can't be reached."""
        bounds = self._lattice.double_last
        if LIFE in self._lattice.head:
            low, high = bounds.first
            if not low <= life <= high:
                return None
            bounds = bounds.fix(life)
        elif life:
            return None
        for place, amount in enumerate(mana):
            low, high = bounds.first
            none = self._lattice.none(place)
            value = amount - self._lattice.shifts[place] if amount else none
            if value % 1 or low > value or (amount and not none < value <= high):
                return None
            bounds = bounds.fix(int(value)) if amount else bounds.cap(none)
        return bounds.first if DOUBLE in self._lattice.head else (0, 0)

    def __bool__(self) -> bool:
        return not self._to_pay.unpayable

    def count(self) -> int | None:
        """None if that is too much work. Announcements are counted if no reduction can exceed the mana of its type."""
        if self._to_pay.unpayable:
            return 0
        if self._ordered is not None:
            return self._ordered.count()
        if not self._lattice.reduces_types or self._lattice.never_exceeds():
            return self.announcements.count()
        return _Tally(self._lattice).count()

    @cached_property
    def announcements(self) -> Announcements:
        """Of all costs to pay."""
        symbols = [entry.symbol for entry in self._to_pay.symbols]
        return Announcements(symbols, self._to_pay.values)


class _Tally:
    """Counts totals type by type, memoizing what remains."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._double = DOUBLE in lattice.head
        self._counts: dict[object, int] = {}
        self._work = 0

    def count(self) -> int | None:
        """None if that is too much work."""
        bounds = self._lattice.double_last
        try:
            if LIFE not in self._lattice.head:
                return self._types_from(bounds, 0, 0, 0)
            low, high = bounds.first
            return sum(self._types_from(bounds.fix(life), 0, life, 0) for life in range(low, high + 1))
        except _TooMuchError:
            return None

    def _types_from(self, bounds: Bounds, place: int, life: int, mana: Amount) -> int:
        """Totals from the type at `place` on; `mana` is the sum of the types before."""
        work = len(bounds.high) + _EACH
        self._work += work
        take(work)
        if self._work > WORK:
            raise _TooMuchError
        if place == len(self._lattice.types):
            return self._generic(bounds, life, mana) if self._double else 1
        key = (place, *((life, mana) if self._double else ()), *bounds.low, *bounds.high)
        if key not in self._counts:
            shift, none = self._lattice.shifts[place], self._lattice.none(place)
            low, high = bounds.first
            start = max(low, none + 1)
            if place + 1 == len(self._lattice.types) and not self._double:
                self._counts[key] = max(0, high + 1 - start) + (low <= none)
            else:
                count = self._types_from(bounds.cap(none), place + 1, life, mana) if low <= none else 0
                for value in range(start, high + 1):
                    count += self._types_from(bounds.fix(value), place + 1, life, mana + value + shift)
                self._counts[key] = count
        return self._counts[key]

    def _generic(self, bounds: Bounds, life: int, mana: Amount) -> int:
        """Number of amounts of generic mana that a total can have."""
        low, high = bounds.first
        base, least = self._lattice.generic_base(mana, life), self._lattice.least_generic(mana)
        if isinf(base):
            return 1
        above = max(0, high - max(low, floor(least - base) + 1) + 1)
        return above + (base + low <= least)


class _TooMuchError(Exception):
    """Counting exceeded `WORK`."""
