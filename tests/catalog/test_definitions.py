"""What is said of each symbol: complete, true to the editions, and found under every spelling."""

import csv
import datetime as dt
import math
import re
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.catalog.definitions import (
    COLORS,
    MEANINGS,
    UnknownSymbolError,
    all_definitions,
    by_slug,
    by_spelling,
    code_in,
    definition,
    slug,
    spelling_kind,
)
from symbols.engine.costs.symbols import NAMED, mana_symbol
from tests.document.editions import texts
from tests.shared import shared
from tests.tables import cases

ALL = list(all_definitions())
#: What Scryfall's table says otherwise, and why.
NOT_AS_SCRYFALL = {
    "P": "the table is older than the pawprint: there {P} is any Phyrexian symbol",
    "∞": "the table gives it no mana value; here it is infinite",
    "PW": "the table takes cards of casual variants for tournament cards",
    "CHAOS": "the table takes cards of casual variants for tournament cards",
}
#: Codes of the shape of some that are, which no card could have.
IMPOSSIBLE = ["TK0", "TK007", "class-0", "class-1", "class-02", "loyalty-007", "defense-0", "defense-03", "level-0-3"]
IMPOSSIBLE += ["chapter-CCCC", "level-003-007", "level-0+", "station-0+", "station-08+", "[+0]", "[-0]", "[+01]"]


def test_codes_names_and_addresses_are_unique() -> None:
    for field in ("code", "name", "slug", "order"):
        values = [getattr(one, field) for one in ALL]
        assert len(set(values)) == len(values), field
    # Addresses and ids stay apart even where letter case is lost.
    assert len({one.slug.casefold() for one in ALL}) == len(ALL)


def test_each_is_whole() -> None:
    for one in ALL:
        assert definition(one.code) is one
        assert one.name, one
        assert not re.search(r"[{}]", one.name + one.description), one
        assert one.description.endswith("."), one
        assert one.description.count(". ") <= 2, one
        assert one.kind, one
        assert re.fullmatch(r"[A-Za-z0-9-]+", one.slug), one
        assert (one.mana_value is not None) == one.mana, one
        assert one.mana or not one.colors, one
        assert not (one.since or one.until) or one.source, one
        assert one.written in {f"{{{one.code}}}", one.code, ""}, one


def test_every_spelling_leads_back() -> None:
    for one in ALL:
        for spelling in one.spellings:
            assert by_spelling(spelling) is one
        assert by_slug(one.slug) is one


def test_spellings(subtests: pytest.Subtests) -> None:
    for text, code in cases("catalog/definitions", "spellings"):
        with subtests.test(text=text, code=code):
            assert by_spelling(text).code == code


def test_what_is_no_spelling(subtests: pytest.Subtests) -> None:
    for text in ["", "{}", "{BB}", "{rN}", "{LEVEL N1-N2}", "[P/T]", "[4]", "{W/W}", "{08}", "{12345678}"]:
        with subtests.test(text=text), pytest.raises(UnknownSymbolError):
            by_spelling(text)


def test_names(subtests: pytest.Subtests) -> None:
    for code, name in cases("catalog/definitions", "names"):
        with subtests.test(code=code, name=name):
            assert definition(code).name == name


