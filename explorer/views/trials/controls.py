"""A trial's questions as a page sets them: each control with what it says, and what is wrong with that."""

from collections.abc import Sequence
from dataclasses import dataclass

from symbols.trials import Control

MOST_BUTTONS = 4
"""With more choices than this a list takes less room than buttons."""

_YES = frozenset({"yes", "1", "true", "on"})


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """One choice of a control, and whether it is the one made."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ShownControl:
    """One control, ready for a page.

    Attributes:
        key: its parameter, and the end of its element's id.
        label: the question.
        look: `number`, `text`, `cost`, `buttons`, `list` or `tick`.
        value: what it says.
        ticked: for a tick, whether it is set.
        choices: for `buttons` and `list`.
        hint: a word on what is meant.
        least: the smallest number that the buttons beside it step to; likewise `most`. Empty where there is none.
        optional: whether it may stay empty.
        wrong: what is wrong with it; empty where nothing is.
    """

    key: str
    label: str
    look: str
    value: str
    ticked: bool
    choices: Sequence[ShownChoice]
    hint: str
    least: str
    most: str
    optional: bool
    wrong: str


def show_control(control: Control, value: str, wrong: str = "") -> ShownControl:
    """Return a control ready for a page."""
    look: str = control.kind
    if control.kind == "choice":
        look = "buttons" if len(control.choices) <= MOST_BUTTONS else "list"
    elif control.kind == "yes":
        look = "tick"
    return ShownControl(
        key=control.key,
        label=control.label,
        look=look,
        value=value,
        ticked=value.strip().lower() in _YES,
        choices=[ShownChoice(one.value, one.label, _same(one.value, value)) for one in control.choices],
        hint=control.hint,
        least="" if control.min is None else str(control.min),
        most="" if control.max is None else str(control.max),
        optional=control.optional,
        wrong=wrong,
    )


def _same(one: str, other: str) -> bool:
    return one.lower() == " ".join(other.split()).lower()
