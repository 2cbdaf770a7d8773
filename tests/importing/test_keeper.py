"""Process that has the newest rules brought, for as long as the site is up."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.importing import updates
from explorer.importing.updates import State


class Site:
    """What the process knows of the site: the line from it, which ends with the site."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()

    def ask(self) -> None:
        os.write(self.writing, updates.RULES.request.encode())

    def end(self) -> None:
        os.close(self.writing)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    site = Site()
    with os.fdopen(site.reading) as line:
        monkeypatch.setattr(sys, "stdin", line)
        yield site


@pytest.fixture
def looks(site: Site, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The looks that there were; the site ends with the first."""
    looks: list[float] = []

    def look() -> bool:
        looks.append(time.time())
        site.end()
        return True

    monkeypatch.setattr(updates, "_look", look)
    return looks


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "library.updates"
    updates.write(path, State(due=time.time() + updates.DAY))
    return path


def test_it_looks_when_asked_to(site: Site, looks: list[float], path: Path) -> None:
    threading.Timer(0.1, site.ask).start()
    updates.keep(path, at_once=False)
    assert len(looks) == 1


def test_it_looks_when_it_is_time(looks: list[float], path: Path) -> None:
    updates.write(path, State(due=time.time() - 1))
    updates.keep(path, at_once=False)
    assert len(looks) == 1


def test_it_looks_at_once_where_there_are_excerpts_only(looks: list[float], path: Path) -> None:
    updates.keep(path, at_once=True)
    assert len(looks) == 1


def test_it_ends_with_the_site(site: Site, looks: list[float], path: Path) -> None:
    threading.Timer(0.1, site.end).start()
    updates.keep(path, at_once=False)
    assert not looks


def test_a_look_ends_with_the_site(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = tmp_path / "begun"
    script = f"import time; open({str(begun)!r}, 'w').close(); time.sleep(3600)"
    monkeypatch.setattr(updates, "_LOOK", (sys.executable, "-c", script))

    def end() -> None:
        while not begun.exists():
            time.sleep(0.01)
        site.end()

    threading.Thread(target=end).start()
    assert not updates._look()


@pytest.mark.parametrize("script", ["", "raise SystemExit(3)"])
def test_a_look_that_fails_leaves_the_site(site: Site, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    monkeypatch.setattr(updates, "_LOOK", (sys.executable, "-S", "-c", script))
    assert updates._look()
    site.end()
