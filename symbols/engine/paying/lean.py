"""Payment without what it doesn't need: an option that changes nothing in what is spent changes nothing at all.

    {C/G}{2/B} from B and C, mana of any color allowed: C pays {C/G} and B pays {2/B}, as they would without it

Whatever is given with the cost (creatures, life for a color, “any color”, a minimum, a reduction) is left out, one
after the other, where as little is spent without it and as much of use is kept.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import count
from typing import NamedTuple

from symbols.engine.costs.asks import X_SLOT
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import Amounts
from symbols.engine.paying.assignment import Assignment
from symbols.engine.paying.others import Helper
from symbols.engine.paying.payment import Payment, ReductionUse
from symbols.engine.paying.pool import Mana, Pool
from symbols.engine.paying.question import Question, Questions
from symbols.engine.paying.spending import Spending, choose
from symbols.engine.totals.changes import CostToPay, Reduction

_LARGE = 700
"""Work of a question from which nothing is left out, since asking again would take long."""


class _Given(NamedTuple):
    """What is given, as far as it is needed; `reductions` are the places of their symbols among all."""

    to_pay: CostToPay
    pool: Pool
    reductions: tuple[int, ...]


def preferred_payment(to_pay: CostToPay, pool: Pool, question: Question, lives: int) -> Payment:
    """Return the payment with so many symbols paid with life, where it is known that fewer are not enough.

    Args:
        to_pay: the cost.
        pool: what there is to pay with.
        question: the question whether that pays all.
        lives: how many symbols are paid with life.
    """
    given = _Given(to_pay, pool, tuple(range(len(to_pay.reductions))))
    spending = choose(question, lives)
    payment = Assignment(spending).write_out(to_pay, pool)
    if question.work <= _LARGE:
        given, payment = _leanest(given, spending, payment, lives)
    uses = dict(zip(given.reductions, payment.reductions, strict=True))
    idle = (ReductionUse(symbol, symbol.options[0], Amounts()) for symbol in to_pay.reductions)
    every = tuple(uses.get(place, use) for place, use in enumerate(idle))
    return replace(payment, to_pay=to_pay, pool=pool, reductions=every)


def _leanest(given: _Given, spending: Spending, payment: Payment, lives: int) -> tuple[_Given, Payment]:
    for leaner in _leaner(given, spending, payment):
        question = Questions(leaner.to_pay, leaner.pool).whole
        if question.fewest_lives(lives) == lives and (found := choose(question, lives)).key == spending.key:
            return _leanest(leaner, found, Assignment(found).write_out(leaner.to_pay, leaner.pool), lives)
    return given, payment


def _leaner(given: _Given, spending: Spending, payment: Payment) -> Iterator[_Given]:
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


def _without_reductions(given: _Given, left_out: Collection[int]) -> _Given:
    """Leave out some symbols of the reductions."""
    to_pay, pool, places = given
    kept: list[Cost] = []
    numbers = count()
    for whole in to_pay.changes.reductions:
        fewer = Cost.of(symbol for symbol in whole.symbols if next(numbers) not in left_out)
        if isinstance(whole, Reduction):
            fewer = Reduction.like(fewer, colored_only=whole.colored_only, floor=whole.floor)
        kept.append(fewer)
    leaner = replace(to_pay, changes=replace(to_pay.changes, reductions=tuple(kept)))
    return _Given(leaner, pool, tuple(place for at, place in enumerate(places) if at not in left_out))
