"""Where a rule stands in the edition that is read."""

from collections.abc import Sequence

from symbols.trials.trial import Placement, Reading

__all__ = ["found_at"]


def found_at(reading: Reading, places: Sequence[Placement]) -> tuple[str, str]:
    """Return the number under which an edition has a rule, and the rule's words there.

    Args:
        reading: the edition.
        places: the rule's numbers over the years, today's first.

    Returns:
        Today's number, where that is known to be the clause of that edition, else the edition's own; with no words,
        where the edition is not known to have the rule.
    """
    for place in places:
        words = reading.words(place.number)
        if words and place.stands_in(words):
            today = places[0].number
            return today if reading.find(today) == place.number else place.number, words
    return places[0].number, ""
