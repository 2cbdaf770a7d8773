"""A user’s cost with X filled in (107.3a, 107.3g, 107.3i, 202.3e)."""

from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import check
from symbols.engine.reading.reader import read_cost
from symbols.engine.x import CostInSituation, Filled, Situation, cost_in_situation, has_variable, what_is_x
from symbols.engine.x.costs import LAST_ROW
from tests.tables import cases


def shown(address: str, cost: str) -> CostInSituation:
    return cost_in_situation(read_cost(cost), what_is_x(Situation.from_query(parse_qs(address))))


def written(filled: Filled | None) -> str:
    if filled is None:
        return "?"
    mana = "".join(map(str, filled.symbols))
    mana_value = f" = {filled.mana_value_text}" if filled.mana_value_text else ""
    return ", ".join(filter(None, [mana, *filled.parts])) + mana_value


def test_cost(subtests: pytest.Subtests) -> None:
    for address, cost, here, on_stack, elsewhere in cases("engine/x/costs", "cost"):
        with subtests.test(address=address, cost=cost, here=here, on_stack=on_stack, elsewhere=elsewhere):
            found = shown(address, cost)
            assert [written(each) for each in (found.here, found.on_stack, found.elsewhere)] == [
                here,
                on_stack,
                elsewhere,
            ]
            assert bool(found.rows) == (here == "?")


def test_unknown_x_gets_a_table() -> None:
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
def test_has_variable(cost: str, letter: str, stands: bool) -> None:
    assert has_variable(read_cost(cost), letter) is stands


PIECES = st.lists(
    st.sampled_from(["{X}", "{2}", "{R}", "{G/W}", "{2/U}", "{W/P}", "{S}", "{C}"]), min_size=1, max_size=9
)


@given(PIECES, st.integers(0, 9_999_999))
def test_filled_in_cost_matches_the_checker(pieces: list[str], number: int) -> None:
    found = shown(f"announced={number}", "".join(pieces))
    result = check(read_cost("".join(pieces)), values={"X": number})
    assert found.on_stack is not None
    assert found.elsewhere is not None
    assert found.on_stack.symbols == read_cost("".join(pieces)).filled_in({"X": number})
    assert found.on_stack.mana_value == result.mana_value_on_stack
    assert found.elsewhere.mana_value == result.mana_value_elsewhere
