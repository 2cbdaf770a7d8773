"""Rules that answer a question, known by what it is about: by the index, by names of rules and glossary entries."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import NamedTuple

from explorer.models import Passage
from explorer.search.book import BOOK, Book, FoundEntry
from explorer.search.book import phrases as book_phrases
from explorer.search.likely import Likely
from explorer.search.phrases import Phrases
from explorer.search.words import folded

# What it is worth to a rule that an entry of the index names it first, and what its further rules get of that.
_NAMED_FIRST = 100.0
# What the first gets more where nothing but a name of the entry was typed.
_NAMED_SO = 45.0
_NAMED_LATER = (1.0, 0.85, 0.75, 0.65)
# What the rule gets that stands over the first one.
_OVER = 0.87
# What it is worth to a rule that the question has its name, and to a glossary entry that it is just its name.
_TITLED = 30.0
_SAME_TERM = 25.0
_SAME = 0.97
_MOST_TITLES = 6
# What it is worth to a passage that it has all telling words of the question, and so many such are answers.
_LIKELY = 120.0
_MOST_LIKELY = 20
# An entry that fits so well is about what was asked, and so is a title.
SURE = 0.7
_NAMED = 0.5


@dataclass(frozen=True, slots=True)
class Guide:
    """Answers that are known before any text is looked at.

    Attributes:
        entries: the entries of the index that fit, the best first.
        titled: what it is worth to each number, and to each `/slug`, that the question has its name.
        indexed: what it is worth to each number that the index names it.
        fits: how well the words of each passage fit, from 0 to 1.
        book: the index with the numbers of what is searched.
    """

    entries: Sequence[FoundEntry] = ()
    titled: Mapping[str, float] = field(default_factory=dict)
    indexed: Mapping[str, float] = field(default_factory=dict)
    fits: Mapping[str, float] = field(default_factory=dict)
    book: Book = BOOK

    def names(self, *, sure: bool) -> frozenset[str]:
        """Return the numbers and the `/slugs` that are named.

        Args:
            sure: leave out those that may well be about something else.
        """
        least = SURE**2 * _OVER if sure else 0.0
        indexed = (name for name, weight in self.indexed.items() if weight >= _NAMED_FIRST * least)
        titled = (name for name, weight in self.titled.items() if not sure or weight >= _TITLED * _NAMED**2)
        likely = [] if sure else nlargest(_MOST_LIKELY, self.fits, key=self.fits.__getitem__)
        return frozenset([*indexed, *titled, *likely])

    @property
    def sure(self) -> bool:
        """Whether the best of the entries is about what was asked."""
        return bool(self.entries) and self.entries[0].fit >= SURE

    def credit(self, name: str, last: str) -> float:
        """Return what it is worth to a passage that the question is known to be about it.

        Args:
            name: its number, or `/slug`.
            last: the effective date of the newest edition that has it so.
        """
        indexed = self.indexed.get(name, 0.0)
        if indexed and not self.book.names_same_rule(name, dt.date.fromisoformat(last)):
            indexed = 0.0
        return max(indexed, self.titled.get(name, 0.0)) + _LIKELY * self.fits.get(name, 0.0)


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

    def credits(self, typed: str) -> Mapping[str, float]:
        """Return what it is worth to each number and `/slug` that a question has its name."""
        out: dict[str, float] = {}
        for place, fit, *_ in self._phrases.matches(typed, _MOST_TITLES):
            one = self._titles[place]
            is_term = one.kind == Passage.Kind.TERM
            out[one.name] = _SAME_TERM * (fit >= _SAME) if is_term else _TITLED * fit**2
        return out

    def begun(self, folded_beginning: str, most: int) -> list[Title]:
        """Return those that begin with a text in small letters, the shortest first."""
        found = [one for one in self._titles if folded(one.title).startswith(folded_beginning)]
        return sorted(found, key=lambda one: (len(one.title), one.title, one.kind))[:most]


def guide(typed: str, titles: Titles, likely: Likely, book: Book) -> Guide:
    """Return what is known to answer a question.

    Args:
        typed: the question, its misprints mended.
        titles: the names in the editions that are searched.
        likely: the passages that are searched, to be found by some of their words.
        book: the index with the numbers of the editions that are searched.
    """
    entries = book.find(typed)
    indexed: dict[str, float] = {}
    for found in entries:
        weight = _NAMED_FIRST * found.fit**2
        shares = list(zip(found.entry.rules, _NAMED_LATER, strict=False))
        for number, share in [*shares, (found.entry.over, _OVER)]:
            if number:
                more = _NAMED_SO * (found.exact and number == found.entry.rules[0])
                indexed[number] = max(indexed.get(number, 0.0), weight * share + more)
    return Guide(entries, titles.credits(typed), indexed, likely.fits(typed), book)
