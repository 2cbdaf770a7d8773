"""Whether what is attached may stay attached (303.4, 301.5, 702.16)."""

from collections.abc import Mapping
from typing import Final

from symbols.trials.board.state import State, Thing
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import COLORS

ATTACHING: Final = ("Aura", "Equipment", "Fortification")

_FITS: Final = {"permanent": None, "opponent": "player", "player": "player"}


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
            return f"{'An' if kind == 'Equipment' else 'A'} {kind} can’t be attached to a player."
        return "" if thing.enchants in {"", "player", "opponent"} else "It can’t enchant a player."
    there = state.things.get(target)
    if not target or there is None or not there.is_permanent:
        return "It’s attached to nothing."
    if kind == "Aura":
        wanted = thing.enchants.capitalize()
    else:
        wanted = "Creature" if kind == "Equipment" else "Land"
    label, types = there.label, values[target].types
    if wanted == "Player" or (wanted not in {"", "Permanent", "Opponent"} and wanted not in types):
        return f"{label[:1].upper()}{label[1:]} isn’t a {wanted.lower()}." if wanted != "Artifact" else "It isn’t an artifact."
    if quality := _protected_from(values[target], own):
        return f"{label[:1].upper()}{label[1:]} has protection from {quality}."
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
