"""Payments, shortfalls and totals with every option, against brute force."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import PayLife
from symbols.engine.costs.slots import COLORS, MANA_TYPES, Color
from symbols.engine.costs.symbols import NAMED, ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.paying.others import OtherPayers
from symbols.engine.paying.payment import Payment
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.totals.changes import CostChanges, CostToPay, Reduction
from symbols.engine.totals.total_costs import TotalCosts
from tests.engine.brute_force import Bill, Means, Off, covers, payable, payable_announcements, totals
from tests.shared import examples

X = mana_symbol("X")
SYMBOLS = [
    mana_symbol(code)
    for code in ("1", "2", "W", "B", "B", "C", "C", "W/B", "B/R", "2/B", "2/W", "C/B", "W/P", "B/P", "B/R/P", "S", "X")
]
ORDINARY = [symbol for symbol in NAMED.values() if symbol.kind not in ("half", "infinity", "variable")]
REDUCED = [mana_symbol(code) for code in ("1", "2", "W", "B", "W/B", "B/R", "B/P", "C", "2/B")]
WAYS = ("creatures", "improvise", "waterbend", "delve", "assist", "life_for", "x_only", "colored only", "floor")

mana = st.lists(
    st.tuples(st.sampled_from(["W", "B", "C"]) | st.sampled_from(MANA_TYPES), st.booleans()), max_size=4
).map(tuple)


@st.composite
def offs(draw: st.DrawFn, ways: set[str]) -> Off:
    kinds = ["ordinary", *(way for way in ("colored only", "floor") if way in ways)]
    kind = draw(st.sampled_from(kinds[1:] * 2 or kinds) | st.sampled_from(kinds))
    if kind == "floor":
        return Off((generic_symbol(draw(st.integers(1, 3))),), floor=draw(st.integers(1, 2)))
    some = draw(st.lists(st.sampled_from(REDUCED), min_size=1, max_size=2))
    return Off(tuple(some), colored_only=kind == "colored only")


@st.composite
def questions(draw: st.DrawFn, most: int = 4) -> tuple[Bill, Means, dict[str, int]]:
    """Cost and means, with at most two options such as creatures or a floor."""
    ways = set(draw(st.lists(st.sampled_from(WAYS), max_size=2, unique=True)))
    symbols = tuple(
        draw(st.lists(st.one_of(*[st.sampled_from(SYMBOLS)] * 3, st.sampled_from(ORDINARY)), max_size=most))
    )
    off = tuple(draw(st.lists(offs(ways), max_size=2)))
    bill = Bill(symbols, off, draw(st.sampled_from([0, 0, 0, 2])), draw(st.integers(0, 3)) if X in symbols else 0)
    numbers = {way: draw(st.integers(1, 3)) for way in ways & {"improvise", "waterbend", "delve", "assist"}}
    creatures = draw(st.lists(st.sampled_from(["W", "B", "WB", "BR", ""]), min_size=1, max_size=3))
    means = Means(
        draw(mana),
        draw(st.integers(-1, 7)),
        tuple(creatures) if "creatures" in ways else (),
        sum(numbers.values()),
        draw(st.sampled_from(["B", "WB", "BR"])) if "life_for" in ways else "",
        draw(st.sampled_from(["B", "WC"])) if "x_only" in ways else "",
        draw(st.sampled_from(["as it is", "any color", "any type"])),
    )
    return bill, means, numbers


def _symbols(*codes: str) -> tuple[ManaSymbol, ...]:
    return tuple(map(mana_symbol, codes))


# Where several ways meet, each found by an engine with one mistake in it that answered otherwise.
MEETING: tuple[tuple[Bill, Means, dict[str, int]], ...] = (
    (Bill((X,), (Off(_symbols("3"), floor=1),)), Means(life=7, x_only="B"), {}),
    (
        Bill(_symbols("2/W", "W/P", "B/R", "C")),
        Means((("C", False),), 5, creatures=("",), life_for="BR"),
        {},
    ),
    (Bill(_symbols("2/W"), (Off(_symbols("1"), floor=1), Off(_symbols("B")))), Means(life=2, as_though="any type"), {}),
    (
        Bill((*_symbols("S", "W"), X), (Off(_symbols("2"), floor=2),), x=2),
        Means((("C", False), ("B", True)), 3, x_only="WC", as_though="any color"),
        {},
    ),
    (
        Bill(_symbols("B/R", "W/P"), (Off(_symbols("C")),)),
        Means((("U", False), ("C", False), ("C", False), ("G", False)), 4, helpers=3, life_for="BR"),
        {"delve": 3},
    ),
    (Bill((X, *_symbols("2/B")), (Off(_symbols("1"), floor=1),)), Means((("R", False),), x_only="B"), {}),
    (
        Bill((X, *_symbols("1", "U/P", "U/P")), (Off(_symbols("2"), floor=2),), x=1),
        Means((("U", False), ("R", False)), 2, x_only="B"),
        {},
    ),
    (
        Bill((X, *_symbols("1", "W/P", "W/P")), (Off(_symbols("3"), floor=2),), x=2),
        Means((("W", False), ("U", False)), 2, x_only="B"),
        {},
    ),
    (
        Bill(
            (*_symbols("W/P"), X, *_symbols("W/P")),
            (Off(_symbols("W")), Off(_symbols("3"), floor=2), Off(_symbols("1"), floor=3)),
            minimum=4,
            x=2,
        ),
        Means((("B", False), ("W", False)), 1, life_for="B", x_only="B"),
        {},
    ),
    (
        Bill(_symbols("W/B"), (Off(_symbols("W"), colored_only=True),), 3),
        Means((("C", False), ("C", False)), 2, life_for="B"),
        {},
    ),
    (
        Bill(_symbols("1", "W/B"), (Off(_symbols("W"), colored_only=True),), 3),
        Means((("C", False), ("C", False)), 2, life_for="B"),
        {},
    ),
    (
        Bill(_symbols("W"), (Off(_symbols("W"), colored_only=True),), 3),
        Means((("C", False), ("C", False)), 2, life_for="W"),
        {},
    ),
    (
        Bill(_symbols("W/P", "2"), (Off(_symbols("W"), colored_only=True), Off(_symbols("5"), floor=3))),
        Means((("C", False),), 2),
        {},
    ),
    (Bill(_symbols("3", "W"), (Off(_symbols("2/W")), Off(_symbols("5"), floor=2))), Means(), {}),
    (Bill(_symbols("C", "W")), Means((("W", False), ("U", False)), as_though="any color"), {}),
)


@pytest.mark.parametrize("question", MEETING)
def test_combined_options(question: tuple[Bill, Means, dict[str, int]]) -> None:
    bill, means, _ = question
    answer = result(*question)
    assert answer.payable == payable(bill, means)
    if X in bill.symbols:
        greatest = max((x for x in range(8) if payable(replace(bill, x=x), means)), default=None)
        assert answer.max_x == greatest
    check_shortfall(*question)


def result(bill: Bill, means: Means, numbers: dict[str, int]) -> PoolResult:
    reductions = tuple(
        Reduction.like(Cost.of(off.symbols), colored_only=off.colored_only, floor=off.floor)
        if off.colored_only or off.floor
        else Cost.of(off.symbols)
        for off in bill.off
    )
    changes = CostChanges(reductions=reductions, minimum=bill.minimum)
    names = Counter(name for name, _ in means.mana)
    snow = Counter(name for name, is_snow in means.mana if is_snow)
    creatures: tuple[tuple[Color, ...], ...] = tuple(
        tuple(color for color in COLORS if color in colors) for colors in means.creatures
    )
    others = OtherPayers(creatures, **numbers, life_for=tuple(means.life_for), x_only=tuple(means.x_only))  # type: ignore[arg-type]
    pool = Pool.holding(names, snow, means.life, means.as_though, others)  # type: ignore[arg-type]
    cost = Cost.of([mana_symbol("0"), *bill.symbols])
    return PoolResult(CostToPay(cost, changes, {"X": bill.x}), pool)


@pytest.mark.slow
@examples(150)
@given(questions())
def test_payable_matches_brute_force(question: tuple[Bill, Means, dict[str, int]]) -> None:
    bill, means, _ = question
    answer = result(*question)
    assert answer.payable == payable(bill, means)
    assert (answer.payment is None) == (answer.shortfall is not None) == (not answer.payable)
    event(f"payable: {answer.payable}")


@pytest.mark.slow
@examples(50)
@given(questions())
def test_payment_adds_up_to_an_allowed_total(question: tuple[Bill, Means, dict[str, int]]) -> None:
    bill, means, numbers = question
    payment = result(*question).payment
    if payment is None:
        return
    left = payment.left
    spent = Counter({(mana.type, mana.snow): mana.count for mana in payment.mana})
    assert spent <= Counter(means.mana)
    assert sum(left.mana) == len(means.mana) - spent.total()
    assert left.life == means.life - payment.life
    assert payment.life <= max(0, means.life)
    used = Counter({(each.way, "".join(each.colors)): each.count for each in payment.others})
    there = Counter({("convoke", colors): count for colors, count in Counter(means.creatures).items()})
    assert used <= there + Counter({(way, ""): count for way, count in numbers.items()})
    assert sum(used.values()) + len(left.others.convoke) == sum(numbers.values()) + len(means.creatures) - sum(
        getattr(left.others, way) for way in numbers
    )
    needs = paid_mana(payment, means)
    announced = payment.announcement.get("life", 0)
    allowed = {(plain(mana, means), life) for mana, life in totals(bill)}
    assert (plain(needs, means), announced) in allowed
    took = sum(sum(use.taken.values()) for use in payment.reductions)
    assert took == sum(line.reduced for line in payment.symbols)
    assert [use.symbol for use in payment.reductions] == [symbol for off in bill.off for symbol in off.symbols]
    assert all(use.chosen in use.symbol.options for use in payment.reductions)


def plain(needs: tuple[str, ...], means: Means) -> tuple[str, ...]:
    """X is generic mana like any other unless only some mana may be spent on it."""
    return tuple(sorted("generic" if need == "x" and not means.x_only else need for need in needs))


def paid_mana(payment: Payment, means: Means) -> tuple[str, ...]:
    """Mana paid for one by one, each by something that can pay for it."""
    needs: list[str] = []
    for line in payment.symbols:
        slot = line.announced.slot
        if slot == "life":
            assert line.life == line.announced.amount
            continue
        need = "x" if line.paid.symbol.variable else slot
        rest = line.announced.amount - line.reduced
        if line.life:
            assert line.life == 2
            assert slot in means.life_for
            assert not line.mana + line.others
        else:
            assert sum(mana.count for mana in line.mana) + sum(other.count for other in line.others) == rest
        for each in line.mana:
            assert can_pay(each.type, each.snow, need, means), (each, need)
        for other in line.others:
            assert need in ("generic", "x") or (other.way == "convoke" and need in other.colors)
        needs += [need] * int(rest)
    extra = [*(each.count for each in payment.minimum), *(each.count for each in payment.minimum_others)]
    needs += ["generic"] * sum(extra)
    return tuple(needs)


def can_pay(name: str, snow: bool, need: str, means: Means) -> bool:
    if need == "x" and means.x_only:
        return any(can_pay(name, snow, each, means) for each in means.x_only)
    if need in ("generic", "x") or (need == "snow" and snow) or name == need:
        return True
    return (means.as_though == "any type" and need != "snow") or (means.as_though == "any color" and need in "WUBRG")


@examples(33)
@given(questions())
def test_totals_match_all_orders_of_reductions(question: tuple[Bill, Means, dict[str, int]]) -> None:
    bill = question[0]
    found = TotalCosts(result(*question).to_pay)
    expected = {
        (tuple(sorted("generic" if need == "x" else need for need in needs)), life) for needs, life in totals(bill)
    }
    listed = [
        tuple(sorted(slot for slot, count in each.items() if slot != "life" for _ in range(int(count))))
        for each in found
    ]
    assert {(needs, each.get("life", 0)) for needs, each in zip(listed, found, strict=True)} == expected
    assert found.count() == len(listed) == len(set(found))
    lives = [each.get("life", 0) for each in found]
    assert lives == sorted(lives)
    if not bill.off and not bill.minimum:
        assert list(found) == list(found.announcements)


@given(questions())
def test_order_of_reductions_and_symbols_is_irrelevant(question: tuple[Bill, Means, dict[str, int]]) -> None:
    bill, means, numbers = question
    turned = replace(bill, symbols=bill.symbols[::-1], off=bill.off[::-1])
    one, other = result(bill, means, numbers), result(turned, means, numbers)
    assert one.payable == other.payable
    assert one.max_x == other.max_x
    assert set(TotalCosts(one.to_pay)) == set(TotalCosts(other.to_pay))
    if one.payment and other.payment:
        assert one.payment.left == other.payment.left


@pytest.mark.slow
@examples(60)
@given(questions())
def test_payable_announcements_match_brute_force(question: tuple[Bill, Means, dict[str, int]]) -> None:
    bill, means, _ = question
    assert result(*question).payable_announcements == payable_announcements(bill, means)


LIFE_PARTS = st.lists(st.builds(PayLife, st.integers(0, 3)) | st.just(PayLife(None, "X")), min_size=1, max_size=3)


@given(questions(), LIFE_PARTS)
def test_life_costs_share_the_life_total(question: tuple[Bill, Means, dict[str, int]], parts: list[PayLife]) -> None:
    """119.4."""
    bill, means, numbers = question

    def can(symbols: tuple[ManaSymbol, ...], words: Sequence[PayLife], x: int, minimum: int = 0) -> bool:
        paid = sum(x if part.variable else part.amount or 0 for part in words)
        found = totals(replace(bill, symbols=symbols, minimum=minimum, x=x))
        return any(covers(needs, life + paid, means) for needs, life in found)

    asked = result(bill, means, numbers)
    answer = PoolResult(replace(asked.to_pay, cost=Cost("", asked.to_pay.cost.symbols, tuple(parts))), asked.pool)
    assert answer.payable == can(bill.symbols, parts, bill.x, bill.minimum)
    x_is_paid = X in bill.symbols or any(part.variable for part in parts)
    if x_is_paid and can(bill.symbols, parts, 0, bill.minimum):
        assert answer.max_x is not None
        assert can(bill.symbols, parts, answer.max_x, bill.minimum)
        assert not can(bill.symbols, parts, answer.max_x + 1, bill.minimum)
    else:
        assert answer.max_x is None
    if answer.shortfall and answer.shortfall.reason != "minimum":
        wanting = tuple(bill.symbols[entry.index - 1] for entry in answer.shortfall.symbols)
        words = answer.shortfall.life_parts
        assert not can(wanting, words, bill.x)
        assert all(can(wanting[:i] + wanting[i + 1 :], words, bill.x) for i in range(len(wanting)))
        assert all(can(wanting, words[:i] + words[i + 1 :], bill.x) for i in range(len(words)))


@pytest.mark.slow
@examples(33)
@given(questions())
def test_greatest_x_matches_brute_force(question: tuple[Bill, Means, dict[str, int]]) -> None:
    bill, means, _ = question
    greatest = result(*question).max_x
    if X not in bill.symbols or not payable(replace(bill, x=0), means):
        assert greatest is None
        return
    assert greatest is not None
    assert payable(replace(bill, x=greatest), means)
    assert not payable(replace(bill, x=greatest + 1), means)


@pytest.mark.slow
@examples(50)
@given(questions())
def test_shortfall_is_a_smallest_unpayable_set(question: tuple[Bill, Means, dict[str, int]]) -> None:
    event(check_shortfall(*question))


def check_shortfall(bill: Bill, means: Means, numbers: dict[str, int]) -> str:
    """Return the reason."""
    shortfall = result(bill, means, numbers).shortfall
    if shortfall is None:
        return "none"

    def beyond(symbols: tuple[ManaSymbol, ...], minimum: int = 0) -> bool:
        return not payable(replace(bill, symbols=symbols, minimum=minimum), means)

    short = tuple(bill.symbols[entry.index - 1] for entry in shortfall.symbols)
    assert [entry.symbol for entry in shortfall.symbols] == list(short)
    assert shortfall.needed > shortfall.available
    if shortfall.reason == "minimum":
        assert not beyond(bill.symbols)
    else:
        assert beyond(short)
        assert not any(beyond(some) for some in combinations(bill.symbols, max(0, len(short) - 1)))
    return shortfall.reason
