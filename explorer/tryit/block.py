"""Trial as it stands on a page: its form, and its answer or what keeps it from answering."""

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.citations import Citations, editions_with
from explorer.costcheck import ShownCheck, show_check
from explorer.costcheck.check import CheckedCost, check_on_page
from explorer.document.dates import long_date
from explorer.tryit.controls import field_for
from explorer.tryit.outcome import ShownOutcome, show_outcome
from explorer.tryit.reading import LibraryReading
from explorer.tryit.request import TrialRequest
from explorer.web import addresses
from explorer.web.forms import Field, FieldProblem, titled
from symbols.engine import EngineError, ErrorJson
from symbols.sentences import with_minus
from symbols.trials import Inputs, Step, Trial, answered, costs

PAGE = "trial"
"""Prefix of the ids of a trial on its own page; there the address bar follows what is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialProblem(FieldProblem):
    """Reason why a trial can't answer, with the control that is to blame; empty for no one control."""

    field: str
    error: ErrorJson


@dataclass(frozen=True, slots=True)
class NotCovered:
    """Message about an edition that has no rule about what is tried, with a link to the first one that has."""

    message: str
    label: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class TrialBlock:
    """Trial on a page.

    Attributes:
        request: what is asked.
        prefix: what the ids of its elements begin with.
        fields: its form.
        outcome: its answer, or None.
        answer: the checker's answer, for a trial of a cost.
        problem: why there is no answer, or None.
        tries: questions ready to be asked: what each is called, and its address.
        not_covered: what is said of an edition that has no rule about what is tried; None where it has.
    """

    request: TrialRequest
    prefix: str
    fields: Sequence[Field]
    outcome: ShownOutcome | None
    answer: ShownCheck | None
    problem: TrialProblem | None
    tries: Sequence[tuple[str, str]]
    not_covered: NotCovered | None = None

    @property
    def trial(self) -> Trial:
        """Return what is tried."""
        return self.request.trial

    @property
    def question(self) -> str:
        """Return what is tried, with all that its form says: the usual answers may change."""
        return titled(self.trial.title, self.fields)

    @property
    def pinned(self) -> str:
        """Return the address of the answer in the edition that it is from; empty where the usual one names it."""
        return addresses.keeping(self.request.address, self.outcome.day if self.outcome else None)

    @property
    def is_page(self) -> bool:
        """Return whether it stands on its own page."""
        return self.prefix == PAGE

    @property
    def spoken(self) -> str:
        """Return the answer as it is spoken."""
        if self.not_covered:
            return self.not_covered.message
        return self.outcome.spoken if self.outcome else ""

    @property
    def stray(self) -> SafeString | str:
        """Return what is wrong, where it is no one control's fault."""
        known = self.problem and any(field.problem for field in self.fields)
        return format_html("{}", self.problem.message) if self.problem and not known else ""


def make_block(request: TrialRequest, reading: LibraryReading, *, prefix: str = PAGE) -> TrialBlock:
    """Run a trial, and return it ready for a page."""
    outcome: ShownOutcome | None = None
    answer: ShownCheck | None = None
    problem: TrialProblem | None = None
    try:
        if reading.knows(request.trial):
            found = answered(request.trial, request.complete, reading)
            checked = _check(request, reading)
            reading.read(step.rule for step in found.steps)
            # What it says beyond the symbols has its rule beside it.
            answer = show_check(*checked, rules_from="107.4") if checked else None
            outcome = show_outcome(found, request, reading, why=answer is None)
    except EngineError as error:
        outcome, problem = None, _problem(request, error)
    return TrialBlock(
        request=request,
        prefix=prefix,
        fields=[
            field_for(
                control,
                request.complete[control.key],
                prefix=prefix,
                problem=problem if problem and problem.field == control.key else None,
            )
            for control in request.place.controls or request.trial.controls
        ],
        outcome=outcome,
        answer=answer,
        problem=problem,
        tries=[(with_minus(one.label), request.address_with(one.values)) for one in request.tries],
        not_covered=None if outcome or problem else _not_covered(request, reading),
    )


def read_ahead(requests: Collection[TrialRequest], reading: LibraryReading) -> None:
    """Read all that the answers to some requests quote, so that making their blocks asks for nothing more."""
    reading.read(rule for request in requests for rule in request.trial.rules)
    steps: list[Step] = []
    for request in requests:
        # What is wrong is said by the block.
        with contextlib.suppress(EngineError):
            steps += answered(request.trial, request.complete, reading).steps
            _check(request, reading)
    reading.read(step.rule for step in steps)


def _check(request: TrialRequest, reading: LibraryReading) -> tuple[CheckedCost, Citations] | None:
    """Check the cost of a trial of one; None for any other trial.

    Raises:
        EngineError: the cost can't be read, or what is asked of it makes no sense.
    """
    if request.trial.function is not costs.paying:
        return None
    query = costs.request(Inputs(request.complete, request.trial.controls))
    if request.edition:
        query["edition"] = request.edition.iso
    return check_on_page(query, reading.loaded)


def _not_covered(request: TrialRequest, reading: LibraryReading) -> NotCovered | None:
    """Return what is said of an edition that has no rule about what is tried."""
    if request.edition is None:
        return None
    others = editions_with(request.trial.rules, reading.loaded)
    message = f"No numbered rule of {long_date(request.edition.date)} covers this."
    if not others:
        return NotCovered(message)
    first = others[-1]
    return NotCovered(message, f"Try the {long_date(first.date)} rules", replace(request, edition=first).address)


def _problem(request: TrialRequest, error: EngineError) -> TrialProblem:
    """Return what a page says of an error, at the control that is to blame."""
    keys = [control.key for control in request.trial.controls]
    costs = [control.key for control in request.trial.controls if control.kind == "cost"]
    field = error.field or ""
    if field not in keys:
        field = costs[0] if len(costs) == 1 else ""
    mended = error.mended(request.complete[field]) if error.suggestion and field else ""
    address = request.address_with({field: mended}) if mended else ""
    message = _naming(request, field, error.message)
    return TrialProblem(message, address, mended, field=field, error=error.as_json())


def _naming(request: TrialRequest, field: str, message: str) -> str:
    """Return a sentence that names the control it is about; the engine's own name their place in a request."""
    label = next((control.label for control in request.trial.controls if control.key == field), "")
    if not label or label in message:
        return message
    return f"{label}: {message.removeprefix(f'In “{field}”: ')}"
