"""All trials, and which of them are shown under a rule."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from symbols.trials import (
    activating,
    any_number,
    below_zero,
    calling_by_name,
    card_marks,
    choosing,
    classes,
    combat,
    copying,
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
    same_names,
    stars,
    table_mana,
    types,
    x,
)
from symbols.trials.board.answer import board
from symbols.trials.card_parts.answer import card_parts
from symbols.trials.ending.answer import ending
from symbols.trials.layers.answer import layers
from symbols.trials.loading import load_trial
from symbols.trials.trial import Placement, Trial, TrialFunction

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
    "type-line": types.type_line,
    "planar-die": planar_die.planar_die,
    "colors": object_colors.colors,
    "counters": counters_paid.counters,
    "saga": sagas.saga,
    "roman": numerals.roman,
    "class": classes.class_level,
    "pawprints": pawprint_modes.pawprints,
    "mana-cost": mana_costs.mana_cost,
    "names": calling_by_name.names,
    "restricted-mana": table_mana.restricted_mana,
    "tapping": table_mana.tapping,
    "that-object": calling_by_name.that_object,
    "combat": combat.combat_damage,
    "layers": layers,
    "ending": ending,
    "card-parts": card_parts,
    "copy": copying.copying,
    "same-names": same_names.same_names,
    "board": board,
}
"""Each trial's function by its slug, which is the name of its data file (`symbols/data/trials`)."""

_CONTROLS: Final = {"x": x.controls_in}
_TRIALS: Final = {slug: load_trial(slug, run, _CONTROLS.get(slug)) for slug, run in _FUNCTIONS.items()}
_TRIALS["combat"] = replace(_TRIALS["combat"], normalize=combat.normalized)

TRIALS: Final = tuple(_TRIALS.values())
"""All trials, in the order in which a rule with several shows them."""


def trial_named(slug: str) -> Trial | None:
    return _TRIALS.get(slug)


def placed_under(names: Collection[str], find: Callable[[str], str]) -> list[tuple[Trial, Placement]]:
    """Return the trials shown under the rules in an edition, with their placements; see `Trial.placed`."""
    return [(trial, place) for trial in TRIALS if (place := trial.placed(names, find))]
