"""Which symbols a piece of rule text is about: those that it writes, names, describes or defines.

Pure: it is given a text. A rule's page and the rows that a symbol's page is made from both ask here, so that each
leads to the other.
"""

import datetime as dt
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from explorer.citations.names import BACKGROUND, PHRASES
from symbols.catalog.definitions import all_definitions, definition
from symbols.catalog.naming import find_names
from symbols.catalog.text import find_symbols
from symbols.plain_text import plain_text

#: Of one kind so many are listed each by itself; more are shown by the first of them.
FEW = 7


@dataclass(frozen=True, slots=True)
class SymbolMention:
    """Symbol that a text is about, or the first of many of a kind.

    Attributes:
        code: the symbol.
        kind: where it stands for its kind, that kind; else empty.
        first: of a kind, the symbol that it begins with in the gallery; else empty.
        count: of a kind, how many symbols the gallery has.
    """

    code: str
    kind: str = ""
    first: str = ""
    count: int = 1


def written_in(text: str, day: dt.date | None) -> dict[str, int]:
    """Return the codes of the symbols that a text writes, each with its first place."""
    places: dict[str, int] = {}
    for found in find_symbols(text, day):
        places.setdefault(found.code, found.start)
    return places


def named_in(text: str) -> dict[str, int]:
    """Return the codes of the symbols that a text names, alone or with all of their kind, each with its first place."""
    places: dict[str, int] = {}
    for found in find_names(text):
        for code in found.codes:
            places.setdefault(code, found.start)
    return places


def described_in(text: str) -> dict[str, int]:
    """Return the codes of the symbols that a text defines or tells of, each with its first place."""
    flat = plain_text(text)
    places: dict[str, int] = {}
    for words, codes in _words().items():
        at = flat.find(words)
        if at >= 0:
            for code in codes:
                places[code] = min(at, places.get(code, at))
    return places


def meant_in(text: str) -> dict[str, int]:
    """Return the codes of the symbols that a text means without writing them, each with its first place.

    Those are the symbols that it names, defines or tells of, in whatever edition: which of them an edition does not
    have, `lacking_in` of `explorer.symbols_by_edition.editions` knows.
    """
    places = described_in(text)
    apart = places.keys() & _distinguished()
    for code, place in named_in(text).items():
        beside = definition(code).beside
        if not beside or code in apart or (not apart and re.search(beside, text)):
            places[code] = place
    return places


def mentions(text: str, day: dt.date | None, lacking: Callable[[], Collection[str]] = tuple) -> list[SymbolMention]:
    """Return the symbols that a text is about: kind by kind in the order of the text, each kind as the gallery has it.

    What it writes is listed one by one. Of what it only names, describes or defines, a few of a kind are, and all that
    a text tells apart; many are shown by one of them, with their number.

    Args:
        text: rules, on lines of their own.
        day: effective date of the edition that they are from.
        lacking: gives the codes of the symbols that the edition does not have; asked only where that matters.
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
    """Return what to list of one kind: what is written, and the rest, or the first of them where there are many."""
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
    """Return the symbols that share a name with others of which a text need not speak."""
    return frozenset(one.code for one in all_definitions() if one.beside)


@cache
def _of_kind(kind: str) -> Sequence[str]:
    return [one.code for one in all_definitions() if one.kind == kind]


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """Return the symbols by the words that tell of them, and by the words of the rules that they cite."""
    out: dict[str, tuple[str, ...]] = {}
    for one in all_definitions():
        rules = (rule for rule in one.rules if rule not in BACKGROUND)
        # Words on several lines are those of a glossary.
        phrases = (plain_text(words) for words in one.phrases if "\n" not in words)
        for words in dict.fromkeys((*phrases, *(words for rule in rules for words in PHRASES[rule]))):
            out[words] = (*out.get(words, ()), one.code)
    return out
