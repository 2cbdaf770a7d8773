"""The check’s result and its JSON."""

import doctest
import json
import re
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import symbols.engine
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import PayLife
from symbols.engine.costs.slots import Amounts
from symbols.engine.costs.symbols import NAMED, mana_symbol
from symbols.engine.errors import BadRequest
from symbols.engine.paying.pool import Pool
from symbols.engine.reading.reader import read_cost
from symbols.engine.request import check
from symbols.engine.result import MAX_ITEMS
from symbols.engine.totals.changes import CostChanges
from tests.engine.strategies import costs
from tests.shared import examples, shared
from tests.tables import cases

DESIGNED = [
    *("cost", "canonical", "symbols", "mana_value", "colors", "announcements", "totals"),
    *("payable", "payment", "shortfall", "reasons", "unchecked", "max_x", "citations"),
]


def rule_numbers() -> set[str]:
    text = (shared("rules") / "2025-06-06.txt").read_text(encoding="utf-8-sig")
    return set(re.findall(r"^(\d{3}(?:\.\d+[a-z]?)?)\b", text, re.MULTILINE))


def test_the_example_in_the_docstring() -> None:
    failed, tried = doctest.testmod(symbols.engine)
    assert (failed, tried > 0) == (0, True)


def test_documented_json() -> None:
    found = check("2/W {X}", values={"X": 3}).as_json()
    assert list(found) == DESIGNED
    facts = found.pop("citations")
    assert facts[0].keys() == {"fact", "rule"}
    assert {key: found[key] for key in DESIGNED[:-1]} == {
        "cost": "2/W {X}",
        "canonical": "{X}{2/W}",
        "symbols": ["{2/W}", "{X}"],
        "mana_value": {"stack": 5, "elsewhere": 2},
        "colors": ["W"],
        "announcements": {"count": 2, "items": [{"W": 1, "generic": 3}, {"generic": 5}], "truncated": False},
        "totals": {"count": 2, "items": [{"W": 1, "generic": 3}, {"generic": 5}], "truncated": False},
        "payable": None,
        "payment": None,
        "shortfall": None,
        "reasons": [],
        "unchecked": [],
        "max_x": None,
    }


def test_long_listings_are_truncated() -> None:
    listing = check("{W/U}{B/R}{W/P}{2/G}{G/W}{C/U}{U/R/P}{2/B}").as_json()["announcements"]
    assert listing["count"] is not None
    assert listing["count"] > MAX_ITEMS
    assert len(listing["items"]) == MAX_ITEMS
    assert listing["truncated"]
    exact = check("{W/U}" * (MAX_ITEMS - 1)).as_json()["announcements"]
    assert (exact["count"], len(exact["items"]), exact["truncated"]) == (MAX_ITEMS, MAX_ITEMS, False)


def test_huge_costs_are_counted() -> None:
    found = check("".join(map(str, NAMED.values())) + "{W/U/P}{2/W}{C/G}" * 45, values={"X": 9_999_999}).as_json()
    assert found["announcements"]["count"] is not None
    assert found["announcements"]["count"] > 10**9


def test_mana_values(subtests: pytest.Subtests) -> None:
    for cost, stack, elsewhere, rule in cases("engine/result", "mana_values"):
        with subtests.test(cost=cost, stack=stack, elsewhere=elsewhere, rule=rule):
            found = check(cost, values={"X": 3, "Y": 2}).as_json()
            assert found["mana_value"] == {"stack": stack, "elsewhere": elsewhere}, rule


def test_infinity_and_halves_in_json() -> None:
    found = json.loads(json.dumps(check("{∞}{2/W}{HW}").as_json(), allow_nan=False))
    assert found["announcements"]["items"] == [{"W": 1.5, "generic": "infinity"}, {"W": 0.5, "generic": "infinity"}]
    assert check("{∞}").mana_value_elsewhere == inf


def test_colors(subtests: pytest.Subtests) -> None:
    for cost, colors in [
        ("{2}{W}{U}", "WU"),
        ("{G/W}", "WG"),
        ("{2/B}{R/P}", "BR"),
        ("{C/G}", "G"),
        ("{U/R/P}", "UR"),
        ("{5}{C}{S}{X}", ""),
        ("{HW}", "W"),
        ("{T}", ""),
    ]:
        with subtests.test(cost=cost, colors=colors):
            assert "".join(check(cost).cost.colors) == colors


