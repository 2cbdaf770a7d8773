"""Passages that are known to answer a query, by the index, by their names or by their words, and their scores."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nlargest
from threading import Lock
from typing import NamedTuple

from explorer.library.history.places import keys_at
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.models import Passage, Wording
from explorer.search import weights
from explorer.search.index.book import BOOK, EDITION, Book, FoundEntry
from explorer.search.index.book import phrases as book_phrases
from explorer.search.index.passages import (
    PassageRow,
    Scope,
    SqlCondition,
    day_of,
    document_order,
    name_of,
    parents_of,
    scope_of,
    selected,
)
from explorer.search.rank.card_hints import CardHints
from explorer.search.rank.ranking import BM25, Document, wanted_of
from explorer.search.weights import Part, total
from explorer.search.words.phrases import Phrases, canonical_keys
from explorer.search.words.splitting import folded
from explorer.wording.wordings import explanations, plain_words


@lru_cache(maxsize=8)
def book_in(loaded: Library, edition: EditionInfo | None) -> Book:
    """The index renumbered for an edition (None: the newest texts) by following the lineages of its rules, cached.

    Without lineages, the numbers are those of `EDITION`. One query, and one per generation of splits and mergers;
    none for the edition that the index was written for.
    """
    shown = edition or loaded.newest_complete
    written = loaded.on(EDITION)
    if not (shown and written and shown.complete and written.complete) or shown == written or loaded.behind:
        return BOOK
    # For older editions, `BOOK.since` has most numbers without a query.
    numbers = {number for one in BOOK.entries for number in one.rules}
    moved = {number for number in numbers if not BOOK.since.get(number, EDITION) <= shown.date < EDITION}
    keys = keys_at([(number, EDITION) for number in moved], shown.date)
    there = {number: keys.get((number, EDITION), "") for number in moved}
    return BOOK.renumbered(there, shown.date) if keys else BOOK


_MAX_TITLES = 6
# Answers by BM25.
_MAX_BY_WORDS = 20


@dataclass(frozen=True, slots=True)
class Guide:
    """Answers that are known without looking at any text.

    Attributes:
        titled: score for each number and `/slug` whose name is in the query.
        indexed: scores for each number of those entries.
        fits: BM25 score of each passage, from 0 to 1.
        book: the index, numbered for what is searched.
        of_cards: by the cards that the query names.
    """

    entries: Sequence[FoundEntry] = ()
    titled: Mapping[str, Part] = field(default_factory=dict)
    indexed: Mapping[str, Sequence[Part]] = field(default_factory=dict)
    fits: Mapping[str, float] = field(default_factory=dict)
    book: Book = BOOK
    of_cards: CardHints = field(default_factory=CardHints)

    def names(self, *, sure: bool) -> frozenset[str]:
        """Numbers and `/slugs` that are scored; with `sure`, without those that may be about something else."""
        least = weights.SURE**2 * weights.INDEXED_OVER if sure else 0.0
        indexed = (name for name, parts in self.indexed.items() if total(parts) >= weights.INDEXED * least)
        titled = (
            name
            for name, part in self.titled.items()
            if not sure or part.points >= weights.NAMED * weights.SURE_TITLE**2
        )
        by_words = [] if sure else nlargest(_MAX_BY_WORDS, self.fits, key=self.fits.__getitem__)
        return frozenset([*indexed, *titled, *by_words, *self.of_cards.names(_MAX_BY_WORDS)])

    @property
    def sure(self) -> bool:
        return bool(self.entries) and self.entries[0].fit >= weights.SURE

    def parts(self, name: str, last: str) -> list[Part]:
        """The parts of a passage's score; `last` is the date of the newest edition with this text."""
        indexed = self.indexed.get(name, ())
        if indexed and not self.book.names_same_rule(name, dt.date.fromisoformat(last)):
            indexed = ()
        titled = [self.titled[name]] if name in self.titled else []
        by_words = [Part("BM25", weights.BM25, self.fits[name])] if name in self.fits else []
        return [*max(indexed, titled, key=total), *by_words, *self.of_cards.parts(name)]


class Title(NamedTuple):
    name: str
    title: str
    kind: int


class Titles:
    def __init__(self, titles: Iterable[Title]) -> None:
        self._titles = list(titles)
        self._phrases = Phrases(((one.title,) for one in self._titles), counted=book_phrases())

    def parts(self, typed: str) -> Mapping[str, Part]:
        """Score each number and `/slug` whose name is in the query."""
        out: dict[str, Part] = {}
        for place, fit, *_ in self._phrases.matches(typed, _MAX_TITLES):
            one = self._titles[place]
            is_term = one.kind == Passage.Kind.TERM
            out[one.name] = (
                Part("same term", weights.SAME_TERM, float(fit >= weights.SAME_TERM_FIT))
                if is_term
                else Part("named", weights.NAMED, fit**2)
            )
        return out

    def begun(self, folded_beginning: str, most: int) -> list[Title]:
        """Titles with a prefix, which must be folded; the shortest first."""
        found = [one for one in self._titles if folded(one.title).startswith(folded_beginning)]
        return sorted(found, key=lambda one: (len(one.title), one.title, one.kind))[:most]


def make_guide(typed: str, titles: Titles, by_words: BM25, book: Book) -> Guide:
    """Score what is known to answer a query without typos."""
    entries = book.find(typed)
    indexed: dict[str, Sequence[Part]] = {}
    for found in entries:
        shares = list(zip(found.entry.rules, weights.INDEXED_SHARES, strict=False))
        for number, share in [*shares, (found.entry.over, weights.INDEXED_OVER)]:
            if number:
                parts = [Part("in the index", weights.INDEXED, found.fit**2 * share)]
                if found.exact and number == found.entry.rules[0]:
                    parts.append(Part("alone in the index", weights.INDEXED_ALONE))
                indexed[number] = max(indexed.get(number, ()), parts, key=total)
    return Guide(entries, titles.parts(typed), indexed, by_words.fits(wanted_of(typed)), book)


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

    passages: Mapping[str, PassageRow]
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
    rows = selected(condition, scope_of(None if newest else edition, loaded))
    # Titles and texts with equal scores keep this order.
    found = {name_of(one): one for one in sorted(rows, key=document_order)}
    titles = [Title(name, one.title, one.kind) for name, one in found.items() if one.title]
    headings = {(one.number, day_of(one, edition)): one.title for one in found.values() if one.number and one.title}
    if not newest:
        return KnownPassages(found, Titles(titles), BM25(()), headings, book)
    ours = _explained(found)
    by_words = BM25(_document(name, one, found, book, ours.get(name, ())) for name, one in found.items())
    return KnownPassages(found, Titles(titles), by_words, headings, book)


def _explained(found: Mapping[str, PassageRow]) -> Mapping[str, Sequence[str]]:
    """Canonical keys of our plain words, by rule."""
    wordings = {one.wording: number for number in explanations() if (one := found.get(number)) and one.wording}
    texts = Wording.objects.filter(pk__in=wordings).values_list("pk", "paragraphs")
    return {
        wordings[pk]: canonical_keys(plain_words(wordings[pk], "\n".join(one["text"] for one in paragraphs)))
        for pk, paragraphs in texts
    }


def _document(
    name: str, one: PassageRow, among: Mapping[str, PassageRow], book: Book, explained: Sequence[str]
) -> Document:
    day = day_of(one, None)
    above = [among[number].title for number, _ in parents_of(one.number, day) if number in among]
    called, also_called = book.names_of(name) if book.names_same_rule(name, day) else ((), ())
    return Document(name, one.keys or "", one.title, above, called, also_called, explained)


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
