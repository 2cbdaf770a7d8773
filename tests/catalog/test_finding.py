"""Symbols are found by what people type, and the palette is made of the same ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.catalog.definitions import all_definitions, definition
from symbols.catalog.finding import nearest, resolve, search
from symbols.catalog.palette import palette
from symbols.engine.reading.reader import read_cost
from tests.tables import cases

ALL = list(all_definitions())


def test_every_way_to_write_a_symbol_leads_to_it() -> None:
    for one in ALL:
        for way in (*one.spellings, one.slug, one.slug.lower(), one.name, one.name.replace(" ", "-")):
            found = resolve(way)
            assert found is not None, way
            # The name of a bare letter is also how its mana symbol is said, so that the two may share words.
            assert found is one or way in {one.name, one.name.replace(" ", "-")}, way


@pytest.mark.parametrize(("asked", "slug"), cases("catalog/finding", "what_is_asked_for"))
def test_what_is_asked_for(asked: str, slug: str) -> None:
    found = resolve(asked)
    assert found is not None
    assert found.slug == slug


@pytest.mark.parametrize(
    "asked", ["", " ", "qq", "w/w", "{}", "037", "12345678", "x" * 5_000, "../W", "CI_WW", "CI-", "\0", "W-U.svg"]
)
def test_what_is_nothing(asked: str) -> None:
    assert resolve(asked) is None


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("W-V", "W"),
        ("u-x-w", "W/U"),
        ("u/u", "U"),
        ("hybird mana", "W/U"),
        ("phyrexain white", "W/P"),
        ("chaoss", "CHAOS"),
        ("tapp", "T"),
    ],
)
def test_the_nearest(asked: str, code: str) -> None:
    found = [one.code for one in nearest(asked)]
    assert len(found) == 8
    assert len(set(found)) == 8
    assert code in found


@pytest.mark.slow
@given(st.text(max_size=80))
def test_any_text_has_an_answer(text: str) -> None:
    found = resolve(text)
    assert found is None or definition(found.code) == found
    assert len(nearest(text, 3)) == 3
    assert set(search(text)) <= {*ALL, found, resolve("-".join(text.split()))}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("{T}", {"T"}),
        ("u/w", {"W/U", "W/U/P"}),
        ("w/", {one.code for one in ALL if "/" in one.code and "W" in one.code}),
        ("snow", {"S"}),
        ("Phyrexian mark", {"H"}),
        ("life white", {"W/P", "W/U/P", "W/B/P", "R/W/P", "G/W/P"}),
        ("zzz", set()),
        ("37", {"37"}),
        ("{37}", {"37"}),
        ("[+4]", {"[+4]"}),
        ("tk9", {"TK9"}),
        ("chapter VII", {"chapter-VII"}),
        ("CI_GW", {"CI_WG"}),
        ("w, u", {"W/U", "W/U/P", "CI_WU", "CI_WUBRG"}),
        ("107.4f", {one.code for one in ALL if "Phyrexian mana" in one.kind}),
        ("ug", {"G/U"}),
        ("ci_u", {"CI_U", "CI_UB", "CI_UR", "CI_UG", "CI_UBR"}),
        ("hundred", {"100"}),
        ("million", {"1000000"}),
        ("one million", {"1000000"}),
        ("twelve", {"12"}),
        ("roman numeral", {"roman-numeral"}),
        ("colour indicator", {one.code for one in ALL if one.kind == "color indicator"}),
        ("half w", {"HW"}),
        ("indicator w", {one.code for one in ALL if one.code.startswith("CI_W")}),
        ("w", {one.code for one in ALL if "W" in one.colors or one.code.startswith("CI_W")}),
        ("casual", {one.code for one in ALL if one.cards == "casual"}),
        ("not tournament", {one.code for one in ALL if one.cards != "tournament"}),
        ("digital", {"dfc-specialize"}),
        ("casual not mana", {"PW", "CHAOS", "A"}),
    ],
)
def test_words(words: str, expected: set[str]) -> None:
    assert {one.code for one in search(words)} == expected


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("tap symbol", {"T"}),
        ("Untap symbol", {"Q"}),
        ("hybrid mana symbols", {"W/U", "2/W", "C/W", "W/U/P"}),
        ("Phyrexian mana symbols", {"W/P", "W/U/P"}),
        ("loyalty symbol", {"[+1]", "[0]", "loyalty-3"}),
        ("level symbols", {"level-4+", "class-2"}),
        ("scroll icon", {"scroll"}),
        ("Future Sight", {"type-instant", "type-multiple"}),
        ("Portal", {"power", "toughness"}),
        ("planechase", {"PW", "CHAOS"}),
        ("double-faced", {"dfc-obverse", "dfc-back"}),
        ("Ixalan", {"dfc-compass", "dfc-land"}),
        ("numerals", {"numeral", "roman-numeral"}),
        ("energy symbol", {"E"}),
        ("meld symbol", {"dfc-meld"}),
        ("rarity", {"set-mythic"}),
    ],
)
def test_what_the_rules_and_players_call_them_is_found(words: str, codes: set[str]) -> None:
    found = {one.code for one in search(words)}
    assert codes <= found
    assert len(found) <= 33


def test_more_words_find_less() -> None:
    assert search("") == ALL
    some, fewer = search("white"), search("white hybrid")
    assert set(fewer) < set(some) < set(ALL)
    assert [one.order for one in some] == sorted(one.order for one in some), "in the gallery's order"


def test_the_palette_has_what_a_cost_can_have() -> None:
    codes = [*palette().first, *(code for group in palette().groups for code in group.codes)]
    assert len(codes) == len(set(codes))
    assert {one.code for one in ALL if one.mana} <= set(codes)
    for code in codes:
        cost = read_cost(definition(code).written)
        assert cost.symbols or cost.parts
    assert all(group.name and group.codes for group in palette().groups)
