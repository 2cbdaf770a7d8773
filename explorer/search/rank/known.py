"""Passages that may be known to answer a query, by their names or words, cached."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.search.index.book import Book
from explorer.search.index.numbering import book_in
from explorer.search.index.passages import Found, Scope, SqlCondition, day_of, name_of, over_it, scope_of, selected
from explorer.search.rank.bm25 import BM25, Document
from explorer.search.rank.guide import Title, Titles
from explorer.search.words.splitting import folded

#: Number suffixes of the first rules under a section or a rule.
FIRST_ENDINGS = (".1", "a", "b", "c")


@dataclass(frozen=True)
class KnownPassages:
    """Passages that may be known to answer a query.

    Attributes:
        passages: by number or `/slug`. For the newest text, all; for one edition, those with a heading or name, the
            first rules under a heading, and those in the index.
        by_words: BM25 index of the newest text; empty for one edition.
        headings: of rules and sections in the newest edition, by number and date.
        book: the index, numbered for the newest text or the one edition.
    """

    passages: Mapping[str, Found]
    titles: Titles
    by_words: BM25
    headings: Mapping[tuple[str, dt.date], str]
    book: Book


# Building takes most of a second, and much longer if every request after an import does it.
_build_lock = Lock()


def known_passages(loaded: Library, edition: Scope) -> KnownPassages:
    """Known passages of one edition, or of the newest text of each number and name, cached."""
    with _build_lock:
        return _known_passages(loaded, edition)


@lru_cache(maxsize=8)
def _known_passages(loaded: Library, edition: Scope) -> KnownPassages:
    newest = not isinstance(edition, EditionInfo)
    book = book_in(loaded, None if newest else edition)
    numbers = sorted({number for one in book.entries if one.rules for number in (*one.rules, one.over)})
    names = ", ".join(["%s"] * len(numbers))
    # The answer for a title includes the first rules under it.
    first = " OR ".join(["p.number LIKE %s"] * len(FIRST_ENDINGS))
    named = SqlCondition(
        f"(p.title <> '' OR p.number IN ({names}) OR {first})", [*numbers, *(f"%{one}" for one in FIRST_ENDINGS)]
    )
    condition = SqlCondition("1 = 1", []) if newest else named
    found = {name_of(one): one for one in selected(condition, scope_of(None if newest else edition, loaded))}
    titles = [Title(name, one.title, one.kind) for name, one in found.items() if one.title]
    headings = {(one.number, day_of(one, edition)): one.title for one in found.values() if one.number and one.title}
    by_words = BM25(_document(name, one, found, book) for name, one in found.items()) if newest else BM25(())
    return KnownPassages(found, Titles(titles), by_words, headings, book)


def _document(name: str, one: Found, among: Mapping[str, Found], book: Book) -> Document:
    day = day_of(one, None)
    above = [among[number].title for number, _ in over_it(one.number, day) if number in among]
    called, also_called = book.names_of(name) if book.names_same_rule(name, day) else ((), ())
    return Document(name, one.keys or "", one.title, above, called, also_called)


@lru_cache(maxsize=8)
def indexed_rules(loaded: Library) -> frozenset[str]:
    """Numbers in the index that mean the same rule in the newest texts."""
    named = known_passages(loaded, None)
    rules = (one for one in named.passages.values() if one.number)
    return frozenset(one.number for one in rules if named.book.names_same_rule(one.number, day_of(one, None)))


def sections_of(numbers: Iterable[str], loaded: Library) -> list[Title]:
    """The sections of some rules, in the newest texts, in the order of the rules."""
    passages = known_passages(loaded, None).passages
    sections = dict.fromkeys(number.partition(".")[0] for number in numbers)
    return [Title(one, passages[one].title, passages[one].kind) for one in sections if one in passages]


def titles_with_prefix(typed: str, most: int, loaded: Library) -> list[Title]:
    """Headings and names with the typed prefix, in the newest texts, the shortest first."""
    begun = folded(typed).strip()
    titles = known_passages(loaded, None).titles
    return titles.begun(begun, most) if begun else []
