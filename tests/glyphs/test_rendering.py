"""Symbols drawn in text: named for the ear, kept with their punctuation, and the text still there."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.catalog.definitions import all_definitions
from symbols.rendering import Layer, pip, pips, render_text
from tests.glyphs.editions import editions

WRITTEN = [one.written for one in all_definitions() if one.written]


def runs(text: str) -> list[str]:
    """What is kept together on one line, read back as text."""
    return [
        read_back(run) for run in re.findall(r'<span class="run">(.*?</svg></span>[^<]*)</span>', render_text(text))
    ]


def read_back(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("{2}{W/U}, {T}: Draw a card.", ["{2}{W/U},", "{T}:"]),
        ("the ability “{T}: Add {G}.”", ["“{T}:", "{G}.”"]),
        ("(such as {1}) and ({X}).", ["{1})", "({X})."]),
        ("[-X]: Deal X damage.", ["[-X]:"]),
        ("ocT: Add oG.", ["ocT:", "oG."]),
        ("{W}{U} {B}", ["{W}{U}", "{B}"]),
        ("{W}/{U}, {T}s and {Q}'s, {X}’s.", ["{W}/{U},", "{T}s", "{Q}'s,", "{X}’s."]),
        ("{T}so {W}—{U}", ["{T}", "{W}—", "{U}"]),
        ("no symbols, none", []),
    ],
)
def test_a_run_keeps_its_punctuation(text: str, kept: list[str]) -> None:
    assert runs(text) == kept


@pytest.mark.parametrize(
    ("code", "name"),
    [("T", "tap"), ("W/U", "white or blue mana"), ("37", "37 generic mana"), ("[-X]", "minus X loyalty")],
)
def test_a_symbol_has_a_name_unless_words_beside_it_say_the_same(code: str, name: str) -> None:
    assert f'role="img" aria-label="{name}"' in pip(code)
    assert "aria-label" not in pip(code, decorative=True)
    assert 'aria-hidden="true"' in pip(code, decorative=True)


def test_what_only_looks_like_a_symbol_stays_text() -> None:
    for text in ("{LEVEL N1-N2}", "{rN}", "[Cost]", "{<b>}", "{star}", "CO2"):
        assert render_text(text) == html.escape(text)


def test_links_and_marks_lie_around_symbols() -> None:
    shown = render_text("See 107.4: {W}", layers=[Layer(4, 9, "link", href="/rules/107.4/"), Layer(11, 14, "mark")])
    assert '<a href="/rules/107.4/">107.4</a>' in shown
    assert re.search(r"<mark><span class=\"pip\".*</mark>", shown)


def test_the_text_of_every_edition_can_be_read_back() -> None:
    for date, text in editions().items():
        lines = [line for line in text.splitlines()[::37] if "{" in line or "[" in line]
        for line in lines:
            assert read_back(render_text(line, date)) == re.sub(r"(?<!\w)_(?=\S)([^_]+)(?<=\S)_(?!\w)", r"\1", line)


@given(st.lists(st.sampled_from([*WRITTEN, ", ", ": ", " and ", "<b>", "&", "(", ").", "“"]), max_size=12))
def test_any_mixture_can_be_read_back(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert read_back(render_text(text)) == text
    assert read_back(pips(text)) == text
