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
def test_the_least_mana_that_would_do(cost: str, pool: str, more: str) -> None:
    assert lacking(cost, pool) == more
    assert lacking(cost, pool + more) is None


@pytest.mark.parametrize(("cost", "pool", "more"), [("{10000}", "", "{10000}"), ("{10001}", "W", "{10000}")])
def test_as_much_as_is_tried_is_named(cost: str, pool: str, more: str) -> None:
    assert lacking(cost, pool) == more


def test_more_than_is_tried_is_not_named() -> None:
    assert lacking("{10002}", "W") is None


def test_x_counts_as_often_as_it_is_there() -> None:
    assert lacking("{X}{X}{R}", "R", x=2) == "{4}"
    assert lacking("{X}", "WC", x=1000) == "{998}"


@pytest.mark.parametrize(("cost", "life"), [("Pay 2 life", 1), ("{2}, Pay 2 life", 1), ("{½}", 20)])
def test_where_mana_is_no_help_none_is_named(cost: str, life: int) -> None:
    assert lacking(cost, "", life=life) is None


def test_mana_helps_where_life_is_short() -> None:
    assert lacking("{W/P}{W}", "W", life=1) == "{W}"


def test_snow_mana_is_named_where_only_that_would_do() -> None:
    assert lacking("{W/U}{S}", "G") == "{W}{S}"
