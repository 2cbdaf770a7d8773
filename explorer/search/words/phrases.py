"""Match a query against names, by shared words weighted by rarity."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from explorer.search import weights
from explorer.search.words.splitting import folded, inflected, tokens, word_key
from symbols.data_files import read_data

_WORDS = read_data("questions.toml", "explorer")

PLAIN = frozenset(_WORDS["plain"].split())
"""Lower-case words of plain English that look like typos of words of the rules."""

FILLER = frozenset(_WORDS["filler"].split())
"""Stop words of questions, in lower case."""


class Match(NamedTuple):
    """A thing with a name that matches a query.

    Attributes:
        fit: from 0 to 1, which means a name with exactly these words in exactly this form.
        named: probably meant: the name has no other words, and more than one of several in the query.
        whole: the name has every specific word of the query.
    """

    place: int
    fit: float
    named: bool = True
    whole: bool = True


class Phrases:
    """Names of things, each of which may have several, searchable by most of their words in any form.

    Word frequencies are those in `counted`, by default in these names themselves.
    """

    def __init__(self, things: Iterable[Sequence[str]], counted: "Phrases | None" = None) -> None:
        read = [(place, *_read(name)) for place, names in enumerate(things) for name in names]
        named = [(place, keys) for place, keys, _ in read]
        self.said = frozenset(word for *_, words in read for word in words)
        self._spelled = [frozenset(words) for *_, words in read]
        self._forms = [frozenset(map(inflected, words)) for words in self._spelled]
        self._owners = [place for place, _ in named]
        self._names = [keys for _, keys in named]
        self._by_key: dict[str, list[int]] = defaultdict(list)
        self._words: dict[int, set[str]] = defaultdict(set)
        for name, (place, keys) in enumerate(named):
            self._words[place].update(keys)
            for key in dict.fromkeys(keys):
                self._by_key[key].append(name)
        self._counted = counted or self

    def __contains__(self, word: str) -> bool:
        return canonical(word_key(folded(word))) in self._by_key

    def begins(self, typed: str) -> bool:
        """Whether a word of some name has a prefix."""
        begun = folded(typed)
        return any(word.startswith(begun) for word in self.said)

    def matches(self, typed: str, most: int) -> list[Match]:
        """The best `most` matches of a query, the best first."""
        keys, words = _read(typed)
        weight_of = {key: self._counted.weight(key) for key in keys}
        whole = sum(weight_of.values())
        shared: dict[int, float] = defaultdict(float)
        for key, weight in weight_of.items():
            if weight > weights.FILLER:
                for name in self._by_key.get(key, ()):
                    shared[name] += weight
        neighbors = set(pairwise(keys))
        spelled = frozenset(words)
        forms = frozenset(map(inflected, words))
        best: dict[int, tuple[float, int]] = {}
        for name, weight in shared.items():
            if 2 * weight > weights.LEAST_FIT * (whole + self._own[name]):
                owner = self._owners[name]
                less = weights.OTHER_WORDS if forms.isdisjoint(self._forms[name]) else weights.OTHER_FORM
                fit = self._fit(name, weight_of, whole, neighbors) * (1 - less * (not self._spelled[name] <= spelled))
                best[owner] = max(best.get(owner, (0.0, 0)), (fit, name))
        specific = _specific(keys)
        found = []
        for place, (fit, name) in best.items():
            said = _specific(self._names[name])
            named = (said == specific or len(said & specific) > 1) and without_fillers(
                self._names[name]
            ) <= weight_of.keys()
            found.append(Match(place, fit * self._share(place, weight_of, whole), named, specific <= said))
        return sorted(found, key=lambda one: (-one.fit, one.place))[:most]

    def _fit(self, name: int, weight_of: Mapping[str, float], whole: float, neighbors: set[tuple[str, str]]) -> float:
        """Weighted F1 score of a name and the query, with a bonus for adjacent words."""
        keys = self._names[name]
        fit = 2 * math.fsum(weight_of.get(key, 0.0) for key in set(keys)) / (whole + self._own[name])
        inner = set(pairwise(keys))
        together = len(inner & neighbors) / len(inner) if inner else 1.0
        return fit * (1 - weights.NEIGHBORS_SHARE * (1 - together))

    def _share(self, place: int, weight_of: Mapping[str, float], whole: float) -> float:
        """Penalty factor for words of the query that are in none of a thing's names."""
        words = self._words[place]
        return 1 - weights.MISSING_EVERYWHERE * (
            1 - sum(weight for key, weight in weight_of.items() if key in words) / whole
        )

    @cached_property
    def _own(self) -> Sequence[float]:
        return [math.fsum(self._counted.weight(key) for key in set(keys)) for keys in self._names]

    def weight(self, key: str) -> float:
        """IDF of a word among the names."""
        if not (share := specificity(key)):
            return weights.FILLER
        return share * math.log(len(self._names) / max(len(self._by_key.get(key, ())), weights.LEAST_FREQUENCY) + 1)


def _specific(keys: Iterable[str]) -> frozenset[str]:
    """The most specific words: without fillers and faint ones, if there are others."""
    return frozenset(key for key in keys if specificity(key) == 1) or without_fillers(keys)


def without_fillers(keys: Iterable[str]) -> frozenset[str]:
    """All words but fillers."""
    return frozenset(key for key in keys if specificity(key))


def specificity(key: str) -> float:
    """The share of its weight that a word has in a query, from 0 for a filler to 1."""
    if key in _filler_keys():
        return 0.0
    return weights.FAINT if key in _faint_keys() else 1.0


def canonical_keys(text: str) -> tuple[str, ...]:
    """The keys of a text in order, with one key per group of synonyms."""
    return _read(text)[0]


@lru_cache(maxsize=32768)
def _read(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The canonical keys and the words of a text."""
    found = tokens(text)
    return tuple(canonical(token.key) for token in found), tuple(token.word for token in found)


def canonical(key: str) -> str:
    """The representative of a key's synonyms."""
    return _synonyms().get(key, key)


@cache
def _synonyms() -> Mapping[str, str]:
    lines = [[word_key(word) for word in line.split()] for line in _WORDS["same"].splitlines() if line]
    return {key: line[0] for line in lines for key in line}


@cache
def _filler_keys() -> frozenset[str]:
    return frozenset(map(word_key, FILLER))


@cache
def _faint_keys() -> frozenset[str]:
    return frozenset(canonical(word_key(word)) for word in _WORDS["faint"].split())
