"""Searching the library."""

import re

import pytest
from django.test import Client

from explorer.search import Query, search

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("hybrid mana symbol", "107.4e"),
        ("Phyrexian", "107.4f"),
        ("tap symbol", "107.5"),
        ("energy", "107.14"),
        ("pawprint", "107.18"),
        ("{TK}", "107.17"),
        ("illustration", "203"),
        ('"converted mana cost"', "202.3"),
        ("107.4", "107.4"),
    ],
)
def test_the_right_rule_is_among_the_first(words: str, first: str) -> None:
    found = [hit.number for hit in search(Query.read(words)).hits[:3]]
    assert first in found


def test_the_glossary_is_found() -> None:
    assert search(Query.read("placeholder determined")).hits
    assert any(hit.slug == "x" for hit in search(Query.read("x")).hits)


def test_straight_and_curly_quotes_are_one() -> None:
    straight = {hit.number for hit in search(Query.read("isn't defined"), limit=999).hits}
    curly = {hit.number for hit in search(Query.read("isn’t defined"), limit=999).hits}
    assert straight == curly
    assert "107.3f" in straight


@pytest.mark.parametrize("words", ["kind", "exampl3", '"text":'])
def test_only_the_words_of_the_rules_are_searched(words: str) -> None:
    """What is stored beside them, in whatever way, is not found."""
    for hit in search(Query.read(words), limit=999).hits:
        assert hit.marks or Query.read(words).places(hit.heading)


def test_words_are_found_from_their_beginning() -> None:
    text = "A colored symbol reduces the red mana."
    assert [text[start:] for start, _ in Query.read("red").places(text)] == ["reduces the red mana.", "red mana."]


def test_every_piece_must_be_there() -> None:
    assert not search(Query.read("hybrid tombstone")).hits


def test_places_are_those_of_the_words() -> None:
    text = "Hybrid mana: a HYBRID symbol"
    assert [text[start:end] for start, end in Query.read("hybrid").places(text)] == ["Hybrid", "HYBRID"]


def test_the_page_marks_what_was_found(client: Client) -> None:
    html = client.get("/search/", {"q": "fractional"}).content.decode()
    assert "<mark>fractional</mark>" in html
    assert "/rules/107.1a/" in html


def test_nothing_found_says_what_there_is(client: Client) -> None:
    html = client.get("/search/", {"q": "zeppelin"}).content.decode()
    assert "Nothing found" in html
    assert "section 107" in html


@pytest.mark.parametrize("words", ["%", "_", "\\", "'", '"', "{", "a" * 3_000, "\0", "<script>", "🙂", " . "])
def test_strange_words_do_no_harm(client: Client, words: str) -> None:
    response = client.get("/search/", {"q": words}, follow=True)
    assert response.status_code in {200, 422}
    assert "<script>alert" not in response.content.decode()


def test_an_old_wording_leads_to_its_own_edition(client: Client) -> None:
    """What only an old edition says is shown as of that edition, not as today's rule."""
    html = client.get("/search/", {"q": "color of, or colorless, mana"}).content.decode()
    assert "as of March 17, 2008" in html
    assert re.search(r'href="/rules/104\.3b/"', html)
