"""The symbols that each edition knows, by its own text (107.4 and its neighbours)."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.symbols_by_edition.edition_symbols import EditionSymbols, Finding
from explorer.symbols_by_edition.edition_text import Source
from symbols.engine.conditions import Verdict
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.symbols import NAMED
from symbols.engine.reading.reader import read_cost
from tests.document.editions import text
from tests.shared import NEWEST, shared
from tests.tables import cases

RULE = re.compile(r"([0-9]{3}(?:\.[0-9]+[a-z]?)?)\.?\s+(.*)")
PLACEHOLDERS = {"LEVEL N1-N2", "LEVEL N3+", "rN", "rN1", "rN2", "N+", "N+."}
TYPOS = {"BB"}
"""In an example of editions since 2025: two black mana in one pair of braces."""


def split(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Split an edition roughly into rules and glossary. What comes twice, in the contents, counts once."""
    lines = [line.strip() for line in text.split("\n")]
    end = max(place for place, line in enumerate(lines) if line == "Glossary")
    rules: dict[str, str] = {}
    number = ""
    for line in lines[:end]:
        match = RULE.match(line)
        if match:
            number = match[1]
            rules[number] = match[2]
        elif number and line:
            rules[number] += "\n" + line
    glossary: dict[str, str] = {}
    term = ""
    for line in lines[end + 1 :]:
        if not line:
            term = ""
        elif not term:
            term = line
            glossary.setdefault(term, "")
        else:
            glossary[term] += line + "\n"
    return rules, glossary


@cache
def texts_of(date: str) -> tuple[dict[str, str], dict[str, str]]:
    return split(re.sub(r"\r\n?", "\n", text(f"{date}.txt")))


def meaning_in(symbols: EditionSymbols, code: str) -> str | None:
    return found.meaning if (found := symbols.get(code)) else None


def sources_in(symbols: EditionSymbols, code: str) -> tuple[Source, ...]:
    return found.citations if (found := symbols.get(code)) else ()


@cache
def edition(date: str) -> EditionSymbols:
    return EditionSymbols(date, *texts_of(date))


@cache
def dates() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in shared("rules").glob("*.txt")))


def first(code: str, meaning: str) -> str | None:
    return next((date for date in dates() if meaning_in(edition(date), code) == meaning), None)


def last(code: str, meaning: str) -> str | None:
    return next((date for date in reversed(dates()) if meaning_in(edition(date), code) == meaning), None)


def findings(symbols: EditionSymbols, known: Verdict, cost: Cost) -> list[Finding]:
    return [finding for finding in symbols.check(cost) if finding.known is known]


OLDEST = "2003-03-15"

# The first and the last of the editions at hand in which a symbol has a meaning; NEWEST where it still has it. Some
# symbols are older than the first edition at hand that lists them: that of 2006-06-01 has the wording of 2004.
SPANS: list[tuple[str, str, str, str]] = [
    (code, meaning, *({"OLDEST": OLDEST, "NEWEST": NEWEST}.get(day, day) for day in days))
    for codes, meaning, *days in cases("symbols_by_edition/editions", "spans")
    for code in codes.split("|")
]


@pytest.mark.slow
def test_when_a_symbol_had_a_meaning(subtests: pytest.Subtests) -> None:
    for code, meaning, since, until in SPANS:
        with subtests.test(code=code, meaning=meaning, since=since, until=until):
            assert (first(code, meaning), last(code, meaning)) == (since, until)
            within = [date for date in dates() if since <= date <= until]
            assert all(meaning_in(edition(date), code) == meaning for date in within)


@pytest.mark.slow
def test_what_no_edition_knows(subtests: pytest.Subtests) -> None:
    for code in ["½", "HW", "∞", "A", "W/W", "3/W", "07", "BB", "", "{", "[1]"]:
        with subtests.test(code=code):
            answers = {edition(date).knows(code) for date in dates()[1:]}
            assert answers == {False}


def test_an_edition_knows_every_symbol_it_uses(subtests: pytest.Subtests) -> None:
    for date in dates():
        with subtests.test(date=date):
            rules, _ = texts_of(date)
            used = {code for text in rules.values() for code in re.findall(r"\{([^{}\n]+)\}", text)}
            unknown = {code for code in used - PLACEHOLDERS if not edition(date).knows(code)}
            assert unknown <= TYPOS


def test_a_complete_edition_leaves_nothing_open(subtests: pytest.Subtests) -> None:
    for date in dates()[1:]:
        with subtests.test(date=date):
            symbols = edition(date)
            assert symbols.whole
            assert symbols.lists_mana_symbols
            for code in [*NAMED, "T", "Q", "E", "TK", "P", "PW", "H", "CHAOS", "[0]", "rI"]:
                assert symbols.knows(code) is not None
                assert (meaning_in(symbols, code) is None) == (symbols.knows(code) is False)


