"""Costs that examples spell out."""

import pytest

from explorer.policy.examples import check_address, written_costs
from explorer.web import addresses


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        ("casts Wrath of God for 3W (actual cost 2WW).", ["3W", "2WW"]),
        ("casts a spell for WU and 10GG", ["WU"]),
        ("searches for 2 cards, for 3Ws, for R", []),
        ("for BURGLARS costs nothing, for 2 W", []),
    ],
)
def test_costs_without_braces(text: str, costs: list[str]) -> None:
    found = written_costs(text)
    assert [one.text for one in found] == costs
    drawn = [(text[layer.start : layer.end], layer.code) for one in found for layer in one.layers()]
    assert drawn == [(symbol, symbol) for one in found for symbol in one.symbols]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("casts it for 12G (actual cost 1GG)", addresses.check("{1}{G}{G}", pool="C" * 12 + "G")),
        ("its cost 2WW", addresses.check("{2}{W}{W}")),
        ("casts it for 2WW", addresses.check("{2}{W}{W}")),
        ("discards two cards", ""),
    ],
)
def test_the_checker_gets_the_cost_and_what_was_paid(text: str, address: str) -> None:
    assert check_address(text) == address
