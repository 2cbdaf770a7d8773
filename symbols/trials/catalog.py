"""Every trial there is, and which of them stand under a rule."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from symbols.plain_text import plain_text
from symbols.trials import (
    activating,
    any_number,
    below_zero,
    calling_by_name,
    card_marks,
    choosing,
    classes,
    costs,
    counters_paid,
    fractions,
    leveling,
    loyalty_abilities,
    mana_costs,
    numerals,
    object_colors,
    pawprint_modes,
    phyrexian,
    planar_die,
    sagas,
    stars,
    x,
)
from symbols.trials.data_files import DataError
from symbols.trials.loading import declared, load_trial
from symbols.trials.trial import Placement, Trial, TrialFunction

__all__ = ["TRIALS", "placed_under", "trial_named"]

_FUNCTIONS: Final[dict[str, TrialFunction]] = {
    "halves": fractions.halves,
    "negative-power": below_zero.negative_power,
    "using-power": below_zero.using_power,
    "negative-life": below_zero.negative_life,
    "any-number": any_number.any_number,
    "choosing": choosing.choosing,
    "undetermined": any_number.undetermined,
    "stars": stars.stars,
    "x": x.value_of_x,
    "paying": costs.paying,
    "phyrexian": phyrexian.phyrexian,
    "activate": activating.activate,
    "loyalty": loyalty_abilities.loyalty,
    "leveler": leveling.leveler,
    "tombstone": card_marks.tombstone,
    "type-icon": card_marks.type_icon,
    "planar-die": planar_die.planar_die,
    "colors": object_colors.colors,
    "counters": counters_paid.counters,
    "saga": sagas.saga,
    "roman": numerals.roman,
    "class": classes.class_level,
    "pawprints": pawprint_modes.pawprints,
    "mana-cost": mana_costs.mana_cost,
    "names": calling_by_name.names,
    "that-object": calling_by_name.that_object,
}
"""For each trial, by its slug, the function that answers; its data file (`symbols/data/trials`) says the rest."""


def _load() -> tuple[Trial, ...]:
    for slug in {*declared()} ^ _FUNCTIONS.keys():
        raise DataError(f"{slug}.toml: " + ("there is no such file" if slug in _FUNCTIONS else "nothing answers it"))
    return tuple(load_trial(slug, run, x.label_of) for slug, run in _FUNCTIONS.items())


TRIALS: Final = _load()
"""Trials, in the order in which several stand under one rule."""


def trial_named(slug: str) -> Trial | None:
    """Return the trial of a name."""
    return next((trial for trial in TRIALS if trial.slug == slug), None)


def placed_under(number: str, words: str, names: Collection[str]) -> list[tuple[Trial, Placement]]:
    """Return the trials that stand under a rule, each with its placement.

    Args:
        number: the rule's number.
        words: its words in the edition being read, to see whether the rule still says this.
        names: the stable names that its words bear, whatever its number.
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
    """Return the placements whose number is the newest, for each chapter: other editions may number it otherwise."""
    places: dict[str, list[tuple[Trial, Placement]]] = {}
    for trial, place in _placements():
        if not place.former:
            places.setdefault(place.number[0], []).append((trial, place))
    return places


def _placements() -> Iterator[tuple[Trial, Placement]]:
    for trial in TRIALS:
        for place in trial.places:
            yield trial, place
