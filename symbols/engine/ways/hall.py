"""Whether a pool can pay for a cost, and how well, from comparisons at each set of slots.

Hall's theorem says that symbols can be served, each by its own unit of mana, exactly when no set of slots has more
symbols that must be served within it than units that reach into it. Here a unit is one mana of the pool or one
reduction, and two things are added:

* `lives` of the symbols that may be paid with life are.
* Some service is dear. A `{2/W}` that no white serves takes two generic mana instead of one unit. A reduction by
  `{2/W}` that serves a white symbol saves one mana, and two when it serves generic mana. Every other service uses up
  one unit, be it for a symbol or for generic mana. So it only matters how many dear services there are, and that
  number too is the worst shortage at some set of slots (the dual of the assignment, with prices 0, 1 and 2; the
  prices are whole because a change of servers along a path costs the difference of its ends).

There are at most seven slots that are asked for one by one, so at most 128 sets, whatever the size of the cost.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from symbols.engine.ways.demand import Counts, Demand

Units = Sequence[tuple[int, int]]
"""The mana of a pool: the set of slots that a unit can serve, and how many such units there are."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Outcome of paying when a certain number of symbols is paid with life. All are numbers of mana.

    Attributes:
        units: what is left to pay with mana if no service is dear, generic mana of the demand included and everything
            that reductions can take off subtracted; it can be negative.
        dear: the fewest dear services.
        own: the fewest mana of the pool that must serve symbols, however many services are dear.
        own_or_dear: the same, each dear service counted too.
    """

    units: int
    dear: int
    own: int
    own_or_dear: int

    @property
    def required(self) -> int:
        """Mana that the pool must have in all."""
        return max(0, self.units + self.dear)

    @property
    def least(self) -> int:
        """Fewest mana that a payment can spend.

        With d dear services a payment spends at least `units + d`, `own` and `own_or_dear - d`, and the greatest of
        these is enough.
        """
        return max(0, self.own, self.units + self.dear, -((-self.units - self.own_or_dear) // 2))


def inside(counts: Counts, places: int) -> list[int]:
    """Return, for each set of slots, how many have all of theirs in it."""
    sums = [0] * (1 << places)
    for slots, count in counts.items():
        sums[slots] += count
    for place in range(places):
        bit = 1 << place
        for slots in range(1 << place, 1 << places):
            if slots & bit:
                sums[slots] += sums[slots ^ bit]
    return sums


def touching(counts: Counts, places: int) -> list[int]:
    """Return, for each set of slots, how many have at least one of theirs in it."""
    within = inside(counts, places)
    everything = within[-1]
    return [everything - count for count in reversed(within)]


class Inequalities:
    """Demand held against the mana of a pool.

    The lists have one number for each set of the slots that the demand uses, `places` of them; a set is written in
    as many bits (`pack` does it).
    """

    def __init__(self, demand: Demand, units: Units) -> None:
        self.demand = demand
        used = demand.used
        self.bits = tuple(1 << place for place in range(used.bit_length()) if used >> place & 1)
        self.places = len(self.bits)
        pool: Counts = {}
        for slots, count in units:
            packed = self.pack(slots)
            pool[packed] = pool.get(packed, 0) + count
        self.total = sum(pool.values())
        self.plain = inside(self._packed(demand.plain), self.places)
        self.or_life = inside(self._packed(demand.or_life), self.places)
        self.or_generic = inside(self._packed(demand.or_generic), self.places)
        self.mana = touching(pool, self.places)
        self.single = touching(self._packed(demand.single), self.places)
        self.double = touching(self._packed(demand.double), self.places)
        self.relief = demand.generic_off + sum(demand.single.values()) + 2 * sum(demand.double.values())

    def pack(self, slots: int) -> int:
        """Write a set of slots in `places` bits; slots that the demand does not use fall away."""
        return sum(1 << place for place, bit in enumerate(self.bits) if slots & bit)

    def _packed(self, counts: Counts) -> Counts:
        packed: Counts = {}
        for slots, count in counts.items():
            key = self.pack(slots)
            packed[key] = packed.get(key, 0) + count
        return packed

    def must(self, lives: int) -> list[int]:
        """Return, for each set of slots, how many symbols need one mana of it and can't be paid otherwise."""
        if not self.or_life[-1]:
            return self.plain
        return [
            plain + (life - lives if life > lives else 0) for plain, life in zip(self.plain, self.or_life, strict=True)
        ]

    def prospect(self, lives: int) -> Prospect | None:
        """Return what paying comes to when so many symbols are paid with life; None when no mana can serve the rest."""
        dear = own = own_or_dear = 0
        must = self.must(lives)
        rows = zip(must, self.or_generic, self.mana, self.single, self.double, strict=True)
        for needed, choice, mana, single, double in rows:
            if needed > mana + single + double:
                return None
            dear = max(dear, needed + choice - mana - single)
            own = max(own, needed - single - double)
            own_or_dear = max(own_or_dear, needed + choice - single)
        units = must[-1] + self.or_generic[-1] + self.demand.generic - self.relief
        return Prospect(units, dear, own, own_or_dear)

    def known_prospect(self, lives: int) -> Prospect:
        """Return the same where it is known that mana can serve the rest."""
        prospect = self.prospect(lives)
        if prospect is None:  # pragma: no cover - a wrong call
            raise AssertionError("no mana can serve these symbols")
        return prospect

    def pays(self, lives: int, more: int = 0) -> bool:
        """Return whether the pool is enough when so many symbols are paid with life.

        Args:
            lives: how many symbols are paid with life.
            more: generic mana to be paid on top of the demand's; if negative, so much less of it.
        """
        prospect = self.prospect(lives)
        if prospect is None or self.demand.minimum > self.total:
            return False
        return prospect.units + more + prospect.dear <= self.total

    def fewest_lives(self, most: int) -> int | None:
        """Return the fewest symbols that must be paid with life; None when even `most` of them do not help."""
        most = max(0, min(most, self.or_life[-1]))
        if not self.pays(most):
            return None
        return bisect_left(range(most), 1, key=self.pays)
