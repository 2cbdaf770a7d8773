"""Form fields of the checker, the X explorer and trials, rendered by `templates/forms/field.html`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.forms.utils import flatatt
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from symbols.engine import EngineError

_CAPITALIZED = {"I", "X", "Y", "Z", "Class"}
"""First words of labels that stay capitalized within a sentence."""

_CALLED = re.compile(r"(?:\b(?:on|keep|yes)|->) *#?\d+\b(?![/+])")
"""A line called by its number: `Aura on 2`, `2/2 -> 1`, `keep 2`."""


@dataclass(frozen=True, slots=True)
class FieldOption:
    """Option of a select, a radio group or checkboxes; one `implied` by another can't be unchecked."""

    value: str
    label: str
    chosen: bool = False
    implied: bool = False


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """Error of a field.

    Attributes:
        address: URL with the error fixed; empty where there is none.
        suggestion: what is corrected at `address`; empty where that leaves the field out.
        error: the same for programs; None where nobody asks for that.
    """

    message: str
    address: str = ""
    suggestion: str = ""
    error: EngineError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Field with its label and control.

    Attributes:
        key: its query parameter.
        label: the label; with `symbol`, the code of a symbol drawn in its place.
        kind: `number`, `text`, `lines`, `cost`, `list`, `radios`, `tick` or `ticks`.
        id: its element's id; empty where the label is around the control.
        value: its text; for a tick, what it submits when checked.
        unset: what a form submits when no tick is checked; None for nothing.
        options: for `list`, `radios` and `ticks`.
        mark: where the value comes from, beside the label; in a form whose controls have no ids.
        notes: how a change here changed other fields; `back` is the URL before it.
        steps: for a number, whether buttons step it from `minimum` to `maximum`; empty for no bound.
        optional: whether it is labeled optional.
        attributes: further HTML attributes of the control, such as htmx's.
    """

    key: str
    label: str
    kind: str = "text"
    symbol: str = ""
    id: str = ""
    hint_id: str = ""
    problem_id: str = ""
    value: str = ""
    checked: bool = False
    unset: str | None = None
    options: Sequence[FieldOption] = ()
    hint: str = ""
    mark: str = ""
    problem: FieldProblem | None = None
    notes: Sequence[str] = ()
    back: str = ""
    steps: bool = False
    minimum: str = ""
    maximum: str = ""
    optional: bool = False
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def described(self) -> str:
        return " ".join(filter(None, [self.hint_id if self.hint else "", self.problem_id]))

    @property
    def said(self) -> str:
        """Value as in a query string; empty for none."""
        if self.options:
            return ",".join(option.value for option in self.options if option.chosen)
        return self.value.strip() if self.checked or self.kind != "tick" else ""

    def in_words(self, *, numbered: bool = False) -> str:
        """Value with its label: “costs less: {5}”, or “board: 1. 2/2; 2. Aura on 1”; empty where there is none."""
        label = self.label.partition(":")[0]
        first = re.split(r"\W", label, maxsplit=1)[0]
        label = label if first in _CAPITALIZED else label[:1].lower() + label[1:]
        if self.kind == "tick":
            return label if self.checked else f"{label}: no"
        chosen = [option.label for option in self.options if option.chosen]
        lines = [line for line in self.said.splitlines() if line.strip()]
        if numbered and len(lines) > 1:
            lines = [f"{place}. {line}" for place, line in enumerate(lines, 1)]
        said = ", ".join(chosen) if self.options else "; ".join(lines)
        return f"{label}: {said}" if said else ""

    @property
    def drawn(self) -> SafeString:
        """HTML attributes of each of its controls."""
        numeric = {"inputmode": "numeric"} if self.kind == "number" else {}
        invalid = {"aria-invalid": "true"} if self.problem else {}
        return flatatt({"name": self.key, **numeric, **invalid, **self.attributes})

    @property
    def named(self) -> SafeString:
        """HTML attributes of a single control: those of `drawn`, its id and its description."""
        own = flatatt({"id": self.id}) + flatatt({"aria-describedby": self.described}) if self.id else SafeString("")
        return own + self.drawn


def in_words(fields: Iterable[Field]) -> str:
    """The given values: “costs less: {5}; snow: yes”. Lines have numbers where one is called by its number."""
    fields = list(fields)
    numbered = any(_CALLED.search(field.said) for field in fields if not field.options)
    return "; ".join(filter(None, (field.in_words(numbered=numbered) for field in fields)))


def titled(title: str, fields: Iterable[Field]) -> str:
    """Title with the given values: “Can you pay {5}{W} with W (costs less: {5})?”."""
    said = in_words(fields)
    mark = "?" if title.endswith("?") else ""
    return f"{title.removesuffix('?')} ({said}){mark}" if said else title


def edition_options(editions: Sequence[EditionInfo], chosen: str, newest: str) -> list[FieldOption]:
    """Options of a select; `newest` is the label of the empty one."""
    dated = [FieldOption(edition.iso, long_date(edition.date), edition.iso == chosen) for edition in editions]
    return [FieldOption("", newest), *dated]
