"""What each edition says of each symbol, read from its own text."""

import datetime as dt
from functools import cache

import pytest

from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from symbols.catalog.definitions import all_definitions, definition
from tests.shared import NEWEST
from tests.symbols_by_edition.test_editions import OLDEST, dates, texts_of
from tests.tables import cases

ALL = list(all_definitions())


@cache
def edition(date: str) -> EditionSymbols:
    return EditionSymbols(date, *texts_of(date), whole=True)


def known_in(code: str) -> list[str]:
    one = definition(code)
    return [date for date in dates() if (said := edition(date).says(one)) and said.known]


@pytest.mark.parametrize(
    ("code", "first", "last"),
    cases("symbols_by_edition/readings", "first_and_last_edition"),
)
def test_first_and_last_edition(code: str, first: str, last: str) -> None:
    known = known_in(code)
    first, last = ({"OLDEST": OLDEST, "NEWEST": NEWEST}.get(day, day) for day in (first, last))
    assert (known[0], known[-1]) == (first, last)
    assert known == [date for date in dates() if first <= date <= last], "no edition between says otherwise"


@pytest.mark.parametrize("code", ["½", "HW", "∞"])
def test_what_no_edition_has(code: str) -> None:
    assert known_in(code) == []


@pytest.mark.parametrize("code", ["A", "scroll", "power", "dfc-meld", "dfc-specialize"])
def test_symbols_that_no_rules_mention(code: str) -> None:
    """These are dated by hand, with a source, since no edition can say."""
    one = definition(code)
    assert {edition(date).says(one) for date in dates()} == {None}
    assert one.since
    assert one.source


def test_the_others_are_read_from_the_editions() -> None:
    silent = [one.code for one in ALL if not (one.known_as or one.phrases)]
    assert sorted(silent) == ["A", "dfc-meld", "dfc-specialize", "power", "scroll", "toughness"]


@pytest.mark.slow
def test_dates_by_hand_agree_with_the_editions() -> None:
    """The rules may have a symbol some weeks before the first cards with it, and never before that."""
    checked = 0
    for one in ALL:
        known = known_in(one.code) if one.since else []
        if one.since and known and known[0] != OLDEST:
            assert dt.date.fromisoformat(known[0]) >= one.since - dt.timedelta(days=21), one.code
            checked += 1
    assert checked > 80


def test_a_symbol_is_shown_by_the_rule_that_says_so() -> None:
    said = edition("2011-06-17").says(definition("H"))
    assert said
    assert (said.written, said.number) == ("{P}", "107.4g")
    said = edition("2010-06-18").says(definition("PW"))
    assert said
    assert (said.written, said.number) == ("{P}", "107.11")
    said = edition("2013-07-11").says(definition("dfc-sun"))
    assert said
    assert said.number == "107.13"


@pytest.mark.slow
def test_what_an_edition_writes_stands_in_its_text() -> None:
    written = 0
    for date in dates():
        rules, glossary = texts_of(date)
        text = "\n".join([*rules.values(), *glossary.values()]).replace("−", "-").replace("–", "-")
        for one in ALL:
            if (said := edition(date).says(one)) and said.written:
                assert said.written.replace("−", "-") in text, (date, one.code)
                written += 1
    assert written > 1000
    for code in ("chapter-II", "level-7+", "station-8+"):
        said = edition(NEWEST).says(definition(code))
        assert said
        assert (said.known, said.written) == (True, "")
    said = edition("2003-10-01").says(definition("T"))
    assert said
    assert said.written == "{oT}"


def test_an_excerpt_says_no_more_than_it_knows() -> None:
    rules, _ = texts_of("2024-03-08")
    section = {number: text for number, text in rules.items() if number.startswith("107")}
    excerpt = EditionSymbols("2024-03-08", section, {})
    said = {code: excerpt.says(definition(code)) for code in ("W", "C/W", "E", "station-8+", "dfc-sun", "star")}
    known = {code: answer.known if answer else None for code, answer in said.items()}
    assert known == {"W": True, "C/W": False, "E": True, "station-8+": None, "dfc-sun": None, "star": None}


@pytest.mark.parametrize(
    ("code", "date"),
    [
        ("dfc-spark", "2015-07-17"),
        ("dfc-moon", "2015-07-17"),
        ("one-plus-star", "2003-03-15"),
        ("one-plus-star", "2005-08-01"),
    ],
)
def test_silence_is_unknown_once_cards_had_the_symbol(code: str, date: str) -> None:
    """711.1b of 2015 names some marks as examples; before 2007 no rule has 1+* for one. Cards had them all the same."""
    assert edition(date).says(definition(code)) is None


@pytest.mark.parametrize(
    ("code", "date"),
    [
        ("Z", "2007-10-01"),
        ("½", "2014-02-01"),
        ("[+X]", "2010-06-18"),
        ("E", "2015-07-17"),
        ("dfc-spark", "2014-02-01"),
    ],
)
def test_symbols_that_an_edition_lacks(code: str, date: str) -> None:
    said = edition(date).says(definition(code))
    assert said
    assert (said.known, said.written, said.number) == (False, "", "")


@pytest.mark.slow
def test_later_denials_need_words() -> None:
    """A denial from after the day on which a symbol came needs words: a list of mana, or a rule on the kind."""
    denied = {
        one.code
        for one in ALL
        for date in dates()
        if (said := edition(date).says(one))
        and not said.known
        and one.since
        and dt.date.fromisoformat(date) >= one.since
    }
    assert {code for code in denied if not definition(code).mana} == {"[+X]"}


def test_ended_symbols_have_dates() -> None:
    ended = {one.code: one.until for one in ALL if one.until}
    assert ended.keys() >= {"tombstone", "power", "toughness", "type-land", "dfc-sun", "dfc-openfan"}
    assert len(ended) == 20
    for code, until in ended.items():
        one = definition(code)
        assert until
        assert one.since
        assert one.since <= until
        assert "released" in one.source
