"""Rules and symbols lead to each other: what a text writes, names, describes or defines."""

import datetime as dt
from functools import cache

import pytest

from explorer.citations.names import BACKGROUND, numbers_in
from explorer.symbols_by_edition.edition_symbols import lacks
from explorer.wording.mentions import FEW, meant_in, mentions, written_in
from symbols.catalog.definitions import all_definitions, definition
from tests.symbols_by_edition.test_editions import texts_of
from tests.symbols_by_edition.test_readings import edition

NEWEST = dt.date(2026, 1, 16)
ALL = list(all_definitions())


@cache
def rules() -> dict[str, str]:
    return dict(texts_of(NEWEST.isoformat())[0])


@cache
def listed(number: str) -> tuple[frozenset[str], frozenset[str]]:
    return listed_in(NEWEST.isoformat(), number)


@cache
def without(day: str) -> frozenset[str]:
    date, text = dt.date.fromisoformat(day), edition(day)
    says = {one.code: text.says(one) for one in ALL}
    return frozenset(
        one.code for one in ALL if lacks(one, date, None if (said := says[one.code]) is None else said.known)
    )


def listed_in(day: str, number: str) -> tuple[frozenset[str], frozenset[str]]:
    """What the page of a rule lists one by one, and the kinds."""
    found = mentions(texts_of(day)[0][number], dt.date.fromisoformat(day), lambda: without(day))
    return frozenset(each.code for each in found if not each.kind), frozenset(each.kind for each in found if each.kind)


@pytest.mark.parametrize(
    ("number", "codes", "kinds"),
    [
        ("107.10", {one.code for one in ALL if one.kind == "type icon"}, set()),
        ("107.8", {"level-1-3", "level-2-6", "level-4+", "level-7+"}, set()),
        ("107.8a", {"level-1-3", "level-2-6"}, set()),
        ("107.13", set(), {"color indicator"}),
        ("107.15", {"chapter-I", "chapter-VI", "roman-numeral"}, set()),
        ("107.15a", {"chapter-I", "chapter-VI"}, set()),
        ("107.16", {"class-2", "class-3"}, set()),
        ("107.17a", {"TK", "TK2", "TK6"}, set()),
        ("106.8", {"2/W", "C/G"}, {"hybrid mana"}),
        ("118.13", {"W/P"}, {"hybrid mana", "hybrid Phyrexian mana"}),
        ("202.2d", {"2/W", "C/W"}, {"hybrid mana", "hybrid Phyrexian mana"}),
        ("206.2", {"set-common", "set-special"}, set()),
        ("208.2", {"star", "star-star", "one-plus-star"}, set()),
        ("606.4", set(), {"loyalty cost"}),
        ("306.5b", {"loyalty-2", "loyalty-X"}, set()),
        ("310.4b", {"defense-3", "defense-X"}, set()),
        ("712.2a", {"dfc-obverse", "dfc-sun", "dfc-closedfan"}, set()),
        ("713.2c", {"dfc-front", "dfc-back"}, set()),
        ("721.2", {"station-8+", "station-12+"}, set()),
        ("601.2b", {"X", "2/W", "W/P"}, {"hybrid mana", "hybrid Phyrexian mana"}),
        ("107.4f", {"W/P", "G/P"}, {"hybrid Phyrexian mana"}),
        ("107.7", {"[0]", "[+N]"}, {"loyalty cost"}),
    ],
)
def test_what_a_rule_is_about(number: str, codes: set[str], kinds: set[str]) -> None:
    ones, families = listed(number)
    assert codes <= ones
    assert families == kinds


@pytest.mark.slow
def test_a_rule_that_a_symbol_lists_lists_the_symbol() -> None:
    """Both ways: whatever rule a symbol's page counts among those that use it leads back to the symbol, or its kind."""
    pairs = 0
    for number, text in rules().items():
        meant = meant_in(text).keys() - without(NEWEST.isoformat())
        for code in (written := written_in(text, NEWEST)).keys() | meant:
            ones, families = listed(number)
            assert code in ones or (code not in written and definition(code).kind in families), (number, code)
            pairs += 1
    assert pairs > 1000


def test_a_rule_that_defines_a_symbol_lists_it() -> None:
    lacking = without(NEWEST.isoformat())
    places = numbers_in(rules().items())
    checked = 0
    for one in ALL:
        for number in (places[cited] for cited in one.rules if cited in places and cited not in BACKGROUND):
            ones, families = listed(number)
            assert one.code in ones or one.kind in families or one.code in lacking, (one.code, number)
            checked += 1
    assert checked > 250


@pytest.mark.parametrize(
    ("day", "number", "none_of"),
    [
        ("2011-06-17", "202.2d", {"C/W", "C/G", "W/U/P", "G/U/P"}),
        ("2007-05-01", "104.3", {"2/W", "C/W"}),
        ("2026-01-16", "107.4", {"Y", "Z"}),
        ("2026-01-16", "107.7", {"[+X]"}),
        ("2026-01-16", "107.1", {"½", "HW", "∞", "numeral"}),
        ("2026-01-16", "202.3e", {"Y", "Z"}),
        ("2026-01-16", "712.2", {"dfc-meld", "dfc-specialize", "dfc-front"}),
        ("2026-01-16", "712.2b", {"dfc-sun", "dfc-obverse", "dfc-back", "dfc-specialize"}),
        ("2026-01-16", "712.3a", {"dfc-sun", "dfc-obverse", "dfc-back"}),
        ("2026-01-16", "712.4a", {"dfc-meld", "dfc-fullmoon"}),
    ],
)
def test_a_rule_is_not_about_what_it_does_not_mean(day: str, number: str, none_of: set[str]) -> None:
    ones, families = listed_in(day, number)
    assert not ones & none_of
    # A kind leads to the gallery, which shows all of it; of these kinds, the rule has some.
    assert families <= {"hybrid mana", "Phyrexian mana", "loyalty cost", "generic mana"}


@pytest.mark.parametrize(("day", "number"), [("2007-05-01", "104.3"), ("2003-10-01", "104.3c")])
def test_an_old_rule_is_about_what_its_edition_had(day: str, number: str) -> None:
    assert {"Y", "Z"} <= listed_in(day, number)[0]


def test_a_kind_is_shown_by_one_of_it_only_where_there_are_many() -> None:
    for number in rules():
        for each in mentions(rules()[number], NEWEST):
            members = [one for one in ALL if one.kind == each.kind]
            assert each.count == (len(members) or 1)
            assert not each.kind or (each.count > FEW and each.first == members[0].code)
            assert not each.kind or definition(each.code) in members


def test_each_is_listed_once_and_kinds_in_the_order_of_the_text() -> None:
    found = mentions("{T}, {G}{G}: the tap symbol, then {2}, {W} and {T}. Hybrid mana symbols, like {U/R}.", NEWEST)
    assert [each.code for each in found][:6] == ["T", "W", "G", "2", "U/R", "W/U"]
    assert [each.kind for each in found if each.kind] == ["hybrid mana"]


@pytest.mark.parametrize("text", ["", "Draw a card.", "a symbol of power"])
def test_most_rules_are_about_none(text: str) -> None:
    assert mentions(text, NEWEST) == []
