"""What a page gives to those who preview it: title, description, address, Open Graph and JSON-LD, all in agreement."""

import json
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from tests.tables import cases

pytestmark = pytest.mark.django_db

HOST = "http://testserver"
# Pages, with a part of their titles and of their descriptions.
PAGES = cases("site/previews", "pages")


class Head(HTMLParser):
    """What the head of a page says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = {}
        self._inside = ""
        self.feed(page.partition("</head>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("property") or given.get("name") or given.get("rel") or given.get("type") or tag
        self._inside = name if tag in {"title", "script"} else ""
        self._note(name, given.get("content") or given.get("href"))

    def handle_data(self, data: str) -> None:
        self._note(self._inside, data.strip())

    def _note(self, name: str, words: str | None) -> None:
        if words:
            self.said.setdefault(name, []).append(words)

    def one(self, name: str) -> str:
        (words,) = self.said[name]
        return words


def data_of(head: Head) -> Mapping[str, Any]:
    found = json.loads(head.one("application/ld+json"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("address", "title", "description"), PAGES, ids=[page for page, *_ in PAGES])
def test_everything_said_of_a_page_agrees(client: Client, address: str, title: str, description: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    head = Head(response.content.decode())
    assert head.one("title").endswith("Pipwise") or address == "/"
    assert title in head.one("og:title")
    assert description in head.one("description") == head.one("og:description")
    assert head.one("canonical") == head.one("og:url") == f"{HOST}{address}"
    assert head.one("og:site_name") == "Pipwise"
    data = data_of(head)
    assert data["@context"] == "https://schema.org"
    assert data["isPartOf"] == {"@type": "WebSite", "name": "Pipwise", "url": f"{HOST}/"}
    said = (data["name"], data["description"], data["url"])
    assert said == (head.one("og:title"), head.one("description"), head.one("canonical"))


def test_a_longer_text_is_cut_between_words(client: Client) -> None:
    words = Head(client.get("/rules/107.4f/").content.decode()).one("description")
    assert words.endswith("…")
    assert 250 < len(words) <= 300


def test_an_error_has_no_address_of_its_own(client: Client) -> None:
    head = Head(client.get("/nothing/").content.decode())
    assert head.one("og:title") == "There’s no page here"
    assert not {"canonical", "og:url", "application/ld+json"} & set(head.said)


@pytest.mark.parametrize(
    "page", ["/?q=", "/search/?q=", "/check/?cost=", "/check/?cost=W&pool=", "/try/halves/?number="]
)
def test_what_nobody_could_share_is_only_in_its_field(client: Client, page: str) -> None:
    typed = "W" * 20_000
    shown = client.get(page + typed).content.decode()
    assert shown.count(typed) == shown.count(f'value="{typed}"') + shown.count(f">{typed}</textarea>") == 1
