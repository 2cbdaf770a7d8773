"""Rules that answer a question, known by what it is about: by the index, by names of rules and glossary entries."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import NamedTuple

from explorer.models import Passage
from explorer.search import weights
from explorer.search.index.book import BOOK, Book, FoundEntry
from explorer.search.index.book import phrases as book_phrases
from explorer.search.rank.bm25 import BM25
from explorer.search.weights import Part, total
from explorer.search.words.phrases import Phrases
from explorer.search.words.splitting import folded

_SAME = 0.97
_MOST_TITLES = 6
# So many passages with telling words of the question are answers.
_MOST_BY_WORDS = 20
# An entry that fits so well is about what was asked, and so is a title.
SURE = 0.7
_NAMED = 0.5


@dataclass(frozen=True, slots=True)
class Guide:
    """Answers that are known before any text is looked at.

    Attributes:
        entries: the entries of the index that fit, the best first.
        titled: for each number and `/slug` whose name the question has, what that is worth.
        indexed: for each number in an entry of the index, what that is worth.
        fits: how well the words of each passage fit, from 0 to 1.
        book: the index with the numbers of what is searched.
    """

    entries: Sequence[FoundEntry] = ()
    titled: Mapping[str, Part] = field(default_factory=dict)
    indexed: Mapping[str, Sequence[Part]] = field(default_factory=dict)
    fits: Mapping[str, float] = field(default_factory=dict)
    book: Book = BOOK

    def names(self, *, sure: bool) -> frozenset[str]:
        """Return the numbers and the `/slugs` that are named.

        Args:
            sure: leave out those that may well be about something else.
        """
        least = SURE**2 * weights.INDEXED_OVER if sure else 0.0
        indexed = (name for name, parts in self.indexed.items() if total(parts) >= weights.INDEXED * least)
        titled = (name for name, part in self.titled.items() if not sure or part.points >= weights.NAMED * _NAMED**2)
        by_words = [] if sure else nlargest(_MOST_BY_WORDS, self.fits, key=self.fits.__getitem__)
        return frozenset([*indexed, *titled, *by_words])

    @property
    def sure(self) -> bool:
        """Whether the best of the entries is about what was asked."""
        return bool(self.entries) and self.entries[0].fit >= SURE

    def parts(self, name: str, last: str) -> list[Part]:
        """Return the parts of a passage's score that follow from what the question is known to be about.

        Args:
            name: its number, or `/slug`.
            last: the effective date of the newest edition that has it so.
        """
        indexed = self.indexed.get(name, ())
        if indexed and not self.book.names_same_rule(name, dt.date.fromisoformat(last)):
            indexed = ()
        titled = [self.titled[name]] if name in self.titled else []
        by_words = [Part("BM25", weights.BM25, self.fits[name])] if name in self.fits else []
        return [*max(indexed, titled, key=total), *by_words]


class Title(NamedTuple):
    """Name of a rule, a section or a glossary entry, with its number or its `/slug`."""

    name: str
    title: str
    kind: int


class Titles:
    """Every name in some editions."""

    def __init__(self, titles: Iterable[Title]) -> None:
        self._titles = list(titles)
        self._phrases = Phrases(((one.title,) for one in self._titles), counted=book_phrases())

    def parts(self, typed: str) -> Mapping[str, Part]:
        """Return for each number and `/slug` whose name a question has what that is worth."""
        out: dict[str, Part] = {}
        for place, fit, *_ in self._phrases.matches(typed, _MOST_TITLES):
            one = self._titles[place]
            is_term = one.kind == Passage.Kind.TERM
            out[one.name] = (
                Part("same term", weights.SAME_TERM, float(fit >= _SAME))
                if is_term
                else Part("named", weights.NAMED, fit**2)
            )
        return out

    def begun(self, folded_beginning: str, most: int) -> list[Title]:
        """Return those that begin with a text in small letters, the shortest first."""
        found = [one for one in self._titles if folded(one.title).startswith(folded_beginning)]
        return sorted(found, key=lambda one: (len(one.title), one.title, one.kind))[:most]


def guide(typed: str, titles: Titles, by_words: BM25, book: Book) -> Guide:
    """Return what is known to answer a question.

    Args:
        typed: the question, its typos mended.
        titles: the names in the editions that are searched.
        by_words: the passages that are searched, to be found by some of their words.
        book: the index with the numbers of the editions that are searched.
    """
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
    return Guide(entries, titles.parts(typed), indexed, by_words.fits(typed), book)
