"""A reader's own cost with X in it (107.3a, 107.3g, 107.3i, 202.3e)."""

from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.reading.reader import read_cost
from symbols.engine.result import check
from symbols.engine.x import CostInSituation, Filled, Situation, cost_in_situation, letter_stands_in, what_is_x
from symbols.engine.x.costs import LAST_ROW


def shown(address: str, cost: str) -> CostInSituation:
    return cost_in_situation(read_cost(cost), what_is_x(Situation.from_query(parse_qs(address))))


def written(filled: Filled | None) -> str:
    if filled is None:
        return "?"
    mana = "".join(map(str, filled.symbols))
    mana_value = f" = {filled.mana_value_text}" if filled.mana_value_text else ""
    return ", ".join(filter(None, [mana, *filled.parts])) + mana_value


def test_cost(subtests: pytest.Subtests) -> None:
    for address, cost, here, on_stack, elsewhere in [
        ("announced=3", "{X}{R}", "{3}{R} = 4", "{3}{R} = 4", "{R} = 1"),
        ("announced=3", "{X}{X}", "{6} = 6", "{6} = 6", "{0} = 0"),
        ("announced=3", "{X}{X}{2}{W/U}", "{8}{W/U} = 9", "{8}{W/U} = 9", "{2}{W/U} = 3"),
        ("announced=0", "{X}{R}", "{R} = 1", "{R} = 1", "{R} = 1"),
        ("announced=9999999", "{X}{X}", "{19999998} = 19999998", "{19999998} = 19999998", "{0} = 0"),
        ("how=without-paying", "{X}{R}", "{R} = 1", "{R} = 1", "{R} = 1"),
        ("how=copied&was=5", "{X}{R}", "{5}{R} = 6", "{5}{R} = 6", "{R} = 1"),
        ("defined=by-text&gives=2", "{X}{R}", "{2}{R} = 3", "{2}{R} = 3", "{R} = 1"),
        ("defined=by-text&gives=-2", "{X}{3}{R}", "{3}{R} = 4", "{3}{R} = 4", "{3}{R} = 4"),
        ("defined=by-text&gives=-2", "{X}{X}", "{0} = 0", "{0} = 0", "{0} = 0"),
        ("refers=1&other=-2", "{X}, Pay X life", "{0}, Pay 0 life", "?", "?"),
        ("", "{X}{R}", "?", "?", "{R} = 1"),
        ("announced=3", "{X}{Y}", "{Y}{3} = 3 + Y", "{Y}{3} = 3 + Y", "{0} = 0"),
        ("letter=Y&announced=2", "{X}{Y}{X}", "{X}{X}{2} = 2 + 2X", "{X}{X}{2} = 2 + 2X", "{0} = 0"),
        ("what=card&zone=graveyard", "{X}{X}{G}", "{G} = 1", "?", "{G} = 1"),
        ("what=permanent", "{X}", "{0} = 0", "?", "{0} = 0"),
        ("what=enters-ability&origin=chosen&was=4", "{X}{G}", "{G} = 1", "{4}{G} = 5", "{G} = 1"),
        ("what=mana-cost-payment", "{X}{R}", "{R} = 1", "?", "{R} = 1"),
        ("what=mana-cost-payment&zone=stack&announced=2", "{X}{R}", "{2}{R} = 3", "{2}{R} = 3", "{R} = 1"),
        (
            "what=triggered-ability&zone=stack&in=mana-cost,text&announced=6",
            "{X}{R}",
            "{6}{R} = 7",
            "{6}{R} = 7",
            "{R} = 1",
        ),
        ("what=triggered-ability&zone=stack&in=mana-cost,text&gained=1", "{X}{R}", "?", "?", "{R} = 1"),
        ("what=activated-ability&announced=2", "{X}, {T}: Draw X cards.", "{2}, {T}", "?", "?"),
        ("what=activated-ability&in=loyalty-cost&announced=3", "[-X]", "[-3]", "?", "?"),
        (
            "what=activated-ability&in=mana-cost,activation-cost&announced=2",
            "Pay X life, Discard X cards",
            "Pay 2 life, Discard 2 cards",
            "?",
            "?",
        ),
        ("in=additional-cost,text&announced=4", "Pay X {E}", "{E}{E}{E}{E}", "?", "?"),
        ("what=special-action&announced=2", "{X}{U}", "{2}{U}", "?", "?"),
        ("refers=1&other=5", "{X}{G}", "{5}{G}", "?", "?"),
        ("what=delayed-trigger&origin=chosen&was=2", "{X}", "{2}", "?", "?"),
        ("what=permanent&in=activation-cost", "{X}: Draw a card.", "?", "?", "?"),
    ]:
        with subtests.test(address=address, cost=cost, here=here, on_stack=on_stack, elsewhere=elsewhere):
            found = shown(address, cost)
            assert [written(each) for each in (found.here, found.on_stack, found.elsewhere)] == [
                here,
                on_stack,
                elsewhere,
            ]
            assert bool(found.rows) == (here == "?")


def test_a_number_that_nobody_has_settled_gets_a_table() -> None:
    assert [written(row) for row in shown("", "{X}{X}{R}").rows] == [
        "{R} = 1",
        "{2}{R} = 3",
        "{4}{R} = 5",
        "{6}{R} = 7",
        "{8}{R} = 9",
        "{10}{R} = 11",
    ]
    assert [row.value for row in shown("least=2", "{X}").rows] == list(range(2, 2 + LAST_ROW + 1))
    assert not shown("how=without-paying&least=1", "{X}").rows, "no X is legal"


@pytest.mark.parametrize(
    ("cost", "letter", "stands"),
    [
        ("{X}{R}", "X", True),
        ("{R}", "X", False),
        ("{X}{R}", "Y", False),
        ("Sacrifice X creatures", "X", True),
        ("Sacrifice a Xathrid", "X", False),
        ("[-X]", "X", True),
    ],
)
def test_whether_the_letter_stands_in_it(cost: str, letter: str, stands: bool) -> None:
    assert letter_stands_in(read_cost(cost), letter) is stands


PIECES = st.lists(
    st.sampled_from(["{X}", "{2}", "{R}", "{G/W}", "{2/U}", "{W/P}", "{S}", "{C}"]), min_size=1, max_size=9
)


@given(PIECES, st.integers(0, 9_999_999))
def test_the_checker_says_the_same(pieces: list[str], number: int) -> None:
    found = shown(f"announced={number}", "".join(pieces))
    result = check(read_cost("".join(pieces)), values={"X": number})
    assert found.on_stack is not None
    assert found.elsewhere is not None
    assert found.on_stack.symbols == read_cost("".join(pieces)).filled_in({"X": number})
    assert found.on_stack.mana_value == result.mana_value_on_stack
    assert found.elsewhere.mana_value == result.mana_value_elsewhere
