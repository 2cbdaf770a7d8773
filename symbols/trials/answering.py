"""Answer of a trial, with the number that the edition read under gives every rule."""

from collections.abc import Mapping
from dataclasses import replace

from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome
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
    return replace(found, steps=tuple(replace(step, number=reading.find(step.rule)) for step in found.steps))