def test_x_table(subtests: pytest.Subtests) -> None:
    for cost, rows in [
        ("{X}{R}", ["{R}", "{1}{R}", "{2}{R}", "{3}{R}"]),
        ("{X}{X}{2}{W}", ["{2}{W}", "{4}{W}", "{6}{W}", "{8}{W}"]),
        ("{X}", ["{0}", "{1}", "{2}", "{3}"]),
        ("{X}{0}", ["{0}", "{1}", "{2}", "{3}"]),
        ("{X}{2/W}", ["{2/W}", "{1}{2/W}", "{2}{2/W}", "{3}{2/W}"]),
        ("{Y}{Y}", ["{0}", "{2}", "{4}", "{6}"]),
        ("{X}{½}", ["{½}", "{1}{½}", "{2}{½}", "{3}{½}"]),
        ("{3}{W}", []),
        ("[-X]", []),
    ]:
        with subtests.test(cost=cost, rows=rows):
            result = check(cost)
            table = result.x_rows(12).rows[:4]
            assert ["".join(map(str, row.symbols)) for row in table] == rows
            for row in table:
                name = result.cost.variables[0]
                assert row.mana_value == check(cost, values={name: row.value}).mana_value_on_stack
                assert row.mana_value == Cost.of(row.symbols).mana_value()


def test_x_table_keeps_other_values() -> None:
    rows = check("{X}{Y}{R}", values={"Y": 2}).x_rows(12).rows[:2]
    assert ["".join(map(str, row.symbols)) for row in rows] == ["{2}{R}", "{3}{R}"]


@pytest.mark.parametrize("values", [{"X": -1}, {"X": 10**7}, {"X": 1.5}, {"X": True}, {"W": 1}, {"X": "3"}])
def test_invalid_values_are_refused(values: dict[str, int]) -> None:
    with pytest.raises(BadRequest):
        check("{X}", values=values)


def test_verdict_needs_a_pool() -> None:
    assert check("{W}").payable is None
    assert check("{W}").max_x is None
    empty = check("{W}", pool=Pool())
    assert empty.payable is False
    assert empty.shortfall is not None
    assert empty.payment is None
    paid = check("{X}{W}", pool=Pool.holding({"W": 3}))
    assert (paid.payable, paid.shortfall, paid.max_x) == (True, None, 2)
    assert paid.payment is not None
    assert check("{W}", pool=Pool.holding({"W": 3})).max_x is None
    assert check("{0}", pool=Pool()).payable is True


def test_announcements_come_before_reductions() -> None:
    changes = CostChanges(increases=(read_cost("2"),), reductions=(read_cost("4"),))
    result = check("{2/W}{2/U}{2/B}{2/R}{2/G}", changes=changes)
    assert {"W": 1, "U": 1, "B": 1, "R": 1, "G": 1} in result.announcements
    assert Amounts([("W", 1), ("U", 1), ("B", 1), ("R", 1)]) in result.totals
    assert result.mana_value_elsewhere == 10


@examples(33)
@given(costs(), st.integers(0, 9))
def test_totals_without_changes_are_the_announcements(cost: Cost, x: int) -> None:
    found = check(cost, values={"X": x, "Z": 1}).as_json()
    life = sum(part.amount or (x if part.variable else 0) for part in cost.parts if isinstance(part, PayLife))
    with_life = [{**item, "life": int(item.get("life", 0)) + life} for item in found["announcements"]["items"]]
    assert [{"life": 0} | item for item in found["totals"]["items"]] == with_life
    assert found["totals"]["count"] == found["announcements"]["count"]
    json.dumps(found, allow_nan=False)


def test_cited_rules_exist() -> None:
    numbers = rule_numbers()
    everything = [str(symbol) for symbol in NAMED.values()] + ["{0}", "{3}", "{T}", "{Q}", "{E}", "{E}{E}", "{TK}"]
    everything += ["[+1]", "[-X]", "[0]", "Pay 2 life", "Sacrifice a creature", "{1}: Draw a card.", "{W}{U}", "{1}{W}"]
    for cost in everything:
        citations = check(cost).citations
        assert citations, cost
        for fact, rule in citations:
            assert rule in numbers, (cost, fact)
            assert re.fullmatch(r"[A-Z\[{“].+[.]", fact), fact


def test_rules_of_symbols_exist() -> None:
    numbers = rule_numbers()
    for symbol in [*NAMED.values(), mana_symbol("0"), mana_symbol("7")]:
        assert set(symbol.rules) <= numbers
        assert symbol.outside_rules == (symbol.kind in ("half", "infinity") or symbol.code == "Z")


def test_symbols_are_those_of_107_4() -> None:
    text = (shared("rules") / "2025-06-06.txt").read_text(encoding="utf-8-sig")
    listed = re.search(r"^107\.4\. .*$", text, re.MULTILINE)
    assert listed
    official = set(re.findall(r"\{([^{}]+)\}", listed[0])) - set("0123456789")
    assert {code for code, symbol in NAMED.items() if not symbol.outside_rules} - {"Y"} == official
