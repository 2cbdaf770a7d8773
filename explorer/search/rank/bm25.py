"""Okapi BM25 over each passage's words, its title, the headings above it and its names in the index."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from explorer.search import weights
from explorer.search.words.phrases import canonical, canonical_keys, specificity
from explorer.search.words.splitting import title_keys


@dataclass(frozen=True, slots=True)
class Document:
    """A passage's words, and its names.

    Attributes:
        keys: of its words, separated by spaces.
        above: the headings above it, the nearest first.
        called: names of index entries that have it first.
        also_called: names of index entries that have it later.
    """

    name: str
    keys: str
    title: str = ""
    above: Sequence[str] = ()
    called: Sequence[str] = ()
    also_called: Sequence[str] = ()


class BM25:
    """An inverted index of passages with precomputed term frequencies."""

    def __init__(self, passages: Iterable[Document]) -> None:
        self._names: list[str] = []
        postings: dict[str, tuple[array[int], array[float]]] = defaultdict(lambda: (array("I"), array("f")))
        for place, one in enumerate(passages):
            self._names.append(one.name)
            for key, times in _term_frequencies(one).items():
                places, counts = postings[key]
                places.append(place)
                counts.append(times / (times + weights.K1))
        self._postings = dict(postings)

    def fits(self, typed: str) -> Mapping[str, float]:
        """Score each passage with a specific word of the query, from 0 to 1."""
        fits: dict[int, float] = defaultdict(float)
        whole = 0.0
        for key in dict.fromkeys(canonical_keys(typed)):
            if key not in self._postings or not (share := specificity(key)):
                continue
            places, counts = self._postings[key]
            idf = share * math.log(1 + len(self._names) / len(places))
            whole += idf
            for place, count in zip(places, counts, strict=True):
                fits[place] += idf * count
        return {self._names[place]: fit / whole for place, fit in fits.items()}


def _term_frequencies(document: Document) -> Mapping[str, float]:
    """The weighted frequency of each key, normalized by length."""
    out: dict[str, float] = defaultdict(float)
    own = Counter(document.keys.split())
    once = 1 / (1 - weights.B + weights.B * own.total() / weights.AVERAGE_LENGTH)
    for key, times in own.items():
        out[canonical(key)] += times * once
    for title, weight in [
        (document.title, weights.TITLE_COUNTS),
        *zip(document.above, weights.ABOVE_COUNTS, strict=False),
    ]:
        for key in title_keys(title):
            out[canonical(key)] += weight
    for names, weight in (
        (document.called, weights.INDEX_NAME_COUNTS),
        (document.also_called, weights.LATER_INDEX_NAME_COUNTS),
    ):
        named = Counter(key for name in names for key in set(canonical_keys(name))) if names else {}
        for key, count in named.items():
            out[key] += weight * min(count, weights.MOST_INDEX_NAMES)
    return out
