"""Colors of objects (105, 107.13, 202.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.costs.slots import COLORS, Color
from symbols.engine.errors import BadRequest
from symbols.trials.mechanics.coloring import ColorEffect, Defining, colors_of, in_order, read_colors
from tests.tables import cases

SETS = st.frozensets(st.sampled_from(COLORS))


@pytest.mark.parametrize(
    ("mana", "indicator", "defining", "effect", "given_colors", "colors", "rule"), cases("trials/coloring", "colors")
)
def test_colors(
    mana: str, indicator: str, defining: Defining, effect: ColorEffect, given_colors: str, colors: str, rule: str
) -> None:
    stages = colors_of(read_colors(mana), read_colors(indicator), defining, effect, read_colors(given_colors))
    assert "".join(stages[-1].colors) == colors
    assert stages[-1].rule == rule


@pytest.mark.parametrize(
    ("text", "colors"),
    [
        ("WU", "WU"),
        ("uw", "WU"),
        ("white and blue", "WU"),
        ("{W}{U}", "WU"),
        ("{CI_WU}", "WU"),
        ("Red, green", "RG"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_reading(text: str, colors: str) -> None:
    assert "".join(read_colors(text)) == colors


@pytest.mark.parametrize("text", ["purple", "X", "2", "multicolored", "colorless", "W?Z", "-", "WUBRGW"])
def test_no_color(text: str) -> None:
    """105.4: neither multicolored nor colorless is a color."""
    with pytest.raises(BadRequest):
        read_colors(text)


def test_an_effect_names_its_colors() -> None:
    with pytest.raises(BadRequest):
        colors_of((), effect="becomes")


@given(SETS, SETS)
def test_mana_and_indicator_add_up(mana: frozenset[Color], indicator: frozenset[Color]) -> None:
    assert colors_of(mana, indicator)[-1].colors == in_order(mana | indicator)


@given(SETS, SETS, st.sampled_from(["", "devoid", "all"]), SETS.filter(bool))
def test_a_new_color_replaces_all(
    mana: frozenset[Color], indicator: frozenset[Color], defining: Defining, new: frozenset[Color]
) -> None:
    """105.3."""
    assert colors_of(mana, indicator, defining, "becomes", new)[-1].colors == in_order(new)
