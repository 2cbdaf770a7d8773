"""All total costs that a player can arrive at, over every announcement and every choice among reductions (601.2f).

Add up, slot by slot, what is announced for each symbol, and subtract what is chosen for each reduction: the vectors
that come out are the lattice points that `symbols.engine.polymatroid` lists, because a symbol adds one at a slot of its
own choice and a reduction subtracts one. What is below zero at a type of mana is taken off generic mana (118.7b-d).
So the totals are listed without going through pairs of choices, of which there may be billions for a few totals.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import floor, inf, isinf

from symbols.engine.announcements import Announcements
from symbols.engine.changes import CostToPay
from symbols.engine.demand import BIT, TYPE_BITS, ask_of, relief_of
from symbols.engine.hall import inside, touching
from symbols.engine.order import in_printed_order
from symbols.engine.polymatroid import Bounds
from symbols.engine.slots import MANA_TYPES, Amount, Amounts, ManaType, Slot
from symbols.engine.symbols import ManaSymbol

COUNTED = 2000
"""How many totals are counted one by one where no shorter way is known."""

_LIFE = TYPE_BITS + 1
_DOUBLE = _LIFE << 1
_LIFE_EACH = 2


@dataclass
class _Lattice:
    """What the choices range over, and what does not depend on them.

    Attributes:
        adding: how many symbols to pay there are for each set of ways to announce them.
        taking: the same for reductions.
        generic: generic mana that is asked for whatever is announced, less what reductions always take off it.
        shifts: halves of a mana that are asked for or taken off, by type.
        snow: how many snow symbols there are.
    """

    adding: dict[int, int] = field(default_factory=dict)
    taking: dict[int, int] = field(default_factory=dict)
    generic: Amount = 0
    shifts: dict[Slot, Amount] = field(default_factory=dict)
    snow: int = 0

    @classmethod
    def of(cls, to_pay: CostToPay) -> "_Lattice":
        self = cls()
        for entry in to_pay.symbols:
            symbol = entry.symbol
            self._enter(symbol, self.adding, 1)
            self.generic += to_pay.generic_of(symbol)
            self.snow += symbol.kind == "snow"
        asked, self.generic = self.generic, 0
        for symbol in to_pay.reductions:
            self._enter(symbol, self.taking, -1)
        taken = -self.generic
        self.generic = -inf if isinf(taken) else asked - taken
        return self

    def _enter(self, symbol: ManaSymbol, counts: dict[int, int], sign: int) -> None:
        if symbol.kind in ("half", "infinity"):
            (option,) = symbol.options
            if option.slot == "generic":
                self.generic += sign * option.amount
            else:
                self.shifts[option.slot] = self.shifts.get(option.slot, 0) + sign * option.amount
            return
        ask = ask_of(symbol) if sign > 0 else relief_of(symbol)
        self.generic += sign * ask.generic
        ways = ask.slots & TYPE_BITS
        ways |= _LIFE if ask.group == "or life" else _DOUBLE if ask.group == "or generic" else 0
        if ways:
            counts[ways] = counts.get(ways, 0) + 1

    @property
    def used(self) -> int:
        """Every way in which something can be announced or reduced."""
        used = 0
        for ways in (*self.adding, *self.taking, *(BIT[slot] for slot in self.shifts)):
            used |= ways
        return used

    def bounds(self, places: tuple[int, ...]) -> Bounds:
        """Return the bounds of the numbers at these places, each a way."""
        added, taken = (self._at(counts, places) for counts in (self.adding, self.taking))
        count = len(places)
        sums = zip(touching(added, count), inside(taken, count), strict=True)
        return Bounds.of([plus - minus for plus, minus in sums])

    @staticmethod
    def _at(counts: dict[int, int], places: tuple[int, ...]) -> dict[int, int]:
        return {sum(1 << i for i, bit in enumerate(places) if ways & bit): count for ways, count in counts.items()}


def _in_offered_order(to_pay: CostToPay) -> tuple[ManaType, ...]:
    """Return the types of mana, first those that symbols with a choice offer, in their printed order."""
    symbols = in_printed_order([entry.symbol for entry in to_pay.symbols if entry.symbol.is_choice])
    offered = [option.slot for symbol in symbols for option in symbol.options]
    return tuple(sorted(MANA_TYPES, key=lambda name: (*offered, *MANA_TYPES).index(name)))


class Totals:
    """The total costs that can be reached: iterate lazily, or ask `in`, `bool` and `count()`.

    Each is an `Amounts` of mana and life. They come with the least life first, then with the fewest symbols
    announced as generic mana (reductions chosen so are subtracted), then with the most mana of the type that the cost
    offers first, and so on: the order of `Announcements`. The empty one is {0} (118.5). Life that the cost asks for
    in words is part of it.
    An unpayable cost has no totals (118.6).
    """

    def __init__(self, to_pay: CostToPay) -> None:
        self._to_pay = to_pay
        self._lattice = _Lattice.of(to_pay)
        used = self._lattice.used
        self._types = tuple(name for name in _in_offered_order(to_pay) if used & BIT[name])
        self._head = tuple(bit for bit in (_LIFE, _DOUBLE) if used & bit)
        self._shifts = [self._lattice.shifts.get(name, 0) for name in self._types]
        self._tails = [BIT[name] for name in self._types]
        self._bounds = self._lattice.bounds((*self._head, *self._tails))
        self._whole = self._bounds.high[-1]

    def __iter__(self) -> Iterator[Amounts]:
        if self._to_pay.unpayable:
            return
        for life, after_life in self._each(self._bounds, _LIFE):
            for double, bounds in self._each(after_life, _DOUBLE):
                yield from self._types_from(bounds, (), life, double)

    def _each(self, bounds: Bounds, way: int) -> Iterator[tuple[int, Bounds]]:
        """Go through the numbers of symbols announced in a way, if any can be."""
        if way not in self._head:
            yield 0, bounds
            return
        low, high = bounds.first
        for value in range(low, high + 1):
            yield value, bounds.fix(value)

    def _types_from(self, bounds: Bounds, mana: tuple[Amount, ...], life: int, double: int) -> Iterator[Amounts]:
        """Go through the amounts of the remaining types of mana."""
        place = len(mana)
        if place == len(self._types):
            total = self._finish(mana, life, double)
            if total is not None:
                yield total
            return
        shift = self._shifts[place]
        none = floor(-shift)
        low, high = bounds.first
        for value in range(high, max(low, none + 1) - 1, -1):
            yield from self._types_from(bounds.fix(value), (*mana, value + shift), life, double)
        if low <= none:
            yield from self._types_from(bounds.cap(none), (*mana, 0), life, double)

    def _finish(self, mana: tuple[Amount, ...], life: int, double: int) -> Amounts | None:
        """Complete a total; None when fewer symbols announced as generic give the same one, which has been listed."""
        generic = self._generic_base(mana, life) + double
        least = self._least_generic(mana)
        if generic <= least and self._may_repeat:
            fewest = self._doubles(mana, life)
            if fewest is not None and fewest[0] < double:
                return None
        return self._amounts(mana, life, max(generic, least))

    def _generic_base(self, mana: tuple[Amount, ...], life: int) -> Amount:
        """Return the generic mana, which can come out negative, less the number of symbols announced as generic.

        A symbol announced as generic adds two, and one that the types of mana then lack.
        """
        chosen = sum(amount - shift for amount, shift in zip(mana, self._shifts, strict=True) if amount)
        excess = sum(shift for amount, shift in zip(mana, self._shifts, strict=True) if not amount)
        return self._lattice.generic + self._whole - life - chosen + excess

    def _least_generic(self, mana: tuple[Amount, ...]) -> Amount:
        """Return the generic mana that an effect on the total asks for (601.2f), at least 0."""
        return max(0, self._to_pay.changes.minimum - sum(mana) - self._lattice.snow)

    @property
    def _may_repeat(self) -> bool:
        """Whether two points can give one total: only where reductions may take more of a type than there is."""
        return bool(self._lattice.taking) and _DOUBLE in self._head

    def _doubles(self, mana: tuple[Amount, ...], life: int) -> tuple[int, int] | None:
        """Return the fewest and the most symbols announced as generic in a total; None when it can't be reached."""
        heads = tuple(bit for bit in self._head if bit != _DOUBLE)
        last = (_DOUBLE,) if _DOUBLE in self._head else ()
        bounds = self._lattice.bounds((*heads, *self._tails, *last))
        if heads:
            low, high = bounds.first
            if not low <= life <= high:
                return None
            bounds = bounds.fix(life)
        elif life:
            return None
        for amount, shift in zip(mana, self._shifts, strict=True):
            low, high = bounds.first
            value = floor(-shift) if not amount else amount - shift
            if value != int(value) or low > value or (amount and value > high):
                return None
            bounds = bounds.fix(int(value)) if amount else bounds.cap(int(value))
        return bounds.first if last else (0, 0)

    def _amounts(self, mana: tuple[Amount, ...], life: int, generic: Amount) -> Amounts:
        total: dict[Slot, Amount] = dict(zip(self._types, mana, strict=True))
        total["generic"] = generic
        total["snow"] = self._lattice.snow
        total["life"] = _LIFE_EACH * life + self._to_pay.life
        return Amounts(total)

    def __contains__(self, total: object) -> bool:
        if not isinstance(total, Amounts) or self._to_pay.unpayable:
            return False
        own = {*self._types, "generic", "snow", "life"}
        life, odd = divmod(total.get("life", 0) - self._to_pay.life, _LIFE_EACH)
        if not own.issuperset(total) or total.get("snow", 0) != self._lattice.snow or odd or life < 0:
            return False
        mana = tuple(total.get(name, 0) for name in self._types)
        doubles = self._doubles(mana, int(life))
        if doubles is None:
            return False
        generic, base = total.get("generic", 0), self._generic_base(mana, int(life))
        least = self._least_generic(mana)
        if isinf(base):
            return generic == max(least, base)
        if generic == least:
            return base + doubles[0] <= least
        return generic > least and doubles[0] <= generic - base <= doubles[1]

    def __bool__(self) -> bool:
        return not self._to_pay.unpayable

    def count(self, limit: int = COUNTED) -> int | None:
        """Return how many totals there are; None when that would mean listing more than `limit` of them.

        Where no reduction can take more of a type of mana than is announced, each announcement has a total of its
        own, and they are counted without a list.
        """
        if self._to_pay.unpayable:
            return 0
        if not self._lattice.taking or self._never_exceeds():
            return self.announcements.count()
        listed = sum(1 for _ in islice(self, limit + 1))
        return listed if listed <= limit else None

    @property
    def announcements(self) -> Announcements:
        """The announcements of everything that is to be paid."""
        symbols = tuple(entry.symbol for entry in self._to_pay.symbols)
        return Announcements(symbols, self._to_pay.values)

    def _never_exceeds(self) -> bool:
        """Whether reductions leave no choice and always find all the mana of their types."""
        if any(ways & (ways - 1) for ways in self._lattice.taking):
            return False
        first = len(self._head)
        return all(self._bounds.low[1 << first + place] >= -shift for place, shift in enumerate(self._shifts))
