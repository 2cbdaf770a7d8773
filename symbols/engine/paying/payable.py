"""Count of the ways to announce a cost that a pool can pay for.

    {W/U}{W/U} from W W U: two of three, {W}{W} and {W}{U}

They are counted without being looked at where even the dearest can be paid: all kinds of symbol twenty times each have
more announcements than could ever be listed.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from symbols.engine.costs.slots import Amount, Slot
from symbols.engine.paying.case import Case
from symbols.engine.paying.demand import packed
from symbols.engine.paying.payment import LIFE_EACH
from symbols.engine.paying.question import Question
from symbols.engine.ways.announcements import Announcements
from symbols.engine.ways.polymatroid import touching

WORK = 60_000
"""How much work counting may be: announcements to look at, times the sets of slots to compare for each."""

_EACH = 40
"""What looking at an announcement adds to that, in comparisons."""


class PayableAnnouncements:
    """Announcements of a cost, whatever is added to it, that a pool can pay after reductions.

    Args:
        announcements: the ways to announce everything that is to be paid.
        question: the question whether the pool can pay.
        life: the life total, less the life that must be paid whatever is announced.
        pays: whether one can be paid for.
    """

    def __init__(
        self,
        announcements: Announcements,
        question: Question,
        life: int,
        pays: Callable[[Mapping[Slot, Amount]], bool],
    ) -> None:
        self._announcements, self._question, self._life, self._pays = announcements, question, life, pays

    def __contains__(self, amounts: object) -> bool:
        return amounts in self._announcements and self._pays(amounts)  # type: ignore[arg-type]

    def count(self) -> int | None:
        """Return how many there are: exactly when all can be paid or few are to be looked at, else None."""
        announced = self._announcements.count()
        cases = self._question.cases
        if self._question.resources.is_plain and self._all_paid(cases[0]):
            return announced
        each = len(cases) * ((1 << len(cases[0].supply.bits)) + _EACH)
        if announced * each > WORK:
            return None
        return sum(map(self._pays, self._announcements))

    def _all_paid(self, case: Case) -> bool:
        """Return whether even the dearest announcement at each set of slots can be paid."""
        demand, supply = case.demand, case.supply
        choices = sum(demand.announced.values())
        if choices and LIFE_EACH * choices > self._life:
            return False
        counts: Counter[int] = Counter()
        for group in demand.groups:
            counts.update(group)
        asked = touching(packed(counts, supply.bits), len(supply.bits))
        if any(some > mana + one for some, mana, one in zip(asked, supply.mana_at, supply.single_at, strict=True)):
            return False
        paid_as_two = sum(demand.or_generic.values())
        return max(asked[-1] + paid_as_two + demand.generic - supply.relief, case.minimum) <= supply.total
