"""A trial as it stands on a page: its form, and its answer or what keeps it from answering."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.views.check import Answer
from explorer.views.forms import Field, FieldProblem
from explorer.views.trials.asking import Asking
from explorer.views.trials.checker import checked
from explorer.views.trials.controls import field_for
from explorer.views.trials.editions import editions_to_read
from explorer.views.trials.outcome import ShownOutcome, show_outcome
from explorer.views.trials.reading import LibraryReading
from symbols.engine.errors import EngineError
from symbols.trials import Trial, answered

PAGE = "trial"
"""What the ids of a trial begin with on its own page; there the address bar follows what is asked."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What keeps a trial from answering: a sentence, and where a mended question would lead."""

    message: str
    field: str
    suggestion: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class ShownTry:
    """A question ready to be asked: what it is called, and its address."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Stranger:
    """What is said of an edition that has no rule about what is tried, with a way to the first one that has."""

    message: str
    label: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A trial on a page.

    Attributes:
        asking: what is asked.
        prefix: what the ids of its elements begin with.
        fields: its form.
        outcome: its answer, or None.
        answer: the checker's answer, for a trial of a cost.
        problem: why there is no answer, or None.
        address: the address that asks the same.
        tries: questions ready to be asked.
        stranger: what is said of an edition that knows nothing of what is tried; None where it does.
    """

    asking: Asking
    prefix: str
    fields: Sequence[Field]
    outcome: ShownOutcome | None
    answer: Answer | None
    problem: Problem | None
    address: str
    tries: Sequence[ShownTry]
    stranger: Stranger | None = None

    @property
    def trial(self) -> Trial:
        """What is tried."""
        return self.asking.trial

    @property
    def is_page(self) -> bool:
        """Whether it stands on its own page."""
        return self.prefix == PAGE

    @property
    def said(self) -> str:
        """The answer as it is spoken."""
        if self.stranger:
            return self.stranger.message
        return self.outcome.said if self.outcome else ""

    @property
    def stray(self) -> SafeString | str:
        """What is wrong, where it is no one control's fault."""
        known = self.problem and any(field.problem for field in self.fields)
        return format_html("{}", self.problem.message) if self.problem and not known else ""


def prefix_of(slug: str, rule: str) -> str:
    """Return what the ids of a trial under a rule begin with; many trials may stand on one page."""
    return f"try-{rule.replace('.', '-')}-{slug}" if rule else f"try-{slug}"


def try_this(asking: Asking, *, prefix: str = PAGE, reading: LibraryReading | None = None) -> Block:
    """Run a trial, and return it ready for a page."""
    reading = reading or LibraryReading(asking.edition)
    outcome: ShownOutcome | None = None
    answer: Answer | None = None
    problem: Problem | None = None
    try:
        if reading.knows(asking.trial):
            found = answered(asking.trial, asking.complete, reading)
            answer = checked(asking)
            outcome = show_outcome(found, asking, reading, why=answer is None)
    except EngineError as error:
        outcome, problem = None, _problem(asking, error)
    problems: dict[str, FieldProblem] = {}
    if problem:
        problems[problem.field] = FieldProblem(problem.message, problem.address, problem.suggestion)
    return Block(
        asking=asking,
        prefix=prefix,
        fields=[
            field_for(control, asking.complete[control.key], prefix=prefix, problem=problems.get(control.key))
            for control in asking.place.controls or asking.trial.controls
        ],
        outcome=outcome,
        answer=answer,
        problem=problem,
        address=asking.address,
        tries=[ShownTry(one.label, asking.address_with(one.said)) for one in asking.place.tries],
        stranger=None if outcome or problem else _stranger(asking),
    )


def _stranger(asking: Asking) -> Stranger | None:
    """Say of an edition that it knows nothing of what is tried, and which one does first."""
    if asking.edition is None:
        return None
    others = editions_to_read(asking.trial)
    message = f"The edition of {asking.edition.iso} doesn’t know this: none of its rules is about it."
    if not others:
        return Stranger(message)
    first = others[-1]
    return Stranger(
        message, f"The first in this library that does: {first.iso}", replace(asking, edition=first).address
    )


def _problem(asking: Asking, error: EngineError) -> Problem:
    """Return what a page says of an error, at the control that is to blame."""
    keys = [control.key for control in asking.trial.controls]
    costs = [control.key for control in asking.trial.controls if control.kind == "cost"]
    field = error.field or ""
    if field not in keys:
        field = costs[0] if len(costs) == 1 else ""
    mended = ""
    if error.suggestion and field:
        typed = asking.complete[field]
        placed = error.start is not None and error.end is not None
        mended = f"{typed[: error.start]}{error.suggestion}{typed[error.end :]}" if placed else error.suggestion
    address = asking.address_with({field: mended}) if mended else ""
    return Problem(_naming(asking, field, error.message), field, mended, address)


def _naming(asking: Asking, field: str, message: str) -> str:
    """Return a sentence that names the control it is about; the engine's own name their place in a request."""
    label = next((control.label for control in asking.trial.controls if control.key == field), "")
    if not label or label in message:
        return message
    return f"{label}: {message.removeprefix(f'In “{field}”: ')}"
