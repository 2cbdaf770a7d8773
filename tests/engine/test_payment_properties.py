"""Paying from a pool, held against brute force on small costs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from hypothesis import event, given
from hypothesis import strategies as st

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import PayLife
from symbols.engine.costs.slots import COLORS, MANA_TYPES, ManaType
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.paying.payment import Payment, SymbolPayment
from symbols.engine.paying.pool_result import PoolResult
from tests.engine import by_force
from tests.engine.small_costs import Changed, Purse, X, changed_costs, mana_units, paying, purses


@given(changed_costs(), purses)
def test_what_is_payable_is_what_force_can_pay(changed: Changed, purse: Purse) -> None:
    answer = paying(changed, purse)
    assert answer.payable == bool(purse.affords(changed.totals()))
    assert (answer.payment is None) == (answer.shortfall is not None) == (not answer.payable)
    event(f"payable: {answer.payable}")


@given(changed_costs(variable=True), purses)
def test_a_payment_adds_up(changed: Changed, purse: Purse) -> None:
    payment = paying(changed, purse).payment
    if payment is None:
        return
    spent: Counter[tuple[ManaType, bool]] = Counter()
    for line in payment.symbols:
        _check_line(line, payment)
        spent.update({(mana.type, mana.snow): mana.count for mana in line.mana})
    spent.update({(mana.type, mana.snow): mana.count for mana in payment.minimum})
    assert spent <= Counter(purse.units)
    assert spent == {(mana.type, mana.snow): mana.count for mana in payment.mana}
    assert payment.life == sum(line.life for line in payment.symbols)
    assert payment.life == 0 or payment.life <= purse.life
    left = payment.left
    others = {(name, False): left.mana[i] - left.snow[i] for i, name in enumerate(MANA_TYPES)}
    kept = Counter({(name, True): left.snow[i] for i, name in enumerate(MANA_TYPES)} | others)
    assert +kept == Counter(purse.units) - spent
    assert left.life == purse.life - payment.life


def _check_line(line: SymbolPayment, payment: Payment) -> None:
    """Check that a symbol is paid exactly, each mana being fit for it."""
    symbol, announced = line.paid.symbol, line.announced
    if symbol.variable:
        assert announced.amount == payment.to_pay.values["X"]
    else:
        assert announced in symbol.options
    mana = sum(each.count for each in line.mana)
    if announced.slot == "life":
        assert (line.life, line.reduced, mana) == (announced.amount, 0, 0)
        return
    assert line.reduced + mana == announced.amount
    assert line.life == 0
    assert announced.slot != "snow" or line.reduced == 0
    for each in line.mana:
        fit = announced.slot in (each.type, "generic") or (announced.slot == "snow" and each.snow)
        as_color = payment.pool.as_though == "any color" and announced.slot in COLORS
        assert fit or as_color or (payment.pool.as_though == "any type" and announced.slot in MANA_TYPES)


@given(changed_costs(variable=True), purses)
def test_what_is_paid_is_a_total_that_the_rules_allow(changed: Changed, purse: Purse) -> None:
    """Announce as the payment says, reduce as it says, one mana at a time: that total is what is paid."""
    payment = paying(changed, purse).payment
    if payment is None:
        return
    taken: Counter[str] = Counter()
    for use, symbol in zip(payment.reductions, changed.off, strict=True):
        assert use.symbol == symbol
        assert use.chosen in symbol.options
        taken["generic" if use.chosen.slot == "snow" else use.chosen.slot] += int(use.chosen.amount)
    announced = Counter({str(slot): int(amount) for slot, amount in payment.announcement.items()})
    assert by_force.vector(announced) in {
        by_force.vector(each) for each in by_force.announcements(changed.cost, changed.x)
    }
    expected = by_force.vector(by_force.reduced(announced, taken, changed.minimum))
    assert by_force.vector(payment.total) == expected
    assert expected in changed.totals()
    took = sum(sum(use.taken.values()) for use in payment.reductions)
    assert took == sum(line.reduced for line in payment.symbols)


@given(changed_costs(), purses)
def test_the_least_life_and_then_the_fewest_mana_are_paid(changed: Changed, purse: Purse) -> None:
    payment = paying(changed, purse).payment
    if payment:
        paid = (payment.life, sum(mana.count for mana in payment.mana))
        assert paid == by_force.best(purse.affords(changed.totals()))


@given(changed_costs(), purses)
def test_the_most_useful_mana_is_kept(changed: Changed, purse: Purse) -> None:
    payment = paying(changed, purse).payment
    if payment:
        left = payment.left
        kept = [(name, True) for i, name in enumerate(MANA_TYPES) for _ in range(left.snow[i])]
        kept += [(name, False) for i, name in enumerate(MANA_TYPES) for _ in range(left.mana[i] - left.snow[i])]
        best = by_force.most_useful_left(purse.affords(changed.totals()), purse.units, purse.as_though)
        assert by_force.usefulness(kept) == best


@given(changed_costs(), purses)
def test_a_shortfall_is_a_smallest_set_that_cannot_be_paid(changed: Changed, purse: Purse) -> None:
    shortfall = paying(changed, purse).shortfall
    if shortfall is None:
        return
    event(shortfall.reason)

    def beyond(symbols: list[ManaSymbol], minimum: int = 0) -> bool:
        return not purse.affords(replace(changed, cost=symbols, minimum=minimum).totals())

    # The cost of `Changed` begins with a {0} of its own.
    wanting = [changed.cost[entry.index - 1] for entry in shortfall.symbols]
    assert [entry.symbol for entry in shortfall.symbols] == wanting
    assert shortfall.needed > shortfall.available
    if shortfall.reason == "minimum":
        assert not beyond(changed.cost)
        assert beyond([], changed.minimum)
        return
    assert beyond(wanting)
    assert not any(beyond([*wanting[:i], *wanting[i + 1 :]]) for i in range(len(wanting)))
    fewer = combinations(changed.cost, max(0, len(wanting) - 1))
    assert not any(beyond(list(some)) for some in fewer)


@given(changed_costs(), purses, st.lists(mana_units, max_size=3), st.integers(0, 3))
def test_more_never_makes_a_cost_unpayable(
    changed: Changed, purse: Purse, more: list[tuple[ManaType, bool]], life: int
) -> None:
    richer = replace(purse, units=[*purse.units, *more], life=purse.life + life)
    if paying(changed, purse).payable:
        assert paying(changed, richer).payable
        freer = replace(purse, as_though="any type")
        assert paying(changed, freer).payable


@given(changed_costs(variable=True), purses, st.randoms(use_true_random=False))
def test_the_order_of_reductions_and_symbols_does_not_matter(changed: Changed, purse: Purse, random: object) -> None:
    turned = replace(changed, cost=changed.cost[::-1], off=changed.off[::-1])
    one, other = paying(changed, purse), paying(turned, purse)
    assert one.payable == other.payable
    assert one.max_x == other.max_x
    if one.payment and other.payment:
        assert one.payment.left == other.payment.left


@given(changed_costs(variable=True), purses)
def test_the_greatest_x_is_payable_and_one_more_is_not(changed: Changed, purse: Purse) -> None:
    greatest = paying(changed, purse).max_x
    if X not in changed.cost or not purse.affords(replace(changed, x=0).totals()):
        assert greatest is None
        return
    assert greatest is not None
    assert purse.affords(replace(changed, x=greatest).totals())
    assert not purse.affords(replace(changed, x=greatest + 1).totals())


@given(changed_costs(variable=True), purses)
def test_payable_announcements_are_counted(changed: Changed, purse: Purse) -> None:
    answer = paying(changed, purse)
    choices = by_force.reductions(changed.off)
    payable = [
        announced
        for announced in by_force.announcements(changed.cost, changed.x)
        if purse.affords({by_force.vector(by_force.reduced(announced, taken, changed.minimum)) for taken in choices})
    ]
    assert answer.payable_announcements == len(payable)
    assert all(announced in answer.payable_ways for announced in payable)


life_parts = st.lists(st.builds(PayLife, st.integers(0, 3)) | st.just(PayLife(None, "X")), min_size=1, max_size=3)


@given(changed_costs(most=4, variable=True), purses, life_parts)
def test_life_that_words_ask_for_is_paid_from_the_same_life_total(
    changed: Changed, purse: Purse, parts: list[PayLife]
) -> None:
    """119.4: all life that is paid comes out of one life total, whatever asks for it."""

    def payable(symbols: list[ManaSymbol], words: Sequence[PayLife], x: int, minimum: int = 0) -> bool:
        paid = sum(x if part.variable else part.amount or 0 for part in words)
        totals = replace(changed, cost=symbols, minimum=minimum, x=x).totals()
        return any(
            dict(total).get("life", 0) + paid in range(max(0, purse.life) + 1)
            and by_force.covers(purse.units, total, purse.as_though)
            for total in totals
        )

    whole = changed.to_pay()
    to_pay = replace(whole, cost=Cost("", whole.cost.symbols, tuple(parts)))
    answer = PoolResult(to_pay, purse.pool())
    assert answer.payable == payable(changed.cost, parts, changed.x, changed.minimum)
    x_is_paid = X in changed.cost or any(part.variable for part in parts)
    if x_is_paid and payable(changed.cost, parts, 0, changed.minimum):
        assert answer.max_x is not None
        assert payable(changed.cost, parts, answer.max_x, changed.minimum)
        assert not payable(changed.cost, parts, answer.max_x + 1, changed.minimum)
    else:
        assert answer.max_x is None
    if answer.shortfall and answer.shortfall.reason != "minimum":
        wanting = [changed.cost[entry.index - 1] for entry in answer.shortfall.symbols]
        words = answer.shortfall.life_parts
        assert not payable(wanting, words, changed.x)
        assert all(payable([*wanting[:i], *wanting[i + 1 :]], words, changed.x) for i in range(len(wanting)))
        assert all(payable(wanting, [*words[:i], *words[i + 1 :]], changed.x) for i in range(len(words)))
