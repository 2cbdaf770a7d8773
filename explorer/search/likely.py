"""Passages likely to answer a question: those that share its rare words, in their text or in what they are called.

Each passage is weighed by Okapi BM25 over its words, its title, the headings above it and its names in the index.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from explorer.search.phrases import canonical, canonical_keys, share_of
from explorer.search.words import title_keys

# How often a title, the heading right above and each one further above count as said.
_TITLE, _ABOVE = 4.0, (2.0, 1.0)
# A name in the index counts fully for the rule that it names first; one word of all names counts so often at most.
_NAME, _NAME_OF_FURTHER, _MOST_NAMES = 1.0, 0.5, 3
# A word of a text of this length counts once, of a longer text less.
_USUAL_LENGTH, _LEAST_LENGTH = 60.0, 0.4
# How soon it tells little more that a word is said again.
_ENOUGH = 1.2


@dataclass(frozen=True, slots=True)
class Said:
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


class Likely:
    """Passages, found by any telling word of a question."""

    def __init__(self, passages: Iterable[Said]) -> None:
        self._names: list[str] = []
        found: dict[str, tuple[array[int], array[float]]] = defaultdict(lambda: (array("I"), array("f")))
        for place, one in enumerate(passages):
            self._names.append(one.name)
            for key, times in _counted(one).items():
                places, counts = found[key]
                places.append(place)
                counts.append(times / (times + _ENOUGH))
        self._found = dict(found)

    def fits(self, typed: str) -> Mapping[str, float]:
        """Return how well each passage with a telling word of a question fits it, from 0 to 1."""
        fits: dict[int, float] = defaultdict(float)
        whole = 0.0
        for key in dict.fromkeys(canonical_keys(typed)):
            if key not in self._found or not (share := share_of(key)):
                continue
            places, counts = self._found[key]
            weight = share * math.log(1 + len(self._names) / len(places))
            whole += weight
            for place, count in zip(places, counts, strict=True):
                fits[place] += weight * count
        return {self._names[place]: fit / whole for place, fit in fits.items()}


def _counted(said: Said) -> Mapping[str, float]:
    """Return how often each key counts as said."""
    out: dict[str, float] = defaultdict(float)
    own = Counter(said.keys.split())
    once = 1 / (_LEAST_LENGTH + (1 - _LEAST_LENGTH) * own.total() / _USUAL_LENGTH)
    for key, times in own.items():
        out[canonical(key)] += times * once
    for title, weight in [(said.title, _TITLE), *zip(said.above, _ABOVE, strict=False)]:
        for key in title_keys(title):
            out[canonical(key)] += weight
    for names, weight in ((said.called, _NAME), (said.also_called, _NAME_OF_FURTHER)):
        named = Counter(key for name in names for key in set(canonical_keys(name))) if names else {}
        for key, count in named.items():
            out[key] += weight * min(count, _MOST_NAMES)
    return out
