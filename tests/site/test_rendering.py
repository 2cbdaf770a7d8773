"""The one function that draws symbols in text."""

import re
from datetime import date
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.rendering import Layer, pips, render_text


def read_back(html: str) -> str:
    """Take the markup away; the underscores of italics are markup of the text itself."""
    text = re.sub(r"<i>(.*?)</i>", r"_\1_", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", text))


pieces = st.lists(
    st.sampled_from(
        [
            "{W}",
            "{2/U}",
            "{T}",
            "[+1]",
            "{nope}",
            "<b>",
            "&",
            "“",
            "”",
            ",",
            ".",
            "(",
            ")",
            " ",
            "mana",
            "_Magic_",
            "{",
            "}",
        ]
    ),
    max_size=30,
).map("".join)


@given(pieces)
def test_taking_the_markup_away_gives_the_text_back(text: str) -> None:
    assert read_back(render_text(text)) == text


@given(pieces, st.integers(0, 40), st.integers(0, 40), st.sampled_from(["mark", "link", "missing"]))
def test_layers_leave_the_text_as_it_is(text: str, one: int, other: int, kind: str) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    layers = [Layer(start, end, kind, href="/rules/107/", note="a note")] if start < end else []
    assert read_back(render_text(text, layers=layers)) == text


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("pay ({W}{U}), then", "({W}{U}),"),
        ("“{T}: Add {G}.”", "“{T}:"),
        ("“{T}: Add {G}.”", "{G}.”"),
        ("the symbols {W}, {U}", "{W},"),
    ],
)
def test_a_run_keeps_its_punctuation(text: str, run: str) -> None:
    html = render_text(text)
    runs = re.findall(r'<span class="run">(.*?)</svg></span>([^<]*)</span>', html)
    assert run in [read_back(inner) + tail for inner, tail in runs]


def test_a_symbol_is_named_and_its_code_can_be_copied() -> None:
    html = render_text("{W/U}")
    assert 'role="img" aria-label="white or blue mana"' in html
    assert "{W/U}" in read_back(html)


def test_an_old_meaning_is_drawn_for_an_old_text() -> None:
    assert 'aria-label="chaos symbol"' in render_text("{C}", date(2011, 7, 15))
    assert 'aria-label="colorless mana"' in render_text("{C}", date(2025, 6, 6))


def test_nothing_typed_becomes_markup() -> None:
    assert "<script>" not in render_text("<script>alert(1)</script>{W}")
    assert "<script>" not in pips("{<script>}")


def test_many_of_a_kind_are_drawn_once_with_their_number() -> None:
    html = pips("{W}" * 12 + "{U}" * 13)
    assert html.count('aria-label="white mana"') == 12
    assert html.count('aria-label="blue mana"') == 1
    assert "× 13" in html
