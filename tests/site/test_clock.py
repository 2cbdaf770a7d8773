"""Clocks that are wrong: a computer that takes today for a day in 1970 or in 2100 reads, keeps and is put right."""

import datetime as dt
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest import mock

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from explorer.importing import updates
from explorer.importing.updates import State
from tests.conftest import with_editions

pytestmark = pytest.mark.django_db

WRONG = [dt.datetime(year, 1, 2, tzinfo=dt.UTC) for year in (1970, 2100)]
RIGHT = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
PAGES = (
    *("/", "/rules/107.4f/", "/rules/107.4f/history/", "/symbols/W-P/", "/changes/", "/editions/", "/search/?q=mana"),
    *("/api/editions", "/sitemap.xml", "/full-rules/", "/rules/107.4.png"),
)
# What says when rules became effective says the same whatever day it is.
FEEDS = ("/changes/feed.atom", "/rules/107.4f/feed.atom")


def set_clock(patch: pytest.MonkeyPatch, now: dt.datetime) -> None:
    patch.setattr(time, "time", now.timestamp)
    patch.setattr(timezone, "now", lambda: now)


@pytest.fixture(params=WRONG, ids=lambda now: str(now.year))
def wrong(request: pytest.FixtureRequest) -> Iterator[dt.datetime]:
    right = {feed: Client().get(feed).content for feed in FEEDS}
    with pytest.MonkeyPatch.context() as patch:
        set_clock(patch, request.param)
        yield request.param
        for feed, content in right.items():
            assert Client().get(feed).content == content, feed


@with_editions("2018-07-13")
class TestPages:
    @pytest.mark.slow
    def test_they_are_shown_and_kept(self, wrong: dt.datetime) -> None:
        client = Client()
        for page in PAGES:
            shown = client.get(page)
            assert shown.status_code == 200, page
            again = client.get(page, headers={"If-None-Match": shown["ETag"]})
            assert again.status_code == 304, page

    def test_a_tag_from_a_wrong_day_is_no_other_days(self, wrong: dt.datetime) -> None:
        client = Client()
        kept = client.get("/symbols/W-P/")["ETag"]
        with pytest.MonkeyPatch.context() as patch:
            set_clock(patch, RIGHT)
            assert client.get("/symbols/W-P/", headers={"If-None-Match": kept}).status_code == 200


def test_a_reader_is_counted_anew_once_the_clock_is_right(subtests: pytest.Subtests) -> None:
    for now in WRONG:
        with subtests.test(now=now), override_settings(RATE=3), pytest.MonkeyPatch.context() as patch:
            client = Client()
            set_clock(patch, now)
            statuses = [client.get("/robots.txt").status_code for _ in range(4)]
            assert statuses == [200, 200, 200, 429]
            set_clock(patch, RIGHT)
            assert client.get("/robots.txt").status_code == 200


def test_a_look_noted_by_a_wrong_clock_puts_off_no_other(subtests: pytest.Subtests) -> None:
    for due, now, until in [
        (5_000.0, 4_000.0, 1_000),
        (5_000.0, 6_000.0, 0),
        (WRONG[1].timestamp() + updates.DAY, RIGHT.timestamp(), 0),
        (RIGHT.timestamp() + updates.DAY, WRONG[0].timestamp(), 0),
        (RIGHT.timestamp() + updates.DAY, RIGHT.timestamp(), updates.DAY),
        # A clock that was put right by seconds is no other day.
        (RIGHT.timestamp() + updates.DAY, RIGHT.timestamp() - 10, updates.DAY + 10),
    ]:
        with subtests.test(due=due, now=now, until=until), pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time", partial(float, now))
            assert updates._until(due) == until


def test_it_looks_again_although_the_last_look_was_in_2100(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.updates"
    updates.write(path, State(ended=WRONG[1].timestamp(), due=WRONG[1].timestamp() + updates.DAY))
    heard = iter(["", None])
    look = mock.Mock(return_value=())
    monkeypatch.setattr(updates, "_read_requests", lambda _: next(heard))
    monkeypatch.setattr(updates, "_run_download", look)
    updates.run_downloads(path)
    look.assert_called_once()
