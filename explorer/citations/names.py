"""Stable names of rules, and the words by which editions have said each of them. Pure, from one data file."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from symbols.data_files import read_data
from symbols.plain_text import plain_text

_NAMED_IN: Final = dt.date(2025, 6, 6)


def _read() -> dict[str, Any]:
    return read_data("cited_rules.toml", "explorer")


_DATA: Final = _read()

PHRASES: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(map(plain_text, phrases)) for name, phrases in _DATA["phrases"].items()
}
"""For each name the words of the rule through the years, as `plain_text` has them."""

_NAME_OF: Final = [(phrase, name) for name, phrases in PHRASES.items() for phrase in phrases]

NAMES: Final = frozenset(PHRASES)
"""Every name that can be looked up."""

BACKGROUND: Final[frozenset[str]] = frozenset(_DATA["background"])
"""Rules that only help to understand a symbol, while their own words are not about it."""


def edition_of_name(name: str) -> dt.date:
    """Return the effective date of the edition in which a rule's number is its name."""
    day: dt.date = _DATA["editions"].get(name, _NAMED_IN)
    return day


def says(name: str, words: str) -> bool:
    """Return whether some words, as `plain_text` has them, are those of the rule of a name."""
    return any(phrase in words for phrase in PHRASES.get(name, ()))


class GivingWords(NamedTuple):
    """Words by which editions give a fact.

    Attributes:
        words: the words, as `plain_text` has them; a wording with any of them gives the fact.
        before: the name of the rule that gave it where this one doesn't; empty for none.
    """

    words: tuple[str, ...]
    before: str


_FACTS: Final[Mapping[str, Sequence[tuple[str, GivingWords]]]] = {
    name: [(row["fact"], GivingWords(tuple(map(plain_text, row["words"])), row.get("before", ""))) for row in rows]
    for name, rows in _DATA["facts"].items()
}


def giving_words(name: str, fact: str) -> GivingWords | None:
    """Return the words by which the rule of a name gives a fact; None where each of its wordings does."""
    return next((giving for part, giving in _FACTS.get(name, ()) if part in fact), None)


@lru_cache(maxsize=4096)
def names_in(words: str) -> frozenset[str]:
    """Return the names of the rules that some words are of, whatever number they stand under."""
    plain = plain_text(words)
    return frozenset(name for phrase, name in _NAME_OF if phrase in plain)


def numbers_in(rules: Iterable[tuple[str, str]], phrases: Mapping[str, Sequence[str]] = PHRASES) -> dict[str, str]:
    """Return the number that each named rule has in an edition; those that it does not have are left out.

    A few rules say the same twice over (107.8a and 711.2a). Of several with the words, the one whose number is the name
    is meant, else one of the nearest section, else the first.

    Args:
        rules: the edition's rules in order: number, and words without examples.
        phrases: for each name the words of its rule, as `PHRASES` has them.
    """
    numbers: list[str] = []
    texts: list[str] = []
    having: dict[str, list[int]] = defaultdict(list)
    for place, (number, words) in enumerate(rules):
        numbers.append(number)
        texts.append(plain_text(words))
        for word in set(texts[-1].split()):
            having[word].append(place)
    found = {}
    for name, own in phrases.items():
        meant = [numbers[place] for phrase in own for place in _likely(phrase, having, texts) if phrase in texts[place]]
        if meant:
            found[name] = min(meant, key=lambda number: _distance(name, number))
    return found


def _likely(phrase: str, having: Mapping[str, Sequence[int]], texts: Sequence[str]) -> Sequence[int]:
    """Return the places of the texts that have the rarest whole word of a phrase, of thousands in an edition.

    The first word of a phrase and its last may be parts of longer ones.
    """
    places = (having.get(word, ()) for word in phrase.split()[1:-1])
    return min(places, key=len, default=range(len(texts)))


def _distance(name: str, number: str) -> tuple[bool, int]:
    return number != name, abs(int(name.split(".")[0]) - int(number.split(".")[0]))
