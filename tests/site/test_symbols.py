"""The pages of symbols: the gallery, the sheet, one page and one drawing for each."""

import datetime as dt
import html
import re
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from explorer.library.importing import import_bytes
from explorer.library.queries import EditionInfo
from symbols import filling
from symbols.about import history
from symbols.definitions import all_definitions, by_slug, definition
from symbols.glyphs import draw
from symbols.models import Reading
from symbols.rendering import pip
from tests.shared import shared
from tests.site.test_pages import Outline, read

pytestmark = pytest.mark.django_db
ALL = list(all_definitions())
SLUGS = [one.slug for one in ALL]
#: Symbols that differ in what their pages have to say, some of them made when asked for.
SAMPLE = ["W-U", "T", "Y", "3", "X", "S", "PW", "W-P", "H", "infinity", "half", "scroll", "numeral", "star", "dfc-sun"]
SAMPLE += ["loyalty-zero", "37", "1234567", "loyalty-down-12", "chapter-IX", "CI-WUB", "level-10-12", "TK9"]


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


# ---------- the gallery ----------


def test_the_gallery_has_every_symbol_once_by_kind(client: Client) -> None:
    page = read(client, "/symbols/")
    links = [link["href"] for link in Outline(page).all("a") if link.get("class") == "tile"]
    assert links == [f"/symbols/{slug}/" for slug in SLUGS]
    assert f"{len(ALL)} symbols" in text_of(page)
    kinds = list(dict.fromkeys(one.kind for one in ALL))
    headings = re.findall(r'<h2 id="kind-[^"]+">([^<]+?) ?(?:<span class="quiet">\d+</span>)?</h2>', page)
    assert [heading.strip().casefold() for heading in headings] == [kind.casefold() for kind in kinds]


@pytest.mark.parametrize(
    ("words", "count"), [("phyrexian", 16), ("{t}", 1), ("w/u", 2), ("LIFE", 15), ("  snow  ", 1), ("", len(ALL))]
)
def test_the_gallery_can_be_filtered_without_javascript(client: Client, words: str, count: int) -> None:
    page = client.get("/symbols/", {"q": words}).content.decode()
    assert page.count('class="tile"') == count
    assert {form.get("class"): form.get("action") for form in Outline(page).all("form")}["find"] == "/symbols/"
    if words:
        assert f"{count} of {len(ALL)} symbols" in text_of(page)
        assert f'value="{words.strip()}"' in page


def test_htmx_gets_the_symbols_only(client: Client) -> None:
    response = client.get("/symbols/", {"q": "snow"}, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert "<html" not in page
    assert "<form" not in page
    assert page.count('class="tile"') == 1
    assert response.headers["HX-Replace-Url"] == "/symbols/?q=snow"
    assert "HX-Request" in response.headers["Vary"]


def test_nothing_fitting_offers_the_nearest(client: Client) -> None:
    page = read(client, "/symbols/?q=enrgy")
    assert f"None of {len(ALL)} symbols fits “enrgy”" in text_of(page)
    assert 'href="/symbols/E/"' in page


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "\0", "x" * 5_000, "🙂", "%", '"'])
def test_strange_words_do_no_harm(client: Client, words: str) -> None:
    response = client.get("/symbols/", {"q": words})
    assert response.status_code == 200
    assert "<script>alert" not in response.content.decode()


def test_the_sheet_has_every_drawing_at_every_size(client: Client) -> None:
    page = read(client, "/symbols/sheet/")
    parts = re.split(r'<ul class="sheet sheet-(\d+)">', page)
    sizes = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert list(sizes) == ["14", "20", "48", "200"]
    for part in sizes.values():
        assert re.findall(r'symbols[^"]*\.svg#([^"]+)"', part) == SLUGS


# ---------- one symbol ----------


def test_every_symbol_has_a_page(client: Client) -> None:
    for one in (*ALL, *(by_slug(slug) for slug in SAMPLE)):
        page = read(client, f"/symbols/{one.slug}/")
        outline = Outline(page)
        assert len(outline.all("h1")) == 1
        for _, attributes in outline.elements:
            assert "style" not in attributes
            assert not [name for name in attributes if name.startswith("on")]
        identifiers = [attributes["id"] for _, attributes in outline.elements if attributes.get("id")]
        assert len(identifiers) == len(set(identifiers)), one.code
        text = text_of(page)
        assert one.name[0].upper() + one.name[1:] in text
        assert one.description in text
        for way in one.spellings:
            assert f"<code>{html.escape(way)}</code>" in page, way
        assert ("What pays it" in text) == one.mana


