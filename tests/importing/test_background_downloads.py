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
    """The pipe from the site to the process, which ends with the site."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()

    def request(self, download: Download = RULES) -> None:
        os.write(self.writing, download.request.encode())

    def end(self) -> None:
        os.close(self.writing)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    site = Site()
    with os.fdopen(site.reading) as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        yield site


@pytest.fixture
def downloads(site: Site, monkeypatch: pytest.MonkeyPatch) -> list[Download]:
    """What was downloaded; the site ends with the first that nothing waits for."""
    downloads: list[Download] = []

    def run(download: Download, _: Path, waiting: Collection[Download] = ()) -> Collection[Download]:
        downloads.append(download)
        if not waiting:
            site.end()
        return waiting

    monkeypatch.setattr(updates, "_run_download", run)
    return downloads


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "library.updates"
    updates.write(path, State(due=time.time() + updates.DAY))
    return path


@pytest.mark.parametrize("download", [RULES, CARDS])
def test_downloads_what_is_requested(site: Site, downloads: list[Download], path: Path, download: Download) -> None:
    threading.Timer(0.1, site.request, [download]).start()
    updates.run_downloads(path)
    assert downloads == [download]


@pytest.mark.parametrize("download", [RULES, CARDS])
def test_downloads_what_is_due(downloads: list[Download], path: Path, download: Download) -> None:
    updates.write(download.state_file(path), State(due=time.time() - 1, problem="No."))
    updates.run_downloads(path)
    assert downloads == [download]


@pytest.mark.parametrize("at_once", [[RULES], [RULES, CARDS]])
def test_downloads_at_once_one_after_the_other(downloads: list[Download], path: Path, at_once: list[Download]) -> None:
    updates.run_downloads(path, at_once=[one.request for one in at_once])
    assert downloads == at_once


def test_what_waits_for_another_download_says_so(site: Site, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import time; time.sleep(1.5)"
    monkeypatch.setattr(updates, "_COMMAND_LINE", (sys.executable, "-S", "-c", script))
    site.request(CARDS)
    site.request(CARDS)
    assert updates._run_download(RULES, path) == {CARDS}
    shown = updates.read(CARDS.state_file(path))
    assert (shown.doing, shown.is_running()) == ("Waiting for another download", True)
    site.end()


def test_it_ends_with_the_site(site: Site, downloads: list[Download], path: Path) -> None:
    threading.Timer(0.1, site.end).start()
    updates.run_downloads(path)
    assert not downloads


def test_a_download_ends_with_the_site(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_a_failed_download_leaves_the_site(
    site: Site, path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(updates, "_COMMAND_LINE", (sys.executable, "-S", "-c", script))
    assert updates._run_download(RULES, path) == set()
    site.end()
