"""How long paying takes, for printed sizes and at the limits."""

from itertools import islice
from typing import Any

import pytest

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import MANA_TYPES, ManaType
from symbols.engine.costs.symbols import NAMED
from symbols.engine.paying.others import OtherPayers
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.reading.reader import read_cost
from symbols.engine.totals.changes import CostChanges, CostToPay
from symbols.engine.totals.total_costs import TotalCosts

KINDS = [symbol for symbol in NAMED.values() if symbol.kind not in ("half", "infinity")]
EACH: dict[ManaType, int] = dict.fromkeys(MANA_TYPES, 30)


def largest(count: int = 200) -> CostToPay:
    """Two hundred symbols of every kind, and a hundred in reductions."""
    off = Cost.of(KINDS[-i % len(KINDS)] for i in range(count // 2) if not KINDS[-i % len(KINDS)].variable)
    return CostToPay(Cost.of(KINDS[i % len(KINDS)] for i in range(count)), CostChanges(reductions=(off,)), {"X": 3})


def forty() -> CostToPay:
    return largest(40)


def printed() -> CostToPay:
    return CostToPay(read_cost("{X}{2}{W/U}{2/B}{R/P}"))


COSTS = pytest.mark.parametrize("make", [printed, forty, largest])


@COSTS
def test_finding_a_payment(benchmark: Any, make: Any) -> None:
    pool = Pool.holding(EACH, {"G": 20})
    assert benchmark(lambda: PoolResult(make(), pool).payment)


@COSTS
def test_finding_the_shortfall(benchmark: Any, make: Any) -> None:
    pool = Pool.holding({"U": 1}, life=7)
    assert benchmark(lambda: PoolResult(make(), pool).shortfall)


@COSTS
def test_the_greatest_x(benchmark: Any, make: Any) -> None:
    pool = Pool.holding(dict.fromkeys(MANA_TYPES, 9_000_000), {"G": 20})
    assert benchmark(lambda: PoolResult(make(), pool).max_x)


@COSTS
def test_the_first_hundred_totals(benchmark: Any, make: Any) -> None:
    assert benchmark(lambda: list(islice(TotalCosts(make()), 100)))


@COSTS
def test_counting_totals(benchmark: Any, make: Any) -> None:
    benchmark(lambda: TotalCosts(make()).count())


@COSTS
def test_counting_payable_announcements(benchmark: Any, make: Any) -> None:
    pool = Pool.holding(EACH, {"G": 20})
    benchmark(lambda: PoolResult(make(), pool).payable_announcements)


@pytest.mark.parametrize(
    "others",
    [{"life_for": ("W", "U", "B", "R", "G")}, {"x_only": ("B", "R")}, {"life_for": ("W", "U"), "x_only": ("R",)}],
    ids=str,
)
@pytest.mark.parametrize("make", [printed, forty])
def test_finding_the_shortfall_with_several_cases(benchmark: Any, make: Any, others: Any) -> None:
    pool = Pool.holding({"U": 1}, life=7, others=OtherPayers(**others))
    assert benchmark(lambda: PoolResult(make(), pool).shortfall)
