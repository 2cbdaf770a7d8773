"""Pages that a reader has: answered in one question to the database, until anything that they show is another."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from explorer import unchanged
from explorer.library import derived
from explorer.library.importing import import_bytes
from explorer.library.loaded import library
from tests.cases import every
from tests.conftest import with_editions
from tests.document.samples import DOCUMENT
from tests.site.test_pages import allowed_in, within

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "answer"}
PAGES = (
    *("/", "/rules/", "/rules/107/", "/rules/107.4f/", "/rules/2018-07-13/107.4f/", "/rules/107.4f/history/"),
    *("/glossary/", "/glossary/x/", "/symbols/W/", "/check/?cost=%7BX%7D", "/x/", "/editions/"),
    *("/search/?q=mana", "/index/", "/changes/", "/api/rules/107.4f", "/rules/107.4f.txt", "/rules/107.4f/feed.atom"),
    *("/symbols/", "/symbols/?q=hybrid", "/symbols/sheet/", "/try/", "/api/", "/robots.txt"),
)
PICTURES = ("/rules/107.4f.png", "/check.png?cost=%7BX%7D", "/symbols/W-U.png", "/glossary/x.png")


def tag_of(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200, address
    return str(response["ETag"])


def same_headers(whole: Any, again: Any) -> None:
    """Compare what caches read of a page, and of the answer to who has it."""
    assert (again.status_code, again.content) == (304, b"")
    assert (again["ETag"], again.get("Cache-Control")) == (whole["ETag"], whole.get("Cache-Control"))
    assert set(again["Vary"].lower().split(", ")) == set(whole["Vary"].lower().split(", "))


@with_editions("2018-07-13")
class TestOfTags:
    @every("packing", ["br", "gzip", "identity"])
    @every("address", ["/rules/107.4f/", "/rules/107.4f.json", "/symbols/W.svg", "/rules/107.4f.png"])
    def test_any_page_is_the_one_that_is_there(self, address: str, packing: str) -> None:
        cache.clear()
        client, anything = Client(headers={"Accept-Encoding": packing}), {"If-None-Match": "*"}
        made, whole = client.get(address, headers=anything), client.get(address)
        same_headers(whole, made)
        same_headers(whole, client.get(address, headers=anything))
        assert client.get("/rules/999.9/", headers=anything).status_code == 404

    def test_it_is_of_one_address(self, client: Client) -> None:
        tag = {"If-None-Match": tag_of(client, "/rules/107.4f/")}
        statuses = [client.get(address, headers=tag).status_code for address in ("/", "/rules/999.9/", "/nothing/")]
        assert statuses == [200, 404, 404]
        assert client.get("/rules/107.4f/", headers={**tag, "Host": "evil.example"}).status_code == 400

    def test_a_tag_is_the_same_whether_it_is_weak_or_not(self, client: Client) -> None:
        """RFC 9110, 13.1.2."""
        tag = tag_of(client, "/rules/107.4f/")
        strong = client.get("/rules/107.4f/", headers={"If-None-Match": tag.removeprefix("W/")})
        assert (strong.status_code, strong["ETag"]) == (304, tag)

    def test_other_code_makes_every_page_another(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        before = tag_of(client, "/rules/107.4f/")
        monkeypatch.setattr(unchanged, "code_version", lambda: "of another version")
        assert tag_of(client, "/rules/107.4f/") != before


@pytest.mark.slow
@with_editions("2018-07-13")
class TestWithACompleteEdition:
    @every("address", PAGES + PICTURES)
    def test_who_has_a_page_gets_no_other(self, address: str) -> None:
        client = Client()
        whole = client.get(address)
        with CaptureQueriesContext(connection) as queries:
            again = client.get(address, headers={"If-None-Match": f'"other", {whole["ETag"]}'})
        assert (again.status_code, again.content, len(queries)) == (304, b"", 1)
        assert again["ETag"] == whole["ETag"]
        assert set(again["Vary"].lower().split(", ")) == set(whole["Vary"].lower().split(", "))
        assert client.get(address, headers={"If-None-Match": 'W/"other"'}).status_code == 200
        assert client.head(address, headers={"If-None-Match": whole["ETag"]}).status_code == 304

    @every("address", PAGES)
    def test_the_policy_comes_with_the_page_and_not_again(self, address: str) -> None:
        client = Client()
        whole, kept = client.get(address), client.get(address)
        assert allowed_in(whole["Content-Security-Policy"]) == allowed_in(kept["Content-Security-Policy"])
        assert allowed_in(kept["Content-Security-Policy"]) == within(kept.content.decode())
        assert "Content-Security-Policy" not in client.get(address, headers={"If-None-Match": whole["ETag"]})

    def test_a_part_of_a_page_is_another(self, client: Client) -> None:
        address = "/check/?cost=%7BX%7D"
        whole, part = tag_of(client, address), tag_of(client, address, **HTMX)
        assert whole != part
        assert client.get(address, headers={**HTMX, "If-None-Match": whole}).status_code == 200
        assert client.get(address, headers={**HTMX, "If-None-Match": part}).status_code == 304

    def test_with_another_edition_every_page_is_another(self, client: Client) -> None:
        before = {address: tag_of(client, address) for address in PAGES[::4]}
        assert import_bytes(DOCUMENT.encode(), "later.txt")
        for address, tag in before.items():
            assert client.get(address, headers={"If-None-Match": tag}).status_code != 304, address

    def test_what_is_derived_again_makes_every_page_another(self, client: Client) -> None:
        before = tag_of(client, "/rules/107.4f/")
        derived.rebuild()
        assert client.get("/rules/107.4f/", headers={"If-None-Match": before}).status_code == 200
        assert tag_of(client, "/rules/107.4f/") != before

    def test_other_settings_make_every_page_another(self, client: Client) -> None:
        before = tag_of(client, "/rules/107.4f/")
        with override_settings(EMBED=["https://forum.example"]):
            assert tag_of(client, "/rules/107.4f/") != before

    def test_an_error_is_answered_whoever_asks(self, client: Client) -> None:
        tag = tag_of(client, "/rules/107.4f/")
        assert client.get("/rules/999.9/").status_code == 404
        assert not client.get("/rules/999.9/").get("ETag", "").startswith("W/")
        assert client.get("/check/?cost=%7BV%7D").status_code == 422
        assert client.get("/rules/107.4f/", headers={"If-None-Match": tag}).status_code == 304


def test_excerpts_are_asked_for_again(client: Client) -> None:
    """They show what is being downloaded, which no tag knows."""
    response = client.get("/")
    assert not response.get("ETag", "").startswith('W/"') or response.get("Cache-Control") is None
    tag = unchanged._tag(unchanged._key(response.wsgi_request), library(), timezone.localdate())
    assert client.get("/", headers={"If-None-Match": tag}).status_code == 200


@every("packing, weak", [("br", True), ("gzip", True), ("identity", False)])
@every("address", ["/rules/107.4f/", "/symbols/W.svg"])
def test_who_has_an_excerpt_or_a_drawing_hears_of_it_as_before(address: str, packing: str, weak: bool) -> None:
    client = Client(headers={"Accept-Encoding": packing})
    whole = client.get(address)
    assert whole["ETag"].startswith('W/"') is weak
    for has in (whole["ETag"], whole["ETag"].removeprefix("W/"), "*"):
        same_headers(whole, client.get(address, headers={"If-None-Match": has}))


@every(
    "accepted, packing",
    [
        *(("gzip;q=0", None), ("gzip; q=0.000, deflate", None), ("br;q=0, gzip", "gzip"), ("gzip;q=0, br", "br")),
        *(("gzip;q=0.5", "gzip"), ("gzip;q=0.001", "gzip"), ("gzip;q=0,br;q=0", None), ("", None)),
    ],
)
@every("address", ["/rules/107.4f/", "/offline/rules-1.json"])
def test_nobody_gets_a_packing_that_they_refuse(address: str, accepted: str, packing: str | None) -> None:
    response = Client().get(address, headers={"Accept-Encoding": accepted})
    assert (response.status_code, response.get("Content-Encoding")) == (200, packing)
