"""PostgreSQL stopped and started while people read: pages say when to come back, and come back by themselves."""

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from threading import Event

import pytest

from tests.processes import HANGING
from tests.servers import Postgres, Site, serving

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

PAGES = ("/rules/107.4f/", "/", "/search/?q=mana", "/check/?cost=2WU", "/api/rules/107.4", "/symbols/W-U/", "/nothing/")
READERS = 3
# What a page answers, and how many seconds it asks to wait.
Answered = tuple[str, int, str | None]


@pytest.fixture
def site(
    default_on_postgresql: Callable[[], str], prepare_folder: Callable[[Path], None], tmp_path: Path
) -> Iterator[Site]:
    prepare_folder(tmp_path)
    with serving(tmp_path, "--workers", "2", DATABASE_URL=default_on_postgresql()) as running:
        yield running


def ask(site: Site, page: str) -> Answered:
    try:
        with urllib.request.urlopen(site.address + page, timeout=HANGING) as response:
            response.read()
            return page, response.status, None
    except urllib.error.HTTPError as error:
        with error:
            error.read()
            return page, error.code, error.headers["Retry-After"]


def read(site: Site, first: int, over: Event) -> list[Answered]:
    """Read one page after another until it is over."""
    pages = cycle(PAGES[first:] + PAGES[:first])
    answered: list[Answered] = []
    while not over.is_set():
        answered.append(ask(site, next(pages)))
    return answered


def until(site: Site, status: int) -> None:
    """Wait for all processes of the site to answer with a status."""
    in_a_row = 0
    for _ in range(HANGING * 20):
        in_a_row = in_a_row + 1 if ask(site, "/rules/107.4f/")[1] == status else 0
        if in_a_row == 10:
            return
        time.sleep(0.02)
    raise AssertionError(f"never {status}")


def test_readers_are_asked_to_come_back_and_then_can_read_on(site: Site, postgres: Postgres) -> None:
    over = Event()
    with ThreadPoolExecutor(READERS) as pool:
        reading = [pool.submit(read, site, first, over) for first in range(READERS)]
        try:
            for mode in ("fast", "immediate"):
                until(site, 200)
                postgres.stop(mode)
                try:
                    until(site, 503)
                finally:
                    postgres.start()
            until(site, 200)
        finally:
            over.set()
        answered = [each for reader in reading for each in reader.result()]
    wrong = {(page, status) for page, status, _ in answered if status not in {200, 503}} - {("/nothing/", 404)}
    assert not wrong
    assert {status for _, status, _ in answered} == {200, 404, 503}
    assert all(again and int(again) > 0 for _, status, again in answered if status == 503)
    assert [ask(site, page)[1] for page in PAGES] == [200] * (len(PAGES) - 1) + [404]
    assert "Traceback" not in (site.data / "errors.txt").read_text()
