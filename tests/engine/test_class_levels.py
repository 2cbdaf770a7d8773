"""Classes: what is in force and what can be gained (107.16, 716)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import BadRequest
from symbols.trials.mechanics.class_levels import active_bars, gaining
from symbols.trials.mechanics.moment import MOMENTS

BARS = (2, 3)


@pytest.mark.parametrize(("level", "bars"), [(None, ()), (1, ()), (2, (2,)), (3, (2, 3)), (4, (2, 3))])
def test_in_force(level: int | None, bars: tuple[int, ...]) -> None:
    """107.16a, 716.2d."""
    assert active_bars(BARS, level) == bars


@pytest.mark.parametrize(
    ("number", "level", "moment", "allowed"),
    [
        (2, 1, "main", True),
        (2, None, "main", True),
        (3, 2, "main", True),
        (3, 1, "main", False),
        (2, 2, "main", False),
        (2, 3, "main", False),
        (2, 1, "stack", False),
        (2, 1, "phase", False),
        (2, 1, "turn", False),
        (2, 1, "priority", False),
    ],
)
def test_gaining(number: int, level: int | None, moment: str, allowed: bool) -> None:
    assert gaining(number, level, moment).allowed is allowed


@pytest.mark.parametrize(
    ("number", "level", "moment"), [(1, 1, "main"), (2, 0, "main"), (2, -3, "main"), (2, 1, "later")]
)
def test_impossible(number: int, level: int, moment: str) -> None:
    with pytest.raises(BadRequest):
        gaining(number, level, moment)


@given(st.integers(1, 20), st.integers(2, 20), st.sampled_from(MOMENTS))
def test_only_one_level_up_at_a_time(level: int, number: int, moment: str) -> None:
    assert gaining(number, level, moment).allowed == (number == level + 1 and moment == "main")


@given(st.integers(1, 20))
def test_gaining_a_level_adds_its_bar(level: int) -> None:
    bars = range(2, 30)
    assert active_bars(bars, level + 1) == (*active_bars(bars, level), level + 1)
