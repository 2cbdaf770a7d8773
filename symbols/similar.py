"""“Did you mean …?”: how far typed text is from what may have been meant, and how far is too far.

The distance is a weighted optimal string alignment. A missing or an extra letter costs `GAP`, any other letter as much
as two of them. Slips of hand and ear cost less: swapped and doubled letters, a neighboring key, a similar sound.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA, Indel

# ---------- what each slip costs ----------

SAME_LETTERS, SIMILAR_LETTER, GAP, OTHER_LETTER = 1.0, 1.25, 1.5, 3.0
"""Swapped or doubled letters, one often mistaken for another, a missing or extra one, any other."""
FIRST_LETTER = 1.0
"""Added for a wrong first letter, which is rare, before a word is corrected without asking."""
_ALIKE_LETTERS = ("aeiouy", "ckq", "cs", "sz", "gj", "fv", "bp", "dt", "mn")
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

# ---------- how similar is similar enough, from 0 to 1 ----------

FAINT, LIKELY, CLOSE, SURE = 0.4, 0.65, 0.8, 0.87
"""Worth a place in a list, a suggestion, a suggestion among many names, and a claim that it is a typo."""

# ---------- how many slips a name or a word may have ----------

LEAST_LETTERS = 4
"""Shorter names and words are too similar to others."""
LETTERS_PER_SLIP = 5
"""A name may have a slip for each five letters, and one at least."""
SLIPS_IN_WORD, SLIPS_IN_SHORTEST = 2, 1
"""Of a word of the rules, and of one of only `LEAST_LETTERS`."""
SHORT_WORD = 6
"""Up to this length, a word with one more or one less letter is often another word; only names are corrections."""
MOST_COST = ((4, 1.0), (7, 1.5), (8, 2.25), (99, 2.75))
"""The highest cost of a correction, by the highest length of the word."""
MOST_SUGGESTED_COST = 3.0

# Beyond the results wanted, this many candidates are compared: `distance` is a hundred times as slow as `Indel`.
_MORE_CANDIDATES = 20


def _similar_pairs() -> frozenset[str]:
    pairs = {one + two for group in _ALIKE_LETTERS for one in group for two in group}
    for place, row in enumerate(_KEYS):
        beside = [(row, 1), *((below, shift) for below in _KEYS[place + 1 : place + 2] for shift in (-1, 0))]
        for other, shift in beside:
            near = [(one, other[at + shift]) for at, one in enumerate(row) if 0 <= at + shift < len(other)]
            pairs |= {one + two for one, two in near} | {two + one for one, two in near}
    return frozenset(pairs)


_SIMILAR_PAIRS = _similar_pairs()


def distance(typed: str, meant: str) -> float:
    """`distance("teh", "the") -> 1.0`, for texts in lower case."""
    extra, missing = _gaps(typed), _gaps(meant)
    row, above = [0.0, *accumulate(missing)], [0.0]
    for i, letter in enumerate(typed):
        second, above = above, row
        row = [above[0] + extra[i]]
        for j, other in enumerate(meant):
            change = 0.0 if letter == other else SIMILAR_LETTER if letter + other in _SIMILAR_PAIRS else OTHER_LETTER
            best = min(above[j] + change, above[j + 1] + extra[i], row[j] + missing[j])
            if i and j and letter == meant[j - 1] and other == typed[i - 1]:
                best = min(best, second[j - 1] + SAME_LETTERS)
            row.append(best)
    return row[-1]


def _gaps(text: str) -> list[float]:
    """What each letter costs where the other text lacks it."""
    return [SAME_LETTERS if at and letter == text[at - 1] else GAP for at, letter in enumerate(text)]


def similar(typed: str, known: Iterable[str], limit: int = 1, *, at_least: float = LIKELY) -> list[str]:
    """Return the most similar known names, best first, ignoring case.

    Args:
        at_least: minimum similarity: 1 less the distance, as a share of that of two texts with nothing in common: 10/11
            for `kiker` and `kicker`.
    """
    names = list(known)
    text, folded = typed.casefold(), [name.casefold() for name in names]
    # No slip costs less than a third of that share, so that none that counts is left out here.
    cutoff = 1 - OTHER_LETTER / SAME_LETTERS * (1 - at_least)
    most = limit + _MORE_CANDIDATES
    near = process.extract(text, folded, scorer=Indel.normalized_similarity, score_cutoff=max(cutoff, 0), limit=most)
    found = [(_similarity(text, name), place) for name, _, place in near]
    best = sorted((-fit, place) for fit, place in found if fit >= at_least)
    return [names[place] for _, place in best[:limit]]


def _similarity(typed: str, meant: str) -> float:
    # In a code of a few letters, any other letter is another code.
    if len(typed) < LEAST_LETTERS:
        return Indel.normalized_similarity(typed, meant)
    return 1 - distance(typed, meant) / (GAP * len(typed + meant))


class Near(NamedTuple):
    """A text with a few slips: how many there are, its distance, and its place among the known ones."""

    slips: int
    distance: float
    place: int


def within(typed: str, known: Sequence[str], slips: int) -> list[Near]:
    """The known texts that are at most so many slips away, the nearest first; both in lower case."""
    found = process.extract(typed, known, scorer=OSA.distance, score_cutoff=slips, limit=None)
    return sorted(Near(int(count), distance(typed, name), place) for name, count, place in found)
