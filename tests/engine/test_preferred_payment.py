"""The preferred payment, against brute force: least life, then fewest mana, then keeping the most useful mana."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from symbols.engine.paying.payment import Payment
from symbols.engine.paying.pool import Pool
from symbols.engine.request import CheckRequest
from tests.engine.brute_force import Bill, Means, Needs, covering, totals
from tests.engine.test_brute_force import SYMBOLS, questions, result
from tests.shared import examples

Question = tuple[Bill, Means, dict[str, int]]
KEPT_FIRST = ("assist", "delve", "convoke", "waterbend", "improvise")


def usefulness(spent: Counter[tuple[str, object]], means: Means) -> tuple[object, ...]:
    """Sort key: the less is spent of what is kept first, the greater, and the more even the remaining colors."""
    kept: Counter[tuple[str, object]] = Counter(("mana", unit) for unit in means.mana)
    kept.subtract({unit: count for unit, count in spent.items() if unit[0] == "mana"})

    def colors(*, snow: bool) -> list[int]:
        return sorted(kept["mana", (color, snow)] for color in "WUBRG")

    return (
        *(-sum(count for (way, _), count in spent.items() if way == kind) for kind in KEPT_FIRST),
        sum(colors(snow=True)),
        kept["mana", ("C", True)],
        sum(colors(snow=False)),
        kept["mana", ("C", False)],
        colors(snow=True),
        colors(snow=False),
    )


def payments(bill: Bill, means: Means, numbers: dict[str, int]) -> Iterator[tuple[int, Counter[tuple[str, object]]]]:
    """The life, and what else is spent."""
    found: set[tuple[Needs, int]] = set(totals(bill))
    for needs, life in found:
        if life <= max(0, means.life):
            for more, spent in covering(needs, max(0, means.life) - life, means, numbers):
                yield life + more, Counter(spent)


def spent_by(payment: Payment) -> Counter[tuple[str, object]]:
    spent: Counter[tuple[str, object]] = Counter()
    for mana in payment.mana:
        spent["mana", (mana.type, mana.snow)] += mana.count
    for other in payment.others:
        spent[other.way, "".join(other.colors) if other.way == "convoke" else ""] += other.count
    return spent


@examples(100)
@given(questions())
def test_payment_matches_brute_force(question: Question) -> None:
    bill, means, numbers = question
    payment = result(*question).payment
    best = max(
        ((-life, -spent.total(), usefulness(spent, means)) for life, spent in payments(bill, means, numbers)),
        default=None,
    )
    event(f"payable: {payment is not None}")
    if payment is None or best is None:
        assert payment is None
        assert best is None
        return
    spent = spent_by(payment)
    assert (-payment.life, -spent.total(), usefulness(spent, means)) == best


@pytest.mark.slow
@examples(100)
@given(questions())
def test_unneeded_options_change_nothing(question: Question) -> None:
    bill, means, _ = question
    payment = result(*question).payment
    bare = replace(means, life_for="", creatures=(), helpers=0)
    without = result(bill, bare, {}).payment
    if payment is None or without is None:
        return
    figures = [(each.life, spent_by(each).total()) for each in (payment, without)]
    event(f"needed: {figures[0] != figures[1]}")
    if figures[0] == figures[1]:
        assert payment.symbols == without.symbols
        assert (payment.reductions, payment.minimum) == (without.reductions, without.minimum)
        assert not payment.others


@st.composite
def added(draw: st.DrawFn, given: Mapping[str, str]) -> dict[str, str]:
    """Add one option that helps, forbids nothing, or takes nothing off."""
    option, value = draw(
        st.sampled_from(
            [
                *(("life_for", color) for color in "WUBRG"),
                *(("spend", words) for words in ("any color", "any type")),
                ("x_only", "WUBRGC"),
                ("minimum", "1"),
                ("reduce", "{1} least 30"),
                ("convoke", "{W}{B/R}{C}"),
                *((way, "2") for way in ("improvise", "delve", "assist")),
            ]
        )
    )
    before = given.get(option, "")
    if before:
        value = f"{before}, {value}" if option == "reduce" else before
    return {**given, option: value}


costs = st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=5).map(lambda some: "".join(map(str, some)))
requests = st.fixed_dictionaries(
    {"cost": costs, "pool": st.text("WUBRGCC", max_size=7), "life": st.sampled_from(["0", "2", "4", "20"])},
    optional={
        "x": st.sampled_from(["1", "2"]),
        "reduce": st.sampled_from(["{1}", "{2/R}", "{W}{B}", "{W} colored only", "{2} least 1", "{1}, {W/B}"]),
        "life_for": st.sampled_from(["W", "BR"]),
        "minimum": st.sampled_from(["2", "3"]),
        "increase": st.sampled_from(["{1}", "{B/R}"]),
    },
)


@pytest.mark.slow
@examples(250)
@given(requests, st.data())
def test_one_unneeded_option_changes_nothing(given: dict[str, str], data: st.DataObject) -> None:
    payments = [CheckRequest.parse(some).check().payment for some in (given, data.draw(added(given)))]
    first, second = payments
    if first is None or second is None:
        return
    spent = [(each.life, spent_by(each)) for each in (first, second)]
    event(f"needed: {spent[0] != spent[1]}")
    if spent[0] == spent[1]:
        assert first.symbols == second.symbols
        assert first.minimum == second.minimum


def test_unneeded_life_for_a_color_spends_no_more() -> None:
    given = {
        "cost": "{2/G}{W}{B}",
        "pool": "WCWR",
        "life": "4",
        "reduce": "{2/W}{U/B}",
        "convoke": "{W}{G}",
    }
    payments = [CheckRequest.parse(some).check().payment for some in (given, {**given, "life_for": "W"})]
    assert [payment and sum(spent_by(payment).values()) for payment in payments] == [1, 1]
    assert payments[0]
    assert payments[1]
    assert payments[0].symbols == payments[1].symbols


def test_remaining_colors_are_even() -> None:
    found = CheckRequest.parse({"cost": "{R/G}", "pool": "RRG", "life_for": "W", "delve": "3"}).check().payment
    assert found
    assert found.left == Pool.holding({"R": 1, "G": 1}, others=found.pool.others)
