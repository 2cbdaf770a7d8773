"""Typo correction: the word that was meant, if that is safe to say, and similar words.

A weighted edit distance: a vowel for a vowel, a neighboring key, similar sounds, swapped, missing and doubled letters
are cheap. The longer a word, the more may be wrong.
"""

import math
import re
from collections.abc import Collection, Iterable, Mapping

from rapidfuzz import process
from rapidfuzz.distance import OSA

from explorer.search.words.phrases import PLAIN

# Shorter words are too similar to others.
_MIN_LENGTH = 4
_MANA = frozenset("wubrgc")
# Costs: a swap or a doubled letter, a letter often mistaken for another, a missing or extra letter, any other letter.
_SAME_LETTERS, _SIMILAR, _GAP, _OTHER = 1.0, 1.25, 1.5, 3.0
# Extra cost of a wrong first letter, which is rare.
_FIRST_LETTER = 1.0
# Maximum cost by maximum length.
_MAX_COST = ((4, 1.0), (7, 1.5), (8, 2.25), (99, 2.75))
# Up to this length, a word with one more or one less letter is often another word; only names are corrections.
_SHORT = 6
_ALIKE_LETTERS = ("aeiouy", "ckq", "cs", "sz", "gj", "fv", "bp", "dt", "mn")
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_MAX_DISTANCE = 2
_WORD = re.compile(r"[^\s,]+")
# Corrections must be in this many texts, or part of a name.
_MIN_TEXTS = 50
# Subtracted from the cost for each doubling of a word's frequency.
_FREQUENCY_BONUS = 0.1
# Maximum cost and minimum texts of suggestions.
_MAX_SUGGESTED_COST = 3.0
_MIN_SUGGESTED_TEXTS = 3


def _similar_pairs() -> frozenset[str]:
    pairs = {one + two for group in _ALIKE_LETTERS for one in group for two in group}
    for place, row in enumerate(_KEYS):
        beside = [(row, 1), *((below, shift) for below in _KEYS[place + 1 : place + 2] for shift in (-1, 0))]
        for other, shift in beside:
            near = [(one, other[at + shift]) for at, one in enumerate(row) if 0 <= at + shift < len(other)]
            pairs |= {one + two for one, two in near} | {two + one for one, two in near}
    return frozenset(pairs)


_SIMILAR_PAIRS = _similar_pairs()


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
        most = next((most for length, most in _MAX_COST if len(word) <= length), 0.0)
        for wrong, other in self._near(word):
            if wrong > most or not (other in self._said or self._counts.get(other, 0) >= _MIN_TEXTS):
                continue
            if not is_sure(word, other) and (len(word) > len(other) or word[-1] != other[-1]):
                continue
            names = {other, f"{before} {other}", f"{other} {after}"}
            if is_sure(word, other) or not names.isdisjoint(self._names):
                return other
        return ""

    def nearest(self, word: str, most: int) -> list[str]:
        """The most similar words, names first, without rare ones."""
        near = [other for wrong, other in self._near(word) if wrong <= _MAX_SUGGESTED_COST]
        named = {other for other in near if other in self._meant or other in self._names}
        usual = [other for other in near if self._counts.get(other, 0) >= _MIN_SUGGESTED_TEXTS or other in named]
        return sorted(usual, key=lambda other: other not in named)[:most]

    def _near(self, word: str) -> list[tuple[float, str]]:
        """Words with their costs, the likeliest first: cheap and frequent."""
        # Digits, codes and mana letters are no typos.
        if len(word) < _MIN_LENGTH or not word.isalpha() or _MANA.issuperset(word):
            return []
        furthest = _MAX_DISTANCE if len(word) > _MIN_LENGTH else 1
        lengths = range(len(word) - furthest, len(word) + furthest + 1)
        others = [other for length in lengths for other in self._by_length.get(length, ())]
        found = process.extract(word, others, scorer=OSA.distance, score_cutoff=furthest, limit=None)
        near = [(typo_cost(word, other), other) for other, *_ in found]
        return sorted(
            near, key=lambda one: (one[0] - _FREQUENCY_BONUS * math.log2(self._counts.get(one[1], 0) + 1), one[1])
        )


def is_sure(typed: str, meant: str) -> bool:
    """Whether a correction is nearly certain: the word is long, or has the same letters."""
    return len(typed) > _SHORT or typo_cost(typed, meant) <= _SAME_LETTERS


def typo_cost(typed: str, meant: str) -> float:
    """The weighted edit distance (optimal string alignment) of two words."""
    rows = [[0.0] * (len(meant) + 1) for _ in range(len(typed) + 1)]
    for i in range(len(typed) + 1):
        for j in range(len(meant) + 1):
            rows[i][j] = min(_step_costs(rows, typed, meant, i, j), default=0.0)
    return rows[-1][-1] + (_FIRST_LETTER if typed[:1] != meant[:1] and typed[:2] != meant[1::-1] else 0.0)


def _step_costs(rows: list[list[float]], typed: str, meant: str, i: int, j: int) -> Iterable[float]:
    """Yield the costs of all last steps that lead to cell `i`, `j`."""
    if i:
        doubled = i > 1 and typed[i - 1] == typed[i - 2]
        yield rows[i - 1][j] + (_SAME_LETTERS if doubled else _GAP)
    if j:
        doubled = j > 1 and meant[j - 1] == meant[j - 2]
        yield rows[i][j - 1] + (_SAME_LETTERS if doubled else _GAP)
    if i and j:
        one, two = typed[i - 1], meant[j - 1]
        yield rows[i - 1][j - 1] + (0.0 if one == two else _SIMILAR if one + two in _SIMILAR_PAIRS else _OTHER)
    if i > 1 and j > 1 and typed[i - 2 : i] == meant[j - 2 : j][::-1]:
        yield rows[i - 2][j - 2] + _SAME_LETTERS
