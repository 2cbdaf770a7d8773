"""Count of the ways to announce a cost that a pool can pay for."""

from collections.abc import Callable, Mapping

from symbols.engine.costs.slots import Amount, Slot
from symbols.engine.paying.payment import LIFE_EACH
from symbols.engine.ways.announcements import Announcements
from symbols.engine.ways.demand import BIT
from symbols.engine.ways.hall import Inequalities, touching

LISTED = 60_000
"""How much work counting may be: announcements to look at, times the sets of slots to compare for each."""

_FEW = 200

_EACH = 40
"""What looking at an announcement adds to that, in comparisons."""


class PayableAnnouncements:
    """Announcements of a cost, whatever is added to it, that a pool can pay after reductions.

    Args:
        announcements: the ways to announce everything that is to be paid.
        inequalities: the same held against the pool.
        life: the life total, less the life that must be paid whatever is announced.
    """

    def __init__(self, announcements: Announcements, inequalities: Inequalities, life: int) -> None:
        self._announcements = announcements
        self._table = inequalities
        self._life = life
        served = zip(inequalities.mana, inequalities.single, strict=True)
        self._ordinary = [mana + single for mana, single in served]
        self._most = [ordinary + double for ordinary, double in zip(self._ordinary, inequalities.double, strict=True)]
        self._slots = tuple(slot for slot, bit in BIT.items() if bit in inequalities.bits)

    def __contains__(self, amounts: object) -> bool:
        return amounts in self._announcements and self.pays(amounts)  # type: ignore[arg-type]

    def pays(self, amounts: Mapping[Slot, Amount]) -> bool:
        """Return whether the pool can pay what an announcement comes to, for one of its choices among reductions."""
        table = self._table
        life = amounts.get("life", 0)
        if life and life > self._life:
            return False
        sums: list[Amount] = [0]
        for slot in self._slots:
            asked = amounts.get(slot, 0)
            sums += [held + asked for held in sums] if asked else sums
        for asked, most in zip(sums, self._most, strict=True):
            if asked > most:
                return False
        dear = max(asked - ordinary for asked, ordinary in zip(sums, self._ordinary, strict=True))
        units = sums[-1] + amounts.get("generic", 0) - table.relief
        return max(units + dear, table.demand.minimum) <= table.total

    def count(self) -> int | None:
        """Return how many there are: exactly when all can be paid or few are to be looked at, else None."""
        announced = self._announcements.count()
        if self._all_paid():
            return announced
        if announced * ((1 << self._table.places) + _EACH) > LISTED:
            return None
        return sum(1 for amounts in self._announcements if self.pays(amounts))

    def _all_paid(self) -> bool:
        """Return whether even the dearest announcement at each set of slots can be paid."""
        table, demand = self._table, self._table.demand
        choices = sum(demand.or_life.values())
        if choices and LIFE_EACH * choices > self._life:
            return False
        counts: dict[int, int] = {}
        for group in (demand.plain, demand.or_life, demand.or_generic):
            for slots, count in group.items():
                packed = table.pack(slots)
                counts[packed] = counts.get(packed, 0) + count
        asked = touching(counts, table.places)
        if any(some > most for some, most in zip(asked, self._ordinary, strict=True)):
            return False
        doubled = sum(demand.or_generic.values())
        return asked[-1] + doubled + demand.generic - table.relief <= table.total


class SpecialAnnouncements:
    """Announcements that can be paid for, each asked about by itself.

    Args:
        announcements: the ways to announce everything that is to be paid.
        pays: whether one can be paid for.
    """

    def __init__(self, announcements: Announcements, pays: Callable[[Mapping[Slot, Amount]], bool]) -> None:
        self._announcements = announcements
        self._pays = pays

    def __contains__(self, amounts: object) -> bool:
        return amounts in self._announcements and self._pays(amounts)  # type: ignore[arg-type]

    def count(self) -> int | None:
        """Return how many there are where few are to be looked at, else None."""
        if self._announcements.count() > _FEW:
            return None
        return sum(map(self._pays, self._announcements))
