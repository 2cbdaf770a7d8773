"""Rules are found in every edition by what they say: under the number of the time, or not at all."""

import datetime as dt
from collections.abc import Mapping
from functools import cache

import pytest

from explorer.citations.names import NAMES, edition_of_name, numbers_in
from tests.citations.editions import DATES, names_in, numbers_of, place_file, words_of
from tests.shared import few_fast, shared
from tests.tables import cases

EVERY_EDITION = pytest.mark.parametrize("date", few_fast(DATES))

# Rules that say the same as a named one, by the numbers that they have had.
RESTATED: Mapping[str, set[str]] = {
    name: set(numbers.split()) for name, numbers in cases("citations/names", "restated")
}


@cache
def names_said(words: str) -> frozenset[str]:
    """Cached: editions share most of their words."""
    return names_in(words)


@EVERY_EDITION
def test_a_rule_is_found_under_its_number_of_the_time(date: str) -> None:
    expected = {name: number for name, day, number in place_file() if day == date}
    assert {name: numbers_of(date).get(name, "") for name in expected} == expected


def test_every_name_has_places_that_were_read() -> None:
    shared("rules")
    assert {name for name, _, _ in place_file()} == NAMES
    assert {date for _, date, _ in place_file()} <= {*DATES}


@pytest.mark.slow
@EVERY_EDITION
def test_no_rule_about_anything_else_has_the_words(date: str) -> None:
    found = numbers_of(date)
    others: dict[str, set[str]] = {}
    for number, words in words_of(date).items():
        for name in names_said(words):
            if found[name] != number:
                others.setdefault(name, set()).add(number)
    assert {name: numbers - RESTATED.get(name, set()) for name, numbers in others.items()} == {
        name: set() for name in others
    }


@pytest.mark.slow
def test_a_name_is_the_number_in_its_own_edition() -> None:
    assert [name for name in NAMES if numbers_of(edition_of_name(name).isoformat()).get(name) != name] == []


def test_the_newest_edition_has_every_rule_that_is_cited() -> None:
    """But for those that are named after an older edition, the last that had them."""
    lacking = NAMES - numbers_of(DATES[-1]).keys()
    assert {name for name in lacking if edition_of_name(name) >= dt.date(2025, 6, 6)} == set()


def test_of_several_rules_with_the_words_that_of_the_nearest_section_is_meant() -> None:
    words = "but no more than N2 level counters on it"
    found = numbers_in([("107.8a", words), ("710.2a", words)])
    assert (found["107.8a"], found["711.2a"]) == ("107.8a", "710.2a")
    assert "711.2a" not in numbers_in([("107.8a", "Nothing of the kind.")])


def test_letter_case_and_the_form_of_marks_make_no_difference() -> None:
    assert "201.5c" in names_in("Text that refers to a card by A  SHORTENED\u00a0version of its name")
    assert "118.3" in names_in("A player can’t pay a cost without having the necessary resources.")
    assert names_in("A player can pay a cost without having the necessary resources.") == frozenset()


@pytest.mark.parametrize("signs", ["’'", "’'“”\""], ids=["apostrophes", "quotation marks too"])
def test_a_document_with_question_marks_for_other_signs_has_the_same_rules(signs: str) -> None:
    table = str.maketrans(dict.fromkeys(signs, "?"))
    damaged = {number: words.translate(table) for number, words in words_of("2008-02-01").items()}
    assert numbers_in(damaged.items()) == numbers_of("2008-02-01")
