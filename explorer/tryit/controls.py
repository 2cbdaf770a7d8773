"""Form fields of a trial's controls."""

from typing import Final

from explorer.web.forms import Field, FieldOption, FieldProblem
from symbols.sentences import with_minus
from symbols.trials import Control
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
