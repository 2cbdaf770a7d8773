"""Ways on from what nothing was found for: what was understood, the nearest words, the likely sections."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.library.loaded import Library
from explorer.search import Results, indexed_rules, search, sections_of
from explorer.search.index.book import BOOK
from explorer.search.index_view import entry_address
from explorer.web import addresses
from symbols.sentences import join_words, with_minus

_MOST_ENTRIES = 6
_MOST_SECTIONS = 3
_AMONG = 10


@dataclass(frozen=True, slots=True)
class WaysOn:
    """Ways on where nothing was found, or only some of it; each has its words and its address.

    Attributes:
        unknown: the sentence on words that no rule has; empty where there are none.
        words: the same with one word in the place of another.
        entries: entries of the index.
        sections: sections that may answer.
        unquoted: the same without quotes; empty where there are none.
    """

    unknown: str = ""
    words: Sequence[tuple[str, str]] = ()
    entries: Sequence[tuple[str, str]] = ()
    sections: Sequence[tuple[str, str]] = ()
    unquoted: str = ""


def ways_on(typed: str, found: Results, loaded: Library) -> WaysOn:
    """Return the ways on from a search.

    Args:
        typed: what was searched for.
        found: what was found.
        loaded: the editions that are loaded.
    """
    unknown = [f"“{word}”" for word in dict.fromkeys(found.unknown)]
    sentence = f"No rule has {join_words(unknown, 'or')}." if unknown else ""
    # Where the other words were understood, one guess for each of the rest is enough.
    nearest = dict(reversed(found.nearest)).items() if found.hits else found.nearest
    words = [(near, addresses.search(typed.replace(word, near, 1))) for word, near in nearest]
    if found.hits:
        return WaysOn(sentence, words)
    there = indexed_rules(loaded)
    entries = [one.entry for one in BOOK.find(typed, _MOST_ENTRIES)] or BOOK.begun(typed, _MOST_ENTRIES)
    # What has no rule that is loaded leads to nothing.
    entries = [one for one in entries if not there.isdisjoint(one.rules)]
    numbers = [number for entry in entries for number in entry.rules[:1] if number in there]
    if not numbers and found.nearest:
        numbers = [hit.number for hit in search(found.nearest[0][1], limit=_AMONG, loaded=loaded).hits if hit.number]
    sections = sections_of(numbers, loaded)[:_MOST_SECTIONS]
    unquoted = re.sub(r'[“”„"]', "", typed)
    return WaysOn(
        sentence,
        words,
        [(with_minus(one.name), _way_to(one.name, typed)) for one in entries],
        [(f"{one.name} {one.title}", addresses.rule(one.name)) for one in sections],
        addresses.search(unquoted) if unquoted != typed and not unknown else "",
    )


def _way_to(name: str, typed: str) -> str:
    """Return the search for an entry of the index, or its place there where that was searched for already."""
    return entry_address(name) if _is_typed(name, typed) else addresses.search(name)


def _is_typed(name: str, typed: str) -> bool:
    return name.casefold() == typed.strip().casefold()
