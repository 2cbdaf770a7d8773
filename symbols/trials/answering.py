"""Asking a trial: what it answers, with every clause by the number that the edition read under gives it."""

from collections.abc import Mapping
from dataclasses import replace

from symbols.trials.asked import Asked
from symbols.trials.trial import Control, Outcome, Reading, Step, Trial

__all__ = ["answered"]


def answered(trial: Trial, said: Mapping[str, str], reading: Reading) -> Outcome:
    """Answer what was asked.

    Args:
        trial: what is tried.
        said: what its controls say; the others say what they do by default.
        reading: the edition to read under.

    Raises:
        EngineError: what a control says makes no sense, though it be one that does not matter for the answer; `field`
            is its key.
    """
    found = trial.run(said, reading)
    asked = Asked(said, trial.controls)
    for control in trial.controls:
        _look_at(control, asked)
    return replace(found, steps=tuple(_as_numbered(step, reading) for step in found.steps))


def _look_at(control: Control, asked: Asked) -> None:
    """Read a control, so that nothing is passed over in silence; raise where nothing can be made of it."""
    match control.kind:
        case "number" if asked.text(control.key):
            asked.number(control.key)
        case "choice":
            asked.choice(control.key)
        case "yes":
            asked.yes(control.key)
        case _:
            asked.text(control.key)


def _as_numbered(step: Step, reading: Reading) -> Step:
    if not reading.is_name(step.rule):
        return step
    number = reading.find(step.rule)
    return replace(step, rule=number or step.rule, clause=step.rule, known=bool(number))
