"""The gallery of symbols, and the sheet of their drawings."""

import re
from itertools import groupby

import pytest
from django.test import Client

from symbols.catalog.definitions import all_definitions
from tests.html import markup_of, text_of
from tests.site.test_pages import Outline, read

pytestmark = pytest.mark.django_db
ALL = list(all_definitions())
SLUGS = [one.slug for one in ALL]


def test_the_gallery_has_every_symbol_once_by_kind(client: Client) -> None:
    page = read(client, "/symbols/")
    shown = listed(page)
    assert sorted(shown, key=SLUGS.index) == SLUGS
    kind_of = {one.slug: one.kind for one in ALL}
    assert len(list(groupby(shown, key=kind_of.get))) == len(set(kind_of.values()))
    assert f"{len(ALL)} symbols" in text_of(page)
    kinds = dict.fromkeys(one.kind for one in ALL)
    main = page[page.index('id="shown"') : page.index("</main>")]
    headings = re.findall(r"<(?:h2|summary)[^>]*>([^<]+?) *(?:<span>\d+</span>)?</", main)
    assert {heading.casefold() for heading in headings} - {"more kinds"} == {kind.casefold() for kind in kinds}


def listed(page: str) -> list[str]:
    """Return the symbols of a table or of several, each by its name in addresses; a row links twice to one page."""
    rows = re.findall(r"<tr><td>(.*?)</tr>", page, re.DOTALL)
    found = [set(re.findall(r'href="/symbols/([^/"]+)/"', row)) for row in rows]
    assert all(len(each) == 1 for each in found)
    return [slug for each in found for slug in each]


@pytest.mark.parametrize(
    ("words", "count"), [("phyrexian", 16), ("{t}", 1), ("w/u", 2), ("LIFE", 15), ("  snow  ", 1), ("", len(ALL))]
)
def test_the_gallery_can_be_filtered_without_javascript(client: Client, words: str, count: int) -> None:
    page = markup_of(client.get("/symbols/", {"q": words}))
    assert len(listed(page)) == count
    assert {form.get("class"): form.get("action") for form in Outline(page).all("form")}["find"] == "/symbols/"
    if words:
        assert status(page) == f"{count} symbol{'s' * (count > 1)}"
        assert f'value="{words.strip()}"' in page


def status(page: str) -> str:
    """Return what a screen reader is told of the symbols shown."""
    found = re.search(r'<p class="unseen" role="status">([^<]*)</p>', page)
    assert found
    return found[1]


@pytest.mark.parametrize("words", ["ug", "hundred", "37", "[+4]"])
def test_symbols_that_the_gallery_leaves_out_are_found(client: Client, words: str) -> None:
    page = markup_of(client.get("/symbols/", {"q": words}))
    assert len(listed(page)) == 1
    assert status(page) == "1 symbol"


def test_htmx_gets_the_symbols_only(client: Client) -> None:
    response = client.get("/symbols/", {"q": "snow"}, headers={"HX-Request": "true"})
    page = markup_of(response)
    assert "<html" not in page
    assert "<form" not in page
    assert listed(page) == ["S"]
    assert response.headers["HX-Replace-Url"] == "/symbols/?q=snow"
    assert "HX-Request" in response.headers["Vary"]


def test_nothing_fitting_offers_the_nearest(client: Client) -> None:
    page = read(client, "/symbols/?q=enrgy")
    assert "“enrgy”" in status(page)
    assert listed(page)[0] == "E"
    assert len(listed(page)) < 10


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "\0", "x" * 5_000, "🙂", "%", '"'])
def test_strange_words_do_no_harm(client: Client, words: str) -> None:
    response = client.get("/symbols/", {"q": words})
    assert response.status_code == 200
    assert "<script>alert" not in markup_of(response)


def test_the_sheet_has_every_drawing_at_every_size(client: Client) -> None:
    page = read(client, "/symbols/sheet/")
    parts = re.split(r'<ul class="sheet sheet-(\d+)">', page)
    sizes = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert list(sizes) == ["14", "20", "48", "200"]
    for part in sizes.values():
        assert re.findall(r'symbols[^"]*\.svg#([^"]+)"', part) == SLUGS
