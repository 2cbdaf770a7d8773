"""Page about numbers: every trial of 107.1 and 107.2, and of the other numbers that cards have."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class NumbersPart:
    """Part of the page about numbers; each of its trials by its slug and the rule whose questions it begins with."""

    anchor: str
    title: str
    words: str
    trials: tuple[tuple[str, str], ...]


NUMBERS: Final = (
    NumbersPart(
        "fractions",
        "Fractions",
        "A half of seven is no number here. The card that halves says which way to round.",
        (("halves", "107.1a"),),
    ),
    NumbersPart(
        "below-zero",
        "Below zero",
        "Power, toughness and life totals can be negative; what an effect does with them mostly can’t.",
        (("negative-power", "107.1b"), ("using-power", "107.1b"), ("negative-life", "107.1b")),
    ),
    NumbersPart(
        "chosen",
        "Numbers that are chosen",
        "Zero and up, whole, and without an end. X is chosen too, but at another time.",
        (("any-number", "107.1c"), ("choosing", "107.1c")),
    ),
    NumbersPart(
        "unknown",
        "Numbers that nobody can tell",
        "They are 0, alone and within a calculation. Stars are where one meets them.",
        (("undetermined", "107.2"), ("stars", "208.2a")),
    ),
    NumbersPart("roman", "Roman numerals", "The marks of chapters on a Saga.", (("roman", "107.15"),)),
)


def is_about_numbers(slug: str) -> bool:
    """Return whether a trial stands on the page about numbers."""
    return any(slug == one for part in NUMBERS for one, _ in part.trials)
