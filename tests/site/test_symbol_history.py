"""What the page of a symbol says of its time."""

import datetime as dt
import re

import pytest
from django.test import Client

from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.symbols_by_edition.edition_symbols import Statement
from explorer.symbols_by_edition.history import history_of
from explorer.symbols_by_edition.page import notations_of
from symbols.catalog.definitions import definition
from tests.conftest import with_editions
from tests.html import text_of
from tests.shared import EVERY_EDITION, NEWEST_WRITTEN
from tests.site.test_pages import read

pytestmark = pytest.mark.django_db


def edition(row: int, date: str, *, complete: bool = True) -> EditionInfo:
    day = dt.date.fromisoformat(date)
    return EditionInfo(row, day, "", "", "", complete, "", 0, 0, 0, 0)


EDITIONS = [edition(1, "2005-08-01"), edition(2, "2010-06-18"), edition(3, "2015-07-17"), edition(4, "2020-06-01")]
STILL = "Still in the rules on June 1, 2020."
OLDEST = "In the rules since at least August 1, 2005 (in 107.6)."
HAS, LACKS = Statement(known=True, written="{Q}", number="107.6"), Statement(known=False)


@pytest.mark.parametrize(
    ("said", "first", "last", "spans"),
    [
        ({1: HAS, 4: HAS}, OLDEST, STILL, [0, 1]),
        ({1: LACKS, 2: HAS, 4: HAS}, "Added between August 1, 2005 and June 18, 2010 (in 107.6).", STILL, [0, 1]),
        ({1: HAS, 2: HAS, 3: LACKS, 4: LACKS}, OLDEST, "Removed between June 18, 2010 and July 17, 2015.", [0]),
        ({1: LACKS, 3: HAS}, "Added between August 1, 2005 and July 17, 2015 (in 107.6).", "", [0, 1]),
        ({1: HAS, 4: LACKS}, OLDEST, "Removed between August 1, 2005 and June 1, 2020.", [0]),
        ({1: LACKS, 4: LACKS}, "Not in the loaded rules.", "", []),
        ({}, "", "", []),
    ],
)
def test_history(said: dict[int, Statement], first: str, last: str, spans: list[int]) -> None:
    by_date = {EDITIONS[row - 1].date: each for row, each in said.items()}
    made = history_of(definition("Q"), Library(tuple(EDITIONS)), by_date, dt.date(2026, 11, 20))
    assert (made.first, made.last) == (first, last)
    assert made.gone == last.startswith("Removed")
    assert [int(is_open) for _, _, is_open in made.spans] == spans
    assert [mark.known for mark in made.marks] == [said[row].known if row in said else None for row in (1, 2, 3, 4)]
    places = [float(mark.place.rstrip("%")) for mark in made.marks]
    assert places == sorted(places)
    assert 0 < places[0] < places[-1] < 100
    assert made.years[0][0] == 2003
    assert made.years[-1][0] == 2026
    assert made.source == "Introduced in Shadowmoor, released May 2, 2008."


def test_days_are_exact_where_no_edition_came_between() -> None:
    """The editions of March 8 and June 7, 2024 followed upon each other, and so did those of May and July 2009."""
    days = ["2009-05-01", "2009-07-11", "2024-03-08", "2024-06-07"]
    loaded = Library(tuple(edition(row, day) for row, day in enumerate(days)))
    said = [Statement(known=False), HAS, HAS, LACKS]
    by_date = {each.date: one for each, one in zip(loaded.editions, said, strict=True)}
    made = history_of(definition("Q"), loaded, by_date, dt.date(2026, 11, 20))
    assert (made.first, made.last) == ("In the rules since July 11, 2009 (in 107.6).", "Removed on June 7, 2024.")


def test_a_symbol_older_than_the_strip_is_not_marked_on_it() -> None:
    made = history_of(definition("tombstone"), Library(tuple(EDITIONS)), {}, dt.date(2026, 11, 20))
    assert definition("tombstone").since == dt.date(2001, 10, 1)
    assert (made.since_place, made.until_place) == ("", "")


def test_what_came_to_an_end_is_marked_on_the_strip(client: Client) -> None:
    made = history_of(definition("dfc-compass"), Library(tuple(EDITIONS)), {}, dt.date(2026, 11, 20))
    assert 0 < float(made.since_place.rstrip("%")) < float(made.until_place.rstrip("%")) < 100
    page = read(client, "/symbols/dfc-compass/")
    text = text_of(page)
    shapes = re.findall(r'<svg x="([\d.]+)%"[^>]*><path class="(came|went)"', page)
    assert [shape for _, shape in shapes] == ["came", "went"]
    assert 0 < float(shapes[0][0]) < float(shapes[1][0]) < 100
    assert "Introduced in Ixalan, released September 29, 2017; last in Rivals of Ixalan" in text
    assert "cards have a triangle instead (712.2)" in text


def test_what_the_strip_shows_is_said_in_words_once(client: Client) -> None:
    page = read(client, "/symbols/C-W/")
    assert re.search(r'<div class="life"><p>.*?</p>\s*<svg [^>]*aria-hidden="true">', page, re.DOTALL)
    text = text_of(page)
    for words in (
        "Added between March 8, 2024 and June 6, 2025 (in 107.4).",
        "Introduced in Modern Horizons 3, released June 14, 2024.",
    ):
        assert text.count(words) == 1


@pytest.mark.parametrize(
    ("written", "where"),
    [
        (["{oT}", "{oT}", "{T}", "{T}"], "in editions from August 2005 to June 2010"),
        (["{oT}", "{T}", "{oT}", "{T}"], "in some editions from August 2005 to July 2015"),
        (["{T}", "{oT}", "{T}", "{T}"], "in the June 2010 rules"),
        (["{T}", "{T}", "{T}", "{T}"], None),
    ],
)
def test_editions_say_when_a_symbol_was_written_otherwise(written: list[str], where: str | None) -> None:
    said = {
        edition.date: Statement(known=True, written=way, number="107.5")
        for edition, way in zip(EDITIONS, written, strict=True)
    }
    made = history_of(definition("T"), Library(tuple(EDITIONS)), said, dt.date(2026, 11, 20))
    found = dict(notations_of(definition("T"), made))
    assert {place: ways for place, ways in found.items() if place[-1:].isdigit() or place.endswith("rules")} == (
        {where: ["{oT}"]} if where else {}
    )


def test_symbols_in_our_own_words_are_drawn(client: Client) -> None:
    source = read(client, "/symbols/C/").split('<div class="life">')[1].split("</p>")[0]
    assert 'aria-label="1 generic mana"' in source


@pytest.mark.parametrize("slug", ["loyalty-up-X", "defense-X", "HU", "HB", "HG"])
def test_whole_families_are_in_the_gallery_and_on_the_sheet(client: Client, slug: str) -> None:
    assert f'<td><a href="/symbols/{slug}/">' in read(client, "/symbols/")
    assert f".svg#{slug}" in read(client, "/symbols/sheet/")


@with_editions(*EVERY_EDITION)
def test_a_letter_beside_x_is_no_mana_symbol(client: Client) -> None:
    """104.3 dropped {Y} and {Z} on one day; what later editions say of Y is about the letter."""
    last = "Removed between May 1 and October 1, 2007."
    for slug in ("Y", "Z"):
        text = text_of(read(client, f"/symbols/{slug}/"))
        assert last in text
        assert all(year < "2007" for year in re.findall(r"(\d{4}) in words", text))
    letter = text_of(read(client, "/symbols/letter-Y/"))
    assert f"Still in the rules on {NEWEST_WRITTEN}." in letter
    assert "March 17, 2008 not there" not in letter
