"""What can be said of each subject, for checking a situation and for forms that describe one."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from symbols.engine.x.words import Definition, Letter, Method, Origin, Place, Subject, Zone

__all__ = ["Possible", "label", "possible"]

_OF_A_SPELL: Final = frozenset({Place.MANA_COST, Place.ALTERNATIVE_COST, Place.ADDITIONAL_COST, Place.TEXT})
_UNSTATED: Final = frozenset({Origin.UNSTATED})
_REMEMBERED: Final = frozenset({Origin.UNSTATED, Origin.CHOSEN, Origin.NOT_CHOSEN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Possible:
    """What can be said of a subject.

    Attributes:
        usual_zone: the zone meant where none is given.
        usual_places: the places meant where none is given.
        zones: where the object, or the source of the ability, can be.
        places: where the letter can stand.
        methods: how it can be cast or activated.
        origins: where its number may come from.
        gained: whether it can be a gained ability.
        refers: whether its letter can be the one in another object's cost.
        needed: the place without which there is nothing to ask, if there is one.
    """

    usual_zone: Zone = Zone.BATTLEFIELD
    usual_places: frozenset[Place] = frozenset({Place.TEXT})
    zones: frozenset[Zone] = frozenset(Zone)
    places: frozenset[Place] = _OF_A_SPELL
    methods: frozenset[Method] = frozenset({Method.NORMAL})
    origins: frozenset[Origin] = _UNSTATED
    gained: bool = False
    refers: bool = False
    needed: Place | None = None


_MANA_COST: Final = frozenset({Place.MANA_COST})
_POSSIBLE: Final[Mapping[Subject, Possible]] = {
    Subject.SPELL: Possible(
        usual_zone=Zone.STACK,
        usual_places=_MANA_COST,
        zones=frozenset({Zone.STACK}),
        methods=frozenset(Method),
        refers=True,
    ),
    Subject.ACTIVATED: Possible(
        usual_places=frozenset({Place.ACTIVATION_COST}),
        places=frozenset(Place) - {Place.SPECIAL_COST},
        methods=frozenset({Method.NORMAL, Method.REDUCED, Method.COPIED}),
        gained=True,
        refers=True,
    ),
    Subject.TRIGGERED: Possible(
        origins=frozenset({Origin.UNSTATED, Origin.TURNED_UP}),
        gained=True,
        refers=True,
    ),
    Subject.ENTERS: Possible(
        usual_places=frozenset({Place.MANA_COST, Place.TEXT}),
        zones=frozenset({Zone.BATTLEFIELD}),
        origins=_REMEMBERED,
        gained=True,
        refers=True,
    ),
    Subject.DELAYED: Possible(places=frozenset({Place.TEXT}), origins=_REMEMBERED, refers=True),
    Subject.STATIC: Possible(gained=True, refers=True),
    Subject.PERMANENT: Possible(
        usual_places=_MANA_COST,
        zones=frozenset({Zone.BATTLEFIELD}),
        places=frozenset(Place),
    ),
    Subject.CARD: Possible(
        usual_zone=Zone.HAND,
        usual_places=_MANA_COST,
        zones=frozenset(Zone) - {Zone.STACK, Zone.BATTLEFIELD},
        places=frozenset(Place),
    ),
    Subject.SPECIAL_ACTION: Possible(
        usual_zone=Zone.HAND,
        usual_places=frozenset({Place.SPECIAL_COST}),
        zones=frozenset(Zone) - {Zone.STACK},
        places=frozenset({Place.SPECIAL_COST, Place.TEXT}),
        needed=Place.SPECIAL_COST,
    ),
    Subject.PAYMENT: Possible(
        usual_zone=Zone.GRAVEYARD,
        usual_places=_MANA_COST,
        places=frozenset({Place.MANA_COST, Place.TEXT}),
        needed=Place.MANA_COST,
    ),
}

_LABELS: Final[Mapping[StrEnum, str]] = {
    Subject.SPELL: "a spell",
    Subject.ACTIVATED: "an activated ability",
    Subject.TRIGGERED: "a triggered ability",
    Subject.ENTERS: "an enters-the-battlefield ability",
    Subject.DELAYED: "a delayed triggered ability",
    Subject.STATIC: "a static ability",
    Subject.PERMANENT: "a permanent",
    Subject.CARD: "a card",
    Subject.SPECIAL_ACTION: "a special action",
    Subject.PAYMENT: "an effect that has a mana cost paid",
    Zone.STACK: "on the stack",
    Zone.BATTLEFIELD: "on the battlefield",
    Zone.HAND: "in a hand",
    Zone.LIBRARY: "in a library",
    Zone.GRAVEYARD: "in a graveyard",
    Zone.EXILE: "in exile",
    Zone.COMMAND: "in the command zone",
    Place.MANA_COST: "a mana cost",
    Place.ALTERNATIVE_COST: "an alternative cost",
    Place.ADDITIONAL_COST: "an additional cost",
    Place.ACTIVATION_COST: "an activation cost",
    Place.LOYALTY_COST: "a loyalty cost",
    Place.SPECIAL_COST: "the cost of a special action",
    Place.TEXT: "its text",
    Definition.NONE: "its text does not say",
    Definition.TEXT: "its text says",
    Definition.CHOICE: "its text says, by a choice to be made later",
    Method.NORMAL: "for its cost",
    Method.FREE: "without paying its mana cost",
    Method.ALTERNATIVE_WITH: "for an alternative cost with the letter in it",
    Method.ALTERNATIVE_WITHOUT: "for an alternative cost without the letter",
    Method.REDUCED: "for its cost, reduced",
    Method.COPIED: "as a copy",
    Origin.UNSTATED: "not said",
    Origin.CHOSEN: "a number was chosen for what it came from",
    Origin.NOT_CHOSEN: "no number was chosen for what it came from",
    Origin.TURNED_UP: "a number was chosen to turn it face up",
    Letter.X: "X",
    Letter.Y: "Y",
    Letter.Z: "Z",
}


def possible(subject: Subject) -> Possible:
    """Return what can be said of a subject."""
    return _POSSIBLE[subject]


def label(word: Subject | Zone | Place | Definition | Method | Origin | Letter) -> str:
    """Return a word of a situation as a reader sees it."""
    return _LABELS[word]
