"""The gallery of symbols, and the sheet of their drawings."""

import re

import pytest
from django.test import Client

from symbols.catalog.definitions import all_definitions
from tests.site.test_pages import Outline, read
from tests.site.test_symbols import text_of

pytestmark = pytest.mark.django_db
ALL = list(all_definitions())
SLUGS = [one.slug for one in ALL]


def test_the_gallery_has_every_symbol_once_by_kind(client: Client) -> None:
    page = read(client, "/symbols/")
    links = [link["href"] for link in Outline(page).all("a") if link.get("class") == "tile"]
    assert links == [f"/symbols/{slug}/" for slug in SLUGS]
    assert f"{len(ALL)} symbols" in text_of(page)
    kinds = list(dict.fromkeys(one.kind for one in ALL))
    headings = re.findall(r'<h2 id="kind-[^"]+">([^<]+?) ?(?:<span class="quiet">\d+</span>)?</h2>', page)
    assert [heading.strip().casefold() for heading in headings] == [kind.casefold() for kind in kinds]


@pytest.mark.parametrize(
    ("words", "count"), [("phyrexian", 16), ("{t}", 1), ("w/u", 2), ("LIFE", 15), ("  snow  ", 1), ("", len(ALL))]
)
def test_the_gallery_can_be_filtered_without_javascript(client: Client, words: str, count: int) -> None:
    page = client.get("/symbols/", {"q": words}).content.decode()
    assert page.count('class="tile"') == count
    assert {form.get("class"): form.get("action") for form in Outline(page).all("form")}["find"] == "/symbols/"
    if words:
        assert f"{count} of {len(ALL)} symbols" in text_of(page)
        assert f'value="{words.strip()}"' in page


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("ug", "1 of {total} symbols"),
        ("hundred", "1 of {total} symbols"),
        ("37", "One symbol, which the gallery of {total} leaves out"),
        ("[+4]", "One symbol, which the gallery of {total} leaves out"),
    ],
)
def test_the_count_is_that_of_the_gallery(client: Client, words: str, status: str) -> None:
    page = client.get("/symbols/", {"q": words}).content.decode()
    assert page.count('class="tile"') == 1
    assert status.format(total=len(ALL)) in text_of(page)


def test_htmx_gets_the_symbols_only(client: Client) -> None:
    response = client.get("/symbols/", {"q": "snow"}, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert "<html" not in page
    assert "<form" not in page
    assert page.count('class="tile"') == 1
    assert response.headers["HX-Replace-Url"] == "/symbols/?q=snow"
    assert "HX-Request" in response.headers["Vary"]


def test_nothing_fitting_offers_the_nearest(client: Client) -> None:
    page = read(client, "/symbols/?q=enrgy")
    assert f"None of {len(ALL)} symbols fits “enrgy”" in text_of(page)
    assert 'href="/symbols/E/"' in page


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "\0", "x" * 5_000, "🙂", "%", '"'])
def test_strange_words_do_no_harm(client: Client, words: str) -> None:
    response = client.get("/symbols/", {"q": words})
    assert response.status_code == 200
    assert "<script>alert" not in response.content.decode()


def test_the_sheet_has_every_drawing_at_every_size(client: Client) -> None:
    page = read(client, "/symbols/sheet/")
    parts = re.split(r'<ul class="sheet sheet-(\d+)">', page)
    sizes = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert list(sizes) == ["14", "20", "48", "200"]
    for part in sizes.values():
        assert re.findall(r'symbols[^"]*\.svg#([^"]+)"', part) == SLUGS
