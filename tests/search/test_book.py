"""The index: no entry leads nowhere, none is said twice, and there are enough about every chapter."""

import re
from collections import Counter

import pytest

from explorer.search.index.book import BOOK, EDITION, ENTRIES
from explorer.search.words.splitting import folded
from tests.document.editions import NAMES, document
from tests.shared import shared

LEAST = 600
LEAST_IN_A_CHAPTER = 20
LONGEST_GLOSS = 10


@pytest.fixture(scope="module")
def numbers() -> set[str]:
    """Every number of the edition that the index is written for."""
    shared("rules")
    (name,) = (name for name in NAMES if EDITION.isoformat() in name)
    return {str(entry.number) for chapter in document(name).body for entry in chapter.walk()}


def test_no_entry_leads_nowhere(numbers: set[str]) -> None:
    assert {(one.name, number) for one in ENTRIES for number in one.rules if number not in numbers} == set()
    assert [one.name for one in ENTRIES if not one.rules or len(set(one.rules)) < len(one.rules)] == []


def test_no_name_is_said_twice() -> None:
    said = Counter(folded(name) for one in ENTRIES for name in (one.name, *one.also))
    assert [name for name, times in said.items() if times > 1] == []


def test_see_leads_to_another_entry() -> None:
    names = {one.name for one in ENTRIES}
    assert [(one.name, name) for one in ENTRIES for name in one.see if name not in names - {one.name}] == []


def test_there_are_enough_entries_about_every_chapter() -> None:
    assert len(ENTRIES) >= LEAST
    chapters = Counter(chapter for one in ENTRIES for chapter in {number[0] for number in one.rules})
    assert {chapter: count for chapter, count in chapters.items() if count < LEAST_IN_A_CHAPTER} == {}
    assert set(chapters) == set("123456789")


def test_glosses_are_short() -> None:
    assert [one.name for one in ENTRIES if len(one.gloss.split()) > LONGEST_GLOSS or one.gloss.endswith(".")] == []


def test_it_is_known_since_when_each_number_is_right(numbers: set[str]) -> None:
    assert {number for one in ENTRIES for number in one.rules} <= BOOK.since.keys() <= numbers
    assert max(BOOK.since.values()) <= EDITION


@pytest.mark.parametrize(
    ("number", "before", "then"),
    [
        # The planeswalker rule had this number until 2017.
        ("704.5j", "2014-02-01", "2018-07-13"),
        ("107.4f", "2010-06-18", "2011-06-17"),
        ("118.3", "2018-07-13", "2019-10-04"),
    ],
)
def test_a_number_of_another_rule_is_not_taken_for_it(number: str, before: str, then: str) -> None:
    days = [type(EDITION).fromisoformat(day) for day in (before, then)]
    assert [BOOK.names_same_rule(number, day) for day in days] == [False, True]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("summoning sick", "summoning sick"),
        ("what does it mean that my spell fizzled", "fizzle"),
        ("Who goes first?", "who goes first"),
        ("commander tax", "commander tax"),
        ("does damage wear off", "damage wears off"),
        ("milled", "mill"),
        ("state based actions", "state-based actions"),
        ("etb triggers", "ETB"),
    ],
)
def test_entries_are_found_by_any_of_their_names(typed: str, name: str) -> None:
    assert BOOK.find(typed)[0].entry.name == name


@pytest.mark.parametrize("typed", ["", "the of what", "🙂", "zeppelin", "\0"])
def test_what_no_entry_is_about_finds_none(typed: str) -> None:
    assert BOOK.find(typed) == []


@pytest.mark.parametrize(
    ("begun", "name"),
    [("summoning si", "summoning sick"), ("STATE-B", "state-based actions"), ("who go", "who goes first")],
)
def test_entries_are_found_by_a_beginning(begun: str, name: str) -> None:
    assert name in [one.name for one in BOOK.begun(begun, 3)]
    assert BOOK.begun("  ", 3) == []


def test_names_are_players_words() -> None:
    """They have no rule numbers: a number that changes would stay in them."""
    assert [name for one in ENTRIES for name in (one.name, *one.also, one.gloss) if re.search(r"\d{3}\.\d", name)] == []
