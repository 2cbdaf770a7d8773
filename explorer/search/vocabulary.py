"""From what was typed to what the index is asked: words that the library has, beginnings of such words, misprints."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models.functions import Length
from rapidfuzz import process
from rapidfuzz.distance import OSA

from explorer.models import VocabularyWord
from explorer.search.book import phrases as book_phrases
from explorer.search.engines import rows
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


def search_terms(query: Query) -> SearchTerms:
    """Return what is to be asked for a query.

    A word that the library has, in any of its forms, is that word. One that it hasn't is taken for what players call
    something, for the beginning of words, for two words written as one, or for a misprint, whichever can be first.
    """
    words = {piece.keys[0] for piece in query.pieces if piece.kind == "word"}
    phrases = {key for piece in query.pieces if piece.kind == "phrase" for key in piece.keys}
    counts = _counts(words | phrases)
    corrected: dict[int, str] = {}
    # What only players say is no misprint, and in no rule: the index knows it.
    told = [piece for piece in query.pieces if not _is_only_said(piece, counts)] or query.pieces
    wanted = [one for piece in told for one in _wanted(query, piece, counts, corrected)]
    return SearchTerms(tuple(dict.fromkeys(wanted)), corrected)


def _is_only_said(piece: QueryPiece, counts: dict[str, int]) -> bool:
    """Return whether a word is one that players say and no rule has."""
    said = piece.kind == "word" and piece.keys[0] not in counts and piece.word not in JARGON
    return said and piece.word in book_phrases()


def is_word(text: str) -> bool:
    """Return whether the rules have a word, in this or another of its forms."""
    return bool(_counts({word_key(folded(text))}))


def _wanted(query: Query, piece: QueryPiece, counts: dict[str, int], corrected: dict[int, str]) -> list[Wanted]:
    if piece.kind == "phrase":
        return [Wanted(piece.keys, piece.keys, max(_weight(counts.get(key, 0)) for key in piece.keys))]
    if piece.kind == "number":
        return [Wanted((f"{piece.keys[0]}*",))]
    if piece.kind == "symbol":
        return [Wanted(piece.keys, weight=_weight(0), defined_in=_rule_of(query.typed[piece.start : piece.end]))]
    if piece.keys[0] in counts:
        return [Wanted(piece.keys, weight=_weight(counts[piece.keys[0]]))]
    words = JARGON.get(piece.word, "")
    if not words and (begun := _begun(piece.word)):
        return [Wanted(begun)]
    if meant := words or _parted(piece.word) or _meant(piece.word):
        corrected[piece.start] = meant
        return [Wanted(found.keys) for found in Query.read(meant).pieces]
    return [Wanted(piece.keys)]


def _rule_of(symbol: str) -> str:
    try:
        return next(iter(by_spelling(symbol).rules), "")
    except UnknownSymbolError:
        return ""


def _counts(keys: Iterable[str]) -> dict[str, int]:
    """Return how many texts have each of some keys, of those that the library has."""
    wanted = list(keys)
    if not wanted:
        return {}
    places = ", ".join(["%s"] * len(wanted))
    statement = f"SELECT key, SUM(count) FROM explorer_vocabularyword WHERE key IN ({places}) GROUP BY key"  # noqa: S608
    return {key: int(count) for key, count in rows(statement, wanted)}


def _weight(count: int) -> float:
    return max(0.5, math.log(_USUAL / (count + 1)))


def _begun(word: str) -> tuple[str, ...]:
    """Return the keys of the words that begin so, those that most rules have first."""
    if len(word) < _SHORTEST_BEGINNING or word.isdigit():
        return ()
    found = VocabularyWord.objects.filter(word__startswith=word).order_by("-count", "word")
    return tuple(dict.fromkeys(found.values_list("key", flat=True)[:_MOST_ENDINGS]))


def _parted(word: str) -> str:
    """Return the two words that were written as one, where the rules have both: “firststrike”."""
    parts = [(word[:place], word[place:]) for place in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)]
    found = VocabularyWord.objects.filter(word__in={part for pair in parts for part in pair})
    counts = dict(found.values_list("word", "count"))
    both = [(min(counts[one], counts[two]), f"{one} {two}") for one, two in parts if one in counts and two in counts]
    return max(both, default=(0, ""))[1]


def _meant(word: str) -> str:
    """Return the word that was meant by one with a mistake in it, or nothing."""
    # Digits are meant as they are, and codes with digits in them.
    if len(word) < _SHORTEST_MISPRINT or not word.isalpha():
        return ""
    mistakes = 2 if len(word) >= _TWO_MISTAKES_FROM else 1
    long = VocabularyWord.objects.annotate(length=Length("word"))
    near = long.filter(length__gte=len(word) - mistakes, length__lte=len(word) + mistakes)
    counts = dict(near.values_list("word", "count"))
    found = process.extract(word, list(counts), scorer=OSA.distance, score_cutoff=mistakes, limit=None)
    # Fewest mistakes first; the first letter is seldom wrong; of equals, the word that more rules have.
    ranked = sorted(found, key=lambda one: (one[1], one[0][0] != word[0], -counts[one[0]], one[0]))
    return ranked[0][0] if ranked else ""
