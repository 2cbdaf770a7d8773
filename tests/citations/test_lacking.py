"""A verdict that an edition's rules don't know says so first, in every edition that lacks what it depends on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.costcheck.check.checking import CheckedCost, check
from explorer.costcheck.check.in_words import verdict_in_words
from explorer.library.loaded import library
from tests.conftest import using_library


@pytest.fixture(autouse=True)
def all_editions(every_edition: str, django_db_blocker: Any) -> Iterator[None]:
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        yield


def rows() -> list[tuple[str, str, str, str]]:
    """Return each request, what it depends on, and from which edition to which an edition lacks that."""
    lines = (Path(__file__).parent / "lacking.txt").read_text().splitlines()
    found = []
    for line in lines:
        if not line.startswith("#"):
            query, thing, days = (each.strip() for each in line.split(" | "))
            since, _, until = days.rpartition(" ")
            found.append((query, thing, since or "1993-01-01", until))
    return found


def checked(query: str, day: str) -> CheckedCost:
    request = dict(each.split("=", 1) for each in query.split("&"))
    return check({**request, "edition": day})


def test_every_edition_says_what_it_lacks(subtests: pytest.Subtests) -> None:
    every = rows()
    editions = [edition.iso for edition in library().editions if edition.complete]
    for query in dict.fromkeys(row[0] for row in every):
        with subtests.test(query):
            expected = {
                day: {thing for one, thing, since, until in every if one == query and since <= day < until}
                for day in editions
            }
            found = {day: checked(query, day) for day in editions}
            assert {
                day: {*one.verdict.lacking.things} if one.verdict.lacking else set() for day, one in found.items()
            } == expected
            for day, one in found.items():
                in_json = one.as_json()["edition"]
                assert isinstance(in_json, dict)
                assert {*in_json["lacks"]} == expected[day]


@pytest.mark.parametrize(
    ("query", "day", "words"),
    [
        ("cost={S}&pool=CC", "2005-08-01", "The August 1, 2005 rules have no {S}. By the "),
        ("cost={3}&improvise=2&pool=W", "2012-06-01", "The June 1, 2012 rules have no improvise. By the "),
        ("cost={C}&pool=C", "2014-02-01", "The February 1, 2014 rules have no {C} as a mana symbol. By the "),
        ("cost={3}&improvise=2&pool=W", "2017-04-28", "Yes."),
    ],
)
def test_the_headline_begins_with_it(query: str, day: str, words: str) -> None:
    one = checked(query, day)
    assert verdict_in_words(one.result, one.verdict).startswith(words)


@pytest.mark.parametrize(
    ("query", "day", "verdict", "rule"),
    [
        # Until July 2013, delve and convoke were additional costs that reduced the total, and a minimum applied after.
        ("cost={5}&delve=7&minimum=3&pool=WW", "2012-06-01", "no", "702.64a"),
        ("cost={5}&delve=7&minimum=3&pool=WWW", "2012-06-01", "yes", "702.64a"),
        ("cost={5}&delve=7&minimum=3&pool=", "2013-07-13", "yes", "702.65a"),
        ("cost={5}&delve=7&pool=", "2010-06-18", "yes", "702.63a"),
        ("cost={3}{W}&convoke={W}{W}{C}{C}&minimum=2&pool=W", "2007-05-01", "no", "502.46a"),
        ("cost={3}{W}&convoke={W}{W}{C}{C}&minimum=2&pool=W", "2014-02-01", "yes", "702.50a"),
        ("cost={X}&x=3&delve=3&minimum=1&pool=W", "2009-07-11", "yes", "702.63a"),
    ],
)
def test_a_decision_is_that_of_its_day(query: str, day: str, verdict: str, rule: str) -> None:
    one = checked(query, day)
    assert one.verdict.answer == verdict
    assert rule in [fact.number for fact in one.facts]


@pytest.mark.parametrize(
    ("day", "elsewhere", "rules"),
    [
        ("2005-08-01", 4, {"505.5", "505.6"}),
        ("2007-05-01", [2, 2], {"505.2", "505.5"}),
        ("2010-06-18", [2, 2], {"708.2", "708.5"}),
        ("2015-07-17", [2, 2], {"708.2", "708.5"}),
        ("2017-04-28", 4, {"708.4b"}),
        ("2026-02-27", 4, {"709.4b", "202.3d"}),
    ],
)
def test_the_mana_value_of_a_split_card_outside_the_stack(day: str, elsewhere: object, rules: set[str]) -> None:
    one = checked("cost={1}{R} // {1}{U}&cast=1", day)
    assert one.as_json()["mana_value"] == {"stack": 2, "elsewhere": elsewhere}
    assert rules <= {fact.number for fact in one.facts}
