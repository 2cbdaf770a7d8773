"""Every kind of page, as its HTML: addresses, editions, excerpts, and what is not there."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any
from unittest.mock import Mock

import pytest
from django.templatetags.static import static
from django.test import Client

from tests.html import markup_of
from tests.tables import cases

pytestmark = pytest.mark.django_db

PAGES = cases("site/pages", "pages")


class Outline(HTMLParser):
    """What a page is made of: its elements with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.labels = 0
        self.nameless: list[str] = []
        self.feed(html)
        targets = {attributes.get("for") for attributes in self.all("label")}
        self.nameless = [name for name in self.nameless if name not in targets]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.labels += tag == "label"
        hidden = dict(attrs).get("type") == "hidden"
        if tag in {"input", "select"} and not hidden and not self.labels and "aria-label" not in dict(attrs):
            self.nameless.append(dict(attrs).get("id") or "")

    def handle_endtag(self, tag: str) -> None:
        self.labels -= tag == "label"

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def read(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return markup_of(response)


def within(page: str) -> dict[str, set[str]]:
    """Return the hashes of the style sheets and the scripts within a page."""
    return {
        f"{tag}-src": {
            b64encode(sha256(text.encode()).digest()).decode()
            for text in re.findall(f"<{tag}>(.*?)</{tag}>", page, re.S)
        }
        for tag in ("style", "script")
    }


def allowed_in(policy: str) -> dict[str, set[str]]:
    """Return the hashes that a policy allows."""
    directives = dict(each.strip().split(" ", 1) for each in policy.split(";"))
    return {name: set(re.findall("'sha256-([^']+)'", directives[name])) for name in ("style-src", "script-src")}


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_whole_and_keeps_to_the_policy(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    page = Outline(response.content.decode())
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1
    for tag, attributes in page.elements:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        # Data is not run, so the policy has nothing to say about it; what is within the page, it allows by its hash.
        if tag == "script" and attributes and attributes.get("type") != "application/ld+json":
            assert attributes.get("src", "").startswith("/static/")  # type: ignore[union-attr]
        for name in ("src", "href", "action"):
            address_there = attributes.get(name) or ""
            # Those who preview a page want whole addresses, which are this site's.
            is_own = tag == "link" and address_there.startswith("http://testserver/")
            assert is_own or not re.match(r"(?:[a-z]+:)?//", address_there), address_there
    assert allowed_in(policy) == within(response.content.decode())
    assert not page.nameless, "every control has a label"
    identifiers = [attributes["id"] for _, attributes in page.elements if attributes.get("id")]
    assert len(identifiers) == len(set(identifiers))


def test_static_files_have_no_policy_and_pages_in_their_place_do(client: Client) -> None:
    there = client.get(static("css/base.css"))
    there.close()
    assert (there.status_code, "Content-Security-Policy" in there) == (200, False)
    missing = client.get("/static/nothing.css")
    assert (missing.status_code, missing["Content-Type"].partition(";")[0]) == (404, "text/html")
    assert allowed_in(missing["Content-Security-Policy"]) == within(missing.content.decode())


def test_a_subrule_stands_in_its_rule(client: Client) -> None:
    page = Outline(read(client, "/rules/107.4f/"))
    shown = [section["id"] for section in page.all("section") if section.get("class", "").startswith("r")]  # type: ignore[union-attr]
    assert shown == ["107.4", *(f"107.4{letter}" for letter in "abcdefgh")]
    at = [section["id"] for section in page.all("section") if "at" in (section.get("class") or "").split()]
    assert at == ["107.4f"]


def test_without_an_edition_the_newest_text_is_shown(client: Client) -> None:
    newest = read(client, "/rules/107.4f/")
    assert 'data-effective="June 6, 2025"' in newest
    assert 'class="asof' not in newest
    old = read(client, "/rules/202.3/")
    assert 'data-effective="July 15, 2011"' in old
    assert "July 15, 2011" in as_of(old), "nobody takes it for the newest rules"


def as_of(page: str) -> str:
    """Return what is said above text that is not the newest edition's."""
    band = page.partition('<aside class="asof')[2].partition("<main")[0]
    assert band
    return " ".join(re.sub(r"<[^>]+>", " ", band).split())


def test_a_pinned_page_stays_in_its_edition(client: Client) -> None:
    page = Outline(read(client, "/rules/2024-03-08/107.4f/"))
    within = {link["href"] for link in page.all("a") if link.get("class") == "n"}
    assert within == {f"/rules/2024-03-08/107.4{letter}/" for letter in ["", *"abcdefgh"]}
    assert any(link["href"] == "/rules/2025-06-06/107.4f/" for link in page.all("a"))


def test_a_reference_leads_to_the_rule_it_names(client: Client) -> None:
    links = {link["href"] for link in Outline(read(client, "/rules/2024-03-08/107.4a/")).all("a")}
    assert "/rules/202/" in links, "an excerpt leads to the newest text there is"
    links = {link["href"] for link in Outline(read(client, "/rules/2011-07-15/202.1/")).all("a")}
    assert "/rules/2011-07-15/305/" not in links, "nobody is led to what is not there"


def test_the_same_words_are_told_from_other_words(client: Client) -> None:
    same, reworded = "has the same wording in the June 6, 2025 rules.", "Last reworded no later than June 6, 2025."
    for number, said in (("107.2", f"107.2 {same}"), ("107.4g", reworded)):
        page = read(client, f"/rules/2024-03-08/{number}/")
        assert said in as_of(page)
        links = {link["href"] for link in Outline(page).all("a")}
        assert {f"/rules/{number}/", f"/rules/2025-06-06/{number}/"} <= links


def test_an_excerpt_says_so_and_how_to_have_the_whole(client: Client) -> None:
    for address in ("/rules/107.18/", "/rules/200/", "/rules/2024-09-20/", "/glossary/x/"):
        text = Outline(read(client, address)).text
        assert "An excerpt." in text
        assert 'href="/editions/"' in read(client, address).partition('id="excerpt"')[2].partition("</aside>")[0]
    assert "manage.py import_rules" in Outline(read(client, "/editions/")).text
    assert "sections 200 to 211" in read(client, "/rules/211.1/").partition('id="excerpt"')[2]


def test_the_text_can_be_read_back_from_the_page(client: Client) -> None:
    page = read(client, "/rules/2025-06-06/107.4e/")
    assert "{G/W}{G/W} can be paid by spending {G}{G}, {G}{W}, or {W}{W}." in Outline(page).text


@pytest.mark.parametrize(
    ("address", "leads_to"),
    [
        ("/rules/107.4F/", "/rules/107.4f/"),
        ("/rules/107.4./", "/rules/107.4/"),
        ("/rules/2024-03-08/107.4F/", "/rules/2024-03-08/107.4f/"),
        ("/rules/107.4f", "/rules/107.4f/"),
        ("/rules/2024-03-08", "/rules/2024-03-08/"),
    ],
)
def test_other_ways_to_write_an_address_lead_to_the_right_one(client: Client, address: str, leads_to: str) -> None:
    response = client.get(address)
    assert response.status_code == 301
    assert response.headers["Location"] == leads_to


@pytest.mark.parametrize(("address", "words"), cases("site/pages", "what_is_not_there_gets_a_sentence_and_a_way_on"))
def test_what_is_not_there_gets_a_sentence_and_a_way_on(client: Client, address: str, words: list[str]) -> None:
    page = read(client, address, 404)
    main = page[page.index("<main") : page.index("</main>")]
    assert {"/rules/", "/glossary/"} <= {link["href"] for link in Outline(main).all("a")}
    assert "<script>alert" not in page
    for word in words:
        assert word in page


def test_a_fault_is_admitted_in_the_sites_own_look(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("explorer.rules.rule.view.find_number", fail)
    client.raise_request_exception = False
    page = read(client, "/rules/107/", 500)
    assert "<h1>Pipwise hit an error</h1>" in page
    assert "RuntimeError" not in page
    # Also where the style sheets can't be found.
    monkeypatch.setattr("explorer.templatetags.pips.static", Mock(side_effect=ValueError))
    assert "<h1>Pipwise hit an error</h1>" in read(client, "/rules/107/", 500)


def test_a_strange_host_is_refused_in_the_sites_own_look(client: Client) -> None:
    response = client.get("/", HTTP_HOST="elsewhere.example")
    assert response.status_code == 400
    page = Outline(response.content.decode())
    assert len(page.all("h1")) == 1
    assert "Pipwise" in page.text


def test_an_address_without_anything_loaded(client: Client) -> None:
    from explorer.models import Edition

    Edition.objects.all().delete()
    assert "manage.py up" in read(client, "/rules/", 404)
    assert client.get("/").status_code == 200
    assert client.get("/search/?q=mana").status_code == 200


def test_a_drawing_is_served_on_its_own(client: Client) -> None:
    response = client.get("/symbols/W-U.svg")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert b"<title>white or blue mana</title>" in response.content
    assert client.get("/symbols/37.svg").status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_pages_are_only_read(method: str) -> None:
    client = Client()
    response = getattr(client, method)("/check/")
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]
    assert "read-only" in response.content.decode()


@pytest.mark.parametrize(
    ("address", "most"),
    [("/search/?q=mana", 9), ("/?q=hybrid", 12), ("/check/?cost=xr", 3)],
)
def test_a_page_asks_the_library_few_questions(
    client: Client, django_assert_max_num_queries: Any, address: str, most: int
) -> None:
    # What was read once is kept; the first visit is counted in test_query_counts.
    client.get(address)
    with django_assert_max_num_queries(most):
        assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    ("address", "title"), [("/glossary/", "Glossary · Pipwise"), ("/glossary/x/", "X · Glossary · Pipwise")]
)
def test_a_title_says_its_kind_once(client: Client, address: str, title: str) -> None:
    said = client.get(address, follow=True).content.decode().partition("<title>")[2].partition("</title>")[0]
    assert title in said
    assert said.count("Glossary") < 2
