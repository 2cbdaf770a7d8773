"""Count the announcements that a pool can pay for.

    {W/U}{W/U} from W W U: two of three, {W}{W} and {W}{U}

If even the most demanding ones can be paid, they are counted without being listed, since there can be billions.
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
"""In comparisons of sets of slots plus `_OVERHEAD`, per case and announcement."""

_OVERHEAD = 40


def count_payable(
    announcements: Announcements, question: Question, life: int, pays: Callable[[Mapping[Slot, Amount]], bool]
) -> int | None:
    """Number of announcements that a pool can pay after reductions; None if there are too many to check.

    Args:
        life: life total, less the life to pay whatever is announced.
        pays: whether one announcement can be paid.
    """
    cases = question.cases
    if question.resources.is_plain and _all_paid(cases[0], life):
        return announcements.count()
    each = len(cases) * ((1 << len(cases[0].supply.bits)) + _OVERHEAD)
    return None if announcements.count() * each > WORK else sum(map(pays, announcements))


def _all_paid(case: Case, life: int) -> bool:
    """Whether even the most demanding announcement at each set of slots can be paid."""
    demand, supply = case.demand, case.supply
    choices = sum(demand.announced.values())
    if choices and LIFE_EACH * choices > life:
        return False
    counts: Counter[int] = Counter()
    for group in demand.groups:
        counts.update(group)
    demanded = touching(packed(counts, supply.bits), len(supply.bits))
    if any(some > mana + one for some, mana, one in zip(demanded, supply.mana_at, supply.single_at, strict=True)):
        return False
    paid_as_two = sum(demand.or_generic.values())
    return max(demanded[-1] + paid_as_two + demand.generic - supply.relief, case.minimum) <= supply.total
