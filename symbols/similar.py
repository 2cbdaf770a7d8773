"""Names most like one that isn't known: what “Did you mean …?” offers everywhere."""

from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import Indel


def similar(typed: str, known: Iterable[str], limit: int | None = 1, *, at_least: float = 0.6) -> list[str]:
    """Return the known names most like what was typed, the most alike first; capitals make no difference.

    Args:
        typed: such as `kiker`.
        known: such as `kicker`.
        limit: how many to return; None for all.
        at_least: twice the letters in common, in order, as a share of the letters of both: 10/11 for these two.
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
