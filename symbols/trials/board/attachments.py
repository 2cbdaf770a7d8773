"""Whether what is attached may stay attached (303.4, 301.5, 702.16)."""

from collections.abc import Mapping
from typing import Final

from symbols.sentences import a_or_an, capital
from symbols.trials.board.state import State, Thing
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import COLORS

ATTACHING: Final = ("Aura", "Equipment", "Fortification")


def kind_of_attachment(values: Values) -> str:
    return next((one for one in ATTACHING if values.has_subtype(one)), "")


def fault_of(thing: Thing, state: State, values: Mapping[str, Values]) -> str:
    """Why it's attached to something illegal, or to nothing; empty if all is well."""
    own = values[thing.key]
    kind = kind_of_attachment(own)
    target = thing.attached
    if target in state.players:
        if state.players[target].is_gone:
            return "That player has left the game."
        if kind != "Aura":
            return f"{capital(a_or_an(kind))} can’t be attached to a player."
        return "" if thing.enchants in {"", "player", "opponent"} else "It can’t enchant a player."
    if target == thing.key:
        return f"{capital(a_or_an(kind))} can’t be attached to itself."
    there = state.things.get(target)
    if not target or there is None or not there.is_permanent:
        return "It’s attached to nothing."
    wanted = {"Equipment": "creature", "Fortification": "land"}.get(kind, thing.enchants)
    if wanted not in {"", "permanent", "opponent"} and wanted.capitalize() not in values[target].types:
        return f"{capital(there.label)} isn’t {a_or_an(wanted)}."
    if quality := _protected_from(values[target], own):
        return f"{capital(there.label)} has protection from {quality}."
    return ""


def _protected_from(target: Values, source: Values) -> str:
    """The quality that the source has and the target is protected from; empty for none."""
    for ability in target.abilities:
        text = ability.text.lower()
        if not text.startswith("protection from "):
            continue
        quality = text.removeprefix("protection from ").rstrip(".")
        kinds = {one.lower() for one in (*source.types, *source.subtypes)}
        if COLORS.get(quality) in source.colors or quality == "everything" or quality.rstrip("s") in kinds:
            return quality
    return ""
