"""Every symbol has a page, and every link of each kind of page leads somewhere."""

import html

import pytest
from django.test import Client

from symbols.catalog.definitions import all_definitions, by_slug
from tests.html import text_of
from tests.site.test_pages import PAGES, Outline, read
from tests.site.test_symbols import SAMPLE

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


ASKED: dict[str, str] = {}
"""The pages that were read, by their addresses: none is asked for twice."""


def html_of(client: Client, address: str) -> str:
    if address not in ASKED:
        ASKED[address] = read(client, address)
    return ASKED[address]


def test_every_symbol_has_a_page(client: Client) -> None:
    for one in (*all_definitions(), *(by_slug(slug) for slug in SAMPLE)):
        page = html_of(client, f"/symbols/{one.slug}/")
        outline = Outline(page)
        assert len(outline.all("h1")) == 1
        for _, attributes in outline.elements:
            assert "style" not in attributes
            assert not [name for name in attributes if name.startswith("on")]
        identifiers = [attributes["id"] for _, attributes in outline.elements if attributes.get("id")]
        assert len(identifiers) == len(set(identifiers)), one.code
        text = text_of(page)
        assert one.name[0].upper() + one.name[1:] in text
        assert one.description in text
        for way in one.spellings:
            assert f">{html.escape(way)}</code>" in page, way
        assert ("What pays for it" in text) == one.mana


def test_every_link_of_a_page_leads_somewhere(client: Client) -> None:
    led_to: dict[str, int] = {}
    for address in [*PAGES, *(f"/symbols/{slug}/" for slug in SAMPLE[::3])]:
        page = Outline(html_of(client, address))
        identifiers = {attributes.get("id") for _, attributes in page.elements}
        for link in page.all("a"):
            target = link["href"]
            assert target, address
            place, _, part = target.partition("#")
            if not place:
                assert part in identifiers, (address, target)
            elif place not in led_to:
                led_to[place] = 200 if place in ASKED else client.get(place).status_code
    assert {place: status for place, status in led_to.items() if status not in {200, 302}} == {}
    assert len(led_to) > 400
