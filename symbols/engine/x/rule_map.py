"""Map of rule 107.3: which rule answers which question, and the path that led to an answer.

The stops are the rows of the decision table that have a question, in their order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from symbols.data_files import read_data
from symbols.engine.x.answer import XAnswer
from symbols.engine.x.situation import Situation
from symbols.engine.x.table import BRANCHES, ROWS, DecisionRow
from symbols.engine.x.words import StepOutcome, Subject


@dataclass(frozen=True, slots=True)
class Track:
    """Stop (a row with a question), and its outcome; None if it isn't on the path or wasn't reached."""

    stop: DecisionRow
    outcome: StepOutcome | None


@dataclass(frozen=True, slots=True)
class Branch:
    """Questions about one kind of subject, in order."""

    title: str
    subjects: frozenset[Subject]
    stops: tuple[DecisionRow, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """The whole map with one path marked; a branch may be on it, and `one_number` ends each (107.3i)."""

    trunk: tuple[Track, ...]
    branches: tuple[tuple[Branch, bool, tuple[Track, ...]], ...]
    one_number: Track


_STOPS: Final = [row for row in ROWS if row.question]
_EVERYWHERE: Final = [row for row in _STOPS if not row.fits.values("what")]

TRUNK: Final = tuple(row for row in _EVERYWHERE if not row.after)
"""Questions for all subjects, at the start."""

(ONE_NUMBER,) = (row for row in _EVERYWHERE if row.after)
"""The question for all subjects at the end."""

_BRANCHES: Final = tuple(
    Branch(title, subjects, tuple(row for row in _STOPS if row.fits.values("what") & subjects))
    for title, subjects in BRANCHES
)


def trace(answer: XAnswer | None) -> Trace:
    outcomes: dict[str, StepOutcome] = {}
    for step in answer.steps if answer else ():
        outcomes[step.rule] = step.outcome
    trunk = tuple(Track(stop, _on_trunk(stop, answer)) for stop in TRUNK)
    ended = any(track.outcome is StepOutcome.DECIDES for track in trunk)
    along = []
    for branch in _BRANCHES:
        lit = answer is not None and not ended and answer.situation.subject in branch.subjects
        along.append((branch, lit, tuple(_along(branch, outcomes if lit else {}))))
    # This rule decides only on a branch; at the end of the path it adds.
    last = outcomes.get(ONE_NUMBER.rule)
    return Trace(trunk, tuple(along), Track(ONE_NUMBER, StepOutcome.ADDS if last is StepOutcome.DECIDES else last))


def _on_trunk(stop: DecisionRow, answer: XAnswer | None) -> StepOutcome | None:
    if answer is None:
        return None
    found = next((step.outcome for step in answer.steps if step.rule == stop.rule), None)
    if found is not None:
        return found
    # Stops before the end of the path were reached, but didn't apply.
    trunk_rules = [each.rule for each in TRUNK]
    if answer.rule in trunk_rules and trunk_rules.index(stop.rule) > trunk_rules.index(answer.rule):
        return None
    return StepOutcome.NOT_APPLICABLE


def _along(branch: Branch, outcomes: Mapping[str, StepOutcome]) -> Iterator[Track]:
    """Stops before the end of the path were reached, but didn't apply."""
    ends = [outcomes.get(stop.rule) is StepOutcome.DECIDES for stop in branch.stops]
    for place, stop in enumerate(branch.stops):
        yield Track(stop, outcomes.get(stop.rule, StepOutcome.NOT_APPLICABLE if any(ends[place:]) else None))


@dataclass(frozen=True, slots=True)
class Example:
    """Situation that shows a rule, numbered as in the edition of 2025-06-06: the one that decides or contributes."""

    rule: str
    situation: Situation
    name: str = ""  # a card, or what happens; "" for a rule's own example
    words: str = ""  # the question in short; for a subrule, the question that it answers
    cost: str = ""


def _example(record: dict[str, Any]) -> Example:
    return Example(situation=Situation.from_query(record.pop("asks")), **record)


_DATA: Final = read_data("x_examples.toml")

EXAMPLES: Final = tuple(map(_example, _DATA["example"]))
"""Best known first."""

SUBRULES: Final = tuple(map(_example, _DATA["subrule"]))
"""107.3a to 107.3p, in order."""

OTHER_RULES: Final = tuple(map(_example, _DATA["other"]))
"""The other rules on the map, each with a situation that it decides."""
