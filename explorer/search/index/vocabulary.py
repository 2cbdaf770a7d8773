"""From what was typed to what the index is asked: words that the library has, beginnings of such words, typos."""

import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice, pairwise

from explorer.library.loaded import Library
from explorer.models import VocabularyWord
from explorer.search.index.book import names as book_names
from explorer.search.index.book import phrases as book_phrases
from explorer.search.words.inflections import JARGON
from explorer.search.words.query import Query, QueryPiece
from explorer.search.words.splitting import folded, word_key
from explorer.search.words.typos import Typos
from symbols.catalog.definitions import UnknownSymbolError, by_spelling

# Beginnings of one letter would stand for half of the vocabulary.
_SHORTEST_BEGINNING = 2
_MOST_ENDINGS, _FEWEST_ENDINGS = 40, 3
_SHORTEST_PART = 3
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
        unknown: words that nothing has, and that may be anything, in the same way; they are not wanted beside others.
        missing: words that excerpts lack and that players don’t say either, in the same way; the full rules may have
            them.
        lacking: these, and the words that excerpts lack and players say, as they were typed.
    """

    wanted: tuple[Wanted, ...]
    corrected: dict[int, str]
    unknown: dict[int, str] = field(default_factory=dict)
    missing: dict[int, str] = field(default_factory=dict)
    lacking: tuple[str, ...] = ()


class Vocabulary:
    """Words of the rules, each with its key and how many texts have it.

    Args:
        rows: word, key and count of each.
        names: what players and the rules call things, in small letters.
        meant: those of them that a typo may be mended to; all of them by default.
        may_correct: whether a word that is not among them may be a mistake.

    Attributes:
        counts: how many texts have each key.
        typos: finds what is meant by a word with a mistake in it.
    """

    def __init__(
        self,
        rows: Iterable[tuple[str, str, int]],
        names: Iterable[str] = (),
        meant: Collection[str] | None = None,
        *,
        may_correct: bool = True,
    ) -> None:
        self.may_correct = may_correct
        ordered = sorted(rows, key=lambda row: (-row[2], row[0]))
        self._keys = {word: key for word, key, _ in ordered}
        self.counts: Counter[str] = Counter()
        for _, key, count in ordered:
            self.counts[key] += count
        named = frozenset(names)
        self._pairs = frozenset(pair for name in named for pair in pairwise(name.split()))
        self.typos = Typos({word: count for word, _, count in ordered}, named, meant)

    def begun(self, word: str, share: int = 1) -> tuple[str, ...]:
        """Return the keys of the words that begin so, those that most rules have first.

        Args:
            word: the beginning.
            share: how many beginnings a query has, which get fewer endings each.
        """
        if len(word) < _SHORTEST_BEGINNING or word.isdigit():
            return ()
        found = (key for other, key in self._keys.items() if other.startswith(word))
        return tuple(dict.fromkeys(islice(found, max(_FEWEST_ENDINGS, _MOST_ENDINGS // share))))

    def parted(self, word: str) -> str:
        """Return the two words that were written as one, where some name has both together: “firststrike”."""
        places = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
        parts = ((word[:place], word[place:]) for place in places)
        return " ".join(next((pair for pair in parts if pair in self._pairs), ()))


@lru_cache(maxsize=2)
def vocabulary(loaded: Library) -> Vocabulary:
    """Return the words of the loaded editions, in one query."""
    rows = VocabularyWord.objects.values_list("word", "key", "count")
    return Vocabulary(
        rows, chain.from_iterable(book_names()), [called[0] for called in book_names()], may_correct=loaded.has_complete
    )


def search_terms(query: Query, words: Vocabulary) -> SearchTerms:
    """Return what is to be asked for a query.

    A word that the library has, in any of its forms, is that word. One that it hasn't is taken for what players call
    something, for the beginning of words, for two words written as one, or for a typo, whichever can be first; else
    it is unknown.
    """
    terms = SearchTerms((), {})
    # What only players say is no typo, and in no rule: the index knows it.
    pieces = [piece for piece in query.pieces if not _is_only_said(piece, words)] or query.pieces
    wanted = {piece: _wanted(query, piece, words, terms) for piece in pieces}
    # Nothing but typos and unknown words is likely the name of a card.
    if terms.unknown and len(terms.unknown) + len(terms.corrected) == len(pieces):
        terms.unknown.update({one.start: query.typed[one.start : one.end] for one in pieces})
        terms.corrected.clear()
    known = [one for piece in pieces if piece.start not in terms.unknown for one in wanted[piece]]
    lacking = [] if words.may_correct else [one for one in query.pieces if _is_only_said(one, words)]
    starts = sorted({*terms.missing, *(one.start for one in lacking)})
    typed = {one.start: query.typed[one.start : one.end] for one in query.pieces}
    return replace(
        terms,
        wanted=tuple(dict.fromkeys(known or chain.from_iterable(wanted.values()))),
        lacking=tuple(dict.fromkeys(typed[start] for start in starts)),
    )


def mended(typed: str, loaded: Library) -> str:
    """Return what was typed without typos; nothing where it has none."""
    query = Query.read(typed)
    corrected = search_terms(query, vocabulary(loaded)).corrected
    return query.instead(corrected) if corrected else ""


def alike(typed: str, loaded: Library, most: int) -> list[str]:
    """Return what was typed with words in the place of one that no rule has, those first that look most like it."""
    words = vocabulary(loaded)
    unknown = next(iter(search_terms(Query.read(typed), words).unknown.values()), "")
    return [typed.replace(unknown, near, 1) for near in words.typos.nearest(folded(unknown), most)] if unknown else []


def _is_only_said(piece: QueryPiece, words: Vocabulary) -> bool:
    """Return whether a word is one that players say and no rule has."""
    said = piece.kind == "word" and piece.keys[0] not in words.counts and piece.word not in JARGON
    return said and piece.word in book_phrases()


def is_word(text: str) -> bool:
    """Return whether the rules have a word, in this or another of its forms."""
    return VocabularyWord.objects.filter(key=word_key(folded(text))).exists()


def _wanted(query: Query, piece: QueryPiece, words: Vocabulary, terms: SearchTerms) -> list[Wanted]:
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
    if not jargon and (begun := words.begun(piece.word, _unknown_words(query, words))):
        return [Wanted(begun)]
    # While only excerpts are loaded, a word that they lack is not a mistake: the full rules may have it.
    if meant := jargon or (words.may_correct and _meant(query, piece, words)):
        terms.corrected[piece.start] = meant
        return [Wanted(found.keys) for found in Query.read(meant).pieces]
    lacking = terms.unknown if words.may_correct else terms.missing
    lacking[piece.start] = query.typed[piece.start : piece.end]
    return [Wanted(piece.keys)]


def _unknown_words(query: Query, words: Vocabulary) -> int:
    return sum(piece.kind == "word" and piece.keys[0] not in words.counts for piece in query.pieces)


def _meant(query: Query, piece: QueryPiece, words: Vocabulary) -> str:
    """Return what was meant by a word that no rule has, by itself or with the words beside it."""
    before, _, after = (part.split() for part in folded(query.typed).partition(piece.word))
    return words.parted(piece.word) or words.typos.meant(piece.word, "".join(before[-1:]), "".join(after[:1]))


def _rule_of(symbol: str) -> str:
    try:
        return next(iter(by_spelling(symbol).rules), "")
    except UnknownSymbolError:
        return ""


def _weight(count: int) -> float:
    return max(0.5, math.log(_USUAL / (count + 1)))
