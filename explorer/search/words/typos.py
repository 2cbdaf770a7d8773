"""Typo correction: the word that was meant, if that is safe to say, and similar words.

Distances and their limits are those of `symbols.similar`; the longer a word, the more may be wrong.
"""

import math
import re
from collections.abc import Collection, Mapping

from explorer.search import weights
from explorer.search.words.phrases import PLAIN
from symbols import similar

_MANA = frozenset("wubrgc")
_WORD = re.compile(r"[^\s,]+")


class Typos:
    """Finds the words that typos may be meant for.

    Args:
        names: lower-case names of things. A short word is only corrected to such a name, or to one together with an
            adjacent word.
        meant: names whose words may be corrections even if no text has them; all by default.
    """

    def __init__(self, counts: Mapping[str, int], names: Collection[str], meant: Collection[str] | None = None) -> None:
        self._counts = counts
        self._names = names
        self._meant = frozenset(word for name in (names if meant is None else meant) for word in _WORD.findall(name))
        self._said = frozenset(word for name in names for word in name.split())
        self._by_length: dict[int, list[str]] = {}
        # Not all `names`: players' other names for things are often names of cards.
        for word in sorted({*counts, *self._meant}):
            self._by_length.setdefault(len(word), []).append(word)

    def meant(self, word: str, before: str = "", after: str = "") -> str:
        """The correction of a lower-case word, or empty if that isn't clear.

        `before` and `after` are the adjacent words.
        """
        if word in PLAIN:
            return ""
        for cost, other in self._near(word):
            if cost > _most_cost(word) or not (
                other in self._said or self._counts.get(other, 0) >= weights.CORRECTION_TEXTS
            ):
                continue
            if not is_sure(word, other) and (len(word) > len(other) or word[-1] != other[-1]):
                continue
            names = {other, f"{before} {other}", f"{other} {after}"}
            if is_sure(word, other) or not names.isdisjoint(self._names):
                return other
        return ""

    def nearest(self, word: str, most: int) -> list[str]:
        """The most similar words, names first, without rare ones."""
        near = [other for cost, other in self._near(word) if cost <= similar.MOST_SUGGESTED_COST]
        named = {other for other in near if other in self._meant or other in self._names}
        usual = [other for other in near if self._counts.get(other, 0) >= weights.SUGGESTION_TEXTS or other in named]
        return sorted(usual, key=lambda other: other not in named)[:most]

    def _near(self, word: str) -> list[tuple[float, str]]:
        """Words with their costs, the likeliest first: cheap and frequent."""
        # Digits, codes and mana letters are no typos.
        if len(word) < similar.LEAST_LETTERS or not word.isalpha() or _MANA.issuperset(word):
            return []
        slips = similar.SLIPS_IN_WORD if len(word) > similar.LEAST_LETTERS else similar.SLIPS_IN_SHORTEST
        lengths = range(len(word) - slips, len(word) + slips + 1)
        others = [other for length in lengths for other in self._by_length.get(length, ())]
        near = [(typo_cost(word, others[one.place]), others[one.place]) for one in similar.within(word, others, slips)]
        return sorted(near, key=lambda one: (one[0] - self._bonus(one[1]), one[1]))

    def _bonus(self, word: str) -> float:
        return weights.FREQUENT_CORRECTION * math.log2(self._counts.get(word, 0) + 1)


def is_typo(word: str, name: str) -> bool:
    """Whether a word that no text has is a typo for a similar name; of a short word, only a letter may be missing."""
    if word in name:
        return True  # “Deterministic” is in “nondeterministic”.
    return typo_cost(word, name) <= _most_cost(word) and (is_sure(word, name) or len(word) < len(name))


def _most_cost(word: str) -> float:
    return next((most for length, most in similar.MOST_COST if len(word) <= length), 0.0)


def is_sure(typed: str, meant: str) -> bool:
    """Whether a correction is nearly certain: the word is long, or has the same letters."""
    return len(typed) > similar.SHORT_WORD or typo_cost(typed, meant) <= similar.SAME_LETTERS


def typo_cost(typed: str, meant: str) -> float:
    """The distance, and more for a wrong first letter, unless it is swapped with the second."""
    is_first_wrong = typed[:1] != meant[:1] and typed[:2] != meant[1::-1]
    return similar.distance(typed, meant) + is_first_wrong * similar.FIRST_LETTER
