"""“Did you mean …?”: known names similar to one that isn't known."""

from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import Indel


def similar(typed: str, known: Iterable[str], limit: int | None = 1, *, at_least: float = 0.6) -> list[str]:
    """Return the most similar known names, best first, ignoring case.

    Args:
        limit: None for all.
        at_least: minimum similarity: twice the letters in common, in order, as a share of the letters of both;
            10/11 for `kiker` and `kicker`.
    """
    found = process.extract(
        typed,
        list(known),
        scorer=Indel.normalized_similarity,
        processor=str.casefold,
        score_cutoff=at_least,
        limit=limit,
    )
    return [name for name, *_ in found]
