"""What trials share in reading their controls: costs, and errors that name the control to blame."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from symbols.engine import BadRequest, Cost, EngineError, read_cost
from symbols.trials.asked import Asked
from symbols.trials.trial import Choice, Control, Placement, TrialError, Try

__all__ = ["WHEN", "cost_in", "typed_in", "with_tries", "within_rules"]

WHEN: Final = Control(
    key="when",
    label="When",
    kind="choice",
    default="main",
    choices=(
        Choice("main", "my main phase, the stack is empty"),
        Choice("stack", "my main phase, something is on the stack"),
        Choice("phase", "another phase of my turn"),
        Choice("turn", "another player’s turn"),
        Choice("priority", "I don’t have priority"),
    ),
)
"""When a player acts at sorcery speed; the values are those of `symbols.trials.mechanics.moment`."""


@contextmanager
def typed_in(control: Control) -> Iterator[None]:
    """Blame a control for whatever the engine refuses in the block."""
    try:
        yield
    except TrialError:
        raise
    except EngineError as error:
        raise TrialError(f"{control.label}: {error.message}", field=control.key) from None


def cost_in(asked: Asked, control: Control) -> Cost | None:
    """Return the cost in a control; None where nothing stands there.

    Raises:
        TrialError: what stands there is no cost; its suggestion is the whole text with the mistake mended.
    """
    text = asked.text(control.key)
    if not text:
        return None
    try:
        return read_cost(text)
    except EngineError as error:
        suggestion = error.suggestion
        if suggestion is not None and error.start is not None:
            suggestion = text[: error.start] + suggestion + text[error.end :]
        raise TrialError(f"{control.label}: {error.message}", field=control.key, suggestion=suggestion) from None


def within_rules(cost: Cost) -> None:
    """Refuse a cost with a symbol that only un-cards have.

    Raises:
        BadRequest: it has one.
    """
    strange = next((symbol for symbol in cost.symbols if symbol.outside_rules), None)
    if strange is not None:
        raise BadRequest("outside_rules", f"{strange} is from un-cards only; the game’s numbers are integers (107.1).")


def with_tries(
    controls: Sequence[Control], tries: Mapping[str, Mapping[str, str]], places: Sequence[Placement]
) -> tuple[Placement, ...]:
    """Return placements with the same questions ready to be asked.

    Args:
        controls: the controls of the trial.
        tries: what each question is called, and what it says; other controls say what they do by default.
        places: the placements.
    """
    usual = {control.key: control.default for control in controls}
    ready = tuple(Try(label, {**usual, **said}) for label, said in tries.items())
    return tuple(replace(place, tries=ready) for place in places)
