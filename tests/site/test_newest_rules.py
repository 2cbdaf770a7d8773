"""Addresses without a date show the newest rules, or say that those lack what earlier ones have."""

import re

import pytest
from django.test import Client

from explorer.importing.documents import import_bytes
from tests.document.samples import DOCUMENT
from tests.site.test_pages import as_of, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def complete() -> None:
    """A complete edition, newer than every excerpt, with chapters 1 and 2 of few rules."""
    import_bytes(DOCUMENT.replace("June 6, 2025", "June 13, 2025").encode(), "complete.txt")


def addresses(html: str) -> set[str]:
    return set(re.findall(r'href="(/(?:rules|glossary)/[^"]*)"', html))


@pytest.mark.usefixtures("complete")
class TestWithACompleteEdition:
    @pytest.mark.parametrize("number", ["107.4f", "107", "202.3", "104.3f"])
    def test_what_only_earlier_rules_have_is_not_found(self, client: Client, number: str) -> None:
        page = read(client, f"/rules/{number}/", 404)
        assert f"{number} isn’t in the newest rules" in page
        assert "The June 13, 2025 rules don’t have" in page
        earlier = {address for address in addresses(page) if address.endswith(f"/{number}/")}
        assert earlier
        for address in earlier:
            assert re.match(r"/rules/\d{4}-", address)
            read(client, address)

    def test_every_link_of_that_page_leads_somewhere(self, client: Client) -> None:
        for address in addresses(read(client, "/rules/202.3/", 404)):
            read(client, address)

    def test_glossary_entries_too(self, client: Client) -> None:
        page = read(client, "/glossary/x/", 404)
        assert "/glossary/2024-09-20/x/" in addresses(page)
        assert "The newest rules have no" in page

    @pytest.mark.slow
    def test_an_excerpt_leads_to_earlier_rules_by_their_date(self, client: Client) -> None:
        """Rule 107.3 of 2024-09-20 names 202.3, which only the edition of 2011 has."""
        for page in ("/rules/2011-07-15/202.1/", "/rules/2024-03-08/107.3/", "/symbols/W-P/", "/x/"):
            for address in addresses(read(client, page)):
                assert client.get(address).status_code in {200, 301}, (page, address)

    @pytest.mark.slow
    def test_what_is_found_is_linked_where_it_is(self, client: Client) -> None:
        for typed in ("107.4f", "phyrexian", "104.3"):
            for start in (f"/search/?q={typed}&for=words", f"/?q={typed}"):
                for address in addresses(read(client, start)):
                    assert client.get(address).status_code in {200, 301}, (start, address)

    def test_the_contents_are_of_the_newest_rules(self, client: Client) -> None:
        assert {"/rules/1/", "/rules/100/"} <= addresses(read(client, "/rules/"))
        assert "/rules/107/" not in addresses(read(client, "/rules/"))


@pytest.mark.slow
def test_a_later_excerpt_beside_a_complete_edition(client: Client) -> None:
    """What the excerpt lacks comes from the complete edition, and the page says of when that is."""
    import_bytes(DOCUMENT.replace("June 6, 2025", "June 6, 2024").encode(), "complete.txt")
    assert 'data-effective="June 6, 2025"' in read(client, "/rules/107.4f/")
    assert "June 6, 2024" in as_of(read(client, "/rules/100.1/"))
    read(client, "/rules/202.3/", 404)
    for address in addresses(read(client, "/rules/")):
        assert client.get(address).status_code in {200, 301}, address


@pytest.mark.parametrize("address", ["/704.5j", "/704.5J/", "/704-5j"])
def test_a_number_alone_leads_to_the_rule(client: Client, address: str) -> None:
    assert client.get(address).headers["Location"] == "/rules/704.5j/"


def test_a_number_after_a_stroke_is_a_number_in_the_box(client: Client) -> None:
    assert client.get("/search/", {"q": "/107.4f"}).headers["Location"] == "/rules/107.4f/"
