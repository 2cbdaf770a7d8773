"""Every trial there is, and which of them stand under a rule."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from symbols.plain_text import plain_text
from symbols.trials.activating import ACTIVATING
from symbols.trials.any_number import ANY_NUMBER, UNDETERMINED
from symbols.trials.below_zero import CHANGING, LIFE, USING
from symbols.trials.calling_by_name import NAMES, THAT_OBJECT
from symbols.trials.card_marks import TOMBSTONE, TYPE_ICONS
from symbols.trials.choosing import CHOOSING
from symbols.trials.classes import CLASSES
from symbols.trials.costs import PAYING
from symbols.trials.counters_paid import COUNTERS_PAID
from symbols.trials.fractions import SHARES
from symbols.trials.leveling import LEVELING
from symbols.trials.loyalty_abilities import LOYALTY
from symbols.trials.mana_costs import MANA_COSTS
from symbols.trials.numerals import NUMERALS
from symbols.trials.object_colors import OBJECT_COLORS
from symbols.trials.pawprint_modes import PAWPRINTS
from symbols.trials.phyrexian import PHYREXIAN
from symbols.trials.planar_die import PLANAR_DIE
from symbols.trials.sagas import SAGAS
from symbols.trials.stars import STARS
from symbols.trials.trial import Placement, Trial
from symbols.trials.x import X

__all__ = ["TRIALS", "placed_under", "trial_named"]

TRIALS: Final[tuple[Trial, ...]] = (
    SHARES,
    CHANGING,
    USING,
    LIFE,
    ANY_NUMBER,
    CHOOSING,
    UNDETERMINED,
    STARS,
    X,
    PAYING,
    PHYREXIAN,
    ACTIVATING,
    LOYALTY,
    LEVELING,
    TOMBSTONE,
    TYPE_ICONS,
    PLANAR_DIE,
    OBJECT_COLORS,
    COUNTERS_PAID,
    SAGAS,
    NUMERALS,
    CLASSES,
    PAWPRINTS,
    MANA_COSTS,
    NAMES,
    THAT_OBJECT,
)


def trial_named(slug: str) -> Trial | None:
    """Return the trial of a name."""
    return next((trial for trial in TRIALS if trial.slug == slug), None)


def placed_under(number: str, words: str, names: Collection[str]) -> list[tuple[Trial, Placement]]:
    """Return the trials that stand under a rule, each with its placement.

    Args:
        number: the rule's number.
        words: its words in the edition being read, which tell whether it still says what the trial is about.
        names: the stable names of the rules that those words are of, whatever their number.
    """
    said = plain_text(words)
    here = [(trial, place) for trial, place, phrase in _by_number().get(number, ()) if phrase in said]
    # The same rule under another number of another year; the placements under the very number go before.
    moved = [(trial, place) for trial, place in _moving().get(number[:1], ()) if place.number in names]
    return here + [one for one in moved if one not in here]


@cache
def _by_number() -> dict[str, list[tuple[Trial, Placement, str]]]:
    places: dict[str, list[tuple[Trial, Placement, str]]] = {}
    for trial, place in _placements():
        places.setdefault(place.number, []).append((trial, place, plain_text(place.phrase)))
    return places


@cache
def _moving() -> dict[str, list[tuple[Trial, Placement]]]:
    """Return the placements whose number is today's, for each chapter: other editions may number the rule otherwise."""
    places: dict[str, list[tuple[Trial, Placement]]] = {}
    for trial, place in _placements():
        if not place.former:
            places.setdefault(place.number[0], []).append((trial, place))
    return places


def _placements() -> Iterator[tuple[Trial, Placement]]:
    for trial in TRIALS:
        for place in trial.places:
            yield trial, place
