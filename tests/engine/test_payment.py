"""Payments from a pool: cases by rule, sentences, limits (107.4, 118, 119.4, 601.2h)."""

import json
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

from symbols.engine.costs.cost import MAX_VARIABLE, Cost
from symbols.engine.costs.parts import PayLife
from symbols.engine.costs.slots import COLORS, MANA_TYPES, ManaType
from symbols.engine.costs.symbols import NAMED, mana_symbol
from symbols.engine.errors import BadRequest
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.reading.reader import read_cost
from symbols.engine.request import CheckRequest
from symbols.engine.totals.changes import CostChanges, CostToPay
from symbols.engine.totals.total_costs import TotalCosts
from tests.shared import shared
from tests.tables import DATA

CASES = json.loads((DATA / "payments.json").read_text(encoding="utf-8"))
KINDS = [symbol for symbol in NAMED.values() if symbol.kind not in ("half", "infinity")]


def pay(cost: str, pool: str = "", **more: Any) -> PoolResult:
    values = more.pop("values", {})
    mana = read_cost(pool) if pool else None
    return PoolResult(CostToPay(read_cost(cost), values=values), Pool.of_costs(mana, **more))


def assert_matches(found: Any, expected: Any, where: str) -> None:
    """Compare the expected keys; lists, and amounts, must be equal."""
    if isinstance(expected, Mapping) and expected and where.rsplit(".", 1)[-1] not in ("total", "mana", "snow"):
        for key, value in expected.items():
            assert_matches(found[key], value, f"{where}.{key}")
    elif isinstance(expected, list) and expected and isinstance(expected[0], Mapping) and expected[0]:
        assert len(found) == len(expected), where
        for one, other in zip(found, expected, strict=True):
            assert_matches(one, other, where)
    else:
        assert found == expected, where


def test_payment_cases(subtests: pytest.Subtests) -> None:
    for case in CASES:
        with subtests.test(case=case):
            result = CheckRequest.parse(case["ask"]).check()
            found = {**result.as_json(), "payable_announcements": result.payable_announcements}
            assert_matches(found, case["expect"], case["rule"])
            json.dumps(found)


@pytest.mark.slow
def test_printed_costs_need_exactly_their_totals() -> None:
    """A pool of exactly a total pays; one mana less than the cheapest total doesn’t."""
    for text in (shared("costs") / "printed.txt").read_text(encoding="utf-8").split():
        to_pay = CostToPay(read_cost(text), values={"X": 2})
        for total in islice(TotalCosts(to_pay), 30):
            mana: Counter[ManaType] = Counter({name: int(total.get(name, 0)) for name in MANA_TYPES})
            mana["C"] += int(total.get("generic", 0))
            mana["G"] += int(total.get("snow", 0))
            life = int(total.get("life", 0))
            pool = Pool.holding(mana, {"G": int(total.get("snow", 0))}, life)
            payment = PoolResult(to_pay, pool).payment
            assert payment is not None, text
            assert payment.left.total == sum(mana.values()) - sum(each.count for each in payment.mana)
            scarce = next((name for name in MANA_TYPES if mana[name]), None)
            if scarce and sum(mana.values()) == min(each.mana for each in TotalCosts(to_pay)):
                poorer = Pool.holding(mana - Counter({scarce: 1}), life=life)
                assert not PoolResult(to_pay, poorer).payable, text


def test_payment_as_json() -> None:
    payment = pay("{X}{W/P}{2/U}{S}", "UUGGR", snow=read_cost("G"), life=5, values={"X": 1}).payment
    assert payment is not None
    assert payment.as_json() == {
        "announcement": {"U": 1, "generic": 1, "snow": 1, "life": 2},
        "total": {"U": 1, "generic": 1, "snow": 1, "life": 2},
        "symbols": [
            _line("{X}", 0, {"generic": 1}, "G"),
            _line("{W/P}", 1, {"life": 2}, life=2),
            _line("{2/U}", 2, {"U": 1}, "U"),
            _line("{S}", 3, {"snow": 1}, "G", snow=True),
        ],
        "reductions": [],
        "minimum": [],
        "mana": [
            {"type": "U", "snow": False, "count": 1},
            {"type": "G", "snow": False, "count": 1},
            {"type": "G", "snow": True, "count": 1},
        ],
        "life": 2,
        "left": {"mana": {"U": 1, "R": 1}, "snow": {}, "life": 3},
    }


def _line(
    symbol: str, index: int, announced: dict[str, int], mana: str = "", *, life: int = 0, snow: bool = False
) -> dict[str, Any]:
    return {
        "symbol": symbol,
        "of": "cost",
        "index": index,
        "announced": announced,
        "reduced": 0,
        "mana": [{"type": mana, "snow": snow, "count": 1}] if mana else [],
        "life": life,
    }


def test_payment_lines_name_sources_and_reductions() -> None:
    changes = CostChanges(
        additional=(read_cost("{2}"),), increases=(read_cost("{U}"),), reductions=(read_cost("{W}{1}{B}{B}{B}"),)
    )
    payment = PoolResult(CostToPay(read_cost("{W}{1}"), changes), Pool.holding({"U": 1})).payment
    assert payment is not None
    assert [(str(line.paid.symbol), line.paid.source, line.reduced) for line in payment.symbols] == [
        ("{W}", "cost", 1),
        ("{1}", "cost", 1),
        ("{2}", "additional cost", 2),
        ("{U}", "increase", 0),
    ]
    taken = [(str(use.symbol), dict(use.taken)) for use in payment.reductions]
    assert taken == [
        ("{W}", {"W": 1}),
        ("{1}", {"generic": 1}),
        ("{B}", {"generic": 1}),
        ("{B}", {"generic": 1}),
        ("{B}", {}),
    ]


