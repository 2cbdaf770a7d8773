"""Suggestions for a search without results, or with unknown words."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.library.loaded import Library
from explorer.search import Results, indexed_rules, search, sections_of
from explorer.search.index.book import BOOK
from explorer.search.index_page import entry_address
from explorer.web import addresses
from symbols.sentences import join_words, with_minus

_MAX_ENTRIES = 6
_MAX_SECTIONS = 3
_SECTION_HITS = 10


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Suggestions as text and URL.

    Attributes:
        unknown: a sentence on words that no rule has; may be empty.
        words: the query with one word replaced.
    """

    unknown: str = ""
    words: Sequence[tuple[str, str]] = ()
    entries: Sequence[tuple[str, str]] = ()
    sections: Sequence[tuple[str, str]] = ()


def suggest(typed: str, found: Results, loaded: Library) -> Suggestions:
    unknown = [f"“{word}”" for word in dict.fromkeys(found.unknown)]
    sentence = f"No rule has {join_words(unknown, 'or')}." if unknown else ""
    # If there are results, one guess per unknown word is enough.
    nearest = dict(reversed(found.nearest)).items() if found.hits else found.nearest
    words = [(near, addresses.search(typed.replace(word, near, 1))) for word, near in nearest]
    if found.hits:
        return Suggestions(sentence, words)
    there = indexed_rules(loaded)
    entries = [one.entry for one in BOOK.find(typed, _MAX_ENTRIES)] or BOOK.begun(typed, _MAX_ENTRIES)
    # Entries without a loaded rule lead nowhere.
    entries = [one for one in entries if not there.isdisjoint(one.rules)]
    numbers = [number for entry in entries for number in entry.rules[:1] if number in there]
    if not numbers and found.nearest:
        numbers = [
            hit.number for hit in search(found.nearest[0][1], limit=_SECTION_HITS, loaded=loaded).hits if hit.number
        ]
    sections = sections_of(numbers, loaded)[:_MAX_SECTIONS]
    return Suggestions(
        sentence,
        words,
        [(with_minus(one.name), _entry_url(one.name, typed)) for one in entries],
        [(f"{one.name} {one.title}", addresses.rule(one.name)) for one in sections],
    )


def _entry_url(name: str, typed: str) -> str:
    """The search for an index entry, or its place in the index if the query is its name."""
    return entry_address(name) if name.casefold() == typed.strip().casefold() else addresses.search(name)