@pytest.mark.parametrize(
    ("date", "rule"),
    [
        (OLDEST, ""),
        ("2003-10-01", "104.3"),
        ("2006-06-01", "104.3"),
        ("2009-05-01", "104.3"),
        ("2009-07-11", "107.4"),
        ("2026-01-16", "107.4"),
    ],
)
def test_where_the_mana_symbols_are_listed(date: str, rule: str) -> None:
    listed = edition(date).mana_list
    assert listed is not None
    assert listed.citation.rule == rule
    assert listed.all_numbers


def test_citations(subtests: pytest.Subtests) -> None:
    for date, code, rules in cases("symbols_by_edition/editions", "citations"):
        with subtests.test(date=date, code=code, rules=rules):
            citations = sources_in(edition(date), code)
            texts = texts_of(date)[0]
            assert [citation.rule for citation in citations] == rules
            assert all(citation.text == texts[citation.rule] for citation in citations)


def test_the_oldest_edition_lists_its_symbols_in_the_glossary_only() -> None:
    symbols = edition(OLDEST)
    citation = sources_in(symbols, "W")[0]
    assert (citation.rule, citation.term) == ("", "Mana Symbol")
    assert symbols.knows("12") is True
    rules, glossary = texts_of(OLDEST)
    without = EditionSymbols(OLDEST, rules)
    assert without.knows("W") is None
    assert not without.lists_mana_symbols
    assert symbols.knows("Q") is None
    assert EditionSymbols(OLDEST, rules, glossary, whole=True).knows("Q") is False


def test_what_an_edition_does_not_know_in_a_cost(subtests: pytest.Subtests) -> None:
    for date, cost, sentences in [
        ("2025-06-06", "{X}{2}{W/U}{C/W}{S}{R/G/P}, {T}, {E}", []),
        ("2024-03-08", "{C/W}{C/W}{W}", ["{C/W} isn’t in 107.4 in this edition."]),
        ("2010-06-18", "{C}", ["{C} is the chaos symbol in this edition (107.12), not a mana symbol."]),
        ("2015-07-17", "{C}", ["{C} isn’t in 107.4 in this edition."]),
        ("2006-06-01", "{S}{G/U}", ["{S} isn’t in 104.3 in this edition.", "{G/U} isn’t in 104.3 in this edition."]),
        ("2014-02-01", "{1}, {T}, {E}", ["No rule in this edition names {E}."]),
        ("2007-05-01", "[-2]: Draw a card.", ["No rule in this edition names [-2]."]),
        ("2007-05-01", "{Q}, Sacrifice a creature: Draw a card.", ["No rule in this edition names {Q}."]),
        (OLDEST, "{S}", ["{S} isn’t in the glossary under “Mana Symbol” in this edition."]),
        ("2026-01-16", "{½}", ["{½} isn’t in 107.4 in this edition."]),
        ("2026-01-16", "{W}{Y}{Z}", ["{Z} isn’t in 107.4 in this edition."]),
        ("2008-02-01", "{Z}", ["{Z} isn’t in 104.3 in this edition."]),
    ]:
        with subtests.test(date=date, cost=cost, sentences=sentences):
            symbols = edition(date)
            assert [finding.sentence for finding in findings(symbols, False, read_cost(cost))] == sentences
            assert findings(symbols, None, read_cost(cost)) == []


@pytest.mark.parametrize(
    ("date", "sentence", "rules"),
    [
        ("2007-05-01", "{Y} is in 104.3 in this edition.", ["104.3", "104.3c"]),
        (
            "2008-02-01",
            "{Y} works like {X}: the glossary under “Y” in this edition also names the letter Y.",
            [""],
        ),
        ("2009-07-11", "{Y} works like {X}: 107.3h in this edition also names the letter Y.", ["107.3h"]),
        ("2026-01-16", "{Y} works like {X}: 107.3p in this edition also names the letter Y.", ["107.3p"]),
    ],
)
def test_y_is_listed_or_is_a_letter_besides_x(date: str, sentence: str, rules: list[str]) -> None:
    [finding] = edition(date).check(read_cost("{Y}{Y}"))
    assert (finding.known, finding.sentence) == (True, sentence)
    assert [citation.rule for citation in finding.citations] == rules
    assert edition(date).knows("Y") is True


def test_a_letter_that_only_the_glossary_names_is_known_by_it() -> None:
    """No list of 2003-03-15 has Z, and none from 2007-10-01 on has Y; glossaries send both on to X."""
    [finding] = edition(OLDEST).check(read_cost("{Z}"))
    assert (finding.known, finding.citations[0].term) == (True, "Y, Z")
    assert all(edition(date).knows("Y") for date in dates())
    assert all(edition(date).knows("Z") is False for date in dates() if date > "2007-05-01")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Some objects use the letters X, Y, and Z. All of them are numbers.", [True, True]),
        ("Some objects use the letter Y in addition to the letter X.", [True, None]),
        ("The letter Y is the twenty-fifth.", [None, None]),
        ("A token named Y has the symbol of X.", [None, None]),
    ],
)
def test_a_letter_is_one_that_a_rule_names_together_with_x(text: str, known: list[bool | None]) -> None:
    symbols = EditionSymbols("2031-01-01", {"110.1": text})
    assert [symbols.knows("Y"), symbols.knows("Z")] == known


