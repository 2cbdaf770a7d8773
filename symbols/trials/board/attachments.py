"""Whether what is attached may stay attached (303.4, 301.5, 702.16)."""

from collections.abc import Mapping
from typing import Final

from symbols.sentences import a_or_an, capital
from symbols.trials.board.enchanting import Fault, enchants_cards, on_object, on_player
from symbols.trials.board.state import GameObject, State
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import COLORS

_KINDS: Final = ("Aura", "Equipment", "Fortification")


def kind_of_attachment(values: Values) -> str:
    return next((one for one in _KINDS if values.has_subtype(one)), "")


def fault_of(obj: GameObject, state: State, values: Mapping[str, Values]) -> Fault:
    own = values[obj.key]
    kind = kind_of_attachment(own)
    target = obj.attached
    if target in state.players:
        return _fault_on_player(obj, kind, values, state)
    if target == obj.key:
        return Fault("It’s attached to itself.", ("itself",) if kind == "Aura" else ())
    there = state.objects.get(target)
    is_there = there and (there.is_permanent or (there.zone == "graveyard" and enchants_cards(obj)))
    if there is None or not is_there:
        return Fault("It’s attached to nothing.")
    wanted = {"Equipment": "creature", "Fortification": "land"}.get(kind, "")
    types = values[target].types if target in values else ()
    # Of what is only a name, nobody knows the types.
    if wanted and types and wanted.capitalize() not in types:
        return Fault(f"{capital(there.label)} isn’t {a_or_an(wanted)}.")
    if kind == "Aura" and (fault := on_object(obj, there, values, state)).reason:
        return fault
    if there.is_permanent and (quality := _protected_from(values[target], own)):
        reason = f"{capital(there.label)} has protection from {quality}."
        return Fault(reason, ("protection",) if kind == "Aura" else ())
    return Fault()


def unless_of(obj: GameObject, state: State, values: Mapping[str, Values]) -> str:
    """What would make an Aura illegally attached, if the board doesn't tell: `the 2/2 isn’t tapped`; else empty."""
    there = state.objects.get(obj.attached)
    is_aura = kind_of_attachment(values[obj.key]) == "Aura"
    return on_object(obj, there, values, state).unless if is_aura and there else ""


def _fault_on_player(obj: GameObject, kind: str, values: Mapping[str, Values], state: State) -> Fault:
    if state.players[obj.attached].is_gone:
        return Fault("That player has left the game.")
    if kind != "Aura":
        return Fault(f"{capital(a_or_an(kind))} can’t be attached to a player.")
    return on_player(obj, values, state)


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
