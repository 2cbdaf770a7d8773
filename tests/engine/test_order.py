"""The order in which cards print symbols."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.costs.order import in_printed_order
from symbols.engine.costs.slots import COLORS
from symbols.engine.costs.symbols import NAMED, ManaSymbol
from symbols.engine.costs.wheel import PAIRS, color_order
from symbols.engine.reading.reader import read_cost
from tests.engine.strategies import mana_symbols
from tests.shared import shared
from tests.tables import cases

# Printed in one order on some cards and in another on others; the wheel's order is taken.
PRINTED_BOTH_WAYS = {"{2}{G}{U}{W}": "{2}{G}{W}{U}", "{G}{U}{W}": "{G}{W}{U}", "{R}{W}{U}": "{U}{R}{W}"}


def test_printed_costs_sort_from_any_order() -> None:
    rng = random.Random(202)  # noqa: S311 - nothing is secret here
    for printed in (shared("costs") / "printed.txt").read_text().split():
        symbols = list(read_cost(printed).symbols)
        for _ in range(4):
            rng.shuffle(symbols)
            written = "".join(map(str, in_printed_order(symbols)))
            assert written == PRINTED_BOTH_WAYS.get(printed, printed)


def test_printed_orders(subtests: pytest.Subtests) -> None:
    for printed in cases("engine/order", "printed_orders"):
        with subtests.test(printed=printed):
            symbols = read_cost(printed).symbols
            assert "".join(map(str, in_printed_order(reversed(symbols)))) == printed


def test_wheel_gives_printed_pairs_and_triples() -> None:
    assert {"".join(pair) for pair in PAIRS} == {"WU", "UB", "BR", "RG", "GW", "WB", "UR", "BG", "RW", "GU"}
    threes = {"".join(color_order(frozenset(three))) for three in combinations(COLORS, 3)}
    assert threes == {"WUB", "UBR", "BRG", "RGW", "GWU", "WBG", "URW", "BGU", "RWB", "GUR"}
    assert color_order(frozenset(COLORS)) == COLORS


@given(st.lists(mana_symbols, max_size=12), st.randoms(use_true_random=False))
def test_order_is_independent_of_input_order(symbols: list[ManaSymbol], rng: random.Random) -> None:
    ordered = in_printed_order(symbols)
    assert sorted(map(str, ordered)) == sorted(map(str, symbols))
    assert in_printed_order(rng.sample(symbols, len(symbols))) == ordered
    assert in_printed_order(ordered) == ordered


def test_every_pair_of_symbols_has_one_order() -> None:
    for one, other in combinations(NAMED.values(), 2):
        assert in_printed_order([one, other]) == in_printed_order([other, one])
