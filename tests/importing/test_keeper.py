"""Process that downloads the newest rules, and cards on request, for as long as the site is up."""

import os
import sys
import threading
import time
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from explorer.importing import updates
from explorer.importing.updates import CARDS, RULES, Download, State


class Site:
    """What the process knows of the site: the line from it, which ends with the site."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()

    def ask(self, download: Download = RULES) -> None:
        os.write(self.writing, download.request.encode())

    def end(self) -> None:
        os.close(self.writing)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    site = Site()
    with os.fdopen(site.reading) as line:
        monkeypatch.setattr(sys, "stdin", line)
        yield site


@pytest.fixture
def looks(site: Site, monkeypatch: pytest.MonkeyPatch) -> list[Download]:
    """The looks that there were; the site ends with the first that nothing waits for."""
    looks: list[Download] = []

    def look(download: Download, _: Path, waiting: Collection[Download] = ()) -> Collection[Download]:
        looks.append(download)
        if not waiting:
            site.end()
        return waiting

    monkeypatch.setattr(updates, "_run_download", look)
    return looks


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "library.updates"
    updates.write(path, State(due=time.time() + updates.DAY))
    return path


def test_it_looks_when_asked_to(site: Site, looks: list[Download], path: Path) -> None:
    threading.Timer(0.1, site.ask).start()
    updates.run_downloads(path)
    assert looks == [RULES]


def test_it_looks_when_it_is_time(looks: list[Download], path: Path) -> None:
    updates.write(path, State(due=time.time() - 1))
    updates.run_downloads(path)
    assert looks == [RULES]


def test_it_looks_at_once_where_there_are_excerpts_only(looks: list[Download], path: Path) -> None:
    updates.run_downloads(path, at_once=[RULES.request])
    assert looks == [RULES]


def test_it_gets_cards_when_asked_to(site: Site, looks: list[Download], path: Path) -> None:
    threading.Timer(0.1, site.ask, [CARDS]).start()
    updates.run_downloads(path)
    assert looks == [CARDS]


def test_it_tries_again_to_get_cards(looks: list[Download], path: Path) -> None:
    updates.write(CARDS.state_file(path), State(ended=time.time() - updates.HOUR, due=time.time() - 1, problem="No."))
    updates.run_downloads(path)
    assert looks == [CARDS]


def test_it_gets_one_after_the_other(looks: list[Download], path: Path) -> None:
    updates.run_downloads(path, at_once=[RULES.request, CARDS.request])
    assert looks == [RULES, CARDS]


def test_what_waits_for_another_download_says_so(site: Site, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import time; time.sleep(1.5)"
    monkeypatch.setattr(updates, "_COMMAND_LINE", (sys.executable, "-S", "-c", script))
    site.ask(CARDS)
    site.ask(CARDS)
    assert updates._run_download(RULES, path) == {CARDS}
    shown = updates.read(CARDS.state_file(path))
    assert (shown.doing, shown.is_running()) == ("Waiting for another download", True)
    site.end()


def test_it_ends_with_the_site(site: Site, looks: list[Download], path: Path) -> None:
    threading.Timer(0.1, site.end).start()
    updates.run_downloads(path)
    assert not looks


def test_a_look_ends_with_the_site(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = tmp_path / "begun"
    script = f"import time; open({str(begun)!r}, 'w').close(); time.sleep(3600)"
    monkeypatch.setattr(updates, "_COMMAND_LINE", (sys.executable, "-c", script))

    def end() -> None:
        while not begun.exists():
            time.sleep(0.01)
        site.end()

    threading.Thread(target=end).start()
    assert updates._run_download(RULES, tmp_path / "library.updates") is None


@pytest.mark.parametrize("script", ["", "raise SystemExit(3)"])
def test_a_look_that_fails_leaves_the_site(
    site: Site, path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(updates, "_COMMAND_LINE", (sys.executable, "-S", "-c", script))
    assert updates._run_download(RULES, path) == set()
    site.end()
