"""Queries for citations, with each database."""

import datetime as dt

import pytest

from explorer.citing.numbers import KnownNumbers
from explorer.citing.words import Quoted
from explorer.library.loaded import library
from tests.conftest import ON_BOTH_DATABASES

pytestmark = [pytest.mark.django_db, *ON_BOTH_DATABASES]


def test_words_are_found_in_any_edition() -> None:
    known = KnownNumbers(library())
    places = known.places_of(Quoted.of("Phyrexian mana symbols are colored mana symbols"))
    assert [(number, edition.date) for number, edition in places][:1] == [("107.4f", dt.date(2025, 6, 6))]
    assert known.places_of(Quoted.of("PHYREXIAN mana symbols, [these] are … mana symbols"))[:1] == places[:1]
    assert known.places_of(Quoted.of("these words are in no rule")) == []
    assert known.places_of(Quoted.of("?!")) == []


def test_numbers_are_known() -> None:
    known = KnownNumbers(library())
    assert known.has("107.4f", dt.date(2025, 6, 6))
    assert not known.has("999.9", dt.date(2025, 6, 6))
    known.load_fates(["107.4f"], dt.date(2024, 3, 8), dt.date(2025, 6, 6))
    fate = known.fate("107.4f", dt.date(2024, 3, 8), dt.date(2025, 6, 6))
    assert fate is not None
    assert fate.own == "107.4f"
    assert any("phyrexian" in line for line in known.lines("107.4f").values())
