"""Names of things compared with what was typed: which phrases say most of it, and have least besides."""

import math
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple

from explorer.search.words import folded, tokens, word_key

_WORDS = tomllib.loads(files("explorer").joinpath("data", "questions.toml").read_text(encoding="utf-8"))
# What a word of a question tells beside what another does.
_FILLER, _FAINT = 0.02, 0.3
# A phrase with less of what was typed, or with more besides, is about something else.
_LEAST = 0.35
# Words that are next to each other in both make a phrase a little better.
_IN_ORDER = 0.05
# As rare as a word can be, by the number of phrases that have it.
_RAREST = 2

FILLER = frozenset(_WORDS["filler"].split())
"""Words that say how somebody asks, not what about, in small letters."""


class Match(NamedTuple):
    """Phrase that fits what was typed.

    Attributes:
        place: which of the phrases it is.
        fit: how well it fits, from 0.35 to 1, which is said of what has the same words.
    """

    place: int
    fit: float


class Phrases:
    """Phrases to be found by most of their words, in any form of these."""

    def __init__(self, texts: Iterable[str], counted: "Phrases | None" = None) -> None:
        """Read phrases.

        Args:
            texts: the phrases. Each is found by its place among them.
            counted: other phrases, by which it is known how rare a word is; these themselves by default.
        """
        self._phrases = [_keys(text) for text in texts]
        self._by_key: dict[str, list[int]] = defaultdict(list)
        for place, keys in enumerate(self._phrases):
            for key in dict.fromkeys(keys):
                self._by_key[key].append(place)
        self._counted = counted or self

    def __contains__(self, word: str) -> bool:
        """Tell whether some phrase has a word, in any form."""
        return _canonical(word_key(folded(word))) in self._by_key

    def matches(self, typed: str) -> list[Match]:
        """Return the phrases that fit what was typed, the best first."""
        asked = list(_keys(typed))
        weights = {key: self._counted.weight(key) for key in asked}
        whole = sum(weights.values())
        shared: dict[int, float] = defaultdict(float)
        for key, weight in weights.items():
            if weight > _FILLER:
                for place in self._by_key.get(key, ()):
                    shared[place] += weight
        neighbors = set(zip(asked, asked[1:], strict=False))
        found = [
            Match(place, fit)
            for place, weight in shared.items()
            if 2 * weight > _LEAST * (whole + self._own[place])
            and (fit := self._fit(place, weights, whole, neighbors)) > _LEAST
        ]
        return sorted(found, key=lambda one: (-one.fit, one.place))

    def _fit(self, place: int, weights: Mapping[str, float], whole: float, neighbors: set[tuple[str, str]]) -> float:
        """Return the harmonic mean of how much of what was typed a phrase has, and how much of it was typed."""
        keys = self._phrases[place]
        shared = sum(weights.get(key, 0.0) for key in set(keys))
        own = self._own[place]
        fit = 2 * shared / (whole + own)
        inner = set(zip(keys, keys[1:], strict=False))
        together = len(inner & neighbors) / len(inner) if inner else 1.0
        return fit * (1 - _IN_ORDER * (1 - together))

    @cached_property
    def _own(self) -> Sequence[float]:
        """What all words of each phrase tell."""
        return [sum(self._counted.weight(key) for key in set(keys)) for keys in self._phrases]

    def weight(self, key: str) -> float:
        """Return how much a word tells: the rarer it is among the phrases, the more."""
        if key in _filler_keys():
            return _FILLER
        rarity = math.log(len(self._phrases) / max(len(self._by_key.get(key, ())), _RAREST) + 1)
        return rarity * (_FAINT if key in _faint_keys() else 1.0)


def _keys(text: str) -> tuple[str, ...]:
    return tuple(_canonical(token.key) for token in tokens(text))


def _canonical(key: str) -> str:
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
    return frozenset(_canonical(word_key(word)) for word in _WORDS["faint"].split())