def test_mana_agrees_with_scryfall() -> None:
    seen = set()
    with (shared("costs") / "scryfall_symbols.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            one = by_spelling(row["symbol"])
            seen.add(one.code)
            ours = (one.mana, one.mana_value if one.mana else Fraction(0), set(one.colors), one.cards == "casual")
            value = Fraction(row["mana_value"] or 0)
            theirs = (row["represents_mana"] == "1", value, set(row["colors"]), row["funny"] == "1")
            assert (ours != theirs) == (one.code in NOT_AS_SCRYFALL), one.code
            for old in row["gatherer_alternates"].split():
                assert by_spelling(old) is one
            if row["loose_variant"]:
                assert by_spelling(row["loose_variant"]) is one
    assert len(seen) == 75


def test_mana_agrees_with_the_cost_engine(subtests: pytest.Subtests) -> None:
    for code in sorted({one.code for one in ALL if one.mana} | NAMED.keys() | {"37", "1234567"}):
        with subtests.test(code=code):
            ours, theirs = definition(code), mana_symbol(code)
            assert ours.mana
            assert ours.mana_value == theirs.mana_value
            assert set(ours.colors) == set(theirs.colors)
            assert [(pay.slot, pay.amount) for pay in ours.pays] == [
                (each.slot, each.amount) for each in theirs.options
            ]
            assert {pay.variable for pay in ours.pays} == {theirs.variable or ""}


def test_only_mana_is_paid_with_mana() -> None:
    assert definition("∞").mana_value == math.inf
    assert {one.code for one in ALL if one.pays} == {one.code for one in ALL if one.mana}


def test_every_code_of_the_seeds_is_known() -> None:
    """The pages that the project grew from write some symbols in ways of their own; none is left out."""
    placeholders = {"LEVEL N1-N2", "LEVEL N3+", "rN", "rN1", "rN2"}
    seen: set[str] = set()
    for path in sorted(shared("seeds").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        braced = set(re.findall(r"\{([^{}\n]{1,24})\}", text)) - placeholders
        loose = set(re.findall(r"\|([WUBRGCSXYPTQ2/]{1,5})\|", text)) | {"*", "*/*", "1+*"}
        for written in [*(f"{{{one}}}" for one in braced), *loose]:
            assert by_spelling(written).code
            seen.add(written)
    assert {"{Tombstone}", "{Multiple symbol}", "{dfc-sun}", "{Tap}", "{CI_W}", "2/B", "*/*"} <= seen
    assert len(seen) > 90


def test_how_to_say_it(subtests: pytest.Subtests) -> None:
    for code, say in cases("catalog/definitions", "how_to_say_it"):
        with subtests.test(code=code, say=say):
            assert definition(code).say == say


def test_kinds_of_spellings(subtests: pytest.Subtests) -> None:
    for code, kinds in [
        ("W/U", {"{W/U}": "official", "W/U": "loose", "{U/W}": "loose", "(W/U)": "loose"}),
        ("T", {"{T}": "official", "{Tap}": "loose", "ocT": "old", "oT": "old", "T": "loose"}),
        ("15", {"{15}": "official", "o15": "old"}),
        ("star", {"*": "loose"}),
        ("2/W", {"|2/W|": "copied", "o(2/W)": "old", "{(2/W)}": "old", "(2/W)": "loose"}),
        ("chapter-III", {"{rIII}": "patterned"}),
        ("level-4+", {"{LEVEL 4+}": "patterned"}),
        ("level-1-3", {"{LEVEL 1-3}": "patterned"}),
        ("station-12+", {"{12+}": "patterned"}),
    ]:
        with subtests.test(code=code, kinds=kinds):
            one = definition(code)
            assert {way: spelling_kind(one, way) for way in one.spellings}.items() >= kinds.items()


def test_nobody_writes_what_is_only_drawn(subtests: pytest.Subtests) -> None:
    for code in [
        "numeral",
        "letter-X",
        "star",
        "loyalty-X",
        "defense-3",
        "chapter-I",
        "level-4+",
        "class-2",
        "set-rare",
    ]:
        with subtests.test(code=code):
            assert not [way for way in definition(code).spellings if code in way]


def test_which_cards_have_it(subtests: pytest.Subtests) -> None:
    for code, cards in cases("catalog/definitions", "which_cards_have_it"):
        with subtests.test(code=code, cards=cards):
            assert definition(code).cards == cards
            assert definition(code).on_cards.endswith(".")


def test_what_no_card_could_have_is_no_symbol(subtests: pytest.Subtests) -> None:
    for code in IMPOSSIBLE:
        with subtests.test(code=code):
            for ask, asked in ((definition, code), (by_spelling, code), (by_slug, slug(code))):
                with pytest.raises(UnknownSymbolError):
                    ask(asked)


def test_what_is_made_is_kept_under_a_listed_one() -> None:
    listed = {one.code for one in ALL}
    assert all(one.like == one.code for one in ALL)
    for code in ("37", "[-12]", "[+X]", "chapter-IX", "level-5+", "CI_WUB", "HG", "TK9"):
        one = definition(code)
        assert one.like in listed
        assert definition(one.like).kind == one.kind


@pytest.mark.slow
def test_every_mana_symbol_of_the_rules_is_here() -> None:
    text = texts()[dt.date(2025, 6, 6)]
    rule = re.search(r"^107\.4\. .*$", text, re.MULTILINE)
    assert rule
    named = re.findall(r"\{([^}]+)\}", rule[0])
    assert len(named) == 48
    assert all(definition(code).mana for code in named)


@pytest.mark.slow
def test_cited_rules_exist_in_the_edition_they_are_cited_from() -> None:
    every = texts()
    for one in ALL:
        text = every[one.rules_edition]
        for rule in one.rules:
            number = re.escape(rule) + (r"\." if rule[-1].isdigit() else "")
            assert re.search(rf"(?<![\d.]){number} ", text), (one.code, rule)


def test_meanings_of_their_time(subtests: pytest.Subtests) -> None:
    for written, edition, code in cases("catalog/definitions", "meanings_of_their_time"):
        with subtests.test(written=written, edition=edition, code=code):
            assert code_in(written, dt.date.fromisoformat(edition) if edition else None) == code


def test_each_edition_says_what_the_table_of_meanings_says() -> None:
    """Read from the editions themselves which symbol they call chaos, planeswalker, Phyrexian and pawprint."""
    calls = {
        "CHAOS": r"[Cc]haos symbol is \{(\w+)\}",
        "PW": r"[Pp]laneswalker symbol is \{(\w+)\}",
        "H": r"Phyrexian symbol \{(\w+)\} with no",
        "P": r"pawprint symbol is \{(\w+)\}",
        "C": r"colorless mana symbol \{(\w+)\}",
    }
    read = 0
    for date, text in texts().items():
        for code, pattern in calls.items():
            for written in re.findall(pattern, text):
                assert code_in(written, date) == code, date
                read += 1
    assert read > 60


@pytest.mark.parametrize("code", ["CHAOS", "PW", "H"])
def test_former_spellings_are_dated_by_the_editions_that_have_them(code: str) -> None:
    pattern = {
        "CHAOS": r"[Cc]haos symbol is \{C\}",
        "PW": r"[Pp]laneswalker symbol is \{P\}",
        "H": r"Phyrexian symbol \{P\} with no",
    }[code]
    having = [date for date, text in texts().items() if re.search(pattern, text)]
    (meaning,) = (meaning for meaning in MEANINGS if meaning.code == code)
    assert having[-1] < meaning.before
    assert meaning.source


@pytest.mark.parametrize("code", ["set-common", "set-uncommon", "set-rare", "set-mythic", "set-special"])
def test_the_colors_of_rarities_are_those_of_the_rules(code: str) -> None:
    (rule,) = re.findall(r"(?m)^205\.2\. .*$", texts()[dt.date(2011, 6, 17)])
    told = {
        word: " ".join(each for each in rule.split(". ") if re.search(rf"card is (?:an? )?{word}", each)).casefold()
        for word in ("common", "uncommon", "rare", "mythic rare", "special")
    }
    one = definition(code)
    rarity = one.name.removeprefix("expansion symbol, ")
    color = re.search(r"rarity: ([\w -]+) for", one.description)
    assert color
    assert all(word in (told[rarity] or rule) for word in color[1].split(" or ")), (rule, color[1])


def test_the_day_of_a_kind_is_not_that_of_each_of_it() -> None:
    for code in ("[+3]", "loyalty-7", "loyalty-X", "W/B", "37", "HU"):
        assert definition(code).kin or not definition(code).since
    for code in ("2/W", "C/G", "W/P", "Q", "S", "[0]", "set-rare"):
        assert not definition(code).kin


def test_meanings_are_in_order() -> None:
    for written in {meaning.written for meaning in MEANINGS}:
        days = [meaning.before for meaning in MEANINGS if meaning.written == written]
        assert days == sorted(days)
    assert all(definition(meaning.code).written for meaning in MEANINGS)


@given(st.integers(min_value=0, max_value=9_999_999))
def test_every_number_is_generic_mana(number: int) -> None:
    one = definition(str(number))
    assert one.mana_value == number
    assert one.colors == ()
    assert by_slug(one.slug) == one
    assert by_spelling(one.written) == one


@given(st.sets(st.sampled_from(COLORS), min_size=1))
def test_color_indicators_take_any_colors(colors: set[str]) -> None:
    code = "CI_" + "".join(color for color in COLORS if color in colors)
    one = definition(code)
    assert by_slug(one.slug).code == code
    assert not one.mana


@pytest.mark.slow
@given(st.text(max_size=12))
def test_any_text_is_a_symbol_or_refused(text: str) -> None:
    for ask in (definition, by_spelling, by_slug):
        found = None
        with suppress(UnknownSymbolError):
            found = ask(text)
        assert found is None or slug(found.code) == found.slug
