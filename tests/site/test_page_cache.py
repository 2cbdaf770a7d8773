"""ETags, 304 and the page cache: nothing is rendered twice, and no page is answered as another."""

import logging
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
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
from django.utils import timezone

from explorer.cards.importing import import_cards
from explorer.importing import derived
from explorer.importing.documents import import_bytes
from explorer.library.loaded import library
from explorer.web import page_cache
from explorer.web.page_cache import MemoryCache, build_id, is_from_cache
from tests.cards.samples import EMBER, write
from tests.conftest import with_editions
from tests.document.samples import DOCUMENT
from tests.processes import ROOT
from tests.site.test_pages import allowed_in, within

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "answer"}
BROWSER = {"Accept-Encoding": "gzip, deflate, br"}
PAGES = (
    *("/", "/rules/", "/rules/107/", "/rules/107.4f/", "/rules/2018-07-13/107.4f/", "/rules/107.4f/history/"),
    *("/glossary/", "/glossary/x/", "/symbols/W/", "/check/?cost=%7BX%7D", "/x/", "/x/?cost=%7BX%7DR", "/editions/"),
    *("/search/?q=mana", "/index/", "/index/?letter=T", "/changes/", "/api/rules/107.4f", "/rules/107.4f.txt"),
    *("/rules/107.4f.json", "/rules/107.4f/feed.atom", "/symbols/", "/symbols/?q=hybrid", "/symbols/sheet/", "/try/"),
    *("/try/paying/?cost=W&pool=WW", "/numbers/", "/brief/?part=/rules/107.3/&note=a&part=/rules/107.4f/&note=b"),
    *("/api/", "/api/openapi.json", "/robots.txt", "/sitemap.xml", "/sitemap-pages.xml"),
    *("/rules/107.4f/card.svg", "/rules/107.4f.png", "/rules/2018-07-13/107.4f.png", "/check.png?cost=%7BX%7D"),
)


def get(client: Client, address: str, **headers: str) -> tuple[Any, bool]:
    """Return the response to a request, and whether its page was rendered for it."""
    response = client.get(address, headers=headers)
    return response, not is_from_cache(response.wsgi_request)


