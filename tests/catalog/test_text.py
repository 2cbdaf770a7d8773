"""Symbols are found in rule text of every age, and nothing else is."""

import datetime as dt
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from symbols.catalog.definitions import all_definitions, definition, spelling_kind
from symbols.catalog.text import SymbolSpan, find_symbols
from symbols.rendering import render_text
from tests.document.editions import texts
from tests.symbols_by_edition.test_editions import texts_of
from tests.tables import cases

#: What stands in braces in an edition and is no symbol.
NO_SYMBOLS = {
    r"LEVEL N\d-N\d|LEVEL N\d\+": "107.8: stands for any level symbol",
    r"rN\d?": "107.15: stands for any chapter symbol",
    r"N\+": "721.2: stands for any station symbol",
    r"BB": "an example's slip for {B}{B}",
}


def codes(text: str, edition: str | None = None) -> list[str]:
    return [found.code for found in find_symbols(text, dt.date.fromisoformat(edition) if edition else None)]


@pytest.mark.parametrize(("text", "expected"), cases("catalog/text", "found"))
def test_found(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize("text", cases("catalog/text", "left_alone"))
def test_left_alone(text: str) -> None:
    assert codes(text) == []


def test_offsets() -> None:
    text = "Pay {2}{W/U}, ocT, [−3]."
    assert find_symbols(text) == [
        SymbolSpan(4, 7, "2"),
        SymbolSpan(7, 12, "W/U"),
        SymbolSpan(14, 17, "T"),
        SymbolSpan(19, 23, "[-3]"),
    ]


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("2010-06-18", ["CHAOS", "PW", "CHAOS"]),
        ("2011-06-17", ["CHAOS", "H", "CHAOS"]),
        ("2015-07-17", ["CHAOS", "H", "CHAOS"]),
        ("2017-04-28", ["C", "H", "C"]),
        ("2024-11-08", ["C", "P", "C"]),
        (None, ["C", "P", "C"]),
    ],
)
def test_what_a_symbol_meant_then(edition: str | None, expected: list[str]) -> None:
    assert codes("{C} {P} |C|", edition) == expected


@cache
def spans_of(date: dt.date) -> list[SymbolSpan]:
    """Return the symbols of a whole edition."""
    return find_symbols(texts()[date], date)


@pytest.mark.slow
def test_every_brace_of_every_edition_is_known() -> None:
    every = texts()
    seen = set()
    for date, text in every.items():
        found = {text[one.start : one.end] for one in spans_of(date)}
        for token in set(re.findall(r"\{[^{}]*\}", text)) - found:
            reasons = [pattern for pattern in NO_SYMBOLS if re.fullmatch(pattern, token[1:-1])]
            assert reasons, f"{date}: {token}"
            seen.add(reasons[0])
    assert seen == set(NO_SYMBOLS), "an exception that no edition needs"


@pytest.mark.slow
def test_every_symbol_of_an_edition_is_known_to_that_edition() -> None:
    """What stands in a text of an edition is a symbol that its own rules list, name or show a pattern of."""
    seen = 0
    for date in texts():
        said = EditionSymbols(date.isoformat(), *texts_of(date.isoformat()), whole=True)
        for code in {found.code for found in spans_of(date)}:
            known = said.says(definition(code))
            assert known, (date, code)
            assert known.known, (date, code)
            seen += 1
    assert seen > 900


@pytest.mark.slow
def test_brackets_of_every_edition() -> None:
    for date, text in texts().items():
        for one in spans_of(date):
            if one.code.startswith("["):
                assert re.fullmatch(r"\[[+−-](?:\d+|N|X)\]|\[0\]", text[one.start : one.end])
                assert date >= dt.date(2007, 10, 1), "no planeswalkers before Lorwyn"


def test_today_nothing_bare_is_taken_for_a_symbol() -> None:
    for date, text in texts().items():
        assert all(text[one.start] in "{[" for one in spans_of(date)), date


@pytest.mark.parametrize("kind", ["official", "old", "patterned", "copied"])
def test_every_way_in_which_texts_write_a_symbol_is_drawn(kind: str) -> None:
    ways = [(way, one.code) for one in all_definitions() for way in one.spellings if spelling_kind(one, way) == kind]
    assert len(ways) > 10
    for way, code in ways:
        assert find_symbols(f"Pay {way}.") == [SymbolSpan(4, 4 + len(way), code)], way
        assert f'aria-label="{definition(code).name}"' in render_text(f"Pay {way}."), way


@given(st.lists(st.sampled_from([one.written for one in all_definitions() if one.written]), max_size=8))
def test_what_is_written_is_found_again(written: list[str]) -> None:
    text = ", ".join(written)
    spans = find_symbols(text)
    assert [text[one.start : one.end] for one in spans] == written
    assert [definition(one.code).written for one in spans] == written


@given(st.text(alphabet="{}[]|oTW2/U+-X1c ,", max_size=40))
def test_spans_are_in_order_and_known(text: str) -> None:
    end = 0
    for one in find_symbols(text):
        assert end <= one.start < one.end <= len(text)
        assert definition(one.code)
        end = one.end
