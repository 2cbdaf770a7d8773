"""Total costs (601.2f, 118.7), and reductions of one of several costs."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

from symbols.engine import CheckRequest, EngineError
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import Amounts
from symbols.engine.costs.symbols import NAMED, mana_symbol
from symbols.engine.errors import BadRequest, TooLarge
from symbols.engine.reading.reader import read_cost
from symbols.engine.totals.changes import MAX_SYMBOLS, CostChanges, CostToPay
from symbols.engine.totals.total_costs import TotalCosts
from tests.tables import cases, rows

_KEYS = {"increase": "increases", "additional": "additional", "reduce": "reductions"}


def to_pay(cost: str, changes: str = "-") -> CostToPay:
    found: dict[str, Any] = {}
    values = {}
    for change in changes.split(", ") if changes != "-" else []:
        word, _, rest = change.partition(" ")
        if word in _KEYS:
            found[_KEYS[word]] = (*found.get(_KEYS[word], ()), read_cost(rest))
        elif word == "instead":
            found["alternative"] = read_cost(rest)
        elif word == "free":
            found["without_paying"] = True
        elif word == "minimum":
            found["minimum"] = int(rest)
        elif word == "x":
            values["X"] = int(rest)
    return CostToPay(Cost("") if cost == "-" else read_cost(cost), CostChanges(**found), values)


def total(text: str) -> Amounts:
    mana, _, life = text.partition(" +")
    pairs = [(option.slot, option.amount) for symbol in read_cost(mana).symbols for option in symbol.options]
    return Amounts([*pairs, ("life", int(life.split()[0]) if life else 0)])


def totals_of(cost: Cost, **changes: Any) -> TotalCosts:
    return TotalCosts(CostToPay(cost, CostChanges(**changes)))


def test_total_cases(subtests: pytest.Subtests) -> None:
    for rule, cost, changes, expected in rows("totals.txt"):
        with subtests.test(rule=rule, cost=cost, changes=changes, expected=expected):
            if changes.endswith(", count"):
                totals = TotalCosts(to_pay(cost, changes.removesuffix(", count")))
                assert totals.count() == int(expected) == len(set(totals)), rule
                continue
            totals = TotalCosts(to_pay(cost, changes))
            wanted = [] if expected == "none" else [total(text) for text in expected.split("; ")]
            assert set(totals) == set(wanted), rule
            assert len(list(totals)) == totals.count() == len(wanted)
            assert bool(totals) is bool(wanted)


def test_many_totals_are_listed_lazily() -> None:
    """Two hundred symbols of every kind and sixty reductions have more pairs of choices than there is time for."""
    kinds = [symbol for symbol in NAMED.values() if symbol.is_choice]
    cost = Cost.of(kinds[i % len(kinds)] for i in range(200))
    off = Cost.of(kinds[-i % len(kinds)] for i in range(60))
    totals = totals_of(cost, reductions=(off,))
    first = list(islice(totals, 50))
    assert len(set(first)) == 50
    assert totals.count() is None


def test_many_hybrid_reductions_leave_few_totals() -> None:
    off = Cost.of([mana_symbol("W/U"), mana_symbol("2/B"), mana_symbol("R/G")] * 60)
    totals = totals_of(Cost.of([mana_symbol("1"), mana_symbol("W/U")]), reductions=(off,))
    assert set(totals) == {total("{W}"), total("{U}"), total("{0}")}
    assert len(list(totals)) == totals.count() == 3


def test_many_totals_are_counted() -> None:
    cost = Cost.of([mana_symbol("W/U")] * 100 + [mana_symbol("B/R")] * 100)
    assert totals_of(cost, reductions=(read_cost("{3}"),)).count() == 101 * 101
    # Seven hybrid reductions of a hundred hybrid symbols leave w white and at least 93 - w blue mana, at most 100 - w.
    hybrid = mana_symbol("W/U")
    totals = totals_of(Cost.of([hybrid] * 100), reductions=(Cost.of([hybrid] * 7),))
    pairs = {(max(0, w - r), max(0, 100 - w - 7 + r)) for w in range(101) for r in range(8)}
    assert totals.count() == len(pairs) == len(set(totals))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"alternative": read_cost("{1}"), "without_paying": True}, "two_alternatives"),
        ({"reductions": (read_cost("{X}"),)}, "reduction_variable"),
        ({"reductions": (read_cost("{1}, {T}"),)}, "reduction_not_mana"),
        ({"minimum": -1}, "bad_minimum"),
        ({"minimum": 10**7}, "bad_minimum"),
    ],
)
def test_invalid_changes_are_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(BadRequest) as caught:
        CostChanges(**changes)
    assert caught.value.code == code


@pytest.mark.parametrize(("reduction", "position"), [("{2}{X}", (3, 6)), ("{1}, {T}, {Q}", (5, 8))])
def test_refused_reduction_position(reduction: str, position: tuple[int, int]) -> None:
    with pytest.raises(BadRequest) as caught:
        CostChanges(reductions=(read_cost(reduction),))
    assert (caught.value.start, caught.value.end) == position


def test_x_is_zero_if_its_cost_is_not_paid() -> None:
    free = CostChanges(without_paying=True)
    with pytest.raises(BadRequest, match=r"107\.3b"):
        CostToPay(read_cost("{X}{R}"), free, {"X": 1})
    assert CostToPay(read_cost("{X}{R}"), free).zeroed == ("X",)
    other = CostChanges(alternative=read_cost("{X}{X}"))
    assert CostToPay(read_cost("{X}{R}"), other, {"X": 2}).zeroed == ()
    with pytest.raises(BadRequest, match=r"107\.3b"):
        CostToPay(read_cost("{X}{R}"), CostChanges(alternative=read_cost("{U}")), {"X": 2})
    # X in an additional cost alone can be chosen: there is none in the mana cost that is not paid.
    paid = CostToPay(read_cost("{R}"), CostChanges(without_paying=True, additional=(read_cost("{X}"),)), {"X": 2})
    assert list(TotalCosts(paid)) == [total("{2}")]


def test_too_many_symbols_are_refused() -> None:
    many = tuple(Cost.of([mana_symbol("W")] * 200) for _ in range(5))
    with pytest.raises(TooLarge, match=str(MAX_SYMBOLS)):
        CostToPay(read_cost("{W}"), CostChanges(increases=many))


def clauses(cost: str, changes: str) -> set[str]:
    return {rule for _, rule in to_pay(cost, changes).citations if rule.startswith("118.7")}


def test_reduction_citations(subtests: pytest.Subtests) -> None:
    for cost, changes, rules in cases("engine/totals", "reduction_citations"):
        with subtests.test(cost=cost, changes=changes, rules=rules):
            assert clauses(cost, changes) == {"118.7", *rules.split()}


def test_change_citations() -> None:
    assert "601.2f" in {c.rule for c in to_pay("{2}{W}", "reduce {1}").citations}
    assert {c.rule for c in to_pay("-", "increase {1}").citations} >= {"118.6", "118.6a"}
    assert to_pay("{W}").citations == ()


def test_changes_keep_the_mana_value() -> None:
    result = to_pay("{X}{3}{U}", "reduce {5}, x 2")
    assert result.cost.mana_value(result.values) == 6


CAPSIZE = {"cost": "{1}{U}{U}", "additional": "Buyback {3}"}


@pytest.mark.parametrize(
    ("asked", "total"),
    [
        ({**CAPSIZE, "reduce": "{2} of buyback"}, {"generic": 2, "U": 2}),
        ({**CAPSIZE, "reduce": "{2} of buyback 2 times"}, {"generic": 1, "U": 2}),
        ({**CAPSIZE, "reduce": "{2} off Buyback, {2} off buyback, {1}"}, {"U": 2}),
        ({**CAPSIZE, "reduce": "{9} of buyback"}, {"generic": 1, "U": 2}),
        ({"cost": "{1}{U}", "additional": "Buyback {1}{U}", "reduce": "{U}{U} of buyback"}, {"generic": 1, "U": 1}),
        ({"cost": "{1}{U}", "additional": "Buyback {1}{U}", "reduce": "{W} of buyback"}, {"generic": 1, "U": 2}),
        ({"cost": "{R}", "kicker": "{4}", "reduce": "{1} of kicker"}, {"generic": 3, "R": 1}),
        ({"cost": "{R}", "multikicker": "{2} 3 times", "reduce": "{1} of multikicker"}, {"generic": 3, "R": 1}),
        ({"cost": "Equip {3}", "reduce": "{1} of equip"}, {"generic": 2}),
        ({"cost": "{4}{R}", "alternative": "Dash {2}{R}", "reduce": "{1} of dash"}, {"generic": 1, "R": 1}),
    ],
)
def test_reductions_of_one_part(asked: Mapping[str, str], total: Mapping[str, int]) -> None:
    [found] = CheckRequest.parse(asked).check().totals
    assert dict(found) == total


@pytest.mark.parametrize(
    "reduce", ["{1} of kicker", "{1} of bogus", "{1} of buyback least 1", "{1} of", "{X} of buyback"]
)
def test_reduced_part_must_exist(reduce: str) -> None:
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({**CAPSIZE, "reduce": reduce})
    assert caught.value.field == "reduce"
