"""Rules that trials look up by themselves, with the numbers that editions gave them."""

from collections.abc import Mapping
from typing import Final

from symbols.trials.trial import Placement, Reading

__all__ = ["found_at"]

_PLACES: Final[Mapping[str, tuple[Placement, ...]]] = {
    "107.1a": (
        Placement("107.1a", "round up or down"),
        Placement("104.1a", "round up or down"),
        Placement("104.1", "round up or down"),
    ),
    "107.1b": (
        Placement("107.1b", "negative"),
        Placement("104.1b", "negative"),
        Placement("104.2", "treated as 0 for all purposes"),
    ),
    "107.1c": (Placement("107.1c", "any number"),),
    "107.2": (Placement("107.2", "can't be determined"), Placement("104.2", "can't be determined")),
    "107.4g": (Placement("107.4g", "with no colored background"),),
    "208.2a": (
        Placement("208.2a", "characteristic-defining ability"),
        Placement("207.2a", "characteristic-defining ability"),
        Placement("208.2", "characteristic-defining ability"),
        Placement("208.2", "where * is a value determined"),
    ),
    "208.2b": (Placement("208.2b", "replacement effect"), Placement("207.2b", "replacement effect")),
}


def found_at(reading: Reading, rule: str) -> tuple[str, str]:
    """Return the number under which an edition has a rule, and the rule's words there.

    Args:
        reading: the edition.
        rule: the rule, by its number in the edition of 2025-06-06.

    Returns:
        That number, where it is known to be the rule of the edition too, else the edition's own; with no words, where
        the edition is not known to have the rule.
    """
    for place in _PLACES[rule]:
        words = reading.words(place.number)
        if words and place.stands_in(words):
            return rule if reading.find(rule) == place.number else place.number, words
    return rule, ""
