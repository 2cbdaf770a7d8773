"""Symbols that rule text names in words, without writing them."""

import pytest

from symbols.catalog.definitions import all_definitions, definition
from symbols.catalog.text import find_names
from tests.symbols_by_edition.test_editions import dates, texts_of


def names(text: str) -> list[tuple[str, set[str]]]:
    return [(text[found.start : found.end], set(found.codes)) for found in find_names(text)]


@pytest.mark.parametrize(
    ("text", "name", "codes"),
    [
        ("the tap symbol in its cost", "tap symbol", {"T"}),
        ("the untap symbol in its cost", "untap symbol", {"Q"}),
        ("Tap symbols are drawn.", "Tap symbols", {"T"}),
        ("if the Planeswalker symbol is rolled", "Planeswalker symbol", {"PW"}),
        ("hybrid Phyrexian symbols", "hybrid Phyrexian symbols", None),
        ("its loyalty symbol", "loyalty symbol", None),
        ("has a chapter symbol", "chapter symbol", {f"chapter-{n}" for n in ("I", "II", "III", "IV", "V", "VI")}),
    ],
)
def test_named(text: str, name: str, codes: set[str] | None) -> None:
    [(found, meant)] = names(text)
    assert found == name
    assert meant == codes if codes else meant
    assert all(definition(code) for code in meant)


@pytest.mark.parametrize("text", ["tap this permanent", "symbol", "tap symbolic", "retap symbol", "on-tap symbol", ""])
def test_not_named(text: str) -> None:
    assert names(text) == []


@pytest.mark.slow
def test_every_name_stands_in_some_edition() -> None:
    """A name that no rule has would find nothing."""
    found: set[str] = set()
    for date in dates():
        text = "\n".join(texts_of(date)[0].values())
        found |= {text[each.start : each.end].casefold().removesuffix("s") for each in find_names(text)}
    assert {name.casefold() for one in all_definitions() for name in one.named} <= found