def test_alternative_cost_is_paid_instead() -> None:
    changes = CostChanges(alternative=read_cost("{1}{U}, Pay 1 life"))
    payment = PoolResult(CostToPay(read_cost("{5}{U}{U}, Pay 9 life"), changes), Pool.holding({"U": 2})).payment
    assert payment is not None
    assert {line.paid.source for line in payment.symbols} == {"alternative cost"}
    assert payment.life == 1
    assert payment.total == {"U": 1, "generic": 1, "life": 1}


@pytest.mark.parametrize(
    ("changes", "payable"),
    [
        (CostChanges(), False),
        (CostChanges(increases=(read_cost("{1}"),), additional=(read_cost("{U}"),)), False),
        (CostChanges(alternative=read_cost("{1}{U}")), True),
        (CostChanges(without_paying=True, additional=(read_cost("{1}"),)), True),
    ],
)
def test_no_mana_cost_needs_an_alternative_cost(changes: CostChanges, payable: bool) -> None:
    """118.6 and 118.6a."""
    answer = PoolResult(CostToPay(Cost(""), changes), Pool.holding({"U": 5}))
    assert answer.payable is payable
    assert (answer.shortfall is None) is payable
    if answer.shortfall:
        assert (answer.shortfall.reason, answer.shortfall.rules) == ("no mana cost", ("118.6", "118.6a"))


def test_x_can_be_huge() -> None:
    answer = pay("{X}{X}{W}", "9999999", snow=None, values={"X": 4_000_000})
    assert not answer.payable
    rich = PoolResult(
        CostToPay(read_cost("{X}{X}{W}"), values={"X": 4_999_999}), Pool.holding({"C": 9_999_998, "W": 1})
    )
    assert rich.max_x == 4_999_999
    assert rich.payment is not None
    assert rich.payment.left.total == 0
    richest = PoolResult(CostToPay(read_cost("{X}")), Pool.holding(dict.fromkeys(MANA_TYPES, 9_999_999)))
    assert richest.max_x == MAX_VARIABLE


def test_x_without_mana_has_no_greatest_value() -> None:
    assert pay("[-X]", "WW").max_x is None
    assert pay("{Y}", "WW").max_x is None


def test_two_hundred_symbols_are_paid_and_explained() -> None:
    cost = Cost.of(KINDS[i % len(KINDS)] for i in range(200))
    off = Cost.of(KINDS[-i % len(KINDS)] for i in range(100) if not KINDS[-i % len(KINDS)].variable)
    to_pay = CostToPay(cost, CostChanges(reductions=(off,)), {"X": 7})
    mana: dict[ManaType, int] = dict.fromkeys(MANA_TYPES, 40)
    rich = PoolResult(to_pay, Pool.holding(mana, {"C": 20}, life=30))
    assert rich.payment is not None
    assert rich.payable_announcements is None
    poor = PoolResult(to_pay, Pool.holding({"W": 3}, life=30))
    assert poor.shortfall is not None
    assert 0 < len(poor.shortfall.symbols) < 200


def test_all_payable_announcements_are_counted() -> None:
    cost = Cost.of(symbol for symbol in KINDS if symbol.is_choice)
    answer = PoolResult(CostToPay(cost), Pool.holding(dict.fromkeys(COLORS, 99) | {"C": 99}, life=99))
    assert answer.payable_announcements == TotalCosts(CostToPay(cost)).announcements.count() > 10**6


def test_shortfall_includes_life_parts() -> None:
    cost = Cost("", (mana_symbol("W/P"), mana_symbol("W/P")), (PayLife(1), PayLife(3)))
    shortfall = PoolResult(CostToPay(cost), Pool(life=6)).shortfall
    assert shortfall is not None
    assert shortfall.life_parts == (PayLife(3),)
    assert len(shortfall.symbols) == 2
    too_much = PoolResult(CostToPay(cost), Pool(life=3)).shortfall
    assert too_much is not None
    assert (too_much.reason, too_much.life_parts, too_much.needed) == ("types", (), 1)


def test_payment_citations() -> None:
    answer = pay("{X}{W/P}{S}", "WW", snow=read_cost("W"), as_though="any type")
    rules = {citation.rule for citation in answer.citations}
    assert rules == {"118.3", "107.4b", "107.4h", "119.4", "609.4b", "118.14", "107.3i"}
    shortfall = pay("{S}{W/P}{W}", life=1).shortfall
    assert shortfall is not None
    assert shortfall.rules == ("118.3", "107.4a")


@pytest.mark.parametrize(
    ("mana", "snow", "code"),
    [
        ("{W}", "{W}{W}", "snow_not_in_pool"),
        ("{W}", "{U}", "snow_not_in_pool"),
        ("{W/U}", None, "bad_pool"),
        ("{½}", None, "bad_pool"),
    ],
)
def test_invalid_pools_are_refused(mana: str, snow: str | None, code: str) -> None:
    with pytest.raises(BadRequest) as caught:
        Pool.of_costs(read_cost(mana), read_cost(snow) if snow else None)
    assert caught.value.code == code


def test_pool_uses_cost_notation() -> None:
    pool = Pool.of_costs(read_cost("3WWu"), read_cost("U"))
    assert (pool.mana, pool.snow, pool.life) == ((2, 1, 0, 0, 0, 3), (0, 1, 0, 0, 0, 0), 20)
    assert pool.as_json() == {"mana": {"W": 2, "U": 1, "C": 3}, "snow": {"U": 1}, "life": 20}
    assert Pool.of_costs(None, read_cost("GG")).mana == (0, 0, 0, 0, 2, 0)
    assert pool.total == 6


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
