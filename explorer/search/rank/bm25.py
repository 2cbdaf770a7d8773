"""Okapi BM25 over each passage's words, its title, the headings above it and its names in the index."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from explorer.search import weights
from explorer.search.words.phrases import canonical, canonical_keys, share_of
from explorer.search.words.splitting import title_keys


@dataclass(frozen=True, slots=True)
class Document:
    """Words of a passage, and what it is called.

    Attributes:
        name: its number, or `/slug`.
        keys: the keys of its words, with spaces between.
        title: its heading or name; empty for what has none.
        above: the headings that it stands under, the nearest first.
        called: names in the index that name it first.
        also_called: names in the index that name another rule before it.
    """

    name: str
    keys: str
    title: str = ""
    above: Sequence[str] = ()
    called: Sequence[str] = ()
    also_called: Sequence[str] = ()


class BM25:
    """Passages, found by any telling word of a question."""

    def __init__(self, passages: Iterable[Document]) -> None:
        self._names: list[str] = []
        found: dict[str, tuple[array[int], array[float]]] = defaultdict(lambda: (array("I"), array("f")))
        for place, one in enumerate(passages):
            self._names.append(one.name)
            for key, times in _counted(one).items():
                places, counts = found[key]
                places.append(place)
                counts.append(times / (times + weights.K1))
        self._found = dict(found)

    def fits(self, typed: str) -> Mapping[str, float]:
        """Return how well each passage with a telling word of a question fits it, from 0 to 1."""
        fits: dict[int, float] = defaultdict(float)
        whole = 0.0
        for key in dict.fromkeys(canonical_keys(typed)):
            if key not in self._found or not (share := share_of(key)):
                continue
            places, counts = self._found[key]
            idf = share * math.log(1 + len(self._names) / len(places))
            whole += idf
            for place, count in zip(places, counts, strict=True):
                fits[place] += idf * count
        return {self._names[place]: fit / whole for place, fit in fits.items()}


def _counted(document: Document) -> Mapping[str, float]:
    """Return how often each key counts as said."""
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
