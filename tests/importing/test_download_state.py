"""What the processes of a site know of getting the newest rules."""

import json
import time
from pathlib import Path

import pytest

from explorer.importing import updates
from explorer.importing.updates import State, track


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.updates"


def test_nothing_has_happened_at_first(path: Path) -> None:
    assert updates.read(path) == updates.read(None) == State()
    assert not State().is_running()


def test_what_is_written_is_read(path: Path) -> None:
    # Failures are ignored.
    updates.write(path.parent / "missing" / "library.updates", State())
    there = State("Importing", 70, time.time(), 5.5, 6, "It broke.", "https://example.com/x.txt")
    updates.write(path, there)
    assert updates.read(path) == there
    assert there.is_running()
    assert [path] == list(path.parent.iterdir())


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"doing": 7}', '{"percent": "all"}', '{"due": null}', "\0"])
def test_a_file_that_makes_no_sense_says_nothing(path: Path, text: str) -> None:
    path.write_text(text)
    assert updates.read(path) == State()


def test_what_a_later_version_keeps_besides_is_left_alone(path: Path) -> None:
    path.write_text('{"doing": "Importing", "color": "red"}')
    assert updates.read(path) == State(doing="Importing")


def test_work_without_a_sign_of_life_is_over(path: Path) -> None:
    assert not State("Importing", beat=time.time() - 3600).is_running()
    assert not State("Importing", beat=time.time() + 3600).is_running(), "the clock was set back"


def test_pages_see_work_and_its_end(path: Path) -> None:
    with track(path, shown=True) as under_way:
        under_way.tell("Importing", 61.7)
        under_way.beat()
        seen = updates.read(path)
        assert (seen.doing, seen.percent, seen.is_running()) == ("Importing", 61, True)
        under_way.end(again=updates.DAY, document="https://example.com/x.txt")
        under_way.tell("Importing", 99)
    ended = updates.read(path)
    assert not ended.is_running()
    assert ended.due - ended.ended == updates.DAY
    assert ended.document == "https://example.com/x.txt"


def test_a_failure_is_kept_until_the_next_work(path: Path) -> None:
    with track(path, shown=True) as under_way:
        under_way.end(again=updates.HOUR, problem="It broke.", document="https://example.com/x.txt")
    assert updates.read(path).problem == "It broke."
    with track(path, shown=True) as under_way:
        under_way.end(again=updates.DAY)
    after = updates.read(path)
    assert (after.problem, after.document) == ("", "https://example.com/x.txt")


def test_an_interrupted_download_is_not_shown_as_running(path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), track(path, shown=True) as under_way:  # noqa: PT012 - the last raises
        under_way.beat()
        assert updates.read(path).is_running()
        raise KeyboardInterrupt
    assert path.exists()
    assert not updates.read(path).doing


def test_a_daily_look_shows_nothing_until_it_ends(path: Path) -> None:
    with track(path, shown=False) as under_way:
        under_way.tell("Downloading", 10)
        under_way.beat()
        assert not path.exists()
        under_way.end(again=updates.DAY)
    assert json.loads(path.read_text())["due"] > time.time()
