"""Turn a query into terms for the index: known words, prefixes, and corrected typos."""

import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice, pairwise

from explorer.library.loaded import Library
from explorer.models import VocabularyWord
from explorer.search import weights
from explorer.search.index.book import names as book_names
from explorer.search.index.book import phrases as book_phrases
from explorer.search.words.phrases import specificity
from explorer.search.words.query import Query, QueryPiece
from explorer.search.words.splitting import JARGON, folded, word_key
from explorer.search.words.typos import Typos
from symbols.catalog.definitions import UnknownSymbolError, by_spelling

# A prefix of one letter matches too much of the vocabulary.
_MIN_PREFIX = 2
_MAX_COMPLETIONS, _MIN_COMPLETIONS = 40, 3
_MIN_PART = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """A term that a text must match: any of some keys, or a phrase.

    Attributes:
        keys: alternatives; a trailing `*` makes one a prefix.
        phrase: keys that must follow each other; empty unless it is a phrase.
        weight: IDF, from 0.5 for what nearly every rule has to 10 for the rarest.
        defined_in: for a symbol, the number of the rule that defines it.
    """

    keys: tuple[str, ...]
    phrase: tuple[str, ...] = ()
    weight: float = 1.0
    defined_in: str = ""


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """The terms of a query, and how they differ from the query. Dictionaries are keyed by offset in the query.

    Attributes:
        wanted: at least one per piece of the query.
        corrected: replacements for typos and jargon.
        unknown: words that nothing has and that may mean anything; not wanted if there are others.
        missing: words that neither excerpts nor players use; the full rules may have them.
        lacking: `missing`, and the words that only players use, as typed.
    """

    wanted: tuple[Wanted, ...]
    corrected: dict[int, str]
    unknown: dict[int, str] = field(default_factory=dict)
    missing: dict[int, str] = field(default_factory=dict)
    lacking: tuple[str, ...] = ()


