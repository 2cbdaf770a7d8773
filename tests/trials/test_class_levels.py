"""Classes: which bars are active and what can be gained (107.16, 716)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.trials import TrialError
from symbols.trials.mechanics.moment import MOMENTS
from tests.tables import cases
from tests.trials.readings import run


@pytest.mark.parametrize(("level", "bars"), [("", []), ("1", []), ("2", [2]), ("3", [2, 3]), ("4", [2, 3])])
def test_active_bars(level: str, bars: list[int]) -> None:
    """107.16a, 716.2d."""
    found = run("class", level=level)
    assert found.facts["in_force"] == bars
    assert [row.marked for row in found.rows] == [True, 2 in bars, 3 in bars]


@pytest.mark.parametrize(("want", "level", "moment", "allowed"), cases("trials/class_levels", "gaining"))
def test_gaining(want: str, level: str, moment: str, allowed: bool) -> None:
    assert run("class", want=want, level=level, when=moment).facts["can"] is allowed


@pytest.mark.parametrize(
    ("want", "level", "moment"), [("1", "1", "main"), ("2", "0", "main"), ("2", "-3", "main"), ("2", "1", "later")]
)
def test_impossible(want: str, level: str, moment: str) -> None:
    with pytest.raises(TrialError):
        run("class", want=want, level=level, when=moment)


@given(st.integers(1, 20), st.sampled_from([2, 3]), st.sampled_from(MOMENTS))
def test_only_one_level_up_at_a_time(level: int, want: int, moment: str) -> None:
    found = run("class", want=str(want), level=str(level), when=moment)
    assert found.facts["can"] == (want == level + 1 and moment == "main")
    assert found.facts["next_level"] == (level + 1 if level in {1, 2} else None)
