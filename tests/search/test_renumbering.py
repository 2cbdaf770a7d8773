"""The index in editions that number its rules otherwise: each entry leads to the same rule, whatever its number."""

import datetime as dt
import re

import pytest
from django.test import Client

from explorer.importing.documents import import_bytes
from explorer.library.loaded import library
from explorer.models import Edition
from explorer.search import search
from explorer.search.index.book import EDITION
from tests.document.samples import BACK

pytestmark = pytest.mark.django_db

OLDER, NEWER = dt.date(2014, 2, 1), dt.date(2026, 3, 6)

CHOOSING = "At the start of a game, the players determine which one of them will choose who takes the first turn."
GREETING = "The players greet one another and put away whatever they ate before the game begins."
SHUFFLING = "After any additional steps have been performed, each player shuffles their deck into a random order."
LEGENDS = "If two or more legendary permanents with the same name are controlled by one player, all but one of them go."
WALKERS = "If a planeswalker has loyalty 0, it’s put into its owner’s graveyard."
MILLING = (
    "For a player to mill a number of cards, that player puts that many cards from their library in their graveyard."
)
WAVING = "To wave, a player lifts a hand and moves it from one side to the other until somebody else has seen it."

RULES = {
    OLDER: {"103.1.": SHUFFLING, "103.2.": CHOOSING, "704.5j": WALKERS, "704.5k": LEGENDS},
    EDITION: {
        "103.1.": CHOOSING,
        "103.3.": SHUFFLING,
        "701.17.": "Mill",
        "701.17a": MILLING,
        "704.5i": WALKERS,
        "704.5j": LEGENDS,
    },
    NEWER: {
        "103.1.": GREETING,
        "103.2.": CHOOSING,
        "701.17.": "Wave",
        "701.17a": WAVING,
        "701.18.": "Mill",
        "701.18a": MILLING,
        "704.5i": WALKERS,
        "704.5j": LEGENDS,
    },
}
HEADINGS = {
    "1.": "Game Concepts",
    "103.": "Starting the Game",
    "7.": "Additional Rules",
    "701.": "Keyword Actions",
    "704.": "State-Based Actions",
}
ALWAYS = {"701.1.": "Most actions use the standard definitions of their verbs.", "704.5.": "These actions are checked:"}


def made(day: dt.date) -> bytes:
    """Return a whole document that has just a few rules."""
    said = f"These rules are effective as of {day:%B} {day.day}, {day.year}."
    rules = sorted({**HEADINGS, **ALWAYS, **RULES[day]}.items())
    contents = "\n".join(map(" ".join, HEADINGS.items()))
    front = f"Magic: The Gathering Comprehensive Rules\n\n{said}\n\nContents\n\n{contents}\n\nGlossary\n\nCredits"
    body = "\n\n".join(map(" ".join, rules))
    return f"{front}\n\n{body}\n\n{BACK}".encode()


@pytest.fixture(autouse=True)
def _editions() -> None:
    """Have these editions only."""
    Edition.objects.all().delete()
    assert all(import_bytes(made(day), f"{day}.txt").complete for day in RULES)


def best(typed: str, day: dt.date | None = None) -> str:
    hits = search(typed, library().on(day) if day else None, limit=1).hits
    return hits[0].number if hits else ""


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("who goes first", ["103.2", "103.1", "103.2"]),
        ("two legends", ["704.5k", "704.5j", "704.5j"]),
        ("self mill", ["", "701.17", "701.18"]),
    ],
)
def test_search_finds_the_same_rule_in_every_edition(typed: str, numbers: list[str]) -> None:
    assert [best(typed, day) for day in RULES] == numbers
    assert best(typed) == numbers[-1]


def test_the_section_over_the_rule_is_followed_too() -> None:
    """Its first rule had another number in the older editions, and stood in the same section."""
    found = [[hit.number for hit in search("who goes first", library().on(day), limit=3).hits] for day in RULES]
    assert all("103" in hits for hits in found), found


def test_the_answer_and_suggestions_are_of_the_newest_number(client: Client) -> None:
    html = client.get("/search/", {"q": "who goes first"}).content.decode()
    assert re.search(r">\s*Who goes first\s*<", html)
    assert "Read 103.2" in html
    suggested = client.get("/search/suggestions/", {"q": "who goes fi"}).content.decode()
    assert re.findall(r"/rules/[\d.]+/", suggested) == ["/rules/103.2/"]


def test_the_index_has_the_newest_numbers_and_none_of_a_rule_that_went(client: Client) -> None:
    pages = {letter: client.get("/index/", {"letter": letter}).content.decode() for letter in "MSW"}
    names = {"who-goes-first": "W", "mill": "M"}
    ways = {name: re.findall(r'href="(/rules/[^"]+)"', _entry(pages[letter], name)) for name, letter in names.items()}
    assert ways == {"who-goes-first": ["/rules/103.2/"], "mill": ["/rules/701.18/"]}
    assert 'id="shuffling-at-the-start"' not in pages["S"]
    assert "shuffling-at-the-start" not in "".join(map(_body, pages.values()))


def _body(html: str) -> str:
    return html.partition("<main")[2].partition("</main>")[0]


def _entry(html: str, name: str) -> str:
    return html.partition(f'<li id="{name}">')[2].partition("</li>")[0]