class Vocabulary:
    """The words of the rules, with their keys and document frequencies.

    Args:
        names: lower-case names that players and the rules use.
        meant: the names that typos may be corrected to; all by default.
        may_correct: whether unknown words may be typos.
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

    def __contains__(self, word: str) -> bool:
        """Whether a text has a lower-case word in exactly this form."""
        return word in self._keys

    def begun(self, word: str, share: int = 1) -> tuple[str, ...]:
        """Keys of the words with a prefix, the most frequent first.

        `share` is the number of prefixes in the query, which limits the completions of each.
        """
        if len(word) < _MIN_PREFIX or word.isdigit():
            return ()
        found = (key for other, key in self._keys.items() if other.startswith(word))
        return tuple(dict.fromkeys(islice(found, max(_MIN_COMPLETIONS, _MAX_COMPLETIONS // share))))

    def split_compound(self, word: str) -> str:
        """Split two words written as one, if they are adjacent in some name: "firststrike" -> "first strike"."""
        places = range(_MIN_PART, len(word) - _MIN_PART + 1)
        parts = ((word[:place], word[place:]) for place in places)
        return " ".join(next((pair for pair in parts if pair in self._pairs), ()))


@lru_cache(maxsize=2)
def vocabulary(loaded: Library) -> Vocabulary:
    rows = VocabularyWord.objects.values_list("word", "key", "count")
    return Vocabulary(
        rows, chain.from_iterable(book_names()), [called[0] for called in book_names()], may_correct=loaded.has_complete
    )


def search_terms(query: Query, words: Vocabulary) -> SearchTerms:
    """Interpret each word of a query.

    A word that the library has in any form stands for itself. Others are, in this order, players' jargon, a prefix, two
    words written as one, a typo, or unknown.
    """
    terms = SearchTerms((), {})
    # Players' words are no typos and in no rule; the book index has them.
    pieces = [piece for piece in query.pieces if not _is_players_word(piece, words)] or query.pieces
    wanted = {piece: _wanted(query, piece, words, terms) for piece in pieces}
    # Only typos and unknown words: probably the name of a card.
    if terms.unknown and len(terms.unknown) + len(terms.corrected) == len(pieces):
        terms.unknown.update({one.start: query.typed[one.start : one.end] for one in pieces})
        terms.corrected.clear()
    known = [one for piece in pieces if piece.start not in terms.unknown for one in wanted[piece]]
    lacking = [] if words.may_correct else [one for one in query.pieces if _is_players_word(one, words)]
    starts = sorted({*terms.missing, *(one.start for one in lacking)})
    typed = {one.start: query.typed[one.start : one.end] for one in query.pieces}
    return replace(
        terms,
        wanted=tuple(dict.fromkeys(known or chain.from_iterable(wanted.values()))),
        lacking=tuple(dict.fromkeys(typed[start] for start in starts)),
    )


def corrected_query(typed: str, loaded: Library) -> str:
    """The query with typos corrected; empty if there are none."""
    query = Query.read(typed)
    corrected = search_terms(query, vocabulary(loaded)).corrected
    return query.instead(corrected) if corrected else ""


def similar_queries(typed: str, loaded: Library, most: int) -> list[str]:
    """The query with its first unknown word replaced by similar words, the most similar first."""
    words = vocabulary(loaded)
    unknown = next(iter(search_terms(Query.read(typed), words).unknown.values()), "")
    return [typed.replace(unknown, near, 1) for near in words.typos.nearest(folded(unknown), most)] if unknown else []


def _is_players_word(piece: QueryPiece, words: Vocabulary) -> bool:
    """Whether players use a word that no rule has."""
    said = piece.kind == "word" and piece.keys[0] not in words.counts and piece.word not in JARGON
    return said and piece.word in book_phrases()


def is_word(text: str) -> bool:
    return bool(known_words([text]))


def known_words(texts: Iterable[str]) -> set[str]:
    """Those of some words that the rules have."""
    keys = {text: word_key(folded(text)) for text in texts}
    known = {*VocabularyWord.objects.filter(key__in={*keys.values()}).values_list("key", flat=True)} if keys else set()
    return {text for text, key in keys.items() if key in known}


def _wanted(query: Query, piece: QueryPiece, words: Vocabulary, terms: SearchTerms) -> list[Wanted]:
    if piece.kind == "phrase":
        return [Wanted(piece.keys, piece.keys, max(_idf(words.counts[key]) for key in piece.keys))]
    if piece.kind == "number":
        return [Wanted((f"{piece.keys[0]}*",))]
    if piece.kind == "symbol":
        return [Wanted(piece.keys, weight=_idf(0), defined_in=_rule_of(query.typed[piece.start : piece.end]))]
    if piece.keys[0] in words.counts:
        return [Wanted(piece.keys, weight=_idf(words.counts[piece.keys[0]]))]
    if _is_players_word(piece, words):
        return [Wanted(piece.keys)]
    jargon = JARGON.get(piece.word, "")
    is_specific = specificity(piece.keys[0]) == 1
    if not jargon and is_specific and (begun := words.begun(piece.word, _unknown_words(query, words))):
        return [Wanted(begun)]
    # With only excerpts, an unknown word isn't a typo: the full rules may have it.
    if meant := jargon or (words.may_correct and _correction(query, piece, words)):
        terms.corrected[piece.start] = meant
        return [Wanted(found.keys) for found in Query.read(meant).pieces]
    lacking = terms.unknown if words.may_correct else terms.missing
    lacking[piece.start] = query.typed[piece.start : piece.end]
    return [Wanted(piece.keys)]


def _unknown_words(query: Query, words: Vocabulary) -> int:
    return sum(piece.kind == "word" and piece.keys[0] not in words.counts for piece in query.pieces)


def _correction(query: Query, piece: QueryPiece, words: Vocabulary) -> str:
    """Correct a word, by itself or joined with its neighbors."""
    before, _, after = (part.split() for part in folded(query.typed).partition(piece.word))
    return words.split_compound(piece.word) or words.typos.meant(piece.word, "".join(before[-1:]), "".join(after[:1]))


def _rule_of(symbol: str) -> str:
    try:
        return next(iter(by_spelling(symbol).rules), "")
    except UnknownSymbolError:
        return ""


def _idf(count: int) -> float:
    return max(weights.MOST_COMMON, math.log(weights.DOCUMENTS / (count + 1)))
