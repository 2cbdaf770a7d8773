"""Fields of forms: what the checker, the X explorer and trials ask with, each drawn by `templates/forms/field.html`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.forms.utils import flatatt
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from symbols.engine import ErrorJson

_CAPITALIZED = {"I", "X", "Y", "Z", "Class"}
"""First words of labels that keep their capital within a sentence."""


@dataclass(frozen=True, slots=True)
class FieldOption:
    """One thing that can be chosen.

    Attributes:
        value: how it stands in an address.
        label: how a page says it.
        chosen: whether it is chosen.
        implied: whether it follows from another choice, and can't be taken back here.
    """

    value: str
    label: str
    chosen: bool = False
    implied: bool = False


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """Mistake in a field.

    Attributes:
        message: the sentence.
        address: a way on: where a mended question leads; empty where there is none.
        suggestion: what is mended there; empty where the question leaves the field out.
        error: the mistake for programs, where it has a code of its own.
    """

    message: str
    address: str = ""
    suggestion: str = ""
    error: ErrorJson | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Question with its control.

    Attributes:
        key: its parameter in an address.
        label: the question; with `symbol`, the code of one drawn in its place.
        kind: `number`, `text`, `lines`, `cost`, `list`, `radios`, `tick` or `ticks`.
        id: its element's id; empty where the label is around the control.
        hint_id: the id of its hint; likewise `problem_id`.
        value: what is typed; for a tick, what it says when it is set.
        checked: for a tick, whether it is set.
        unset: what a form says where a tick or all ticks are not set; None to say nothing.
        options: for `list`, `radios` and `ticks`.
        hint: a word on what is meant.
        mark: words beside the label on whence the value is; in a form whose controls have no ids.
        problem: what is wrong with it.
        notes: what a change here did to other fields; `back` is the address before it.
        steps: for a number, whether buttons step it, from `minimum` to `maximum`; empty for no bound.
        optional: whether it says that it may stay empty.
        attributes: further attributes of the control, such as those of htmx.
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
        """Ids of what describes the control."""
        return " ".join(filter(None, [self.hint_id if self.hint else "", self.problem_id]))

    @property
    def said(self) -> str:
        """Answer as it stands in an address; empty for none."""
        if self.options:
            return ",".join(option.value for option in self.options if option.chosen)
        return self.value.strip() if self.checked or self.kind != "tick" else ""

    @property
    def in_words(self) -> str:
        """Answer with the beginning of its label: “costs less: {5}”; empty where there is none."""
        label = self.label.partition(":")[0]
        first = re.split(r"\W", label, maxsplit=1)[0]
        label = label if first in _CAPITALIZED else label[:1].lower() + label[1:]
        if self.kind == "tick":
            return label if self.checked else f"{label}: no"
        chosen = [option.label for option in self.options if option.chosen]
        said = ", ".join(chosen) if self.options else self.said
        return f"{label}: {said}" if said else ""

    @property
    def drawn(self) -> SafeString:
        """Attributes of each of its controls."""
        numeric = {"inputmode": "numeric"} if self.kind == "number" else {}
        invalid = {"aria-invalid": "true"} if self.problem else {}
        return flatatt({"name": self.key, **numeric, **invalid, **self.attributes})

    @property
    def named(self) -> SafeString:
        """Attributes of a single control: its id, and what describes it."""
        own = flatatt({"id": self.id}) + flatatt({"aria-describedby": self.described}) if self.id else SafeString("")
        return own + self.drawn


def titled(title: str, fields: Iterable[Field]) -> str:
    """Return a title with what was asked beside it: “Can you pay {5}{W} with W (costs less: {5})?”."""
    said = "; ".join(filter(None, (field.in_words for field in fields)))
    mark = "?" if title.endswith("?") else ""
    return f"{title.removesuffix('?')} ({said}){mark}" if said else title


def edition_options(editions: Sequence[EditionInfo], chosen: str, newest: str) -> list[FieldOption]:
    """Return the options of a list of editions.

    Args:
        editions: those to choose from, in the order in which they are shown.
        chosen: the date of the one that is chosen; empty for none.
        newest: what the list says for none.
    """
    dated = [FieldOption(edition.iso, long_date(edition.date), edition.iso == chosen) for edition in editions]
    return [FieldOption("", newest), *dated]
