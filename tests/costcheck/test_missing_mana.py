"""The least mana that makes a No a Yes."""

import pytest

from explorer.costcheck.check import missing_mana
from symbols.engine import Pool, check, read_cost


def lacking(cost: str, pool: str, *, x: int | None = None, life: int = 20) -> str | None:
    mana = Pool.of_costs(read_cost(pool) if pool else None, life=life)
    found = missing_mana(check(cost, values={} if x is None else {"X": x}, pool=mana))
    return found.pips if found else None


@pytest.mark.parametrize(
    ("cost", "pool", "more"),
    [
        ("{5}{G}", "WW", "{3}{G}"),
        ("{20}", "W", "{19}"),
        ("{2/W}{2/W}", "U", "{1}{W}"),
        ("{C}{W}", "", "{W}{C}"),
        ("{3}{W}{U}{B}{R}{G}", "W", "{3}{U}{B}{R}{G}"),
        ("{W}{U}{B}{R}{G}{C}{1}", "WC", "{W}{U}{B}{R}{G}"),
    ],
)
def test_least_missing_mana(cost: str, pool: str, more: str) -> None:
    assert lacking(cost, pool) == more
    assert lacking(cost, pool + more) is None


@pytest.mark.parametrize(
    ("cost", "pool", "more"), [("{10000}", "", "{10000}"), ("{10001}", "W", "{10000}"), ("{10002}", "W", None)]
)
def test_limit_of_the_search(cost: str, pool: str, more: str | None) -> None:
    assert lacking(cost, pool) == more


def test_x_counts_for_each_symbol() -> None:
    assert lacking("{X}{X}{R}", "R", x=2) == "{4}"
    assert lacking("{X}", "WC", x=1000) == "{998}"


@pytest.mark.parametrize(
    ("cost", "pool", "life", "more"),
    [
        ("Pay 2 life", "", 1, None),
        ("{2}, Pay 2 life", "", 1, None),
        ("{½}", "", 20, None),
        ("{W/P}{W}", "W", 1, "{W}"),
        ("{W/U}{S}", "G", 20, "{W}{S}"),
    ],
)
def test_life_and_snow(cost: str, pool: str, life: int, more: str | None) -> None:
    assert lacking(cost, pool, life=life) == more
