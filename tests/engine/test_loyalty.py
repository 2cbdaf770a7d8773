"""Loyalty costs (107.7, 606)."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import CheckRequest
from symbols.engine.abilities.loyalty import (
    LoyaltyCheck,
    Timing,
    check_loyalty,
    greatest_loyalty_value,
    total_loyalty,
    written_loyalty,
)
from symbols.engine.conditions import Verdict, all_of
from symbols.engine.costs.parts import Loyalty

ZERO = Loyalty("0", 0)


def plus(amount: int) -> Loyalty:
    return Loyalty("+", amount)


def minus(amount: int) -> Loyalty:
    return Loyalty("-", amount)


MINUS_X = Loyalty("-", None, "X")
PLUS_X = Loyalty("+", None, "X")
NOW = Timing(has_priority=True, own_main_phase=True, stack_empty=True, activated=0)


def may_activate(check: LoyaltyCheck) -> Verdict:
    """Whether it is payable and, as far as known, the timing is right."""
    return all_of([check.payable, *(each.met for each in check.timing)])


def test_changes_combine_with_the_loyalty_cost() -> None:
    check = check_loyalty([minus(7)], counters=6, changes=[plus(1)])
    assert check.written == "[-6]"
    assert check.payable is True
    assert "606.5" in check.counters.rules
    assert check.counters.sentence.startswith("Together, the loyalty costs are [-6].")


@pytest.mark.parametrize(("total", "text"), [(1, "[+1]"), (0, "[0]"), (-7, "[-7]")])
def test_written_loyalty(total: int, text: str) -> None:
    assert written_loyalty(total) == text


def test_greatest_loyalty_x_needs_an_x() -> None:
    assert check_loyalty([MINUS_X], counters=3).greatest == 3
    assert check_loyalty([MINUS_X]).greatest is None
    assert check_loyalty([minus(1)], counters=3).greatest is None
    assert check_loyalty([PLUS_X], counters=3).greatest == inf


def test_timing_is_optional() -> None:
    check = check_loyalty([plus(1)], counters=3)
    assert check.timing == ()
    assert may_activate(check) is True


def test_timing_does_not_pay_the_cost() -> None:
    assert may_activate(check_loyalty([minus(4)], counters=3, timing=NOW)) is False


PARTS = st.lists(
    st.builds(plus, st.integers(1, 9)) | st.builds(minus, st.integers(1, 9)) | st.sampled_from([ZERO, MINUS_X, PLUS_X]),
    min_size=1,
    max_size=5,
)


@given(PARTS, st.integers(0, 20), st.integers(0, 20))
def test_greatest_loyalty_x_is_the_limit(parts: list[Loyalty], counters: int, value: int) -> None:
    greatest = greatest_loyalty_value(parts, counters)
    payable = check_loyalty(parts, counters=counters, values={"X": value}).payable
    slope = sum((part is PLUS_X) - (part is MINUS_X) for part in parts)
    if greatest is None:
        assert payable is False
    elif slope <= 0:
        assert payable is (value <= greatest)


@given(PARTS, st.integers(0, 20))
def test_order_of_loyalty_costs_is_irrelevant(parts: list[Loyalty], value: int) -> None:
    assert total_loyalty(parts, {"X": value}) == total_loyalty(parts[::-1], {"X": value})
    assert total_loyalty([*parts, plus(2), minus(2)], {"X": value}) == total_loyalty(parts, {"X": value})


@pytest.mark.parametrize(
    ("edition", "loyalty", "payable"),
    [
        (None, 6, True),
        ("2022-10-07", 6, True),
        ("2020-06-01", 6, False),
        ("2020-06-01", 7, True),
        ("2021-04-19", 6, False),
    ],
)
def test_loyalty_costs_combine_since_june_2021(edition: str | None, loyalty: int, payable: bool) -> None:
    asked = {"cost": "[-7]", "additional": "[+1]", "loyalty": loyalty, "pool": "", "edition": edition or ""}
    result = CheckRequest.parse({key: value for key, value in asked.items() if value or key == "pool"}).check()
    assert result.payable is payable
    assert ("606.5" in {fact.rule for fact in result.citations}) is (edition in {None, "2022-10-07"})
