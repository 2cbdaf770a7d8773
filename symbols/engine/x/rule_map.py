"""Way through rule 107.3 as a map: which rule answers which question, and which way an answer came.

The stops are the rows of the table of decisions that have a question, in their order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from symbols.engine.x.answer import XAnswer
from symbols.engine.x.table import BRANCHES, ROWS, DecisionRow
from symbols.engine.x.words import StepOutcome, Subject


@dataclass(frozen=True, slots=True)
class Track:
    """One stop, and what became of it on the way to an answer.

    Attributes:
        stop: the stop: a row with a question.
        outcome: what came of it; None where the way does not lead there, or the question was not reached.
    """

    stop: DecisionRow
    outcome: StepOutcome | None


@dataclass(frozen=True, slots=True)
class Branch:
    """Questions about one kind of thing that has the letter, in the order in which they are asked.

    Attributes:
        title: what has the letter, in words.
        subjects: the same as words of a situation.
        stops: the questions.
    """

    title: str
    subjects: frozenset[Subject]
    stops: tuple[DecisionRow, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """Whole map with one way lit.

    Attributes:
        trunk: the questions asked of everything.
        branches: each branch, whether the way leads along it, and its stops.
        one_number: the rule that holds at the end of every way (107.3i).
    """

    trunk: tuple[Track, ...]
    branches: tuple[tuple[Branch, bool, tuple[Track, ...]], ...]
    one_number: Track


_STOPS: Final = [row for row in ROWS if row.question]
_EVERYWHERE: Final = [row for row in _STOPS if not row.fits.values("what")]

TRUNK: Final = tuple(row for row in _EVERYWHERE if not row.after)
"""What is asked of everything, first."""

(ONE_NUMBER,) = (row for row in _EVERYWHERE if row.after)
"""What is asked of everything, last."""

_BRANCHES: Final = tuple(
    Branch(title, subjects, tuple(row for row in _STOPS if row.fits.values("what") & subjects))
    for title, subjects in BRANCHES
)


def trace(answer: XAnswer | None) -> Trace:
    """Return the map with the way to an answer lit, or with none."""
    outcomes: dict[str, StepOutcome] = {}
    for step in answer.steps if answer else ():
        outcomes[step.rule] = step.outcome
    trunk = tuple(Track(stop, _on_trunk(stop, answer)) for stop in TRUNK)
    ended = any(track.outcome is StepOutcome.DECIDES for track in trunk)
    along = []
    for branch in _BRANCHES:
        lit = answer is not None and not ended and answer.situation.subject in branch.subjects
        along.append((branch, lit, tuple(_along(branch, outcomes if lit else {}))))
    # The rule at the end decides only on its branch.
    last = outcomes.get(ONE_NUMBER.rule)
    return Trace(trunk, tuple(along), Track(ONE_NUMBER, StepOutcome.ADDS if last is StepOutcome.DECIDES else last))


def _on_trunk(stop: DecisionRow, answer: XAnswer | None) -> StepOutcome | None:
    if answer is None:
        return None
    found = next((step.outcome for step in answer.steps if step.rule == stop.rule), None)
    if found is not None:
        return found
    # What comes before the end of the way was asked, and was not so.
    asked = [each.rule for each in TRUNK]
    if answer.rule in asked and asked.index(stop.rule) > asked.index(answer.rule):
        return None
    return StepOutcome.NOT_APPLICABLE


def _along(branch: Branch, outcomes: Mapping[str, StepOutcome]) -> Iterator[Track]:
    """Yield what came of the questions of a branch: every one before the end of the way was asked, and was not so."""
    ends = [outcomes.get(stop.rule) is StepOutcome.DECIDES for stop in branch.stops]
    for place, stop in enumerate(branch.stops):
        yield Track(stop, outcomes.get(stop.rule, StepOutcome.NOT_APPLICABLE if any(ends[place:]) else None))


def stops() -> Iterator[DecisionRow]:
    """Return every stop of the map."""
    yield from TRUNK
    for branch in _BRANCHES:
        yield from branch.stops
    yield ONE_NUMBER
