"""Answer of a trial, with every rule by the number that the edition read under gives it."""

from collections.abc import Mapping
from dataclasses import replace

from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Step
from symbols.trials.trial import Reading, Trial


def answered(trial: Trial, values: Mapping[str, str], reading: Reading) -> Outcome:
    """Answer what was put in.

    Args:
        trial: what is tried.
        values: what its controls say; the others say what they do by default.
        reading: the edition to read under.

    Raises:
        EngineError: what a control says makes no sense, though it be one that does not matter for the answer; `field`
            is its key.
    """
    found = trial.run(values, reading)
    Inputs(values, trial.controls).check()
    return replace(found, steps=tuple(_as_numbered(step, reading) for step in found.steps))


def _as_numbered(step: Step, reading: Reading) -> Step:
    if not reading.is_name(step.rule):
        return step
    number = reading.find(step.rule)
    return replace(step, rule=number or step.rule, clause=step.rule, known=bool(number))
