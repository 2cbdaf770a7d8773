"""What an Aura may be attached to: “Forest or Plains”, “creature with another Aura attached to it” (303.4c)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from symbols.sentences import a_or_an, capital
from symbols.trials.board.state import GameObject, State
from symbols.trials.layers.subjects import read_filter
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import type_named

_ENCHANT: Final = re.compile(r"^enchants? (?:target )?(?P<what>[^\s(.][^(.\n]*)", re.IGNORECASE | re.MULTILINE)
_OF_PLAYERS: Final = frozenset({"player", "opponent"})
_WITH_AURA: Final = " with another Aura attached to it"
_IN_GRAVEYARD: Final = re.compile(r" cards? in (?:a|your|an opponent's) graveyard$")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something can't stay attached as it is.

    Attributes:
        reason: a sentence; empty if it can, or if that isn't known.
        also: keys of the table `also` in the data file.
        unless: where it isn't known, what would make it illegal: `the 2/2 isn’t tapped`.
    """

    reason: str = ""
    also: tuple[str, ...] = ()
    unless: str = ""


def enchanted_by(text: str) -> str:
    """What an Aura with a text can enchant; empty for a text that doesn't say."""
    match = _ENCHANT.search(text)
    return match["what"].strip() if match else ""


def enchants_cards(obj: GameObject) -> bool:
    return _IN_GRAVEYARD.search(obj.enchants) is not None


def on_player(obj: GameObject, values: Mapping[str, Values], state: State) -> Fault:
    wanted = {*obj.enchants.lower().split(" or ")}
    if not wanted & {"", *_OF_PLAYERS}:
        return Fault("It can’t enchant a player.")
    is_own = state.players[obj.attached].includes(values[obj.key].controller)
    return Fault("It can’t enchant its controller.") if wanted == {"opponent"} and is_own else Fault()


def on_object(obj: GameObject, there: GameObject, values: Mapping[str, Values], state: State) -> Fault:
    what = " or ".join(one for one in obj.enchants.split(" or ") if one.lower() not in _OF_PLAYERS)
    if obj.enchants and not what:
        return Fault(f"{capital(there.label)} isn’t a player.")
    if not obj.enchants:
        return Fault()
    wrong = Fault(f"{capital(there.label)} isn’t {a_or_an(what)}.")
    if (enchants_cards(obj) and there.is_permanent) or what.endswith(" library"):
        return wrong
    is_alone = what.endswith(_WITH_AURA) and not any(
        one.attached == there.key and one.key != obj.key and values[one.key].has_subtype("Aura")
        for one in state.permanents
    )
    if is_alone:
        return Fault(f"{capital(there.label)} has no other Aura attached.")
    wanted = read_filter(_IN_GRAVEYARD.sub(" permanent", what.removesuffix(_WITH_AURA)))
    unknown = Fault(unless=f"{obj.label} can’t enchant {there.label}")
    if wanted is None or wanted.states - {"tapped"}:
        return unknown
    now = values.get(there.key, there.values)
    mine = values[obj.key].controller

    def fits(*, tapped: bool) -> bool:
        states = frozenset({"tapped"} if tapped else ())
        return wanted.fits(replace(now, states=states), controller=mine)

    if fits(tapped=bool(there.is_tapped)):
        return Fault()
    if there.is_tapped is None and fits(tapped=True):
        return Fault(unless=f"{there.label} isn’t tapped")
    if wanted.whose and replace(wanted, whose="").fits(now, controller=mine):
        does = "doesn’t control" if wanted.whose == "you" else "controls"
        return Fault(f"Its controller {does} {there.label}.")
    # Of a name alone, nobody knows colors and subtypes, and perhaps no types.
    types = tuple(tuple(filter(type_named, words)) for words in wanted.alternatives)
    may_be = there.has_unknown_text and replace(wanted, alternatives=types).fits(now, controller=mine)
    return unknown if may_be or not now.types else wrong
