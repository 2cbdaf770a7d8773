"""Payments without unneeded options: an option that saves nothing doesn't change what is spent.

    {C/G}{2/B} from B and C, mana of any color allowed: C pays {C/G} and B pays {2/B}, as without the option

Each option (creatures, life for a color, “any color”, a minimum, a reduction) is dropped if the payment then spends and
leaves the same.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import count
from typing import NamedTuple

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.requirements import X_SLOT
from symbols.engine.costs.slots import Amounts
from symbols.engine.paying.assignment import Assignment
from symbols.engine.paying.others import Helper
from symbols.engine.paying.payment import Payment, ReductionUse
from symbols.engine.paying.pool import Mana, Pool
from symbols.engine.paying.question import Question, Questions
from symbols.engine.paying.spending import Spending, choose
from symbols.engine.totals.changes import CostToPay, Reduction

_MOST_WORK = 700
"""Above this much work, nothing is dropped, since each attempt would take long."""


class _Options(NamedTuple):
    """Options still in use; `reductions` are indexes of the original reduction symbols."""

    to_pay: CostToPay
    pool: Pool
    reductions: tuple[int, ...]


def preferred_payment(to_pay: CostToPay, pool: Pool, question: Question, paid_with_life: int) -> Payment:
    """Best payment; `paid_with_life` is the fewest symbols that have to be paid with life."""
    given = _Options(to_pay, pool, tuple(range(len(to_pay.reductions))))
    spending = choose(question, paid_with_life)
    payment = Assignment(spending).write_out(to_pay, pool)
    if question.work <= _MOST_WORK:
        given, payment = _without_unneeded(given, spending, payment, paid_with_life)
    uses = dict(zip(given.reductions, payment.reductions, strict=True))
    idle = (ReductionUse(symbol, symbol.options[0], Amounts()) for symbol in to_pay.reductions)
    every = tuple(uses.get(place, use) for place, use in enumerate(idle))
    return replace(payment, to_pay=to_pay, pool=pool, reductions=every)


def _without_unneeded(
    given: _Options, spending: Spending, payment: Payment, paid_with_life: int
) -> tuple[_Options, Payment]:
    for simpler in _simpler_options(given, spending, payment):
        question = Questions(simpler.to_pay, simpler.pool).whole
        if (
            question.fewest_paid_with_life(paid_with_life) == paid_with_life
            and (found := choose(question, paid_with_life)).key == spending.key
        ):
            return _without_unneeded(
                simpler, found, Assignment(found).write_out(simpler.to_pay, simpler.pool), paid_with_life
            )
    return given, payment


def _simpler_options(given: _Options, spending: Spending, payment: Payment) -> Iterator[_Options]:
    to_pay, pool, _ = given
    others, changes = pool.others, to_pay.changes
    pairs = zip(spending.units, spending.spent, strict=True)
    idle = [unit for (unit, _), count in pairs if isinstance(unit, Helper) and not count]
    if idle:
        unused = Counter({(unit.way, unit.colors): unit.count for unit in idle})
        yield given._replace(pool=replace(pool, others=others.without(unused)))
    if pool.as_though != "as it is":
        yield given._replace(pool=replace(pool, as_though="as it is"))
    if pool.as_though == "any type":
        yield given._replace(pool=replace(pool, as_though="any color"))
    if others.x_only and all(slots & X_SLOT for unit, slots in spending.units if isinstance(unit, Mana)):
        yield given._replace(pool=replace(pool, others=replace(others, x_only=())))
    for color in reversed(others.life_for):
        fewer = tuple(each for each in others.life_for if each != color)
        yield given._replace(pool=replace(pool, others=replace(others, life_for=fewer)))
    if changes.minimum and not (payment.minimum or payment.minimum_others):
        yield given._replace(to_pay=replace(to_pay, changes=replace(changes, minimum=0)))
    untaken = [place for place, use in enumerate(payment.reductions) if not use.taken]
    if len(untaken) > 1:
        yield _without_reductions(given, untaken)
    for place in reversed(untaken):
        yield _without_reductions(given, [place])


def _without_reductions(given: _Options, left_out: Collection[int]) -> _Options:
    to_pay, pool, places = given
    kept: list[Cost] = []
    numbers = count()
    for whole in to_pay.changes.reductions:
        fewer = Cost.of(symbol for symbol in whole.symbols if next(numbers) not in left_out)
        if isinstance(whole, Reduction):
            fewer = Reduction.like(fewer, colored_only=whole.colored_only, floor=whole.floor)
        kept.append(fewer)
    simpler = replace(to_pay, changes=replace(to_pay.changes, reductions=tuple(kept)))
    return _Options(simpler, pool, tuple(place for at, place in enumerate(places) if at not in left_out))
