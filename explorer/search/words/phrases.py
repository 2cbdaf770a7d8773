"""Names of things compared with what was typed: which phrases say most of it, and have least besides."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from explorer.search import weights
from explorer.search.words.inflections import inflected
from explorer.search.words.splitting import folded, tokens, word_key
from symbols.data_files import read_data

_WORDS = read_data("questions.toml", "explorer")
# As rare as a word can be, by the number of names that have it.
_RAREST = 2

PLAIN = frozenset(_WORDS["plain"].split())
"""Words of plain English that look like words of the rules, in small letters."""

FILLER = frozenset(_WORDS["filler"].split())
"""Words that say how somebody asks, not what about, in small letters."""


class Match(NamedTuple):
    """Thing whose names fit what was typed.

    Attributes:
        place: which of the things it is.
        fit: how well it fits, from 0 to 1, which is said of what has a name with just these words in just this form.
        named: whether it may well have been meant: the name says nothing that wasn't typed, and more than one word out
            of several.
        whole: whether it has every word that tells of what was typed.
    """

    place: int
    fit: float
    named: bool = True
    whole: bool = True


class Phrases:
    """Names of things, each of which may have several, to be found by most of their words in any form of these.

    Attributes:
        said: every word of every name, as it is written there.
    """

    def __init__(self, things: Iterable[Sequence[str]], counted: "Phrases | None" = None) -> None:
        """Read names.

        Args:
            things: the names of each thing, which is found by its place among them.
            counted: other names, by which it is known how rare a word is; these themselves by default.
        """
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
        """Return whether some name has a word, in any form."""
        return canonical(word_key(folded(word))) in self._by_key

    def begins(self, typed: str) -> bool:
        """Return whether a word of some name begins so."""
        begun = folded(typed)
        return any(word.startswith(begun) for word in self.said)

    def matches(self, typed: str, most: int) -> list[Match]:
        """Return the things whose names fit what was typed, the best first.

        Args:
            typed: a question, or a few words.
            most: how many to return.
        """
        asked, words = _read(typed)
        weight_of = {key: self._counted.weight(key) for key in asked}
        whole = sum(weight_of.values())
        shared: dict[int, float] = defaultdict(float)
        for key, weight in weight_of.items():
            if weight > weights.FILLER:
                for name in self._by_key.get(key, ()):
                    shared[name] += weight
        neighbors = set(pairwise(asked))
        spelled = frozenset(words)
        forms = frozenset(map(inflected, words))
        best: dict[int, tuple[float, int]] = {}
        for name, weight in shared.items():
            if 2 * weight > weights.LEAST_FIT * (whole + self._own[name]):
                owner = self._owners[name]
                less = weights.OTHER_WORDS if forms.isdisjoint(self._forms[name]) else weights.OTHER_FORM
                fit = self._fit(name, weight_of, whole, neighbors) * (1 - less * (not self._spelled[name] <= spelled))
                best[owner] = max(best.get(owner, (0.0, 0)), (fit, name))
        telling = _telling(asked)
        found = []
        for place, (fit, name) in best.items():
            said = _telling(self._names[name])
            named = (said == telling or len(said & telling) > 1) and tells(self._names[name]) <= weight_of.keys()
            found.append(Match(place, fit * self._share(place, weight_of, whole), named, telling <= said))
        return sorted(found, key=lambda one: (-one.fit, one.place))[:most]

    def _fit(self, name: int, weight_of: Mapping[str, float], whole: float, neighbors: set[tuple[str, str]]) -> float:
        """Return the harmonic mean of how much of what was typed a name has, and how much of it was typed."""
        keys = self._names[name]
        fit = 2 * sum(weight_of.get(key, 0.0) for key in set(keys)) / (whole + self._own[name])
        inner = set(pairwise(keys))
        together = len(inner & neighbors) / len(inner) if inner else 1.0
        return fit * (1 - weights.NEIGHBORS_SHARE * (1 - together))

    def _share(self, place: int, weight_of: Mapping[str, float], whole: float) -> float:
        """Return what it is worth how much of what was typed is in any of a thing's names."""
        words = self._words[place]
        return 1 - weights.MISSING_EVERYWHERE * (
            1 - sum(weight for key, weight in weight_of.items() if key in words) / whole
        )

    @cached_property
    def _own(self) -> Sequence[float]:
        """Weight of all words of each name."""
        return [sum(self._counted.weight(key) for key in set(keys)) for keys in self._names]

    def weight(self, key: str) -> float:
        """Return how much a word tells: the rarer it is among the names, the more."""
        if not (share := share_of(key)):
            return weights.FILLER
        return share * math.log(len(self._names) / max(len(self._by_key.get(key, ())), _RAREST) + 1)


def _telling(keys: Iterable[str]) -> frozenset[str]:
    """Return the words that tell most: all but fillers and faint ones, where there are others."""
    return frozenset(key for key in keys if share_of(key) == 1) or tells(keys)


def tells(keys: Iterable[str]) -> frozenset[str]:
    """Return the words that tell anything: all but fillers."""
    return frozenset(key for key in keys if share_of(key))


def share_of(key: str) -> float:
    """Return how much of its weight a word has in a question, from 0 for a filler to 1."""
    if key in _filler_keys():
        return 0.0
    return weights.FAINT if key in _faint_keys() else 1.0


def canonical_keys(text: str) -> tuple[str, ...]:
    """Return the keys of a text in order, with one key for words that players use for each other."""
    return _read(text)[0]


@lru_cache(maxsize=32768)
def _read(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the canonical keys of a text, and its words."""
    found = tokens(text)
    return tuple(canonical(token.key) for token in found), tuple(token.word for token in found)


def canonical(key: str) -> str:
    """Return the one key for each of the words that players use for each other."""
    return _same().get(key, key)


@cache
def _same() -> Mapping[str, str]:
    """Return the one key for each of the words that players use for each other."""
    lines = [[word_key(word) for word in line.split()] for line in _WORDS["same"].splitlines() if line]
    return {key: line[0] for line in lines for key in line}


@cache
def _filler_keys() -> frozenset[str]:
    return frozenset(map(word_key, FILLER))


@cache
def _faint_keys() -> frozenset[str]:
    return frozenset(canonical(word_key(word)) for word in _WORDS["faint"].split())
