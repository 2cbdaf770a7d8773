"""What the page of a symbol says of its time."""

import datetime as dt
import re

import pytest
from django.test import Client

from explorer.library.queries import EditionInfo
from explorer.symbology.history import history_of
from explorer.symbology.spellings import notations_of
from explorer.symbology.statements import Statement
from symbols.catalog.definitions import definition
from tests.conftest import with_editions
from tests.shared import EVERY_EDITION
from tests.site.test_pages import read
from tests.site.test_symbols import text_of

pytestmark = pytest.mark.django_db


def edition(row: int, date: str, *, complete: bool = True) -> EditionInfo:
    day = dt.date.fromisoformat(date)
    return EditionInfo(row, day, "", "", "", complete, "", 0, 0, 0, 0)


EDITIONS = [edition(1, "2005-08-01"), edition(2, "2010-06-18"), edition(3, "2015-07-17"), edition(4, "2020-06-01")]
STILL = "Still in that of June 1, 2020, the newest that tells."
HAS, LACKS = Statement(known=True, written="{Q}", number="107.6"), Statement(known=False)


@pytest.mark.parametrize(
    ("said", "first", "last", "spans"),
    [
        ({1: HAS, 4: HAS}, "In the edition of August 1, 2005 already, the oldest here that tells.", STILL, [0, 1]),
        (
            {1: LACKS, 2: HAS, 4: HAS},
            "First in the edition of June 18, 2010; that of August 1, 2005 does not have it.",
            STILL,
            [0, 1],
        ),
        (
            {1: HAS, 2: HAS, 3: LACKS, 4: LACKS},
            "In the edition of August 1, 2005 already, the oldest here that tells.",
            "Last in the edition of June 18, 2010; that of July 17, 2015 no longer has it.",
            [0],
        ),
        (
            {1: LACKS, 3: HAS},
            "First in the edition of July 17, 2015; that of August 1, 2005 does not have it, "
            "and the one between does not tell.",
            "",
            [0, 1],
        ),
        (
            {1: HAS, 4: LACKS},
            "In the edition of August 1, 2005 already, the oldest here that tells.",
            "Last in the edition of August 1, 2005; that of June 1, 2020 no longer has it, and 2 between do not tell.",
            [0],
        ),
        ({1: LACKS, 4: LACKS}, "The editions here that tell do not have it.", "", []),
        ({}, "", "", []),
    ],
)
def test_history(said: dict[int, Statement], first: str, last: str, spans: list[int]) -> None:
    by_date = {EDITIONS[row - 1].date: each for row, each in said.items()}
    made = history_of(definition("Q"), EDITIONS, by_date, dt.date(2026, 11, 20))
    assert (made.first, made.last) == (first, last)
    assert made.gone == ("no longer" in last)
    assert [int(is_open) for _, _, is_open in made.spans] == spans
    assert [mark.known for mark in made.marks] == [said[row].known if row in said else None for row in (1, 2, 3, 4)]
    places = [float(mark.place.rstrip("%")) for mark in made.marks]
    assert places == sorted(places)
    assert 0 < places[0] < places[-1] < 100
    assert made.years[0][0] == 2003
    assert made.years[-1][0] == 2026
    assert made.source == "Came with the set Shadowmoor, released May 2, 2008."


def test_a_symbol_older_than_the_strip_is_not_marked_on_it() -> None:
    made = history_of(definition("tombstone"), EDITIONS, {}, dt.date(2026, 11, 20))
    assert definition("tombstone").since == dt.date(2001, 10, 1)
    assert (made.since_place, made.until_place) == ("", "")


def test_what_came_to_an_end_is_marked_on_the_strip(client: Client) -> None:
    made = history_of(definition("dfc-compass"), EDITIONS, {}, dt.date(2026, 11, 20))
    assert 0 < float(made.since_place.rstrip("%")) < float(made.until_place.rstrip("%")) < 100
    text = text_of(read(client, "/symbols/dfc-compass/"))
    assert "◆◇ Came with the set Ixalan, released September 29, 2017; last in Rivals of Ixalan" in text
    assert "have a triangle in its place (712.2)" in text


@with_editions("2015-07-17", "2017-04-28", "2014-02-01")
def test_an_edition_that_is_silent_is_not_said_to_lack_it(client: Client) -> None:
    text = text_of(read(client, "/symbols/dfc-spark/"))
    assert "Jul 17, 2015 does not tell" in text
    assert "Feb 1, 2014 does not have it" in text
    assert "that of February 1, 2014 does not have it, and the one between does not tell." in text


def test_what_the_strip_shows_is_said_in_words_once(client: Client) -> None:
    page = read(client, "/symbols/C-W/")
    assert '<svg class="strip" width="100%" height="58" aria-hidden="true">' in page
    text = text_of(page)
    for words in (
        "First in the edition of June 6, 2025; that of March 8, 2024 does not have it",
        "Came with the set Modern Horizons 3, released June 14, 2024.",
    ):
        assert text.count(words) == 1


@pytest.mark.parametrize(
    ("written", "where"),
    [
        (["{oT}", "{oT}", "{T}", "{T}"], "in editions from August 2005 to June 2010"),
        (["{oT}", "{T}", "{oT}", "{T}"], "in some editions from August 2005 to July 2015"),
        (["{T}", "{oT}", "{T}", "{T}"], "in the edition of June 2010"),
        (["{T}", "{T}", "{T}", "{T}"], None),
    ],
)
def test_editions_say_when_a_symbol_was_written_otherwise(written: list[str], where: str | None) -> None:
    said = {
        edition.date: Statement(known=True, written=way, number="107.5")
        for edition, way in zip(EDITIONS, written, strict=True)
    }
    made = history_of(definition("T"), EDITIONS, said, dt.date(2026, 11, 20))
    found = dict(notations_of(definition("T"), made))
    assert {place: ways for place, ways in found.items() if "edition" in place} == ({where: ["{oT}"]} if where else {})


def test_symbols_in_our_own_words_are_drawn(client: Client) -> None:
    source = read(client, "/symbols/C/").split('class="key-since"')[1].split("</li>")[0]
    assert 'aria-label="1 generic mana"' in source


@pytest.mark.parametrize("slug", ["loyalty-up-X", "defense-X", "HU", "HB", "HG"])
def test_whole_families_are_in_the_gallery_and_on_the_sheet(client: Client, slug: str) -> None:
    assert f'class="tile" href="/symbols/{slug}/"' in read(client, "/symbols/")
    assert f".svg#{slug}" in read(client, "/symbols/sheet/")


@pytest.mark.parametrize("slug", ["scroll", "power", "A"])
def test_what_no_edition_tells_of_is_said(client: Client, slug: str) -> None:
    text = text_of(read(client, f"/symbols/{slug}/"))
    assert "No edition in this library tells of it." in text
    assert "What each edition says" not in text


@with_editions(*EVERY_EDITION)
def test_a_letter_beside_x_is_no_mana_symbol(client: Client) -> None:
    """104.3 dropped {Y} and {Z} on one day; what later editions say of Y is about the letter."""
    last = "Last in the edition of May 1, 2007; that of October 1, 2007 no longer has it."
    for slug in ("Y", "Z"):
        text = text_of(read(client, f"/symbols/{slug}/"))
        assert last in text
        assert all(year < "2007" for year in re.findall(r"(\d{4}) speaks of it", text))
    letter = text_of(read(client, "/symbols/letter-Y/"))
    assert "Still in that of January 16, 2026" in letter
    assert "Mar 17, 2008 does not tell" in letter
    assert "does not have it" not in letter
