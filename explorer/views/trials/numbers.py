"""What stands on the page about numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["NUMBERS", "Part", "Stand", "is_about_numbers"]


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a trial stands on a page: its slug, and the rule whose questions it begins with."""

    slug: str
    number: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page about numbers."""

    anchor: str
    title: str
    words: str
    trials: Sequence[Stand]


NUMBERS = (
    Part(
        "fractions",
        "Fractions",
        "A half of seven is no number here. The card that halves says which way to round.",
        [Stand("halves", "107.1a")],
    ),
    Part(
        "below-zero",
        "Below zero",
        "Power, toughness and life totals can be negative; what an effect does with them mostly can’t.",
        [Stand("negative-power", "107.1b"), Stand("using-power", "107.1b"), Stand("negative-life", "107.1b")],
    ),
    Part(
        "chosen",
        "Numbers that are chosen",
        "Zero and up, whole, and without an end. X is chosen too, but at another time.",
        [Stand("any-number", "107.1c"), Stand("choosing", "107.1c")],
    ),
    Part(
        "unknown",
        "Numbers that nobody can tell",
        "They are 0, alone and within a calculation. Stars are where one meets them.",
        [Stand("undetermined", "107.2"), Stand("stars", "208.2a")],
    ),
    Part(
        "roman",
        "Roman numerals",
        "The marks of chapters on a Saga.",
        [Stand("roman", "107.15")],
    ),
)
"""The page about numbers: every trial of 107.1 and 107.2, and of the other numbers that cards have."""


def is_about_numbers(slug: str) -> bool:
    """Return whether a trial stands on the page about numbers."""
    return any(one.slug == slug for part in NUMBERS for one in part.trials)