def test_every_link_of_the_page_leads_somewhere(client: Client) -> None:
    tried: set[str] = set()
    for slug in SAMPLE:
        targets = {link["href"] or "" for link in Outline(read(client, f"/symbols/{slug}/")).all("a")}
        for target in targets - tried:
            assert target.startswith("#") or client.get(target).status_code in {200, 302}, target
        tried |= targets
    assert len(tried) > 100


def test_buttons_copy_the_code_the_drawing_and_the_html(client: Client) -> None:
    page = Outline(read(client, "/symbols/W-U/"))
    copied = [button["data-copy"] for button in page.all("button") if "data-copy" in button]
    assert copied == [
        "{W/U}",
        draw("W/U"),
        '<img src="http://testserver/symbols/W-U.svg" alt="white or blue mana" width="20" height="20">',
    ]


def test_a_mana_symbol_can_be_tried_in_a_cost(client: Client) -> None:
    page = Outline(read(client, "/symbols/2-W/"))
    assert "/check/?cost=%7B2%2FW%7D" in [link["href"] for link in page.all("a")]
    assert "Try it in a cost" not in read(client, "/symbols/dfc-sun/")


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("W-U", ["one white mana or one blue mana", "Mana value 1 ", "white and blue"]),
        ("2-W", ["one white mana or", "two mana, each of any type", "Mana value 2 "]),
        ("W-U-P", ["one white mana or one blue mana or 2 life", "Mana value 1 "]),
        ("C", ["one colorless mana", "Colors none"]),
        ("S", ["one mana of any type, from a snow source"]),
        ("0", ["nothing: it is paid by saying so", "Mana value 0 "]),
        ("X", ["as many mana as X says", "X on the stack, 0 elsewhere"]),
        ("1234567", ["1,234,567 mana, each of any type", "Mana value 1,234,567 "]),
        ("37", ["37 mana, each of any type", "Mana value 37 "]),
        ("half", ["half a mana of any type", "Mana value ½ ", "Only on cards that are not for tournaments"]),
        ("HW", ["half a white mana"]),
        ("infinity", ["endless mana", "Mana value ∞ "]),
    ],
)
def test_what_pays_and_what_it_is_worth(client: Client, slug: str, words: list[str]) -> None:
    text = text_of(read(client, f"/symbols/{slug}/"))
    for word in words:
        assert word in text


def test_facts_are_cited_with_the_numbers_of_the_edition_they_are_in(client: Client) -> None:
    """202.3g of today is 202.3d in the only edition of the library that has it."""
    page = Outline(read(client, "/symbols/W-P/"))
    cites = {link["href"]: link.get("title") for link in page.all("a") if link.get("class") == "cite"}
    assert cites["/rules/107.4f/"] == "as of June 6, 2025"
    assert cites["/rules/202.3d/"] == "as of July 15, 2011"


def test_the_rules_are_quoted_from_the_newest_edition_that_has_them(client: Client) -> None:
    text = text_of(read(client, "/symbols/H/"))
    assert "Comprehensive Rules, effective June 6, 2025" in text
    assert "means any of the fifteen Phyrexian mana symbols" in text
    mythic = text_of(read(client, "/symbols/set-mythic/"))
    assert "effective July 15, 2011 · the newest text of these in this library" in mythic
    assert "A red-orange symbol indicates the card is mythic rare" in mythic


def test_what_is_not_in_the_library_is_named(client: Client) -> None:
    text = text_of(read(client, "/symbols/T/"))
    assert re.search(r"Not in this library: 302\.6 \(numbered so in the edition of June 6, 2025\)", text)


def test_every_rule_that_writes_it_is_listed(client: Client) -> None:
    page = read(client, "/symbols/CHAOS/")
    uses = page[page.index('id="uses"') :]
    numbers = re.findall(r'<a class="num" href="/rules/([^/]+)/">', uses)
    assert numbers == ["107.12", "206.4"]
    assert "Edition effective July 15, 2011" in uses
    assert "No rule in this library writes it" in text_of(read(client, "/symbols/37/"))
    assert "it is only drawn on cards" in text_of(read(client, "/symbols/dfc-moon/"))


def test_former_spellings_are_shown(client: Client) -> None:
    assert "in editions from June 2010 to February 2014 {C}" in text_of(read(client, "/symbols/CHAOS/"))
    assert "in editions from June 2011 to March 2024 {P}" in text_of(read(client, "/symbols/H/"))
    assert "in the edition of June 2010 {P}" in text_of(read(client, "/symbols/PW/"))


def test_a_kind_is_dated_by_the_first_of_it(client: Client) -> None:
    for slug in ("loyalty-up-3", "loyalty-zero", "loyalty-X"):
        text = text_of(read(client, f"/symbols/{slug}/"))
        assert "The first of its kind: Came with the first planeswalker cards" in text
    assert "first of its kind" not in text_of(read(client, "/symbols/2-W/"))


