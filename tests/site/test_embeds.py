"""Pages in the frames of other sites: only embeds, only where the settings say so, and how oEmbed describes them."""

import html
import json
import re
from contextlib import closing
from typing import Any

import pytest
from django.templatetags.static import static
from django.test import Client

from tests.site.test_no_page_writes import ADDRESSES

pytestmark = pytest.mark.django_db

FORUM = "https://forum.example"
EMBEDS = (
    *("/rules/107.4f/embed/", "/rules/2024-03-08/107.4f/embed/", "/rules/107.4/embed/"),
    *("/check/embed/?cost={2/W}{2/W}&pool=WWC", "/check/embed/?cost=2WU"),
)


def ancestors(response: Any) -> str:
    """Return which sites may frame an answer."""
    found = re.search(r"frame-ancestors ([^;]*)", response.headers["Content-Security-Policy"])
    assert found
    return found[1]


def oembed(client: Client, url: str, **more: str) -> dict[str, Any]:
    response = client.get("/api/oembed", {"url": url, **more})
    assert response.status_code == 200, response.content
    return dict(json.loads(response.content))


@pytest.mark.slow
def test_every_kind_of_address_but_embeds_refuses_to_be_framed(client: Client, settings: Any) -> None:
    settings.EMBED = ["*"]
    framed = {name for name in ADDRESSES if name.endswith("-embed")}
    assert len(framed) == 3
    for name, addresses in ADDRESSES.items():
        for address in addresses:
            response = client.get(address)
            may_be = name in framed and response.status_code == 200
            assert (ancestors(response), response.headers.get("X-Frame-Options")) == (
                ("*", None) if may_be else ("'none'", "DENY")
            ), address
    for file in (static("css/base.css"), static("symbols.svg"), static("js/share.js")):
        with closing(client.get(file)) as served:
            assert served.headers["X-Frame-Options"] == "DENY"


def test_an_embed_is_small_and_its_links_open_on_top(client: Client, settings: Any, subtests: pytest.Subtests) -> None:
    for address in EMBEDS:
        with subtests.test(address=address):
            settings.EMBED = [FORUM, "https://judge.example"]
            response = client.get(address)
            assert response.status_code == 200
            assert ancestors(response) == f"{FORUM} https://judge.example"
            # A 304 would bring the headers of other pages.
            assert (response.headers.get("ETag"), response.headers["Cache-Control"]) == (None, "no-store")
            page = response.content.decode()
            assert '<base target="_top">' in page
            assert "<script" not in page
            assert 'class="pip"' in page
            own = address.replace("embed/", "")
            assert f'<link rel="canonical" href="http://testserver{own.partition("?")[0]}' in page


def test_an_embed_shows_the_edition_and_what_became_of_its_words(client: Client, settings: Any) -> None:
    settings.EMBED = ["*"]
    newest, old = (client.get(f"/rules/{day}107.3a/embed/").content.decode() for day in ("", "2024-03-08/"))
    assert "107.3a (June 6, 2025 rules)" in newest
    assert "107.3a (March 8, 2024 rules)" in old
    assert 'href="/rules/2024-03-08/107.3a/"' in old
    verdict = client.get("/check/embed/", {"cost": "{2/W}{2/W}", "pool": "C"}).content.decode()
    assert "<strong>No.</strong>" in verdict
    assert "<h2>Convoke</h2>" in client.get("/check/embed/?cost=convoke").content.decode()


def test_what_cannot_be_embedded_says_so(client: Client, settings: Any, subtests: pytest.Subtests) -> None:
    for address, status in [
        *(("/rules/107/embed/", 404), ("/rules/999.9/embed/", 404), ("/rules/2008-03-17/107.4f/embed/", 404)),
        *(("/check/embed/", 404), ("/check/embed/?cost={V}", 422), ("/rules/107-4F/embed/", 301)),
    ]:
        with subtests.test(address=address, status=status):
            settings.EMBED = ["*"]
            response = client.get(address, headers={"Accept": "application/json"})
            assert response.status_code == status
            assert status == 301 or json.loads(response.content)["error"]["message"].endswith(".")


def test_without_the_setting_nothing_is_framed(client: Client) -> None:
    for address in EMBEDS:
        response = client.get(address)
        assert response.status_code == 200
        assert (ancestors(response), response.headers["X-Frame-Options"]) == ("'none'", "DENY")
    assert oembed(client, "/rules/107.4f/")["type"] == "link"


class TestOEmbed:
    @pytest.fixture(autouse=True)
    def _allowed(self, settings: Any) -> None:
        settings.EMBED = [FORUM]

    @pytest.mark.slow
    def test_a_page_leads_to_its_frame(self, client: Client, subtests: pytest.Subtests) -> None:
        for address in ["/rules/107.4f/", "/rules/2024-03-08/107.4f/", "/check/?cost=%7B2%2FW%7D&pool=W"]:
            with subtests.test(address=address):
                page = client.get(address).content.decode()
                link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]*)"', page)
                assert link
                found = json.loads(client.get(html.unescape(link[1])).content)
                assert (found["type"], found["version"], found["provider_name"]) == ("rich", "1.0", "Pipwise")
                frame = re.search(r'<iframe src="([^"]*)" width="640" height="280"', found["html"])
                assert frame
                assert client.get(html.unescape(frame[1])).status_code == 200
                picture = client.get(found["thumbnail_url"])
                assert picture.headers["Content-Type"] == "image/png"

    @pytest.mark.slow
    def test_other_pages_are_links_with_a_picture(self, client: Client, subtests: pytest.Subtests) -> None:
        for address in [
            "/rules/107/",
            "/rules/107",
            "/check/",
            "/glossary/x/",
            "/symbols/W-U/",
            "/changes/2024-03-08/2025-06-06/",
        ]:
            with subtests.test(address=address):
                found = oembed(client, f"http://testserver{address}#part")
                assert (found["type"], "html" in found) == ("link", False)
                assert client.get(found["thumbnail_url"]).status_code == 200

    def test_sizes_are_kept_to(self, client: Client) -> None:
        found = oembed(client, "/rules/107.4f/", maxwidth="400", maxheight="200")
        assert (found["width"], found["height"], "thumbnail_url" in found) == (400, 200, False)
        assert 'width="400" height="200"' in found["html"]

    def test_a_cost_cannot_break_out_of_its_frame(self, client: Client) -> None:
        code = oembed(client, '/check/?cost={T}, Sacrifice "><script>a</script>')["html"]
        assert code.count("<") == 2
        assert code.count('"') == 2 * 6
