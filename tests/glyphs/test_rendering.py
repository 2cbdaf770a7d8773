"""Symbols drawn in text: named for the ear, kept with their punctuation, and the text still there."""

import datetime as dt
import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.catalog.definitions import all_definitions
from symbols.rendering import Layer, pip, pips, render_text
from tests.document.editions import texts
from tests.tables import cases

WRITTEN = [one.written for one in all_definitions() if one.written]


def runs(text: str) -> list[str]:
    """What is kept together on one line, read back as text."""
    return [
        read_back(run) for run in re.findall(r'<span class="run">(.*?</svg></span>[^<]*)</span>', render_text(text))
    ]


def read_back(markup: str) -> str:
    """Take the markup away; the underscores of italics are markup of the text itself."""
    text = re.sub(r"<i>(.*?)</i>", r"_\1_", markup, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", text))


@pytest.mark.parametrize(("text", "kept"), cases("glyphs/rendering", "a_run_keeps_its_punctuation"))
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
    assert read_back(pip(code)) == (code if code.startswith("[") else f"{{{code}}}")


def test_what_only_looks_like_a_symbol_stays_text() -> None:
    for text in ("{LEVEL N1-N2}", "{rN}", "[Cost]", "{<b>}", "{star}", "CO2"):
        assert render_text(text) == html.escape(text)


def test_links_and_marks_lie_around_symbols() -> None:
    shown = render_text("See 107.4: {W}", layers=[Layer(4, 9, "link", href="/rules/107.4/"), Layer(11, 14, "mark")])
    assert '<a href="/rules/107.4/">107.4</a>' in shown
    assert re.search(r"<mark><span class=\"pip\".*</mark>", shown)


def test_the_text_of_every_edition_can_be_read_back() -> None:
    for date, text in texts().items():
        lines = [line for line in text.splitlines()[::37] if "{" in line or "[" in line]
        for line in lines:
            assert read_back(render_text(line, date)) == line


MARKS = ("[+1]", "{nope}", "<b>", "&", "“", "”", ",", ".", ":", "(", ")", " ", "mana", "_Magic_", "{", "}")
texts_of_pieces = st.lists(st.sampled_from([*WRITTEN, *MARKS]), max_size=30).map("".join)


@given(texts_of_pieces)
def test_any_mixture_can_be_read_back(text: str) -> None:
    assert read_back(render_text(text)) == text
    assert read_back(pips(text)) == text


@given(texts_of_pieces, st.integers(0, 40), st.integers(0, 40), st.sampled_from(["mark", "link", "missing"]))
def test_layers_leave_the_text_as_it_is(text: str, one: int, other: int, kind: str) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    layers = [Layer(start, end, kind, href="/rules/107/", note="a note")] if start < end else []
    assert read_back(render_text(text, layers=layers)) == text


def test_an_old_meaning_is_drawn_for_an_old_text() -> None:
    assert 'aria-label="chaos symbol"' in render_text("{C}", dt.date(2011, 7, 15))
    assert 'aria-label="colorless mana"' in render_text("{C}", dt.date(2025, 6, 6))


def test_nothing_typed_becomes_markup() -> None:
    assert "<script>" not in render_text("<script>alert(1)</script>{W}")
    assert "<script>" not in pips("{<script>}")


def test_many_of_a_kind_are_drawn_once_with_their_number() -> None:
    drawn = pips("{W}" * 12 + "{U}" * 13)
    assert drawn.count('aria-label="white mana"') == 12
    assert drawn.count('aria-label="blue mana"') == 1
    assert "× 13" in drawn
