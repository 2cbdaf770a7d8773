"""What a page gives to those who preview it: title, description, address, Open Graph and JSON-LD, all in agreement."""

import json
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

HOST = "http://testserver"
# Pages, with a part of their titles and of their descriptions.
PAGES = [
    ("/", "Pipwise", "Read, search and try"),
    ("/rules/", "", "of the June 6, 2025 rules"),
    ("/rules/107.4f/", "Rule 107.4f (June 6, 2025 rules)", "Phyrexian mana symbols are colored mana symbols"),
    ("/rules/2024-03-08/107.4f/", "Rule 107.4f (March 8, 2024 rules)", "Phyrexian mana symbols"),
    ("/rules/107.4f/history/", "History of 107.4f", "wording"),
    ("/glossary/", "Glossary", "of the September 20, 2024 rules"),
    ("/glossary/x/", "X (September 20, 2024 rules)", "A placeholder for a number"),
    ("/changes/", "", "What changed in the Comprehensive Rules"),
    ("/changes/2024-03-08/2025-06-06/", "March 8, 2024 to June 6, 2025", "changes"),
    ("/editions/", "Editions", "Every loaded edition"),
    ("/index/", "Index", "What players call things"),
    ("/symbols/", "Every symbol", "drawn, named, dated"),
    ("/symbols/W-U/", "{W/U}: white or blue mana", "One white or one blue mana."),
    ("/symbols/sheet/", "Every drawing", "14, 20, 48 and 200 pixels"),
    ("/check/", "", "Type a cost or a card"),
    ("/check/?cost=%7B2%2FW%7D", "{2/W}: mana value 2", "What {2/W} means"),
    ("/x/", "X is chosen", "Find X"),
    ("/try/", "Try the rules", "Enter your numbers"),
    ("/try/halves/?number=7&part=half&round=up", "Half of 7, rounded up, is 4.", "only whole numbers"),
    ("/numbers/", "Numbers", "Halves, negative numbers"),
    ("/api/", "API", "for other programs"),
    ("/brief/?note=Pay+life%0AYes.&part=/rules/2025-06-06/107.4f/", "Pay life", "Yes. 107.4f: Phyrexian mana"),
    ("/search/?q=mana+value%3C%2Fscript%3E", "Search: mana value</script>", "Read, search and try"),
]


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
    assert shown.count(typed) == shown.count(f'value="{typed}"') == 1