def test_what_an_edition_only_tells_of_is_not_put_into_its_mouth(client: Client) -> None:
    chapter = text_of(read(client, "/symbols/chapter-II/"))
    assert "speaks of it in 107.15" in chapter
    assert "{rII}" not in chapter
    assert "has {W/U} in 107.4" in text_of(read(client, "/symbols/W-U/"))


def test_a_rule_page_leads_to_the_symbols_it_names(client: Client) -> None:
    links = [link["href"] for link in Outline(read(client, "/rules/107.4h/")).all("a")]
    assert "/symbols/S/" in links


def test_a_page_asks_the_library_few_questions(client: Client, django_assert_max_num_queries: Any) -> None:
    read(client, "/symbols/T/")
    with django_assert_max_num_queries(16):
        read(client, "/symbols/T/")


def test_an_edition_brought_in_meanwhile_is_read(client: Client) -> None:
    assert "2022" not in text_of(read(client, "/symbols/W-U-P/")).split("What each edition says")[1][:200]
    import_bytes((shared("rules") / "2022-10-07.txt").read_bytes(), "2022-10-07.txt")
    text = text_of(read(client, "/symbols/W-U-P/"))
    assert "Oct 7, 2022 has {W/U/P} in 107.4" in text
    assert Reading.objects.filter(edition__date=dt.date(2022, 10, 7)).exists()


def test_a_library_that_cannot_be_written_to_is_still_shown(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    read(client, "/symbols/T/")

    def fail() -> bool:
        raise OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(filling, "refresh", fail)
    assert "In the edition of March 17, 2008 already" in text_of(read(client, "/symbols/T/"))


# ---------- through time ----------


def edition(row: int, date: str, *, complete: bool = True) -> EditionInfo:
    day = dt.date.fromisoformat(date)
    return EditionInfo(row, day, "", "", "", complete, "", 0, 0, 0, 0)


EDITIONS = [edition(1, "2005-08-01"), edition(2, "2010-06-18"), edition(3, "2015-07-17"), edition(4, "2020-06-01")]
STILL = "Still in that of June 1, 2020, the newest that tells."
HAS, LACKS = (True, "{Q}", "107.6"), (False, "", "")


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
        ({1: LACKS, 4: LACKS}, "The editions here that tell do not have it.", "", []),
        ({}, "", "", []),
    ],
)
def test_history(said: dict[int, tuple[bool, str, str]], first: str, last: str, spans: list[int]) -> None:
    made = history.make(definition("Q"), EDITIONS, said, dt.date(2026, 11, 20))
    assert (made.first, made.last) == (first, last)
    assert made.gone == ("no longer" in last)
    assert [int(span.open) for span in made.spans] == spans
    assert [mark.known for mark in made.marks] == [said.get(row, (None,))[0] for row in (1, 2, 3, 4)]
    places = [float(mark.place.rstrip("%")) for mark in made.marks]
    assert places == sorted(places)
    assert 0 < places[0] < places[-1] < 100
    assert made.years[0].year == 2003
    assert made.years[-1].year == 2026
    assert made.source == "Came with the set Shadowmoor, released May 2, 2008."


def test_a_symbol_older_than_the_strip_is_not_marked_on_it() -> None:
    made = history.make(definition("tombstone"), EDITIONS, {}, dt.date(2026, 11, 20))
    assert made.since == dt.date(2001, 10, 1)
    assert made.since_place == ""


def test_what_the_strip_shows_is_said_in_words_once(client: Client) -> None:
    page = read(client, "/symbols/C-W/")
    assert '<svg class="strip" width="100%" height="58" aria-hidden="true">' in page
    text = text_of(page)
    for words in (
        "First in the edition of June 6, 2025; that of March 8, 2024 does not have it.",
        "Came with the set Modern Horizons 3, released June 14, 2024.",
    ):
        assert text.count(words) == 1


def test_symbols_in_our_own_words_are_drawn(client: Client) -> None:
    source = read(client, "/symbols/C/").split('class="key-since"')[1].split("</li>")[0]
    assert 'aria-label="1 generic mana"' in source


@pytest.mark.parametrize("slug", ["loyalty-up-X", "defense-X", "HU", "HB", "HG"])
def test_whole_families_are_in_the_gallery_and_on_the_sheet(client: Client, slug: str) -> None:
    assert f'class="tile" href="/symbols/{slug}/"' in read(client, "/symbols/")
    assert f".svg#{slug}" in read(client, "/symbols/sheet/")


