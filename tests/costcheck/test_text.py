"""Checks as plain text."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.costcheck.check import report as plain
from symbols.engine import check
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import Amounts
from symbols.engine.errors import EngineError
from symbols.engine.paying.pool import Pool
from symbols.engine.reading.reader import read_cost
from symbols.engine.totals.changes import CostChanges
from tests.engine.strategies import costs
from tests.shared import examples


def error_of(typed: str) -> EngineError:
    with pytest.raises(EngineError) as caught:
        read_cost(typed)
    return caught.value


def test_a_complaint_points_at_its_place() -> None:
    assert plain.error_report(error_of("2 {V}"), "2 {V}") == "\n".join(
        [
            "“V” isn’t a symbol in costs.",
            "  2 {V}",
            "    ^^^",
            "Expected a mana symbol such as {2}, {W} or {W/U}.",
            "Did you mean {U}?",
        ]
    )


@pytest.mark.parametrize("typed", ["{V}\u202e", "\x1b[31m", "{V}" * 60, "{V}\n{W}"])
def test_a_complaint_does_not_echo_what_would_spoil_the_screen(typed: str) -> None:
    said = plain.error_report(error_of(typed), typed)
    assert typed not in said
    assert all(line.isprintable() for line in said.splitlines())


def test_a_place_in_another_field_is_not_shown_in_the_cost() -> None:
    assert "^" not in plain.error_report(error_of("{V}").in_field("pool"), "{W}")


@pytest.mark.parametrize(
    ("amounts", "written"),
    [
        (Amounts(), "{0}"),
        (Amounts([("generic", 3), ("W", 2)]), "{3}{W}{W}"),
        (Amounts([("life", 4)]), "4 life"),
        (Amounts([("generic", Fraction(5, 2)), ("W", Fraction(3, 2))]), "{2}{½}{W}{HW}"),
        (Amounts([("generic", inf)]), "{∞}"),
        (Amounts([("snow", 1), ("C", 1), ("G", 1), ("life", 2)]), "{S}{C}{G} and 2 life"),
    ],
)
def test_amounts_are_written_as_costs(amounts: Amounts, written: str) -> None:
    assert plain.amounts_as_text(amounts) == written


def test_a_long_listing_says_how_much_is_left_out() -> None:
    lines = plain.report(check("{W/U}" * 30)).splitlines()
    assert "31 ways to pay" in lines
    assert "  … and 11 more" in lines


def test_a_shortfall_is_said_in_a_sentence() -> None:
    result = check("{W}{W}", pool=Pool.holding({"W": 1, "G": 5}))
    assert result.shortfall is not None
    assert f"You can’t pay\n  {result.shortfall.message}" in plain.report(result)


def test_an_unpayable_cost_says_so() -> None:
    result = check(Cost(""), changes=CostChanges(increases=(read_cost("2"),)), pool=Pool())
    report = plain.report(result)
    assert report.startswith("no mana cost\n")
    assert "The total cost is unpayable" in report


pools = st.builds(
    Pool.holding,
    st.dictionaries(st.sampled_from(["W", "U", "B", "R", "G", "C"]), st.integers(0, 9)),
    life=st.integers(0, 20),
)


@pytest.mark.slow
@examples(50)
@given(costs(), st.integers(0, 3), st.none() | pools)
def test_every_check_can_be_written(cost: Cost, x: int, pool: Pool | None) -> None:
    report = plain.report(check(cost, values={"X": x}, pool=pool))
    assert report.startswith(cost.canonical + "\n")
    assert report.endswith("\n")
    assert all(line == line.rstrip() for line in report.splitlines())
    for fact, rule in check(cost).citations:
        assert f"  {rule} " in report
        assert fact in report
