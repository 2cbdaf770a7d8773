"""The page of one symbol."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client

from explorer.citations.names import BACKGROUND
from explorer.importing.documents import import_bytes
from explorer.library import queries
from explorer.library.loaded import library
from explorer.models import CitedRule, EditionSymbol
from explorer.symbols_by_edition.history import history_of
from explorer.symbols_by_edition.page import quotes_of
from explorer.symbols_by_edition.query import facts_on, missing_symbols
from explorer.symbols_by_edition.uses import Uses, uses_of
from explorer.symbols_by_edition.view import drawing_of
from explorer.wording.mentions import SymbolMention
from explorer.wording.wordings import symbols_named
from symbols.catalog.definitions import Definition, all_definitions, by_slug
from symbols.glyphs import draw
from tests.conftest import forget_everything, with_editions
from tests.document.editions import first_chapter
from tests.html import text_of
from tests.shared import EVERY_EDITION, NEWEST
from tests.site.test_pages import Outline, read

pytestmark = pytest.mark.django_db
ALL = list(all_definitions())
#: Symbols that differ in what their pages have to say, some of them made when asked for.
SAMPLE = ["W-U", "T", "Y", "3", "X", "S", "PW", "W-P", "H", "infinity", "half", "scroll", "numeral", "star", "dfc-sun"]
SAMPLE += ["loyalty-zero", "37", "1234567", "loyalty-down-12", "chapter-IX", "CI-WUB", "level-10-12", "TK9"]


def uses_in_library(one: Definition) -> Uses:
    facts = facts_on(one)
    return uses_of(one, facts.uses, facts.loaded)


def test_buttons_copy_the_code_and_the_drawing(client: Client) -> None:
    page = Outline(read(client, "/symbols/W-U/"))
    lasting = drawing_of("W/U").lasting
    copied = [button["data-copy"] for button in page.all("button") if "data-copy" in button]
    assert copied == ["{W/U}", draw("W/U")]
    assert "immutable" in client.get(lasting).headers["Cache-Control"]
    assert lasting in [link["href"] for link in page.all("a")]


def test_a_mana_symbol_can_be_tried_in_a_cost(client: Client) -> None:
    page = Outline(read(client, "/symbols/2-W/"))
    assert "/check/?cost=%7B2%2FW%7D" in [link["href"] for link in page.all("a")]
    main = read(client, "/symbols/dfc-sun/").partition("<main")[2].partition("</main>")[0]
    assert "/check/" not in main


def test_facts_are_cited_with_the_numbers_of_the_edition_they_are_in(client: Client) -> None:
    """202.3g of today is 202.3d in the only edition of the library that has it."""
    page = Outline(read(client, "/symbols/W-P/"))
    cites = {link["href"]: link.get("title") for link in page.all("a") if link.get("class") == "cite"}
    assert cites["/rules/107.4f/"] == "as of June 6, 2025"
    assert cites["/rules/202.3d/"] == "as of July 15, 2011"


def test_what_is_not_in_the_library_is_named(client: Client) -> None:
    text = text_of(read(client, "/symbols/T/"))
    assert re.search(r"Not loaded: 302\.6 \(June 6, 2025 ", text)


def test_every_rule_that_uses_it_is_listed(client: Client) -> None:
    page = read(client, "/symbols/CHAOS/")
    assert using(page) == ["107.12", "206.4"]
    assert re.search(r"1 rule uses it +July 15, 2011: 206\.4", text_of(page))
    for slug in ("infinity", "dfc-moon", "scroll", "dfc-specialize"):
        page = read(client, f"/symbols/{slug}/")
        assert using(page) == []
        assert "No loaded rule uses it." in text_of(page)
    for slug in ("star", "star-star", "one-plus-star", "numeral"):
        assert using(read(client, f"/symbols/{slug}/"))


def using(page: str) -> list[str]:
    """Return the rules that a page says use its symbol."""
    rules = page[page.index('id="rules"') :].partition('id="written"')[0]
    return re.findall(r'<li><a href="/rules/(?:\d{4}-\d\d-\d\d/)?([^/]+)/">', rules)


@with_editions(*EVERY_EDITION)
def test_a_rule_that_only_names_it_uses_it(client: Client) -> None:
    """302.6 and 602.5a have no {T}: they say "the tap symbol"."""
    page = read(client, "/symbols/Q/")
    assert "302.6" in using(page)
    assert "with the tap symbol or the untap symbol in its activation cost" in text_of(page)
    for slug in ("chapter-IX", "chapter-II"):
        assert using(read(client, f"/symbols/{slug}/"))[0] == "107.15"


def test_what_an_edition_only_tells_of_is_not_put_into_its_mouth(client: Client) -> None:
    chapter = text_of(read(client, "/symbols/chapter-II/")).partition("By edition")[2].partition("The rules")[0]
    assert "in words, 107.15" in chapter
    assert "{rII}" not in chapter
    hybrid = text_of(read(client, "/symbols/W-U/")).partition("By edition")[2].partition("The rules")[0]
    assert "{W/U} , 107.4" in hybrid


def test_a_rule_page_leads_to_the_symbols_it_names(client: Client) -> None:
    links = [link["href"] for link in Outline(read(client, "/rules/107.4h/")).all("a")]
    assert "/symbols/S/" in links


@pytest.mark.slow
@pytest.mark.parametrize("library_with", [(), tuple(EVERY_EDITION)], indirect=True, scope="class")
def test_a_page_asks_the_library_few_questions(
    client: Client, django_assert_max_num_queries: Any, library_with: None
) -> None:
    """Also the first page of a process, whatever the size of the library."""
    for slug in SAMPLE:
        forget_everything()
        with django_assert_max_num_queries(9):
            read(client, f"/symbols/{slug}/")


@pytest.mark.slow
def test_an_edition_brought_in_meanwhile_is_read(client: Client) -> None:
    assert "October 7, 2022" not in text_of(read(client, "/symbols/W-U-P/"))
    import_bytes(first_chapter("2022-10-07.txt"), "2022-10-07.txt")
    text = text_of(read(client, "/symbols/W-U-P/"))
    assert "October 7, 2022 {W/U/P} , 107.4" in text
    assert EditionSymbol.objects.filter(edition__date=dt.date(2022, 10, 7)).exists()


@with_editions(*EVERY_EDITION)
def test_a_rule_whose_number_was_given_away_is_shown_with_its_edition(client: Client) -> None:
    for slug in ("Y", "Z"):
        uses = uses_in_library(by_slug(slug))
        assert not uses.newest
        assert {(each.date.isoformat(), rule.number) for each in uses.past for rule in each.first} >= {
            ("2007-05-01", "104.3"),
            ("2007-05-01", "104.3c"),
        }
        page = Outline(read(client, f"/symbols/{slug}/"))
        assert "/rules/2007-05-01/104.3/" in {link["href"] for link in page.all("a")}
    hybrid = uses_in_library(by_slug("2-W"))
    assert not any(each.date == dt.date(2007, 5, 1) for each in (*hybrid.newest, *hybrid.past))


def test_an_excerpt_lacks_what_came_later(client: Client) -> None:
    links = {link["href"] for link in Outline(read(client, "/rules/2011-07-15/202.2d/")).all("a")}
    assert "/symbols/#kind-W-U" in links
    assert not links & {"/symbols/C-W/", "/symbols/#kind-W-U-P"}


@with_editions(*EVERY_EDITION)
def test_signs_on_cards_are_in_rules(client: Client) -> None:
    for slug in ("star", "star-star", "one-plus-star"):
        assert "208.2" in using(read(client, f"/symbols/{slug}/"))


@with_editions(*EVERY_EDITION)
def test_every_rule_that_a_symbol_lists_leads_back_to_it_or_its_kind() -> None:
    edition = library().newest
    assert edition is not None
    lacking = missing_symbols(edition.date)
    cited = CitedRule.objects.filter(rule__edition_id=edition.id, cited__in=BACKGROUND)
    background = set(cited.values_list("rule__number", flat=True))
    listed: dict[str, list[SymbolMention]] = {}
    pairs = 0
    for one in ALL:
        facts = facts_on(one)
        using = {
            rule.number
            for each in uses_of(one, facts.uses, facts.loaded).newest
            if each.date == edition.date
            for rule in (*each.first, *each.rest)
        }
        history = history_of(one, facts.loaded, facts.said, dt.date(2026, 11, 20))
        quotes = quotes_of(one, facts, history).quotes
        quoted = [rule.number for each, rules in quotes if each.date == edition.date for rule in rules]
        for number in (*using, *quoted):
            if number not in listed:
                rule = queries.newest_rule(number, [edition])
                assert rule is not None
                listed[number] = symbols_named([rule], lacking)
            if number not in using and (number in background or one.code in lacking):
                continue
            assert any(one.code == each.code or one.kind == each.kind for each in listed[number]), (one.code, number)
            pairs += 1
    assert pairs > 1500


@with_editions(*EVERY_EDITION)
@pytest.mark.parametrize(
    ("number", "addresses"),
    [
        ("107.10", ["/symbols/type-land/", "/symbols/type-multiple/"]),
        ("107.13", ["/symbols/#kind-CI-W"]),
        ("118.13", ["/symbols/#kind-W-U", "/symbols/#kind-W-U-P", "/symbols/2-W/", "/symbols/W-P/"]),
        ("712.2", ["/symbols/dfc-obverse/", "/symbols/dfc-openfan/"]),
        ("107", ["/symbols/chapter-I/", "/symbols/level-4-plus/", "/symbols/class-2/", "/symbols/#kind-CI-W"]),
    ],
)
def test_a_rule_page_leads_to_symbols_and_to_kinds_of_them(client: Client, number: str, addresses: list[str]) -> None:
    outline = Outline(read(client, f"/rules/{number}/"))
    links = {link["href"] for link in outline.all("a")}
    assert set(addresses) <= links
    headings = {attributes.get("id") for _, attributes in Outline(read(client, "/symbols/")).elements}
    assert {address.partition("#")[2] for address in links if address and "/symbols/#" in address} <= headings
    assert "color indicator, 17 symbols" in text_of(read(client, "/rules/107.13/"))


@pytest.mark.slow
def test_a_page_says_how_a_symbol_is_written_or_that_nobody_writes_it(client: Client) -> None:
    for slug, wanted in (
        ("2-W", "As some copies of the rules have it |2/W|"),
        ("W-U", "As old card texts have it o(W/U) {(W/U)}"),
        ("half", "As old card texts have it o½"),
        ("chapter-III", "After a pattern of the rules {rIII}"),
        ("level-1-3", "After a pattern of the rules {LEVEL 1-3}"),
        ("level-9-plus", "After a pattern of the rules {LEVEL 9+}"),
        ("station-12-plus", "After a pattern of the rules {12+}"),
        ("numeral", "As the rules write it 1, 2, 3"),
        ("letter-Y", "As the rules write it Y"),
    ):
        assert wanted in text_of(read(client, f"/symbols/{slug}/")).partition("How it’s written")[2], slug
    assert 'data-copy="{LEVEL 9+}"' in read(client, "/symbols/level-9-plus/")
    for slug in ("loyalty-4", "defense-3", "class-2", "set-rare", "scroll"):
        assert "How it’s written SVG file It’s only drawn on cards." in text_of(read(client, f"/symbols/{slug}/"))


@with_editions(*EVERY_EDITION)
def test_a_rule_page_leads_to_the_symbols_it_calls_by_name(client: Client) -> None:
    links = [link["href"] for link in Outline(read(client, "/rules/302.6/")).all("a")]
    assert {"/symbols/T/", "/symbols/Q/"} <= set(links)


@with_editions(*EVERY_EDITION)
def test_a_lasting_link_keeps_the_rules_that_were_read(client: Client) -> None:
    page = read(client, "/symbols/W-U/")
    (pinned,) = re.findall(r'data-pinned="([^"]*)"', page)
    assert pinned == f"/symbols/W-U/?edition={NEWEST}"
    quoted = r'(<section class="r" id="[^"]+">.*?</section>)'
    assert re.findall(quoted, read(client, pinned), re.DOTALL) == re.findall(quoted, page, re.DOTALL) != []
