"""The addresses of symbols and of their drawings."""

import re

import pytest
from django.test import Client

from symbols.glyphs import draw
from symbols.rendering import pip
from tests.html import text_of
from tests.site.test_pages import read
from tests.tables import cases

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "leads_to"), cases("site/symbol_addresses", "other_ways_to_write_it_lead_to_the_right_page")
)
def test_other_ways_to_write_it_lead_to_the_right_page(client: Client, asked: str, leads_to: str) -> None:
    response = client.get(asked)
    assert response.status_code == 301
    assert response.headers["Location"] == leads_to
    assert client.get(leads_to).status_code == 200


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("/symbols/W-V/", "W-U"),
        ("/symbols/QQ/", "Q"),
        ("/symbols/chaso/", "CHAOS"),
        ("/symbols/W-V.svg", "W-U"),
        ("/symbols/WV%0A/", "W"),
    ],
)
def test_an_unknown_code_gets_the_nearest_symbols(client: Client, asked: str, near: str) -> None:
    page = read(client, asked, 404)
    assert f'href="/symbols/{near}/"' in page
    assert "/symbols/?q=" in page


@pytest.mark.parametrize("asked", ["/symbols/<script>alert(1)</script>/", "/symbols/%00/", f"/symbols/{'x' * 5000}/"])
def test_strange_addresses_do_no_harm(client: Client, asked: str) -> None:
    assert "<script>alert" not in read(client, asked, 404)


@pytest.mark.parametrize("code", ["TK007", "TK0", "class-0", "class-1", "loyalty-007", "level-003-007", "loyalty-up-0"])
def test_what_no_card_could_have_has_no_page(client: Client, code: str) -> None:
    assert "/symbols/?q=" in read(client, f"/symbols/{code}/", 404)


def test_an_endless_word_is_shown_short(client: Client) -> None:
    page = read(client, f"/symbols/{'a' * 300}/", 404)
    assert max(map(len, re.findall("a+", text_of(page)))) < 40


def test_pages_are_only_for_reading(client: Client) -> None:
    for address in ("/symbols/", "/symbols/sheet/", "/symbols/W-U/", "/symbols/W-U.svg"):
        assert client.post(address).status_code in {403, 405}
        assert client.head(address).status_code == 200


def test_a_drawing_is_kept_for_good_under_its_version(client: Client) -> None:
    page = read(client, "/symbols/W-U/")
    lasting = re.search(r'href="(/symbols/W-U\.svg\?v=[0-9a-f]{12})"', page)
    assert lasting
    response = client.get(lasting[1])
    assert response.content.decode() == draw("W/U")
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("query", ["", "?v=", "?v=000000000000"])
def test_a_drawing_without_its_version_is_asked_for_again(client: Client, query: str) -> None:
    response = client.get(f"/symbols/W-U.svg{query}")
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "public, no-cache"
    again = client.get("/symbols/W-U.svg", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    other = client.get("/symbols/W-B.svg", headers={"If-None-Match": response.headers["ETag"]})
    assert other.status_code == 200


def test_a_symbol_that_no_sprite_holds_is_drawn_in_the_page() -> None:
    assert "<img" not in pip("37")
    assert "<path" in pip("37")
    assert 'aria-label="37 generic mana"' in pip("37")
    assert "<use" in pip("W/U")
    assert pip("<b>") == "{&lt;b&gt;}"
