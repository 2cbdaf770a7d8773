"""How many announcements a pool can pay for: exactly, or not at all where that would take long."""

import pytest

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.symbols import mana_symbol
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.reading.reader import read_cost
from symbols.engine.totals.changes import CostChanges, CostToPay


def two_kinds(first: int, second: int) -> CostToPay:
    return CostToPay(Cost.of([mana_symbol("W/U")] * first + [mana_symbol("B/R")] * second))


def test_about_a_thousand_announcements_are_checked() -> None:
    pool = Pool.holding({"W": 40, "U": 40, "B": 40, "R": 5})
    # 32 ways for the first kind; of the 33 for the second those with at most five red.
    assert PoolResult(two_kinds(31, 32), pool).payable_announcements == 32 * 6
    assert PoolResult(two_kinds(32, 32), pool).payable_announcements is None


def test_all_announcements_payable_at_the_limit() -> None:
    """A hundred {2/W} and {B/R}, {3} more and {5} less: the most expensive announcement needs 298 mana."""
    cost = Cost.of([mana_symbol("2/W")] * 100 + [mana_symbol("B/R")] * 100)
    changes = CostChanges(increases=(read_cost("{3}"),), reductions=(read_cost("{5}"),))
    enough = Pool.holding({"W": 100, "B": 100, "R": 100})
    assert PoolResult(CostToPay(cost, changes), enough).payable_announcements == 101 * 101
    too_little_red = Pool.holding({"W": 100, "B": 100, "R": 99})
    assert PoolResult(CostToPay(cost, changes), too_little_red).payable_announcements is None
    less_off = CostChanges(increases=(read_cost("{3}"),), reductions=(read_cost("{2}"),))
    assert PoolResult(CostToPay(cost, less_off), enough).payable_announcements is None


@pytest.mark.parametrize(("life", "count"), [(10, 6 * 11), (9, 5 * 11)])
def test_life_limits_payable_announcements(life: int, count: int) -> None:
    cost = Cost.of([mana_symbol("W/P")] * 5 + [mana_symbol("B/R")] * 10)
    pool = Pool.holding({"W": 5, "B": 10, "R": 10}, life=life)
    assert PoolResult(CostToPay(cost), pool).payable_announcements == count
