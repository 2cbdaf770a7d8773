"""Pages that were made once: sent again as they are, to anybody, until anything that they show is another."""

import logging
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from django.db import connection
from django.http import HttpResponse
from django.shortcuts import render
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from explorer import kept, unchanged
from explorer.library.importing import import_bytes
from explorer.library.loaded import forget_last_found
from tests.cases import every
from tests.conftest import with_editions
from tests.document.samples import DOCUMENT

pytestmark = pytest.mark.django_db

PAGES = (
    *("/", "/rules/107/", "/rules/107.4f/", "/rules/2018-07-13/107.4f/", "/glossary/x/", "/symbols/W/", "/index/"),
    *("/check/?cost=%7BX%7D", "/x/", "/editions/", "/search/?q=mana", "/changes/", "/rules/107.4f.json"),
    *("/symbols/", "/try/", "/api/", "/api/openapi.json"),
)
BROWSER = {"Accept-Encoding": "gzip, deflate, br"}
LONG_AND_SHORT = ("/rules/107.4f/", "/rules/107.4f.json")


def made(client: Client, address: str, **headers: str) -> tuple[Any, bool]:
    """Return the answer to a request, and whether its page was made for it."""
    with mock.patch.object(unchanged, "forget_last_found", wraps=forget_last_found) as begun:
        response = client.get(address, headers=headers)
    return response, begun.called


@with_editions("2018-07-13")
class TestWithACompleteEdition:
    @every("address", PAGES)
    def test_who_comes_next_gets_the_same(self, address: str) -> None:
        first, was_made = made(Client(), address, **BROWSER)
        with CaptureQueriesContext(connection) as queries:
            again, was_made_again = made(Client(), address, **BROWSER)
        assert (first.status_code, was_made, was_made_again, len(queries)) == (200, True, False, 1)
        assert again.content == first.content
        # But for its name, as each request has one.
        assert dict(again.items()) == {**dict(first.items()), "X-Request-ID": again["X-Request-ID"]}
        assert again["X-Request-ID"] != first["X-Request-ID"]

    def test_who_asks_otherwise_gets_another(self, client: Client) -> None:
        ways: tuple[dict[str, str], ...] = (
            {},
            {"Accept-Encoding": "gzip"},
            BROWSER,
            {"HX-Request": "true", "HX-Target": "answer"},
        )
        answers = [made(client, "/check/?cost=%7BX%7D", **way) for way in ways]
        assert all(was_made for _, was_made in answers)
        assert len({answer.content for answer, _ in answers}) == len(ways)
        assert [answer.get("Content-Encoding") for answer, _ in answers] == [None, "gzip", "br", None]

    def test_browsers_that_word_it_otherwise_share_it(self, client: Client) -> None:
        worded = ("gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "gzip, deflate, br, zstd")
        answers = [made(client, "/rules/107.4f/", **{"Accept-Encoding": each}) for each in worded]
        assert [was_made for _, was_made in answers] == [True, False, False]
        assert {answer["Content-Encoding"] for answer, _ in answers} == {"br"}

    def test_under_another_name_it_says_that_name(self, client: Client) -> None:
        for host in ("one.example", "two.example"):
            with override_settings(ALLOWED_HOSTS=["*"]):
                page, _ = made(client, "/rules/107.4f/", Host=host, **{"Accept-Encoding": "identity"})
            assert f"http://{host}/rules/107.4f/".encode() in page.content

    def test_whose_own_page_is_older_gets_the_one_that_was_made(self, client: Client) -> None:
        first, _ = made(client, "/rules/107.4f/", **BROWSER)
        again, was_made = made(client, "/rules/107.4f/", **BROWSER, **{"If-None-Match": 'W/"of yesterday"'})
        assert (again.status_code, was_made, again.content) == (200, False, first.content)

    def test_with_another_edition_pages_are_made_again(self, client: Client) -> None:
        before, _ = made(client, "/rules/")
        assert import_bytes(DOCUMENT.encode(), "later.txt")
        after, was_made = made(client, "/rules/")
        assert was_made
        assert after.content != before.content

    def test_a_long_page_is_kept_as_browsers_take_it(self, client: Client) -> None:
        plain = {"Accept-Encoding": "identity"}
        kept_for = [[made(client, page, **way)[1] for _ in "12"] for page in LONG_AND_SHORT for way in (BROWSER, plain)]
        assert kept_for == [[True, False], [True, True], [True, False], [True, False]]

    def test_one_page_is_never_kept_as_another(self, client: Client) -> None:
        other, _ = made(Client(SCRIPT_NAME="/glossary"), "/x/", **BROWSER)
        entry, was_made = made(client, "/glossary/x/", **BROWSER)
        assert other.wsgi_request.get_full_path() == entry.wsgi_request.get_full_path()
        assert was_made
        assert entry.content != other.content

    def test_what_says_itself_how_long_it_lasts_is_not_kept(self, client: Client) -> None:
        for _ in "12":
            response, was_made = made(client, "/worker.js", **BROWSER)
            assert (was_made, response["Cache-Control"]) == (True, "no-cache")
            assert "X-Newest-Rules" not in response

    def test_what_is_for_one_reader_is_not_kept(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        def answer(*asked: Any, **more: Any) -> HttpResponse:
            response = render(*asked, **more)
            response.set_cookie("token", "of one reader")
            return response

        monkeypatch.setattr("explorer.views.editions.render", answer)
        assert [made(client, "/editions/", **BROWSER)[1] for _ in "12"] == [True, True]

    def test_errors_are_made_again(self, client: Client) -> None:
        for _ in "12":
            response, was_made = made(client, "/rules/999.9/")
            assert (response.status_code, was_made) == (404, True)

    def test_without_a_cache_pages_are_only_slower(
        self, client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(kept, "_last_said", -kept._SAID_EVERY)
        monkeypatch.setattr(kept, "_missed_at", -kept._PAUSE)
        redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
        with override_settings(CACHES={"default": redis}), caplog.at_level(logging.WARNING, "explorer.kept"):
            for _ in "12":
                response, was_made = made(client, "/rules/107.4f/")
                assert (response.status_code, was_made) == (200, True)
            assert client.get("/rules/107.4f.png").status_code == 200
            # Nobody waits for it meanwhile.
            with mock.patch.object(RedisCache, "get", side_effect=AssertionError) as asked:
                assert made(client, "/rules/107.4f/")[0].status_code == 200
                assert asked.call_count == 0
                monkeypatch.setattr(kept, "_missed_at", -kept._PAUSE)
                assert made(client, "/rules/107.4f/")[0].status_code == 200
                assert asked.call_count == 1
        assert caplog.text.count("cache can’t be reached") == 1
        cache.clear()


def test_while_there_are_only_excerpts_nothing_is_kept(client: Client) -> None:
    for _ in "12":
        assert made(client, "/")[1]