def tag_of(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200, address
    return str(response["ETag"])


def is_304_for(whole: Any, again: Any) -> None:
    """Compare what caches read of a page, and of the answer to who has it (RFC 9110, 15.4.5)."""
    assert (again.status_code, again.content) == (304, b"")
    assert (again["ETag"], again.get("Cache-Control")) == (whole["ETag"], whole.get("Cache-Control"))
    assert set(again.get("Vary", "").lower().split(", ")) == set(whole.get("Vary", "").lower().split(", "))


@with_editions("2018-07-13")
class TestTags:
    @pytest.mark.slow
    def test_a_star_is_any_page_that_is_there(self, subtests: pytest.Subtests) -> None:
        for coding in ["zstd", "br", "gzip", "identity"]:
            for address in ["/rules/107.4f/", "/rules/107.4f.json", "/rules/107.4f.png"]:
                with subtests.test(coding=coding, address=address):
                    cache.clear()
                    client, anything = Client(headers={"Accept-Encoding": coding}), {"If-None-Match": "*"}
                    rendered, whole = client.get(address, headers=anything), client.get(address)
                    is_304_for(whole, rendered)
                    is_304_for(whole, client.get(address, headers=anything))
                    assert client.get("/rules/999.9/", headers=anything).status_code == 404

    def test_a_tag_is_of_one_address(self, client: Client) -> None:
        tag = {"If-None-Match": tag_of(client, "/rules/107.4f/")}
        statuses = [client.get(address, headers=tag).status_code for address in ("/", "/rules/999.9/", "/nothing/")]
        assert statuses == [200, 404, 404]
        assert client.get("/rules/107.4f/", headers={**tag, "Host": "evil.example"}).status_code == 400

    def test_a_tag_is_the_same_whether_it_is_weak_or_not(self, client: Client) -> None:
        """RFC 9110, 13.1.2."""
        tag = tag_of(client, "/rules/107.4f/")
        strong = client.get("/rules/107.4f/", headers={"If-None-Match": tag.removeprefix("W/")})
        assert (strong.status_code, strong["ETag"]) == (304, tag)

    def test_another_build_has_no_304_and_no_cached_page_for_old_html(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = tag_of(client, "/rules/107.4f/")
        monkeypatch.setattr(page_cache, "build_id", lambda: "another build")
        after, was_rendered = get(client, "/rules/107.4f/", **{"If-None-Match": before})
        assert (after.status_code, was_rendered) == (200, True)
        assert after["ETag"] != before

    def test_another_day_has_another_page(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        before = tag_of(client, "/rules/107.4f/")
        monkeypatch.setattr(timezone, "localdate", lambda: "the day after")
        assert get(client, "/rules/107.4f/", **{"If-None-Match": before})[1]

    def test_settings_that_pages_show_are_in_the_tag(self, subtests: pytest.Subtests) -> None:
        for setting, value in [
            ("EMBED", ["https://forum.example"]),
            ("NAMES", ("rules.example",)),
            ("RATE", 7),
            ("PROGRAM", "pipwise"),
        ]:
            with subtests.test(setting=setting, value=value):
                client = Client()
                before = tag_of(client, "/rules/107.4f/")
                with override_settings(**{setting: value}):
                    assert tag_of(client, "/rules/107.4f/") != before

    def test_with_another_edition_every_page_is_another(self, client: Client) -> None:
        before = {address: tag_of(client, address) for address in PAGES[:12:4]}
        assert import_bytes(DOCUMENT.encode(), "later.txt")
        for address, tag in before.items():
            assert client.get(address, headers={"If-None-Match": tag}).status_code != 304, address

    @pytest.mark.slow
    def test_an_edition_that_comes_while_a_page_is_rendered_leaves_no_old_page(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def import_first(*arguments: Any, **options: Any) -> HttpResponse:
            if not imported:
                imported.append(import_bytes(DOCUMENT.encode(), "later.txt"))
                library()
            return render(*arguments, **options)

        imported: list[object] = []
        monkeypatch.setattr("explorer.rules.editions.render", import_first)
        assert "X-Newest-Rules" not in client.get("/editions/")
        assert get(client, "/editions/")[1]
        assert not get(client, "/editions/")[1]

    @pytest.mark.slow
    def test_what_is_derived_again_makes_every_page_another(self, client: Client) -> None:
        before = tag_of(client, "/rules/107.4f/")
        derived.rebuild()
        assert client.get("/rules/107.4f/", headers={"If-None-Match": before}).status_code == 200

    def test_errors_have_no_tag(self, client: Client) -> None:
        tag = tag_of(client, "/rules/107.4f/")
        assert client.get("/rules/999.9/").status_code == 404
        assert not client.get("/rules/999.9/").get("ETag", "").startswith("W/")
        assert client.get("/check/?cost=%7BV%7D").status_code == 422
        assert client.get("/rules/107.4f/", headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.slow
@with_editions("2018-07-13")
def test_each_page(subtests: pytest.Subtests) -> None:
    for address in PAGES:
        with subtests.test(address=address):
            # An unknown parameter makes no other page.
            unknown = address if "/api/" in address else f"{address}{'&' if '?' in address else '?'}unknown=1&%3Cb%3E=1"
            first, whole = Client().get(unknown), Client().get(address)
            assert is_from_cache(whole.wsgi_request)
            assert (whole.content, whole["ETag"]) == (first.content, first["ETag"])
            # Its policy comes with it and not with 304, which takes one query.
            if whole["Content-Type"].startswith("text/html"):
                assert allowed_in(first["Content-Security-Policy"]) == within(first.content.decode())
                assert allowed_in(whole["Content-Security-Policy"]) == within(whole.content.decode())
            with CaptureQueriesContext(connection) as queries:
                again = Client().get(address, headers={"If-None-Match": f'"other", {whole["ETag"]}'})
            assert len(queries) == 1
            assert "Content-Security-Policy" not in again
            is_304_for(whole, again)
            assert Client().get(address, headers={"If-None-Match": 'W/"other"'}).status_code == 200
            assert Client().head(address, headers={"If-None-Match": whole["ETag"]}).status_code == 304
            # Who comes next gets the same.
            one, was_rendered = get(Client(), address, **BROWSER)
            with CaptureQueriesContext(connection) as queries:
                other, was_rendered_again = get(Client(), address, **BROWSER)
            assert (one.status_code, was_rendered, was_rendered_again, len(queries)) == (200, True, False, 1)
            assert other.content == one.content
            # Each request has an id of its own.
            assert dict(other.items()) == {**dict(one.items()), "X-Request-ID": other["X-Request-ID"]}
            assert other["X-Request-ID"] != one["X-Request-ID"]
            cache.clear()
            assert Client().get(address).content == first.content


@with_editions("2018-07-13")
class TestCachedPages:
    def test_who_asks_otherwise_gets_another(self, client: Client) -> None:
        ways: tuple[dict[str, str], ...] = ({}, {"Accept-Encoding": "gzip"}, BROWSER, HTMX)
        answers = [get(client, "/check/?cost=%7BX%7D", **way) for way in ways]
        assert all(was_rendered for _, was_rendered in answers)
        assert len({answer.content for answer, _ in answers}) == len({answer["ETag"] for answer, _ in answers}) == 4
        assert [answer.get("Content-Encoding") for answer, _ in answers] == [None, "gzip", "br", None]

    def test_browsers_that_word_it_otherwise_share_it(self, client: Client) -> None:
        worded = ("gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "br, gzip;q=0")
        answers = [get(client, "/rules/107.4f/", **{"Accept-Encoding": each}) for each in worded]
        assert [was_rendered for _, was_rendered in answers] == [True, False, False]
        assert {answer["Content-Encoding"] for answer, _ in answers} == {"br"}

    def test_under_another_name_it_says_that_name(self, client: Client) -> None:
        for host in ("one.example", "two.example"):
            with override_settings(ALLOWED_HOSTS=["*"]):
                page, _ = get(client, "/rules/107.4f/", Host=host)
            assert f"http://{host}/rules/107.4f/".encode() in page.content

    def test_a_known_parameter_makes_another_page(self, client: Client) -> None:
        asked = (
            "/check/?cost=W",
            "/check/?cost=U",
            "/check/?cost=U&pool=U",
            "/try/paying/?cost=W&pool=W",
            "/try/paying/?cost=W&pool=U",
        )
        assert all(get(client, address)[1] for address in asked)

    def test_the_api_still_refuses_unknown_parameters(self, client: Client) -> None:
        assert client.get("/api/rules/107.4f?unknown=1").json()["error"]["code"] == "unknown_key"

    def test_one_page_is_never_answered_as_another(self, client: Client) -> None:
        other, _ = get(Client(SCRIPT_NAME="/glossary"), "/x/", **BROWSER)
        entry, was_rendered = get(client, "/glossary/x/", **BROWSER)
        assert other.wsgi_request.get_full_path() == entry.wsgi_request.get_full_path()
        assert was_rendered
        assert entry.content != other.content

    @pytest.mark.slow
    def test_neither_errors_are_cached_nor_what_forbids_it(self, subtests: pytest.Subtests) -> None:
        # Without cards, that page shows their download.
        for address in ["/worker.js", "/search/suggestions/?q=ma", "/rules/999.9/", "/cards/"]:
            with subtests.test(address=address):
                client = Client()
                for _ in "12":
                    response, was_rendered = get(client, address, **BROWSER)
                    assert was_rendered
                    assert "X-Newest-Rules" not in response

    def test_with_cards_their_page_is_cached(self, client: Client, tmp_path: Path) -> None:
        import_cards([write(tmp_path / "cards.json", [EMBER])])
        assert [get(client, address)[1] for address in ("/cards/?unknown=1", "/cards/", "/cards/?q=zz")] == [
            True,
            False,
            True,
        ]

    def test_what_is_for_one_client_is_not_cached(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        def answer(*arguments: Any, **options: Any) -> HttpResponse:
            response = render(*arguments, **options)
            response.set_cookie("token", "of one client")
            return response

        monkeypatch.setattr("explorer.rules.editions.render", answer)
        assert [get(client, "/editions/", **BROWSER)[1] for _ in "12"] == [True, True]

    def test_while_pages_change_under_a_developer_nothing_is_cached(self, client: Client) -> None:
        with override_settings(DEBUG=True):
            assert [get(client, "/editions/")[1] for _ in "12"] == [True, True]


@with_editions("2018-07-13")
class TestCaches:
    @pytest.mark.slow
    def test_memory_has_a_limit_in_bytes(self, client: Client) -> None:
        limit = 100_000
        small = {"BACKEND": "explorer.web.page_cache.MemoryCache", "OPTIONS": {"MAX_BYTES": limit}}
        with override_settings(CACHES={"default": small}):
            sizes = []
            for number in range(1, 30):
                assert get(client, f"/check/?cost={number}", **BROWSER)[1]
                # Asked for meanwhile, so it stays.
                assert get(client, "/rules/107.4f/", **BROWSER)[1] is (number == 1)
                sizes.append(MemoryCache.size)
            assert limit / 2 < max(sizes) <= limit
            assert not get(client, "/check/?cost=29", **BROWSER)[1]
            assert get(client, "/check/?cost=1", **BROWSER)[1]
            cache.clear()
            assert MemoryCache.size == 0

    def test_a_folder_is_shared(self, client: Client, tmp_path: Path) -> None:
        folder = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(tmp_path)}
        for was_rendered in (True, False):
            with override_settings(CACHES={"default": folder}):
                assert get(client, "/rules/107.4f/", **BROWSER)[1] is was_rendered

    @pytest.mark.slow
    def test_without_a_cache_pages_are_only_slower(
        self, client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(page_cache._Outage, "at", -page_cache._PAUSE)
        redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
        with override_settings(CACHES={"default": redis}), caplog.at_level(logging.WARNING, "explorer.web.page_cache"):
            for _ in "12":
                response, was_rendered = get(client, "/rules/107.4f/")
                assert (response.status_code, was_rendered) == (200, True)
            # Nobody waits for it meanwhile.
            with mock.patch.object(RedisCache, "get", side_effect=ConnectionError) as asked:
                assert get(client, "/rules/107.4f/")[0].status_code == 200
                assert asked.call_count == 0
                monkeypatch.setattr(page_cache._Outage, "at", -page_cache._PAUSE)
                assert get(client, "/rules/107.4f/")[0].status_code == 200
                assert asked.call_count == 1
        assert caplog.text.count("cache can’t be reached") == 2


class TestBuildId:
    @pytest.mark.slow
    def test_other_processes_have_the_same(self) -> None:
        code = "import django; django.setup(); from explorer.web.page_cache import build_id; print(build_id())"
        env = {"DJANGO_SETTINGS_MODULE": "explorer.settings", "PIPWISE_SECRET_KEY": "another machine’s"}
        said = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=env, text=True, capture_output=True, check=True
        )
        assert said.stdout.strip() == build_id()

    def test_it_follows_what_templates_say_and_not_when_they_were_written(self, tmp_path: Path) -> None:
        page = tmp_path / "templates" / "page.html"
        page.parent.mkdir()
        found = []
        with override_settings(FILES=tmp_path):
            for text in ("one", "one", "two"):
                page.unlink(missing_ok=True)
                page.write_text(text)
                found.append(build_id.__wrapped__())
        assert found[0] == found[1] != found[2]

    def test_it_follows_the_versions_of_packages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before = build_id()
        monkeypatch.setattr(metadata, "version", lambda name: "999" if name == "django" else "1")
        one = build_id.__wrapped__()
        monkeypatch.setattr(metadata, "version", lambda name: "998" if name == "django" else "1")
        assert len({before, one, build_id.__wrapped__()}) == 3


def test_excerpts_are_rendered_each_time_and_have_no_tag_of_this_kind(client: Client) -> None:
    """They show what is being downloaded, which no tag knows."""
    for _ in "12":
        response, was_rendered = get(client, "/")
        assert was_rendered
        assert not response["ETag"].startswith("W/")


@pytest.mark.slow
def test_who_has_an_excerpt_or_a_drawing_gets_304(subtests: pytest.Subtests) -> None:
    for coding in ["zstd", "br", "gzip", "identity"]:
        for address in ["/rules/107.4f/", "/symbols/W.svg"]:
            with subtests.test(coding=coding, address=address):
                client = Client(headers={"Accept-Encoding": coding})
                whole = client.get(address)
                for has in (whole["ETag"], f"W/{whole['ETag']}", "*"):
                    is_304_for(whole, client.get(address, headers={"If-None-Match": has}))


@pytest.mark.slow
def test_nobody_gets_a_coding_that_they_refuse(subtests: pytest.Subtests) -> None:
    for accepted, coding in [
        *(("gzip;q=0", None), ("gzip; q=0.000, deflate", None), ("br;q=0, gzip", "gzip"), ("gzip;q=0, br", "br")),
        *(("gzip;q=0.5", "gzip"), ("gzip;q=0.001", "gzip"), ("gzip;q=0,br;q=0", None), ("", None), ("zstd", "zstd")),
    ]:
        for address in ["/rules/107.4f/", "/offline/rules-1.json"]:
            with subtests.test(accepted=accepted, coding=coding, address=address):
                response = Client().get(address, headers={"Accept-Encoding": accepted})
                assert (response.status_code, response.get("Content-Encoding")) == (200, coding)
                assert coding is None or re.search("accept-encoding", response["Vary"], re.IGNORECASE)
