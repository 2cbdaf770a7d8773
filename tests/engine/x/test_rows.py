"""The table of X: what is paid for each value, and which values can be paid."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.costcheck.check import report as plain
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import Amounts
from symbols.engine.request import CheckRequest
from symbols.engine.result import CheckResult
from symbols.engine.x.rows import shown_values
from tests.engine.strategies import costs
from tests.shared import examples
from tests.tables import cases


def ask(cost: str, **more: object) -> CheckResult:
    return CheckRequest.parse({"cost": cost, **more}).check()


def paid(result: CheckResult, most: int = 12) -> list[str]:
    rows = result.x_rows(most).rows
    return [f"{''.join(map(str, row.symbols))}{f' {row.life}' if row.life else ''}" for row in rows]


def test_rows_show_the_cost(subtests: pytest.Subtests) -> None:
    table: list[Any] = cases("engine/x/rows", "rows_show_the_cost")
    for cost, more, rows, rule in table:
        with subtests.test(cost=cost, more=more, rows=rows, rule=rule):
            assert paid(ask(cost, **more)) == rows, rule


@pytest.mark.parametrize(
    ("cost", "more", "payable"),
    [
        ("{X}{R}", {"pool": "RR"}, [True, True]),
        ("{X}{R}", {"pool": "UU"}, [False]),
        ("{X}{R}", {"pool": "RR", "x": 3}, [True, True, False]),
        ("{X}{R}", {}, [None] * 6),
        ("{Y}{R}", {"pool": "RRR"}, [True, True, True, False, False, False]),
        ("{X}, {T}", {"pool": "RRR", "tapped": "yes"}, [False]),
    ],
)
def test_rows_show_the_verdict(cost: str, more: Mapping[str, object], payable: list[bool | None]) -> None:
    assert [row.payable for row in ask(cost, **more).x_rows(12).rows] == payable


def test_202_3e_mana_value_of_the_mana_cost() -> None:
    rows = ask("{X}{R}", alternative="{X}{X}", pool="RRRR").x_rows(12).rows
    assert [row.mana_value for row in rows] == [1, 2, 3]


def test_long_tables_are_shortened() -> None:
    table = ask("{X}{R}", pool="99R").x_rows(4)
    assert (table.variable, table.left_out, table.greatest) == ("X", 96, 99)
    assert [row.value for row in table.rows] == [0, 1, 2, 99]
    assert [row.value for row in ask("{X}").x_rows(3).rows] == [0, 1, 5]
    table = ask("{X}{R}", pool="99R", x=200).x_rows(4)
    assert ([row.value for row in table.rows], table.left_out) == ([0, 1, 99, 200], 197)
    report = plain.report(ask("{X}{R}", pool="99R"))
    assert "  … 88 rows left out\n  99   {99}{R}   100          yes\n" in report
    nothing = ask("{R}", pool="R").x_rows(4)
    assert (nothing.variable, nothing.rows, nothing.left_out, nothing.greatest) == (None, (), 0, None)


def test_shown_values() -> None:
    assert shown_values(0, 1) == [0]
    assert shown_values(3, 4) == [0, 1, 2, 3]
    assert shown_values(4, 4) == [0, 1, 2, 4]
    assert shown_values(9, 1) == [9]


def test_ability_table_has_no_mana_value() -> None:
    assert "  X   paid as   you can pay\n  0   {0}       yes" in plain.report(ask("{X}, {T}", pool="WW"))
    assert "  X   paid as\n  0   {0}\n" in plain.report(ask("{X}, {T}"))
    assert "  1   {1} and 1 life\n" in plain.report(ask("{X}, Pay X life"))


pools = st.text("WUBRGC", max_size=6)


@examples(33)
@given(costs(), pools, st.sampled_from(["", "1", "{W}", "{2/U}"]), st.integers(0, 6))
def test_rows_are_total_costs(cost: Cost, pool: str, off: str, life: int) -> None:
    result = ask(str(cost), pool=pool, reduce=off, life=life)
    table = result.x_rows(5)
    for row in table.rows:
        each = result.with_value(str(table.variable), row.value)
        assert row.payable == each.payable
        assert row.mana_value == each.mana_value_on_stack
        if off and not each.to_pay.outside_rules:
            written = Amounts(
                [(option.slot, option.amount) for symbol in row.symbols for option in symbol.options]
                + [("life", row.life)]
            )
            assert written in each.totals
            if row.payable and each.payment:
                assert written == each.payment.total
