"""Headings that ask for italics have them; where nothing can be set in italics, they have no underscores either."""

from urllib.parse import quote_plus

import pytest
from django.test import Client

from explorer.importing.documents import import_bytes
from tests.document.samples import DOCUMENT

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _book() -> None:
    book = DOCUMENT.replace("101. Some Rules", "101. The _Magic_ Golden Rules").replace("June 6", "June 13")
    book = book.replace("Card\nA piece", "Big _Magic_ Card\nA piece")
    assert import_bytes(book.encode(), "book.txt")


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["/rules/", "/rules/1/", "/rules/101/", "/rules/100/", "/rules/101.1/", "/search/?q=golden"]
)
def test_in_pages(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert "_Magic_" not in page
    assert "The <i>Magic</i> Golden Rules" in page.replace("<mark>", "").replace("</mark>", "")


@pytest.mark.parametrize(
    "address", ["/glossary/", "/glossary/big-magic-card/", "/glossary/ability/", "/search/?q=cardboard"]
)
def test_in_the_glossary(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert "_Magic_" not in page.replace(quote_plus("Big _Magic_ Card"), "")
    assert "Big <i>Magic</i> Card" in page


def test_in_a_title(client: Client) -> None:
    page = client.get("/rules/101/").content.decode()
    assert "The Magic Golden Rules" in page.partition("<title>101")[2].partition("</title>")[0]
    page = client.get("/glossary/big-magic-card/").content.decode()
    assert "<title>Big Magic Card · Glossary · Pipwise</title>" in page