def test_the_word_for_mana_value(subtests: pytest.Subtests) -> None:
    for date in dates():
        with subtests.test(date=date):
            assert edition(date).mana_value_word == ("converted mana cost" if date < "2021-04" else "mana value")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The mana value of an object is a number.", "mana value"),
        ("The converted mana cost of an object is a number.", "converted mana cost"),
        ("A spell is put onto the stack.", None),
    ],
)
def test_the_word_for_mana_value_in_an_excerpt(text: str, word: str | None) -> None:
    assert EditionSymbols("2020-01-01", {"202.3": text}).mana_value_word == word


def excerpt(date: str, *numbers: str) -> EditionSymbols:
    rules, _ = texts_of(date)
    return EditionSymbols(date, {number: rules[number] for number in numbers})


def test_an_excerpt_without_the_list_tells_nothing() -> None:
    symbols = excerpt("2011-06-17", "202.3", "107.3", "107.3a")
    assert symbols.knows("W") is None
    assert symbols.knows("T") is None
    assert meaning_in(symbols, "W") is None
    cost = read_cost("{W/P}, {T}")
    assert findings(symbols, False, cost) == []
    assert [finding.sentence for finding in findings(symbols, None, cost)] == [
        "Unknown: this excerpt doesn’t list the mana symbols, so {W/P} may or may not be one.",
        "Unknown: this excerpt lacks some rules about symbols, so {T} may or may not be there.",
    ]


def test_an_excerpt_with_the_list_tells_about_mana_only() -> None:
    symbols = excerpt("2011-06-17", "107.1", "107.2", "107.3", "107.4", "107.5", "118.1", "202.3")
    assert symbols.knows("W/P") is True
    assert symbols.knows("C/W") is False
    assert symbols.knows("T") is True
    assert symbols.knows("E") is None
    assert findings(symbols, False, read_cost("{W}, {E}")) == []


def test_one_rule_of_an_excerpt_can_name_a_symbol() -> None:
    symbols = excerpt("2010-06-18", "107.12")
    assert meaning_in(symbols, "C") == "chaos"
    assert [finding.known for finding in symbols.check(read_cost("{C}"))] == [False]


def test_nothing_at_all() -> None:
    symbols = EditionSymbols("1999-01-01", {})
    assert symbols.knows("W") is None
    assert list(symbols) == []
    assert symbols.mana_value_word is None


@pytest.mark.parametrize(
    ("written", "official"),
    [
        ("{oW}", "W"),
        ("{Tap}", "T"),
        ("oT", "T"),
        ("{ocT}", "T"),
        ("{U/W}", "W/U"),
        ("(w/u)", "W/U"),
        ("{P/U/W}", "W/U/P"),
    ],
)
def test_other_ways_of_writing_a_symbol(written: str, official: str) -> None:
    symbols = edition("2025-06-06")
    assert symbols.get(written) is not None
    assert meaning_in(symbols, written) == meaning_in(symbols, official)


def test_editions_yet_to_come() -> None:
    """Other numbers, other wordings, symbols that do not exist yet."""
    symbols = EditionSymbols(
        "2031-01-01",
        {
            "110.1": "Numbers are integers.",
            "110.2": "The mana symbols are {W}, {U}, {B}, {R}, {G}, and {C}; the numerical symbols {0}, {1}, and so "
            "on; the tricolor hybrid symbols {W/U/B} and {R/G/W}; and the variable symbol {X}.",
            "110.2a": "A tricolor hybrid symbol can be paid in one of three ways.",
            "110.3": "The acorn symbol is {A}. It means nothing.",
            "110.4": "The tap symbols are {T} and drawings of it.",
            "111.1": "Something else.",
        },
    )
    assert symbols.whole
    assert meaning_in(symbols, "A") == "acorn"
    assert meaning_in(symbols, "T") == "tap"
    assert symbols.knows("2/W") is False
    assert symbols.knows("Q") is False
    found = symbols.get("B/U/W")
    assert found is not None
    assert (found.code, found.group) == ("W/U/B", "tricolor hybrid")
    assert [citation.rule for citation in found.citations] == ["110.2", "110.2a"]


def test_numbers_that_are_written_out_one_by_one_are_all_there_are() -> None:
    text = "The mana symbols are {W}, {U}, {B}, {R}, {G}; and the numerals {0}, {1}, and {2}."
    symbols = EditionSymbols("1994-01-01", {"1.1": text})
    assert symbols.knows("2") is True
    assert symbols.knows("3") is False


@given(st.text(max_size=12), st.sampled_from(dates()))
def test_any_code_gets_an_answer(code: str, date: str) -> None:
    symbols = edition(date)
    known = symbols.knows(code)
    assert known in {True, False, None}
    assert symbols.finding(code).sentence.endswith(".")
    assert (meaning_in(symbols, code) is not None) == (known is True)


@given(st.integers(0, 9_999_999), st.sampled_from(dates()))
def test_every_edition_means_every_number(number: int, date: str) -> None:
    assert meaning_in(edition(date), str(number)) == "mana"
