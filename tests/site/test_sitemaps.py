"""Sitemaps and `robots.txt`: what search engines are led to is there, by its lasting address."""

from pathlib import Path
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from tests.cards.samples import EMBER, HALVES, write

pytestmark = pytest.mark.django_db

HOST = "http://testserver"
NAMES = {"": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def listed(client: Client, address: str) -> list[str]:
    response = client.get(address)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/xml")
    root = ElementTree.fromstring(response.content)  # noqa: S314 - our own
    found = [one.text or "" for one in root.iterfind(".//loc", NAMES)]
    assert all(one.startswith(f"{HOST}/") for one in found)
    assert len(found) == len(set(found))
    return [one.removeprefix(HOST) for one in found]


def test_robots_leads_to_the_sitemaps_and_each_edition_has_one(client: Client) -> None:
    robots = client.get("/robots.txt").content.decode()
    assert robots.endswith(f"\nSitemap: {HOST}/sitemap.xml\n")
    assert listed(client, "/sitemap.xml") == [
        "/sitemap-pages.xml",
        *(f"/sitemap-{day}.xml" for day in ("2025-06-06", "2024-09-20", "2024-03-08", "2011-07-15", "2008-03-17")),
    ]


@pytest.mark.slow
def test_every_page_of_an_edition_is_listed_once_and_there(client: Client) -> None:
    pages = listed(client, "/sitemap-2024-09-20.xml")
    assert {"/rules/2024-09-20/", "/rules/2024-09-20/107.3a/", "/glossary/2024-09-20/x/"} <= set(pages)
    for page in pages:
        response = client.get(page)
        assert response.status_code == 200, page
        # A search engine is led to no page that is another's copy.
        assert f'<link rel="canonical" href="{HOST}{page}">' in response.content.decode(), page


@pytest.mark.slow
def test_pages_without_an_edition_are_listed_and_open_to_robots(client: Client) -> None:
    pages = listed(client, "/sitemap-pages.xml")
    assert {"/", "/rules/", "/rules/107.4f/", "/glossary/x/", "/symbols/W-U/", "/try/halves/", "/api/"} <= set(pages)
    parser = RobotFileParser()
    parser.parse(client.get("/robots.txt").content.decode().splitlines())
    assert not parser.can_fetch("*", "/search/?q=mana")
    assert not parser.can_fetch("*", "/api/rules/107.4f")
    # Who shows what a link leads to reads the page, and what describes it.
    assert parser.can_fetch("*", "/brief/?part=/rules/107.4f/")
    assert parser.can_fetch("*", f"/api/oembed?url={HOST}/rules/107.4f/")
    for page in pages[::7]:
        response = client.get(page)
        assert response.status_code == 200, page
        assert f'<link rel="canonical" href="{HOST}{page}">' in response.content.decode(), page
        assert page == "/api/" or parser.can_fetch("*", page), page


def test_an_edition_that_is_not_loaded_has_none(client: Client) -> None:
    assert client.get("/sitemap-2001-01-01.xml").status_code == 404


def test_cards_have_one_where_there_are_any(client: Client, tmp_path: Path) -> None:
    assert client.get("/sitemap-cards.xml").status_code == 404
    import_cards([write(tmp_path / "cards.json", [EMBER, HALVES])])
    assert "/sitemap-cards.xml" in listed(client, "/sitemap.xml")
    pages = listed(client, "/sitemap-cards.xml")
    assert pages == ["/cards/ember-choir/", "/cards/frost-thaw/"]
    assert f'<link rel="canonical" href="{HOST}{pages[1]}">' in client.get(pages[1]).content.decode()
