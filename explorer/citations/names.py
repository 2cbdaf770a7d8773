"""Stable names of rules, and the phrases by which to recognize each in any edition. Pure; from one data file."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from symbols.data_files import read_data
from symbols.plain_text import plain_text

_NAMING_EDITION: Final = dt.date(2025, 6, 6)


_DATA: Final[dict[str, Any]] = read_data("cited_rules.toml", "explorer")

PHRASES: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(map(plain_text, phrases)) for name, phrases in _DATA["phrases"].items()
}
"""By name: phrases of the rule through the years, normalized by `plain_text`."""

NAMES: Final = frozenset(PHRASES)

BACKGROUND: Final[frozenset[str]] = frozenset(_DATA["background"])
"""Rules that help to understand a symbol without being about it."""


_SECTIONS: Final[Mapping[str, int]] = _DATA["sections"]
"""Sections that rules moved to, or from, of those whose words are in others nearer to their name."""


def edition_of_name(name: str) -> dt.date:
    day: dt.date = _DATA["editions"].get(name, _NAMING_EDITION)
    return day


def says(name: str, words: str) -> bool:
    """Whether text normalized by `plain_text` is that of the named rule."""
    return any(phrase in words for phrase in PHRASES.get(name, ()))


class GivingWords(NamedTuple):
    """Alternative normalized words by which a wording gives a fact, and the name of the rule that gave it `before`."""

    words: tuple[str, ...]
    before: str


_FACTS: Final[Mapping[str, Sequence[tuple[str, GivingWords]]]] = {
    name: [(row["fact"], GivingWords(tuple(map(plain_text, row["words"])), row.get("before", ""))) for row in rows]
    for name, rows in _DATA["facts"].items()
}


def giving_words(name: str, fact: str) -> GivingWords | None:
    """None where every wording of the rule gives the fact."""
    return next((giving for part, giving in _FACTS.get(name, ()) if part in fact), None)


def numbers_in(rules: Iterable[tuple[str, str]], phrases: Mapping[str, Sequence[str]] = PHRASES) -> dict[str, str]:
    """Find the named rules among an edition's numbers and texts (without examples): number by name.

    A few rules are repeated (107.8a and 711.2a). Of several matches, the one whose number is the name wins, else one in
    the section nearest to the name's, or to the one of `sections`, else the first.
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
        meant = [
            numbers[place] for phrase in own for place in _candidates(phrase, having, texts) if phrase in texts[place]
        ]
        if meant:
            found[name] = min(meant, key=lambda number: _distance(name, number))
    return found


def _candidates(phrase: str, having: Mapping[str, Sequence[int]], texts: Sequence[str]) -> Sequence[int]:
    """Indexes of the texts with the phrase's rarest whole word; its first and last may be parts of longer ones."""
    places = (having.get(word, ()) for word in phrase.split()[1:-1])
    return min(places, key=len, default=range(len(texts)))


def _distance(name: str, number: str) -> tuple[bool, int]:
    section = _SECTIONS.get(name) or int(name.split(".")[0])
    return number != name, abs(section - int(number.split(".")[0]))
