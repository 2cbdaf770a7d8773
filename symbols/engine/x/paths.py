"""The way through rule 107.3 as a map: which clause answers which question, and which way an answer came."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from symbols.engine.x.answer import Answer
from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Definition, Method, Origin, Outcome, Subject

__all__ = ["BRANCHES", "ONE_NUMBER", "OTHER_WAYS", "TRUNK", "Branch", "Stop", "Track", "Way", "stops", "way_of"]


@dataclass(frozen=True, slots=True)
class Stop:
    """A question on the map.

    Attributes:
        rule: the rule that asks it.
        question: the question, short.
        reply: what the rule says where the reply is yes.
        exception: whether it is an exception to one number on each object (107.3i).
    """

    rule: str
    question: str
    reply: str
    exception: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """The questions about one kind of thing that has the letter, in the order in which they are asked.

    Attributes:
        title: what has the letter, in words.
        subjects: the same as words of a situation.
        stops: the questions.
    """

    title: str
    subjects: frozenset[Subject]
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """One stop, and what became of it on the way to an answer.

    Attributes:
        stop: the stop.
        outcome: what came of it; None where the way does not lead there, or the question was not reached.
    """

    stop: Stop
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Way:
    """The whole map with one way lit.

    Attributes:
        trunk: the questions asked of everything.
        branches: each branch, whether the way leads along it, and its stops.
        one_number: the rule that holds at the end of every way (107.3i).
    """

    trunk: tuple[Track, ...]
    branches: tuple[tuple[Branch, bool, tuple[Track, ...]], ...]
    one_number: Track


_DEFINED: Final = Stop("107.3c", "Does its text say what X is?", "That is X; nobody chooses")
_COPY: Final = Stop("707.10", "Is it a copy?", "X is the original’s")
_OF_ITS_OBJECT: Final = Stop("107.3i", "Is it the X of a spell it is on?", "X is that spell’s")
_OFF_THE_STACK: Final = Stop("107.3g", "Is it the X in a mana cost, not on the stack?", "X is 0")
_TEXT_ALONE: Final = Stop("107.3f", "Is X in its text but in no cost?", "Chosen when the text calls for it")
_NOTHING: Final = Stop("107.2", "Does nothing say what X is?", "X is 0")
_SAID: Final = Stop("107.3", "Does its text say what X is?", "That is X")

TRUNK: Final = (
    Stop("107.3p", "Is it Y, not X?", "Y goes the same way"),
    Stop("107.3e", "Does it speak of the X of another object?", "X is the other object’s"),
    Stop("107.3j", "Was the ability gained?", "X is what the ability says, or 0", exception=True),
)
"""What is asked of everything, first."""

ONE_NUMBER: Final = Stop("107.3i", "Is X in several places on one object?", "One number for all, with three exceptions")

BRANCHES: Final = (
    Branch(
        "A spell",
        frozenset({Subject.SPELL}),
        (
            _DEFINED,
            _COPY,
            _TEXT_ALONE,
            Stop("107.3b", "Is the cost with X not paid at all?", "Only 0 can be chosen"),
            Stop("107.3a", "Is X in a cost that is paid?", "Chosen and announced while casting"),
            _NOTHING,
        ),
    ),
    Branch(
        "An activated ability",
        frozenset({Subject.ACTIVATED}),
        (
            _DEFINED,
            _COPY,
            Stop("107.3a", "Is X in its cost?", "Chosen and announced while activating"),
            Stop(
                "107.3k",
                "Is it activated again, or is X elsewhere too?",
                "Each activation has its own X",
                exception=True,
            ),
            _OF_ITS_OBJECT,
            _OFF_THE_STACK,
            _TEXT_ALONE,
            _NOTHING,
        ),
    ),
    Branch(
        "Another ability",
        frozenset({Subject.TRIGGERED, Subject.ENTERS, Subject.DELAYED, Subject.STATIC}),
        (
            _SAID,
            Stop(
                "107.3m",
                "Is it about entering, with X chosen for the spell?",
                "X is the one chosen for the spell",
                exception=True,
            ),
            Stop(
                "107.3n", "Does it trigger later, X chosen for what made it?", "X is the one chosen for what created it"
            ),
            Stop("702.37f", "Was its permanent turned face up for X?", "X is the one chosen then"),
            _OF_ITS_OBJECT,
            _OFF_THE_STACK,
            _TEXT_ALONE,
            _NOTHING,
        ),
    ),
    Branch(
        "A card or a permanent",
        frozenset({Subject.CARD, Subject.PERMANENT}),
        (
            Stop("107.3g", "Is X in its mana cost?", "X is 0, whatever its text says"),
            _SAID,
            _NOTHING,
        ),
    ),
    Branch(
        "A cost paid otherwise",
        frozenset({Subject.SPECIAL_ACTION, Subject.PAYMENT}),
        (
            Stop("107.3h", "Does an effect say to pay a mana cost?", "X is 0, or the spell’s on the stack"),
            _SAID,
            Stop("107.3d", "Is it the cost of a special action?", "Chosen right before paying"),
        ),
    ),
)
"""What is asked then, by what has the letter."""


OTHER_WAYS: Final[Mapping[str, Situation]] = {
    "107.2": Situation(subject=Subject.STATIC),
    "107.3": Situation(subject=Subject.STATIC, definition=Definition.TEXT),
    "702.37f": Situation(subject=Subject.TRIGGERED, origin=Origin.TURNED_UP, origin_value=3),
    "707.10": Situation(method=Method.COPIED, origin_value=5),
}
"""For each rule on the map that is no clause of 107.3, a situation that it decides."""


def way_of(answer: Answer | None) -> Way:
    """Return the map with the way to an answer lit, or with none."""
    outcomes = {} if answer is None else {step.rule: step.outcome for step in answer.steps}
    trunk = tuple(Track(stop, _on_trunk(stop, answer)) for stop in TRUNK)
    ended = any(track.outcome is Outcome.DECIDES for track in trunk)
    branches = []
    for branch in BRANCHES:
        lit = answer is not None and not ended and answer.situation.subject in branch.subjects
        branches.append((branch, lit, tuple(_along(branch, outcomes if lit else {}))))
    return Way(trunk, tuple(branches), Track(ONE_NUMBER, _of_one_number(outcomes.get("107.3i"), answer)))


def _on_trunk(stop: Stop, answer: Answer | None) -> Outcome | None:
    if answer is None:
        return None
    found = next((step.outcome for step in answer.steps if step.rule == stop.rule), None)
    if found is not None:
        return found
    # What comes before the end of the way was asked, and was not so.
    asked = [each.rule for each in TRUNK]
    if answer.rule in asked and asked.index(stop.rule) > asked.index(answer.rule):
        return None
    return Outcome.PASSES


def _along(branch: Branch, outcomes: Mapping[str, Outcome]) -> Iterator[Track]:
    """What came of the questions of a branch: every one before the end of the way was asked, and was not so."""
    ends = [outcomes.get(stop.rule) is Outcome.DECIDES for stop in branch.stops]
    for place, stop in enumerate(branch.stops):
        yield Track(stop, outcomes.get(stop.rule, Outcome.PASSES if any(ends[place:]) else None))


def _of_one_number(outcome: Outcome | None, answer: Answer | None) -> Outcome | None:
    """The rule at the end decides only on its branch."""
    if answer is None or outcome is not Outcome.DECIDES:
        return outcome
    return Outcome.ADDS


def stops() -> Iterator[Stop]:
    """Return every stop of the map."""
    yield from TRUNK
    for branch in BRANCHES:
        yield from branch.stops
    yield ONE_NUMBER
