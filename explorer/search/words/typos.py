"""Typos: which word was meant by one that no rule has, where that is safe to say, and which ones look like it.

Slips of the pen or the finger are told from other words: a vowel for a vowel, a key for its neighbor, letters that
sound alike, letters swapped, left out, doubled. The longer a word is, the more of them it may have.
"""

import math
import re
from collections.abc import Collection, Iterable, Mapping

from rapidfuzz import process
from rapidfuzz.distance import OSA

from explorer.search.words.phrases import PLAIN

# What is shorter can't be told from other words.
_SHORTEST = 4
_MANA = frozenset("wubrgc")
# What each slip counts: the letters stay the same, one is another that is often taken for it, one is too many or too
# few, one is any other.
_SAME_LETTERS, _ALIKE, _GAP, _OTHER = 1.0, 1.25, 1.5, 3.0
# The first letter is seldom wrong.
_FIRST = 1.0
# So much may be wrong in a word of so many letters.
_MOST = ((4, 1.0), (7, 1.5), (8, 2.25), (99, 2.75))
# A word so short is often another word with one letter more or less; it must be a name of something.
_SHORT = 6
_ALIKE_LETTERS = ("aeiouy", "ckq", "cs", "sz", "gj", "fv", "bp", "dt", "mn")
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_FURTHEST = 2
_WORD = re.compile(r"[^\s,]+")
# A word that so many texts have, or that is part of a name, may be meant.
_USUAL = 50
# How much likelier a word is of which there are twice as many.
_TWICE = 0.1
# What is offered where no word is sure to be meant: nothing that looks quite different, and no word of a text or two.
_NEAR = 3.0
_COMMON = 3


def _alike() -> frozenset[str]:
    pairs = {one + two for group in _ALIKE_LETTERS for one in group for two in group}
    for place, row in enumerate(_KEYS):
        beside = [(row, 1), *((below, shift) for below in _KEYS[place + 1 : place + 2] for shift in (-1, 0))]
        for other, shift in beside:
            near = [(one, other[at + shift]) for at, one in enumerate(row) if 0 <= at + shift < len(other)]
            pairs |= {one + two for one, two in near} | {two + one for one, two in near}
    return frozenset(pairs)


_PAIRS = _alike()


class Typos:
    """Words that may be meant by others.

    Args:
        counts: how many texts have each word.
        names: names of things, in small letters: a short word is taken for another only where that is such a name, or
            is one together with the word beside it.
        meant: those of them whose words may be meant though no text has these; all of them by default.
    """

    def __init__(self, counts: Mapping[str, int], names: Collection[str], meant: Collection[str] | None = None) -> None:
        self._counts = counts
        self._names = names
        self._meant = frozenset(word for name in (names if meant is None else meant) for word in _WORD.findall(name))
        self._said = frozenset(word for name in names for word in name.split())
        self._by_length: dict[int, list[str]] = {}
        # What players call something besides is often the name of a card.
        for word in sorted({*counts, *self._meant}):
            self._by_length.setdefault(len(word), []).append(word)

    def meant(self, word: str, before: str = "", after: str = "") -> str:
        """Return the word that was meant by one with a mistake in it, or nothing where that can't be told.

        Args:
            word: what was typed, in small letters.
            before: the word before it.
            after: the word after it.
        """
        if word in PLAIN:
            return ""
        most = next((most for length, most in _MOST if len(word) <= length), 0.0)
        for wrong, other in self._near(word):
            if wrong > most or not (other in self._said or self._counts.get(other, 0) >= _USUAL):
                continue
            if not is_sure(word, other) and (len(word) > len(other) or word[-1] != other[-1]):
                continue
            names = {other, f"{before} {other}", f"{other} {after}"}
            if is_sure(word, other) or not names.isdisjoint(self._names):
                return other
        return ""

    def nearest(self, word: str, most: int) -> list[str]:
        """Return the words that look most like another, names of things first; rare ones are left out."""
        near = [other for wrong, other in self._near(word) if wrong <= _NEAR]
        named = {other for other in near if other in self._meant or other in self._names}
        usual = [other for other in near if self._counts.get(other, 0) >= _COMMON or other in named]
        return sorted(usual, key=lambda other: other not in named)[:most]

    def _near(self, word: str) -> list[tuple[float, str]]:
        """Return words with how wrong a word would be for each, the likeliest first: little wrong, in many rules."""
        # Digits and codes are meant as they are, and letters that are nothing but types of mana.
        if len(word) < _SHORTEST or not word.isalpha() or _MANA.issuperset(word):
            return []
        furthest = _FURTHEST if len(word) > _SHORTEST else 1
        lengths = range(len(word) - furthest, len(word) + furthest + 1)
        others = [other for length in lengths for other in self._by_length.get(length, ())]
        found = process.extract(word, others, scorer=OSA.distance, score_cutoff=furthest, limit=None)
        near = [(typo_cost(word, other), other) for other, *_ in found]
        return sorted(near, key=lambda one: (one[0] - _TWICE * math.log2(self._counts.get(one[1], 0) + 1), one[1]))


def is_sure(typed: str, meant: str) -> bool:
    """Return whether a word is hardly any other than the one that was meant: a long one, or one of the same letters."""
    return len(typed) > _SHORT or typo_cost(typed, meant) <= _SAME_LETTERS


def typo_cost(typed: str, meant: str) -> float:
    """Return how wrong a word is if another was meant: the fewest typo_cost that make one of the other."""
    rows = [[0.0] * (len(meant) + 1) for _ in range(len(typed) + 1)]
    for i in range(len(typed) + 1):
        for j in range(len(meant) + 1):
            rows[i][j] = min(_ways(rows, typed, meant, i, j), default=0.0)
    return rows[-1][-1] + (_FIRST if typed[:1] != meant[:1] and typed[:2] != meant[1::-1] else 0.0)


def _ways(rows: list[list[float]], typed: str, meant: str, i: int, j: int) -> Iterable[float]:
    """Yield what it takes to make the first letters of one word of those of the other, by the last step."""
    if i:
        doubled = i > 1 and typed[i - 1] == typed[i - 2]
        yield rows[i - 1][j] + (_SAME_LETTERS if doubled else _GAP)
    if j:
        doubled = j > 1 and meant[j - 1] == meant[j - 2]
        yield rows[i][j - 1] + (_SAME_LETTERS if doubled else _GAP)
    if i and j:
        one, two = typed[i - 1], meant[j - 1]
        yield rows[i - 1][j - 1] + (0.0 if one == two else _ALIKE if one + two in _PAIRS else _OTHER)
    if i > 1 and j > 1 and typed[i - 2 : i] == meant[j - 2 : j][::-1]:
        yield rows[i - 2][j - 2] + _SAME_LETTERS