# ---------- addresses ----------


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("/symbols/u-w/", "/symbols/W-U/"),
        ("/symbols/%7BU%2FW%7D/", "/symbols/W-U/"),
        ("/symbols/%7BU/W%7D/", "/symbols/W-U/"),
        ("/symbols/W/U/", "/symbols/W-U/"),
        ("/symbols/2w/", "/symbols/2-W/"),
        ("/symbols/w-p/", "/symbols/W-P/"),
        ("/symbols/%5B%2B1%5D/", "/symbols/loyalty-up-1/"),
        ("/symbols/%C2%BD/", "/symbols/half/"),
        ("/symbols/ocT/", "/symbols/T/"),
        ("/symbols/tap/", "/symbols/T/"),
        ("/symbols/u-w.svg", "/symbols/W-U.svg"),
        ("/symbols/%7BU%2FW%7D.svg", "/symbols/W-U.svg"),
        ("/symbols/W-U", "/symbols/W-U/"),
        ("/symbols/CI_UW/", "/symbols/CI-WU/"),
        ("/symbols/CI-UW/", "/symbols/CI-WU/"),
        ("/symbols/%7BCI_UW%7D/", "/symbols/CI-WU/"),
        ("/symbols/W-U.svg/", "/symbols/W-U.svg"),
        ("/symbols/u-w.SVG/", "/symbols/W-U.svg"),
        ("/symbols/W%0A/", "/symbols/W/"),
    ],
)
def test_other_ways_to_write_it_lead_to_the_right_page(client: Client, asked: str, leads_to: str) -> None:
    response = client.get(asked)
    assert response.status_code == 301
    assert response.headers["Location"] == leads_to
    assert client.get(leads_to).status_code == 200


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("/symbols/W-V/", "W-U"),
        ("/symbols/QQ/", "Q"),
        ("/symbols/chaso/", "CHAOS"),
        ("/symbols/W-V.svg", "W-U"),
        ("/symbols/WV%0A/", "W"),
    ],
)
def test_an_unknown_code_gets_the_nearest_symbols(client: Client, asked: str, near: str) -> None:
    page = read(client, asked, 404)
    assert "There is no such symbol" in page
    assert f'href="/symbols/{near}/"' in page
    assert "/symbols/?q=" in page


@pytest.mark.parametrize("asked", ["/symbols/<script>alert(1)</script>/", "/symbols/%00/", f"/symbols/{'x' * 5000}/"])
def test_strange_addresses_do_no_harm(client: Client, asked: str) -> None:
    assert "<script>alert" not in read(client, asked, 404)


@pytest.mark.parametrize("code", ["TK007", "TK0", "class-0", "class-1", "loyalty-007", "level-003-007", "loyalty-up-0"])
def test_what_no_card_could_have_has_no_page(client: Client, code: str) -> None:
    assert "There is no such symbol" in read(client, f"/symbols/{code}/", 404)


def test_an_endless_word_is_shown_short(client: Client) -> None:
    page = read(client, f"/symbols/{'a' * 300}/", 404)
    assert max(map(len, re.findall("a+", text_of(page)))) < 40


def test_pages_are_only_for_reading(client: Client) -> None:
    for address in ("/symbols/", "/symbols/sheet/", "/symbols/W-U/", "/symbols/W-U.svg"):
        assert client.post(address).status_code in {403, 405}
        assert client.head(address).status_code == 200


# ---------- drawings ----------


def test_a_drawing_is_kept_for_good_under_its_version(client: Client) -> None:
    page = read(client, "/symbols/W-U/")
    lasting = re.search(r'href="(/symbols/W-U\.svg\?v=[0-9a-f]{12})"', page)
    assert lasting
    response = client.get(lasting[1])
    assert response.content.decode() == draw("W/U")
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("query", ["", "?v=", "?v=000000000000"])
def test_a_drawing_without_its_version_is_asked_for_again(client: Client, query: str) -> None:
    response = client.get(f"/symbols/W-U.svg{query}")
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "public, max-age=86400"
    again = client.get("/symbols/W-U.svg", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    other = client.get("/symbols/W-B.svg", headers={"If-None-Match": response.headers["ETag"]})
    assert other.status_code == 200


def test_a_symbol_that_no_sprite_holds_is_drawn_in_the_page() -> None:
    assert "<img" not in pip("37")
    assert "<path" in pip("37")
    assert 'aria-label="37 generic mana"' in pip("37")
    assert "<use" in pip("W/U")
    assert pip("<b>") == "{&lt;b&gt;}"


def test_rows_are_there_after_a_visit(client: Client) -> None:
    read(client, "/symbols/W/")
    assert not filling.is_stale()
