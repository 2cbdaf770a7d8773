"""What there is to say about a situation: the parameters that make sense in it, and what changed in them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from symbols.engine.x.answer import Answer
from symbols.engine.x.deciding import what_is_x
from symbols.engine.x.errors import SituationError
from symbols.engine.x.possible import possible
from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Definition, Kind, Letter, Method, Origin, Subject

__all__ = ["KEYS", "TYPED", "offered", "revised"]

KEYS: Final = (
    *("what", "zone", "how", "in", "defined", "formula", "gives", "gained", "refers", "other", "origin", "was"),
    *("announced", "least", "letter"),
)
"""Every parameter of a situation, in the order in which one says it."""

TYPED: Final = frozenset({"formula", "gives", "other", "was", "announced", "least"})
"""Those that are typed, not chosen."""

_TICKS: Final = frozenset({"gained", "refers"})
_DEFAULTS: Final[Mapping[str, str]] = {
    "what": Subject.SPELL,
    "how": Method.NORMAL,
    "defined": Definition.NONE,
    "origin": Origin.UNSTATED,
    "letter": Letter.X,
    "least": "0",
}


def offered(answer: Answer) -> frozenset[str]:
    """Return the parameters that can change an answer, or say more of the situation that it is about."""
    situation = answer.situation
    can, refers, defined = possible(situation.subject), situation.refers, situation.is_defined
    makes_sense = {
        "what": True,
        "letter": True,
        "zone": len(can.zones) > 1,
        "how": len(can.methods) > 1 and not refers,
        "in": len(can.places) > 1 and not refers,
        "defined": not refers,
        "formula": defined,
        "gives": defined,
        "gained": can.gained,
        "refers": can.refers,
        "other": refers,
        "origin": len(can.origins) > 1 and not (refers or defined or situation.gained),
        "was": situation.origin in {Origin.CHOSEN, Origin.TURNED_UP} or situation.method is Method.COPIED,
        "announced": _can_be_announced(situation),
        "least": answer.kind in {Kind.CHOSEN, Kind.ONLY},
    }
    return frozenset(key for key, is_so in makes_sense.items() if is_so)


def revised(before: Answer, said: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[str]], frozenset[str]]:
    """Return the parameters of a situation after a form about it was filled in anew, and which of them changed.

    A form has controls for what is offered. What it repeats as it was has not been said anew: the usual place of a
    spell is not the place meant for an ability.

    Args:
        before: what the form was made for.
        said: what the form says; a tick that is not there is not set.
    """
    old = {key: [value] for key, value in before.situation.as_query().items()}
    there = offered(before)
    now, changed = dict(old), set()
    for key in KEYS:
        values = [value.strip() for value in said.get(key, ()) if value.strip()]
        if not values and key not in there:
            continue
        if _plain(key, values, before.situation) == _plain(key, old.get(key, []), before.situation):
            continue
        changed.add(key)
        now[key] = values
    return {key: values for key, values in now.items() if values}, frozenset(changed)


def _can_be_announced(situation: Situation) -> bool:
    """Return whether more than one number could have been announced."""
    try:
        what_is_x(replace(situation, announced=situation.least))
        what_is_x(replace(situation, announced=situation.least + 1))
    except SituationError:
        return False
    return True


def _plain(key: str, values: Sequence[str], situation: Situation) -> frozenset[str]:
    """Return what a parameter says, the usual thing where it says nothing."""
    if key == "in":
        words = frozenset(word.strip().lower() for value in values for word in value.split(",") if word.strip())
        return words or frozenset(map(str, situation.usual_spots))
    if key in _TICKS:
        return frozenset("1" for value in values if value.lower() in {"1", "yes", "true", "on"})
    usual = str(situation.possible.usual_zone) if key == "zone" else _DEFAULTS.get(key, "")
    return frozenset(values or [str(usual)])
