"""Shortfalls of larger costs are smallest sets."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import MANA_TYPES
from symbols.engine.costs.symbols import ManaSymbol, mana_symbol
from symbols.engine.paying.others import OtherPayers
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.reading.reader import read_cost
from symbols.engine.totals.changes import CostToPay
from tests.engine.brute_force import Bill, Means, Off
from tests.engine.test_brute_force import result
from tests.shared import examples

CODES = ["1", "2", "3", "W", "U", "C", "W/U", "2/W", "2/U", "C/W", "W/P", "U/P", "W/U/P", "S"]
symbols = st.sampled_from(CODES).map(mana_symbol)
large_costs = st.builds(
    Bill,
    st.lists(symbols, min_size=4, max_size=8).map(tuple),
    st.lists(symbols.map(lambda one: Off((one,))), max_size=2).map(tuple),
)
mana_units = st.tuples(st.sampled_from(["W", "U", "C"]) | st.sampled_from(MANA_TYPES), st.booleans())
just_too_little = st.builds(
    Means,
    st.lists(mana_units, min_size=3, max_size=11).map(tuple),
    st.integers(0, 5),
    as_though=st.sampled_from(["as it is", "any color"]),
)


@pytest.mark.slow
@examples(100)
@given(large_costs, just_too_little)
def test_shortfall_of_a_large_cost_is_smallest(bill: Bill, means: Means) -> None:
    answer = result(bill, means, {})
    shortfall, pool = answer.shortfall, answer.pool
    if shortfall is None:
        return
    event(f"{shortfall.reason} {len(shortfall.symbols)}")

    def payable(some: Sequence[ManaSymbol]) -> bool:
        return result(replace(bill, symbols=tuple(some)), means, {}).payable

    places = [entry.index - 1 for entry in shortfall.symbols]
    wanting_ones = [bill.symbols[place] for place in places]
    assert len(set(places)) == len(places)
    assert wanting_ones == [entry.symbol for entry in shortfall.symbols]
    assert not payable(wanting_ones)
    assert all(payable(fewer) for fewer in combinations(bill.symbols, len(places) - 1))
    assert shortfall.needed > shortfall.available
    # With as much of everything more as is said to be wanting, these symbols can be paid.
    wanting = shortfall.needed - shortfall.available
    rich = Pool.holding(
        {name: pool.mana[place] + wanting for place, name in enumerate(MANA_TYPES)},
        {name: pool.snow[place] + wanting for place, name in enumerate(MANA_TYPES)},
        pool.life,
        pool.as_though,
    )
    assert PoolResult(result(replace(bill, symbols=tuple(wanting_ones)), means, {}).to_pay, rich).payable


@examples(33)
@given(
    st.lists(st.sampled_from(["{1}", "{2}", "{3}", "{W}", "{W/U}"]), min_size=1, max_size=3),
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    st.integers(1, 7),
    st.sampled_from(["", "W", "WU", "C"]),
)
def test_118_3_shortfall_with_delve_is_smallest(cost: list[str], exiled: list[int], graveyard: int, mana: str) -> None:
    pool = Pool.of_costs(read_cost(mana) if mana else None, others=OtherPayers(delve=graveyard))
    parts = [f"Exile {number} cards from your graveyard" for number in exiled]

    def result(some: Sequence[str]) -> PoolResult:
        return PoolResult(CostToPay(read_cost(", ".join(["{0}", *some]))), pool)

    shortfall = result([*cost, *parts]).shortfall
    event(f"{shortfall and len(shortfall.parts)} parts")
    if shortfall is None:
        return
    named = [*(str(entry.symbol) for entry in shortfall.symbols), *(part.text for part in shortfall.parts)]
    assert len(named) == shortfall.size
    assert not result(named).payable
    assert all(result(fewer).payable for fewer in combinations([*cost, *parts], len(named) - 1))


def test_shortfall_without_life() -> None:
    to_pay = CostToPay(read_cost("{U/P}{2/U}{X}{W}{2/W}"), values={"X": 2})
    shortfall = PoolResult(to_pay, Pool.of_costs(read_cost("CUWURU"), life=0)).shortfall
    assert shortfall is not None
    assert (shortfall.reason, shortfall.needed, shortfall.available) == ("amount", 7, 6)
    assert [entry.index for entry in shortfall.symbols] == [0, 1, 2, 3, 4]
    assert Cost.of([entry.symbol for entry in shortfall.symbols]) == to_pay.cost


def test_one_large_symbol_beats_two_phyrexian() -> None:
    shortfall = PoolResult(CostToPay(read_cost("{2}{U/P}{U/P}")), Pool(life=2)).shortfall
    assert shortfall is not None
    assert ([str(entry.symbol) for entry in shortfall.symbols], shortfall.needed) == (["{2}"], 2)


def test_types_come_before_amount() -> None:
    shortfall = PoolResult(CostToPay(read_cost("{2}{W}")), Pool()).shortfall
    assert shortfall is not None
    assert (shortfall.reason, [str(entry.symbol) for entry in shortfall.symbols]) == ("types", ["{W}"])
