"""Situations that come up at the table, ready to look at."""

from dataclasses import dataclass
from typing import Final

from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Definition, Letter, Method, Origin, Place, Subject, Zone

__all__ = ["EXAMPLES", "Example"]

_BOTH: Final = frozenset({Place.MANA_COST, Place.TEXT})


@dataclass(frozen=True, slots=True)
class Example:
    """A situation with a name.

    Attributes:
        name: a card, or what happens.
        words: what is asked, in a few words.
        situation: the situation.
        cost: a cost with the letter in it, as it stands there; empty where there is none.
        rule: the rule that decides.
    """

    name: str
    words: str
    situation: Situation
    cost: str
    rule: str


EXAMPLES: Final = (
    Example("Blaze", "cast with X = 3", Situation(places=_BOTH, announced=3), "{X}{R}", "107.3a"),
    Example(
        "Ivy Elemental",
        "entering with X +1/+1 counters",
        Situation(subject=Subject.ENTERS, origin=Origin.CHOSEN, origin_value=4),
        "{X}{G}",
        "107.3m",
    ),
    Example(
        "Walking Ballista",
        "{X}{X}, cast with X = 3",
        Situation(announced=3),
        "{X}{X}",
        "107.3a",
    ),
    Example("Cast for free", "without paying {X}{R}", Situation(places=_BOTH, method=Method.FREE), "{X}{R}", "107.3b"),
    Example(
        "Reduced to nothing",
        "{X}{R}, by an effect that makes it cheaper",
        Situation(places=_BOTH, method=Method.REDUCED, announced=5),
        "{X}{R}",
        "107.3a",
    ),
    Example(
        "Copied",
        "the original had X = 5",
        Situation(places=_BOTH, method=Method.COPIED, origin_value=5),
        "{X}{R}",
        "707.10",
    ),
    Example(
        "In a graveyard",
        "its mana cost then",
        Situation(subject=Subject.CARD, zone=Zone.GRAVEYARD),
        "{X}{X}{G}",
        "107.3g",
    ),
    Example(
        "Suspended",
        "a suspend cost with {X}",
        Situation(subject=Subject.SPECIAL_ACTION, announced=2),
        "{X}{U}",
        "107.3d",
    ),
    Example(
        "A planeswalker’s [-X]",
        "activated for 3",
        Situation(
            subject=Subject.ACTIVATED,
            places=frozenset({Place.LOYALTY_COST, Place.TEXT}),
            announced=3,
        ),
        "[-X]",
        "107.3a",
    ),
    Example(
        "A gained ability",
        "an effect gave it, and it does not say what X is",
        Situation(subject=Subject.TRIGGERED, gained=True),
        "",
        "107.3j",
    ),
    Example(
        "A later trigger",
        "made by a spell cast with X = 2",
        Situation(subject=Subject.DELAYED, origin=Origin.CHOSEN, origin_value=2),
        "{X}",
        "107.3n",
    ),
    Example(
        "Turned face up",
        "for a morph cost with {X}",
        Situation(subject=Subject.TRIGGERED, origin=Origin.TURNED_UP, origin_value=3),
        "{X}{G}",
        "702.37f",
    ),
    Example(
        "X and Y",
        "Y in {X}{Y}{R}",
        Situation(letter=Letter.Y, announced=2),
        "{X}{Y}{R}",
        "107.3a",
    ),
    Example(
        "An X that counts",
        "X is the number of creatures you control",
        Situation(
            places=_BOTH,
            definition=Definition.TEXT,
            formula="the number of creatures you control",
            defined_value=4,
        ),
        "{X}{B}",
        "107.3c",
    ),
)
"""Examples, the best known first. Blaze and Ivy Elemental are those of the oldest pages about X."""
