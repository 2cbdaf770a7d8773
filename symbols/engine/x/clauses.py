"""The clauses of rule 107.3 as a map: what each is about, and a situation that leads to it."""

from dataclasses import dataclass
from functools import cache

from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Definition, Letter, Method, Origin, Place, Subject, Zone

__all__ = ["Clause", "clauses"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One subrule of 107.3.

    Attributes:
        rule: its number in the edition of 2025-06-06.
        question: the question that it answers, in our words.
        example: a situation whose answer goes through it.
        cost: a cost with the letter in it that fits the example.
        exception_to: the subrule that it overrules, if it is an exception.
    """

    rule: str
    question: str
    example: Situation
    cost: str
    exception_to: str | None = None


@cache
def clauses() -> tuple[Clause, ...]:
    """Return the clauses of rule 107.3, from 107.3a to 107.3p, in their order."""
    return (
        Clause(
            "107.3a",
            "A cost of a spell or activated ability has X in it. Who says what X is?",
            Situation(places=frozenset({Place.MANA_COST, Place.TEXT}), announced=3),
            "{X}{R}",
        ),
        Clause(
            "107.3b",
            "What can X be when the cost that has X in it is not paid at all?",
            Situation(method=Method.FREE),
            "{X}{R}",
        ),
        Clause(
            "107.3c",
            "The text of a spell or ability says what X is. Does anyone still choose?",
            Situation(
                places=frozenset({Place.ADDITIONAL_COST, Place.TEXT}),
                definition=Definition.TEXT,
                formula="the number of creatures you control",
                defined_value=4,
            ),
            "{1}{B}, Pay X life",
        ),
        Clause(
            "107.3d",
            "The cost of a special action, such as turning a card face up, has X in it. Who chooses, and when?",
            Situation(subject=Subject.SPECIAL_ACTION, zone=Zone.BATTLEFIELD, announced=2),
            "{X}{U}",
        ),
        Clause(
            "107.3e",
            "A text speaks of the X in the cost of something else. Which X is that?",
            Situation(subject=Subject.TRIGGERED, refers=True, other_value=5),
            "{X}{G}",
        ),
        Clause(
            "107.3f",
            "X is in the text but in no cost, and nothing says what it is. Who chooses?",
            Situation(subject=Subject.TRIGGERED),
            "{X}",
        ),
        Clause(
            "107.3g",
            "What is X in the mana cost of a card that is not on the stack?",
            Situation(subject=Subject.CARD, zone=Zone.GRAVEYARD),
            "{X}{G}",
        ),
        Clause(
            "107.3h",
            "An effect tells a player to pay an object's mana cost with X in it. How much is X?",
            Situation(subject=Subject.PAYMENT),
            "{X}{R}",
        ),
        Clause(
            "107.3i",
            "X is in several places on one object. Can they be different numbers?",
            Situation(
                subject=Subject.TRIGGERED,
                zone=Zone.STACK,
                places=frozenset({Place.MANA_COST, Place.TEXT}),
                announced=6,
            ),
            "{X}{R}",
        ),
        Clause(
            "107.3j",
            "An object gained an ability with X in it. Is it the object's X?",
            Situation(subject=Subject.TRIGGERED, gained=True),
            "{X}{1}",
            exception_to="107.3i",
        ),
        Clause(
            "107.3k",
            "An activation cost has X in it. Does that X mean anything to another activation?",
            Situation(
                subject=Subject.ACTIVATED,
                places=frozenset({Place.LOYALTY_COST, Place.TEXT}),
                announced=1,
            ),
            "[-X]",
            exception_to="107.3i",
        ),
        Clause(
            "107.3m",
            "A permanent's ability about entering the battlefield has X in it. Does it remember the spell?",
            Situation(subject=Subject.ENTERS, origin=Origin.CHOSEN, origin_value=4),
            "{X}{G}",
            exception_to="107.3i",
        ),
        Clause(
            "107.3n",
            "A delayed triggered ability has X in it. Does it remember what created it?",
            Situation(subject=Subject.DELAYED, origin=Origin.CHOSEN, origin_value=2),
            "{X}{W}",
        ),
        Clause(
            "107.3p",
            "And Y?",
            Situation(letter=Letter.Y, announced=1),
            "{Y}{R}",
        ),
    )
