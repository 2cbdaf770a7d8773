"""Progress bars."""

from collections.abc import Callable

import pytest

from explorer.management import base
from explorer.management.base import Steps


@pytest.fixture
def drawn(capsys: pytest.CaptureFixture[str]) -> Callable[[], list[str]]:
    """A function that returns how the bar has looked, one state after the other."""
    return lambda: [line.strip() for line in capsys.readouterr().err.replace("\r", "\n").split("\n") if line.strip()]


def test_nothing_is_drawn_before_there_is_something_to_wait_for(drawn: Callable[[], list[str]]) -> None:
    with Steps("Preparing", 3):
        pass
    assert drawn() == []


def test_from_nothing_to_all(drawn: Callable[[], list[str]]) -> None:
    with Steps("Preparing", 2) as bar:
        bar("tables")
        bar("excerpts")
    seen = drawn()
    assert seen[0].startswith("Preparing:   0%")
    assert seen[-1].startswith("Preparing: 100%")
    assert "done" in seen[-1]


def test_steps_may_turn_out_to_be_needless(drawn: Callable[[], list[str]]) -> None:
    with Steps("Importing", 10) as bar:
        bar("one")
        bar.reach(9, "last")
        assert bar.started == 9
    assert drawn()[-1].startswith("Importing: 100%")


def test_a_hidden_bar_is_not_drawn(drawn: Callable[[], list[str]]) -> None:
    with Steps("Importing", 2, hidden=True) as bar:
        bar("one")
        with bar.aside():
            pass
    assert drawn() == []


def test_a_long_step_gives_signs_of_life(drawn: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_TICK_IN_FILE", 0.01)
    seen: list[str] = []
    with Steps("Importing", 2) as bar:
        bar("a long one")
        while len(seen) < 5:
            seen += drawn()
    assert "a long one" in seen[-1]


def break_off() -> None:
    with Steps("Importing", 2) as bar:
        bar("one")
        raise KeyboardInterrupt


def test_what_is_broken_off_is_not_done(drawn: Callable[[], list[str]]) -> None:
    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert not any("100%" in line for line in drawn())
