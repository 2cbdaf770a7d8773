"""From what was typed to what the index is asked: words that the library has, beginnings of such words, misprints."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from rapidfuzz import process
from rapidfuzz.distance import OSA

from explorer.library.loaded import Library
from explorer.models import VocabularyWord
from explorer.search.book import phrases as book_phrases
from explorer.search.forms import JARGON
from explorer.search.query import Query, QueryPiece
from explorer.search.words import folded, word_key
from symbols.catalog.definitions import UnknownSymbolError, by_spelling

# Beginnings of one letter would stand for half of the vocabulary.
_SHORTEST_BEGINNING = 2
_MOST_ENDINGS = 40
# Misprints of very short words can't be told from other words.
_SHORTEST_MISPRINT = 4
_SHORTEST_PART = 3
_MANA = frozenset("wubrgc")
_TWO_MISTAKES_FROM = 6
_USUAL = 20_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that a text must have: any of some keys, or for a phrase all of them in a row.

    Attributes:
        keys: the keys, any of which will do; one with a `*` is the beginning of one.
        phrase: keys that must follow each other; empty for anything but a phrase.
        weight: how much it tells, from 0.5 for what nearly every rule has to 10 for the rarest.
        defined_in: for a symbol, the number of the rule that says what it is.
    """

    keys: tuple[str, ...]
    phrase: tuple[str, ...] = ()
    weight: float = 1.0
    defined_in: str = ""


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """All that a text must have, and how it differs from what was typed.

    Attributes:
        wanted: one for each piece of the query.
        corrected: words taken for others, by where they begin in what was typed.
    """

    wanted: tuple[Wanted, ...]
    corrected: dict[int, str]


class Vocabulary:
    """Words of the rules, each with its key and how many texts have it.

    Args:
        rows: word, key and count of each.
        said: words that only players say, for which a mistake may be meant too.
        may_correct: whether a word that is not among them may be a mistake.
    """

    def __init__(
        self, rows: Iterable[tuple[str, str, int]], said: Iterable[str] = (), *, may_correct: bool = True
    ) -> None:
        self.may_correct = may_correct
        ordered = sorted(rows, key=lambda row: (-row[2], row[0]))
        self._keys = {word: key for word, key, _ in ordered}
        self._counts = {word: count for word, _, count in ordered}
        self._by_length: dict[int, list[str]] = {}
        self.counts: Counter[str] = Counter()
        for word, key, count in ordered:
            self.counts[key] += count
            self._by_length.setdefault(len(word), []).append(word)
        for word in sorted({*said} - self._keys.keys()):
            self._by_length.setdefault(len(word), []).append(word)

    def begun(self, word: str) -> tuple[str, ...]:
        """Return the keys of the words that begin so, those that most rules have first."""
        if len(word) < _SHORTEST_BEGINNING or word.isdigit():
            return ()
        found = (key for other, key in self._keys.items() if other.startswith(word))
        return tuple(dict.fromkeys(islice(found, _MOST_ENDINGS)))

    def parted(self, word: str) -> str:
        """Return the two words that were written as one, where the rules have both: “firststrike”."""
        counts = self._counts
        parts = [(word[:place], word[place:]) for place in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)]
        both = [
            (min(counts[one], counts[two]), f"{one} {two}") for one, two in parts if one in counts and two in counts
        ]
        return max(both, default=(0, ""))[1]

    def meant(self, word: str) -> str:
        """Return the word that was meant by one with a mistake in it, or nothing."""
        # Digits and codes are meant as they are, and letters that are nothing but types of mana.
        if len(word) < _SHORTEST_MISPRINT or not word.isalpha() or _MANA.issuperset(word):
            return ""
        mistakes = 2 if len(word) >= _TWO_MISTAKES_FROM else 1
        lengths = range(len(word) - mistakes, len(word) + mistakes + 1)
        near = [other for length in lengths for other in self._by_length.get(length, ())]
        found = process.extract(word, near, scorer=OSA.distance, score_cutoff=mistakes, limit=None)
        # Fewest mistakes first; the first letter is seldom wrong; of equals, the word that more rules have.
        ranked = sorted(found, key=lambda one: (one[1], one[0][0] != word[0], -self._counts.get(one[0], 0), one[0]))
        return ranked[0][0] if ranked else ""


@lru_cache(maxsize=2)
def vocabulary(loaded: Library) -> Vocabulary:
    """Return the words of the loaded editions, in one query."""
    rows = VocabularyWord.objects.values_list("word", "key", "count")
    return Vocabulary(rows, book_phrases().said, may_correct=loaded.has_complete)


def search_terms(query: Query, words: Vocabulary) -> SearchTerms:
    """Return what is to be asked for a query.

    A word that the library has, in any of its forms, is that word. One that it hasn't is taken for what players call
    something, for the beginning of words, for two words written as one, or for a misprint, whichever can be first.
    """
    corrected: dict[int, str] = {}
    # What only players say is no misprint, and in no rule: the index knows it.
    meant_pieces = [piece for piece in query.pieces if not _is_only_said(piece, words)] or query.pieces
    wanted = [one for piece in meant_pieces for one in _wanted(query, piece, words, corrected)]
    return SearchTerms(tuple(dict.fromkeys(wanted)), corrected)


def _is_only_said(piece: QueryPiece, words: Vocabulary) -> bool:
    """Return whether a word is one that players say and no rule has."""
    said = piece.kind == "word" and piece.keys[0] not in words.counts and piece.word not in JARGON
    return said and piece.word in book_phrases()


def is_word(text: str) -> bool:
    """Return whether the rules have a word, in this or another of its forms."""
    return VocabularyWord.objects.filter(key=word_key(folded(text))).exists()


def _wanted(query: Query, piece: QueryPiece, words: Vocabulary, corrected: dict[int, str]) -> list[Wanted]:
    if piece.kind == "phrase":
        return [Wanted(piece.keys, piece.keys, max(_weight(words.counts[key]) for key in piece.keys))]
    if piece.kind == "number":
        return [Wanted((f"{piece.keys[0]}*",))]
    if piece.kind == "symbol":
        return [Wanted(piece.keys, weight=_weight(0), defined_in=_rule_of(query.typed[piece.start : piece.end]))]
    if piece.keys[0] in words.counts:
        return [Wanted(piece.keys, weight=_weight(words.counts[piece.keys[0]]))]
    if _is_only_said(piece, words):
        return [Wanted(piece.keys)]
    jargon = JARGON.get(piece.word, "")
    if not jargon and (begun := words.begun(piece.word)):
        return [Wanted(begun)]
    # While only excerpts are loaded, a word that they lack is not a mistake: the full rules may have it.
    if meant := jargon or (words.parted(piece.word) or words.meant(piece.word) if words.may_correct else ""):
        corrected[piece.start] = meant
        return [Wanted(found.keys) for found in Query.read(meant).pieces]
    return [Wanted(piece.keys)]


def _rule_of(symbol: str) -> str:
    try:
        return next(iter(by_spelling(symbol).rules), "")
    except UnknownSymbolError:
        return ""


def _weight(count: int) -> float:
    return max(0.5, math.log(_USUAL / (count + 1)))
