"""The page about numbers: forms for 107.1, 107.2, and other numbers on cards."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class NumbersPart:
    """A part of the page; `trials` are (slug, rule), where the rule selects the form's initial values."""

    anchor: str
    title: str
    trials: tuple[tuple[str, str], ...]


NUMBERS: Final = (
    NumbersPart(
        "fractions",
        "Fractions",
        (("halves", "107.1a"),),
    ),
    NumbersPart(
        "below-zero",
        "Negative numbers",
        (("negative-power", "107.1b"), ("using-power", "107.1b"), ("negative-life", "107.1b")),
    ),
    NumbersPart(
        "chosen",
        "Chosen numbers",
        (("any-number", "107.1c"), ("choosing", "107.1c")),
    ),
    NumbersPart(
        "unknown",
        "Unknown numbers",
        (("undetermined", "107.2"), ("stars", "208.2a")),
    ),
    NumbersPart("roman", "Roman numerals", (("roman", "107.15"),)),
)


def is_about_numbers(slug: str) -> bool:
    return any(slug == one for part in NUMBERS for one, _ in part.trials)
