"""A Try it form on a page, with its answer or the error."""

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.citations import Citations
from explorer.costcheck import ShownCheck, show_check
from explorer.costcheck.check import CheckedCost, check_on_page
from explorer.tryit.answering import Answer, answer
from explorer.tryit.drawn import DRAWN
from explorer.tryit.outcome import ShownOutcome, show_outcome
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from explorer.web import addresses
from explorer.web.forms import Field, FieldOption, FieldProblem, titled
from symbols.engine import EngineError
from symbols.sentences import with_minus
from symbols.trials import Control, Inputs, Step, Trial, costs
from symbols.yes_no import YES

MOST_BUTTONS: Final = 4
"""Up to this many choices are radio buttons; more are a select."""

_PLAIN: Final = {"autocomplete": "off", "autocapitalize": "off", "autocorrect": "off", "spellcheck": "false"}


def field_for(control: Control, value: str, *, prefix: str, problem: FieldProblem | None = None) -> Field:
    kind: str = control.kind
    attributes: dict[str, str] = {}
    if kind == "choice":
        kind = "radios" if len(control.choices) <= MOST_BUTTONS else "list"
    elif kind == "several":
        kind = "ticks"
    elif kind == "yes":
        kind = "tick"
    elif kind == "number":
        attributes = {"autocomplete": "off"}
    else:
        attributes = {**_PLAIN, "dir": "auto"}
    element = f"{prefix}-{control.key}"
    return Field(
        key=control.key,
        label=control.label,
        kind=kind,
        id=element,
        hint_id=f"{element}-hint",
        problem_id=f"{element}-wrong",
        value="yes" if kind == "tick" else value,
        checked=value.strip().lower() in YES,
        unset={"tick": "no", "ticks": ""}.get(kind),
        options=_options(control, value),
        hint=with_minus(control.hint),
        problem=problem,
        steps=kind == "number",
        minimum="" if control.min is None else str(control.min),
        maximum="" if control.max is None else str(control.max),
        optional=control.optional,
        attributes=attributes,
    )


def _options(control: Control, value: str) -> list[FieldOption]:
    values = value.split(",") if control.kind == "several" else [value]
    chosen = {" ".join(each.split()).lower() for each in values}
    options = [FieldOption(one.value, one.label, one.value.lower() in chosen) for one in control.choices]
    if control.kind == "choice" and len(options) > MOST_BUTTONS and not any(option.chosen for option in options):
        # Browsers would take the first for chosen.
        options.insert(0, FieldOption("", "as usual" if control.optional else "choose one", chosen=True))
    return options


PAGE = "trial"
"""Prefix of element ids on a form's own page, where the address bar follows the form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialProblem(FieldProblem):
    """Why there is no answer; `field` is the key of the control in error, or empty."""

    field: str
    error: EngineError


@dataclass(frozen=True, slots=True)
class TrialBlock:
    """A Try it form on a page, with ready-made questions (label and address). All its elements' ids have a prefix.

    `shown` is what the page of a trial draws that isn't like those of others.
    """

    request: TrialRequest
    prefix: str
    fields: Sequence[Field]
    outcome: ShownOutcome | None
    answer: ShownCheck | None
    problem: TrialProblem | None
    tries: Sequence[tuple[str, str]]
    shown: object = None

    @property
    def drawn(self) -> str:
        """The slug, if its page isn't like those of others."""
        return self.trial.slug if self.is_page and self.trial.slug in DRAWN else ""

    @property
    def trial(self) -> Trial:
        return self.request.trial

    @property
    def hidden(self) -> Sequence[tuple[str, str]]:
        """What the form submits without showing it."""
        shown = {field.key for field in self.fields}
        return [(key, text) for key, text in self.request.complete.items() if key not in shown]

    @property
    def question(self) -> str:
        """The form's title and all its values, since defaults may change."""
        return titled(self.trial.title, self.fields)

    @property
    def pinned(self) -> str:
        """Address of the answer in its edition; empty where the request names one."""
        return addresses.keeping(self.request.address, self.outcome.day if self.outcome else None)

    @property
    def form_template(self) -> str:
        return f"try/_{self.drawn}_form.html" if self.drawn else "try/_form.html"

    @property
    def answer_template(self) -> str:
        return f"try/_{self.drawn}.html" if self.drawn else "try/_answer.html"

    @property
    def page_template(self) -> str:
        return f"try/{self.drawn or 'trial'}.html"

    @property
    def is_page(self) -> bool:
        return self.prefix == PAGE

    @property
    def spoken(self) -> str:
        return self.outcome.spoken if self.outcome else ""

    @property
    def stray(self) -> SafeString | str:
        """The error message, if it belongs to no control."""
        known = self.problem and any(field.problem for field in self.fields)
        return format_html("{}", self.problem.message) if self.problem and not known else ""


def make_block(request: TrialRequest, reading: TrialContext, *, prefix: str = PAGE) -> TrialBlock:
    outcome: ShownOutcome | None = None
    check: ShownCheck | None = None
    problem: TrialProblem | None = None
    found: Answer | None = None
    try:
        found = answer(request, reading)
        checked = _check(request, reading)
        found.reading.read(step.rule for step in found.outcome.steps)
        # Other facts have their rules beside them already.
        check = show_check(*checked, rules_from="107.4") if checked else None
        outcome = show_outcome(found, request, why=check is None)
    except EngineError as error:
        outcome, problem = None, _problem(request, error)
    draw = DRAWN.get(request.trial.slug) if prefix == PAGE else None
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
            for control in request.controls
        ],
        outcome=outcome,
        answer=check,
        problem=problem,
        tries=[(with_minus(one.label), request.address_with(one.values)) for one in request.tries],
        shown=draw(request, found if outcome else None, reading) if draw else None,
    )


def prefetch(requests: Collection[TrialRequest], reading: TrialContext) -> None:
    """Load all that the answers to some requests quote, so that making their blocks takes no queries."""
    reading.read(rule for request in requests for rule in request.trial.rules)
    steps: list[Step] = []
    for request in requests:
        # The block reports the error.
        with contextlib.suppress(EngineError):
            steps += answer(request, reading).outcome.steps
            _check(request, reading)
    reading.read(step.rule for step in steps)


def _check(request: TrialRequest, reading: TrialContext) -> tuple[CheckedCost, Citations] | None:
    """The checked cost, for a form about one; else None."""
    if request.trial.function is not costs.paying:
        return None
    query = costs.request(Inputs(request.complete, request.trial.controls), reading)
    return check_on_page(query, reading.loaded)


def _problem(request: TrialRequest, error: EngineError) -> TrialProblem:
    """The error at its control; with a single cost control, errors in costs are at that."""
    keys = [control.key for control in request.trial.controls]
    costs = [control.key for control in request.trial.controls if control.kind == "cost"]
    field = error.field or ""
    if field not in keys:
        field = costs[0] if len(costs) == 1 else ""
    mended = error.mended(request.complete[field]) if error.suggestion and field else ""
    address = request.address_with({field: mended}) if mended else ""
    message = _naming(request, field, error.message)
    return TrialProblem(message, address, mended, field=field, error=error)


def _naming(request: TrialRequest, field: str, message: str) -> str:
    """Prefix a message with the label of its control. The engine's messages name request keys instead."""
    label = next((each.label for each in (*request.controls, *request.trial.controls) if each.key == field), "")
    if not label or label in message:
        return message
    return f"{label}: {message.removeprefix(f'In “{field}”: ')}"
