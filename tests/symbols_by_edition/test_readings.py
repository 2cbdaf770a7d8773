"""What each edition says of each symbol, read from its own text."""

import datetime as dt
from functools import cache

import pytest

from explorer.symbols_by_edition.edition_symbols import EditionSymbols, Statement
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


@pytest.mark.parametrize(
    ("code", "date", "said"),
    [
        ("H", "2011-06-17", Statement(known=True, written="{P}", number="107.4g")),
        ("PW", "2010-06-18", Statement(known=True, written="{P}", number="107.11")),
        ("dfc-sun", "2013-07-11", Statement(known=True, number="107.13")),
        # Lists leave these out, or nobody had them yet.
        ("Z", "2007-10-01", Statement(known=False)),
        ("½", "2014-02-01", Statement(known=False)),
        ("[+X]", "2010-06-18", Statement(known=False)),
        ("E", "2015-07-17", Statement(known=False)),
        ("dfc-spark", "2014-02-01", Statement(known=False)),
    ],
)
def test_what_an_edition_says(code: str, date: str, said: Statement) -> None:
    assert edition(date).says(definition(code)) == said


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
    for code, date, spelling in [
        *((code, NEWEST, "") for code in ("chapter-II", "level-7+", "station-8+")),
        ("T", "2003-10-01", "{oT}"),
    ]:
        said = edition(date).says(definition(code))
        assert (said and said.known, said and said.written) == (True, spelling)


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
    for one in map(definition, ended):
        assert one.since
        assert one.until
        assert one.since <= one.until
        assert "released" in one.source
