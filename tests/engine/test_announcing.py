"""Costs with the choices that were announced for their symbols (601.2b)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import CheckRequest
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import PayLife
from symbols.engine.costs.symbols import CHOICES, NAMED, ManaSymbol, generic_symbol
from symbols.engine.errors import BadRequest
from symbols.engine.reading.keywords import waterbent
from symbols.engine.reading.reader import read_cost
from symbols.engine.totals.announcing import announced_as_text, announced_costs, option_as_text, read_announced
from symbols.engine.totals.changes import CostChanges, CostToPay
from symbols.engine.totals.total_costs import TotalCosts
from tests.shared import examples

OPTIONS = [*dict.fromkeys(option for symbol in CHOICES for option in symbol.options)]
FIXED = [symbol for symbol in NAMED.values() if not symbol.is_choice]

READ = (
    ("B, 2 life", "B, 2 life"),
    ("b;2", "B, 2"),
    ("{G}, {2}", "G, 2"),
    ("  C  ,W", "C, W"),
    ("2life, life, LIFE, 2  Life", "2 life, 2 life, 2 life, 2 life"),
    ("?, B, -", "?, B, ?"),
    ("W,,U", "W, U"),
    (",,", ""),
    ("", ""),
)

UNREADABLE = (
    ("Q", 0, 1),
    ("B, Q", 2, 4),
    ("B;life, 3 ", 7, 10),
    ("B, , 2", 2, 3),
    ("B 2", 0, 3),
    ("{2} life", 0, 8),
    ("1 life", 0, 6),
    ("S", 0, 1),
    ("X", 0, 1),
    ("W/U", 0, 3),
    ("２", 0, 1),
)

# Cost, what is announced, the cost then.
CHOSEN = (
    ("{W/U}", "U", "{U}"),
    ("{2/W}{2/W}", "2, W", "{2}{W}"),
    ("{C/W}{C/W}", "W, C", "{C}{W}"),
    ("{B/P}", "B", "{B}"),
    ("{B/P}", "2 life", "Pay 2 life"),
    ("{1}{B/P}{B/P}", "B, 2 life", "{1}{B}, Pay 2 life"),
    ("{1}{B/P}{B/P}", "2 life, 2 life", "{1}, Pay 2 life, Pay 2 life"),
    ("{R/G/P}{R/G/P}{R/G/P}", "R, G, 2 life", "{R}{G}, Pay 2 life"),
    ("{X}{S}{3}{C}{W}{W/U}", "W", "{X}{3}{S}{C}{W}{W}"),
    ("{HW}{∞}{G/U}", "G", "{∞}{HW}{G}"),
    ("{G/P}, {T}, Pay 3 life", "2 life", "{T}, Pay 3 life, Pay 2 life"),
    ("{W/U}{W/U}{W/U}", "U", "{W/U}{W/U}{U}"),
    ("{W/U}{2/B}{R/P}", "?, 2", "{2}{W/U}{R/P}"),
    ("{W/U}{W/U}", "?, ?", "{W/U}{W/U}"),
    ("{3}{W}", "?, ?, ?", "{3}{W}"),
    ("{3}{W}", "", "{3}{W}"),
)


def chosen(cost: str, announced: str) -> Cost:
    ((_, found),) = announced_costs([("cost", read_cost(cost))], read_announced(announced))
    return found


@pytest.mark.parametrize(("typed", "written"), READ)
def test_reads_choices(typed: str, written: str) -> None:
    read = read_announced(typed)
    assert announced_as_text(read) == written
    assert read_announced(written) == read


@pytest.mark.parametrize(("typed", "start", "end"), UNREADABLE)
def test_unreadable_choice_has_a_position(typed: str, start: int, end: int) -> None:
    with pytest.raises(BadRequest) as caught:
        CheckRequest.parse({"cost": "{W/U}{W/U}{W/U}", "announced": typed})
    error = caught.value
    assert (error.code, error.field, error.start, error.end) == ("bad_announcement", "announced", start, end)


@pytest.mark.parametrize(("cost", "announced", "expected"), CHOSEN)
def test_makes_choices(cost: str, announced: str, expected: str) -> None:
    assert chosen(cost, announced) == read_cost(expected)


@pytest.mark.parametrize("symbol", CHOICES, ids=str)
def test_symbols_accept_only_their_own_options(symbol: ManaSymbol) -> None:
    for option in OPTIONS:
        if option in symbol.options:
            paid = chosen(str(symbol), option_as_text(option))
            (expected,) = (
                [Cost("", (), (PayLife(2),))] if option.slot == "life" else [read_cost(f"{{{option_as_text(option)}}}")]
            )
            assert paid == expected
            continue
        with pytest.raises(BadRequest) as caught:
            chosen(str(symbol), option_as_text(option))
        assert (caught.value.code, caught.value.field) == ("not_an_option", "announced")
        assert str(symbol) in caught.value.message
        assert all(option_as_text(each) in caught.value.message for each in symbol.options)


@pytest.mark.parametrize(
    ("cost", "announced"), [("{3}{W}", "W"), ("{W/U}", "W, U"), ("{B/P}{R}", "?, ?, ?, B"), ("{S}{X}", "2 life")]
)
def test_refuses_more_choices_than_symbols(cost: str, announced: str) -> None:
    with pytest.raises(BadRequest) as caught:
        CheckRequest.parse({"cost": cost, "announced": announced}).check()
    assert (caught.value.code, caught.value.field) == ("bad_announcement", "announced")


def test_choices_apply_to_all_costs_in_order() -> None:
    changes = CostChanges(additional=(read_cost("{2/B}"), read_cost("{1}")), increases=(read_cost("{R/P}"),))
    to_pay = CostToPay(read_cost("{W/U}"), changes, announced=read_announced("U, 2, 2 life"))
    assert [(source, str(cost)) for source, cost in to_pay.costs] == [
        ("cost", "{U}"),
        ("additional cost", "{2}"),
        ("additional cost", "{1}"),
        ("increase", "Pay 2 life"),
    ]
    instead = CostChanges(alternative=read_cost("{G/P}"), increases=(read_cost("{R/P}"),), commander_casts=1)
    paid = CostToPay(read_cost("{W/U}"), instead, announced=read_announced("G, R"))
    assert [str(cost) for _, cost in paid.costs] == ["{G}", "{R}", "{2}"]
    assert list(TotalCosts(paid)) == [{"G": 1, "R": 1, "generic": 2}]
    free = CostChanges(without_paying=True, additional=(read_cost("{2/B}"),))
    assert list(TotalCosts(CostToPay(read_cost("{W/U}"), free, announced=read_announced("2")))) == [{"generic": 2}]


@pytest.mark.parametrize(
    ("announced", "places", "symbols"),
    [
        ("W, U", (2, 3), "{3}{U}"),
        ("2 life, U", (1, 2), "{3}{U}"),
        ("2 life, ?", (1, 2), "{3}{U/R}"),
        ("?, R", (2, 3), "{3}{R}"),
        ("", (2, 3), "{3}{U/R}"),
    ],
)
def test_keeps_waterbend_symbols(announced: str, places: tuple[int, ...], symbols: str) -> None:
    found = chosen("{W/P}{1}, Waterbend {3}{U/R}", announced)
    assert found.waterbent == places
    assert "".join(str(one) for one, bent in zip(found.symbols, waterbent(found), strict=True) if bent) == symbols


def test_keeps_waterbend_label() -> None:
    found = chosen("Waterbend {2/W}{5}", "2")
    assert found.label == "Waterbend"
    assert all(waterbent(found))


def test_keeps_symbol_positions() -> None:
    cost = read_cost("1, w/p r/g")
    ((_, found),) = announced_costs([("cost", cost)], read_announced("2 life, G"))
    assert found.spans == (cost.spans[0], cost.spans[2])
    (life,) = found.parts
    assert (life.start, life.end) == cost.spans[1]


@examples(60)
@given(
    st.lists(
        st.sampled_from(CHOICES) | st.sampled_from(FIXED) | st.integers(0, 5).map(generic_symbol),
        min_size=1,
        max_size=4,
    )
)
def test_totals_match_all_choices(symbols: list[ManaSymbol]) -> None:
    cost = Cost.of(symbols)
    found = set()
    for options in product(*(symbol.options for symbol in cost.symbols if symbol.is_choice)):
        (total,) = TotalCosts(CostToPay(cost, announced=options))
        found.add(total)
        assert read_announced(announced_as_text(options)) == options
    assert found == set(TotalCosts(CostToPay(cost)))


@pytest.mark.slow
@examples(60)
@given(st.lists(st.sampled_from(CHOICES), min_size=1, max_size=4), st.data())
def test_open_choices_stay_open(symbols: list[ManaSymbol], data: st.DataObject) -> None:
    cost = Cost.of(symbols)
    options = tuple(data.draw(st.none() | st.sampled_from(symbol.options)) for symbol in cost.symbols)
    rest = [
        symbol.options if option is None else (option,) for symbol, option in zip(cost.symbols, options, strict=True)
    ]
    expected = {total for each in product(*rest) for total in TotalCosts(CostToPay(cost, announced=each))}
    assert set(TotalCosts(CostToPay(cost, announced=options))) == expected
    assert expected <= set(TotalCosts(CostToPay(cost)))
