"""Which symbols a piece of rule text is about: those that it writes, names, describes or defines.

Pure. Rule pages and the index of symbol pages both use it, so that each links to the other.
"""

import datetime as dt
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from explorer.citations.names import BACKGROUND, PHRASES
from symbols.catalog.definitions import all_definitions, definition
from symbols.catalog.text import find_names, find_symbols
from symbols.plain_text import plain_text

#: Up to this many symbols of a kind are listed one by one; beyond it, the first stands for all.
FEW = 7


@dataclass(frozen=True, slots=True)
class SymbolMention:
    """A symbol that a text is about, or that stands for a `kind` with `count` symbols, `first` in the gallery."""

    code: str
    kind: str = ""
    first: str = ""
    count: int = 1


def written_in(text: str, day: dt.date | None) -> dict[str, int]:
    """Codes of symbols written in a text, with the offset of the first: `{T}: Add {G}.` -> {"T": 0, "G": 9}."""
    places: dict[str, int] = {}
    for found in find_symbols(text, day):
        places.setdefault(found.code, found.start)
    return places


def named_in(text: str) -> dict[str, int]:
    """Codes of symbols named in words, alone or as a kind, with the offset of the first."""
    places: dict[str, int] = {}
    for found in find_names(text):
        for code in found.codes:
            places.setdefault(code, found.start)
    return places


def described_in(text: str) -> dict[str, int]:
    """Codes of symbols that a text defines or describes, with the offset of the first."""
    flat = plain_text(text)
    places: dict[str, int] = {}
    for words, codes in _words().items():
        at = flat.find(words)
        if at >= 0:
            for code in codes:
                places[code] = min(at, places.get(code, at))
    return places


def meant_in(text: str) -> dict[str, int]:
    """Codes of symbols that a text names, describes or defines, with the offset of the first, for any edition.

    `missing_symbols` of `explorer.symbols_by_edition.query` has those that an edition doesn't have yet.
    """
    places = described_in(text)
    apart = places.keys() & _distinguished()
    for code, place in named_in(text).items():
        beside = definition(code).beside
        if not beside or code in apart or (not apart and re.search(beside, text)):
            places[code] = place
    return places


def mentions(text: str, day: dt.date | None, lacking: Callable[[], Collection[str]] = tuple) -> list[SymbolMention]:
    """The symbols that a text is about: kinds in the order of the text, each kind in the gallery's order.

    Written symbols are listed one by one. Symbols only named, described or defined are listed if they are few, or if
    the text tells them apart; otherwise one of them stands for the kind. `lacking` returns the codes that the edition
    doesn't have, and is called only if that matters.
    """
    written = written_in(text, day)
    places = meant_in(text)
    if places.keys() - written.keys():
        without = lacking()
        places = {code: place for code, place in places.items() if code not in without}
    places.update(written)
    by_kind: dict[str, list[str]] = {}
    for code in sorted(places, key=lambda code: (places[code], _order(code))):
        by_kind.setdefault(definition(code).kind, []).append(code)
    return [mention for kind, codes in by_kind.items() for mention in _of_one_kind(kind, codes, written)]


def _of_one_kind(kind: str, codes: Sequence[str], written: Mapping[str, int]) -> list[SymbolMention]:
    others = sorted(set(codes) - written.keys(), key=_order)
    if len(others) <= FEW or any(definition(code).beside for code in others):
        return [SymbolMention(code) for code in sorted(codes, key=_order)]
    every = _of_kind(kind)
    ones = [SymbolMention(code) for code in sorted(set(codes) & written.keys(), key=_order)]
    return [*ones, SymbolMention(others[0], kind, every[0], len(every))]


def _order(code: str) -> int:
    return definition(code).order


@cache
def _distinguished() -> frozenset[str]:
    """Symbols that share a name with others, and are told apart by a pattern."""
    return frozenset(one.code for one in all_definitions() if one.beside)


@cache
def _of_kind(kind: str) -> Sequence[str]:
    return [one.code for one in all_definitions() if one.kind == kind]


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """Codes by the phrases that describe a symbol, and by those of the rules that it cites."""
    out: dict[str, tuple[str, ...]] = {}
    for one in all_definitions():
        rules = (rule for rule in one.rules if rule not in BACKGROUND)
        # Phrases of several lines are glossary entries.
        phrases = (plain_text(words) for words in one.phrases if "\n" not in words)
        for words in dict.fromkeys((*phrases, *(words for rule in rules for words in PHRASES[rule]))):
            out[words] = (*out.get(words, ()), one.code)
    return out
