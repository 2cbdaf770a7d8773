"""Answer of a trial, with the number that the edition read under gives every rule, and in its terms.

What it doesn't decide stays in the newest terms.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from symbols.sentences import in_terms_of
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
    found = replace(found, steps=tuple(_in_edition(step, reading) for step in found.steps))
    return in_terms(found, reading.edition) if found.deciding.number else found


def in_terms(outcome: Outcome, day: date | None) -> Outcome:
    """Return an answer in the terms of a day's rules; its steps are left alone, which may be from others."""
    rows = (replace(row, label=in_terms_of(day, row.label), value=in_terms_of(day, row.value)) for row in outcome.rows)
    sentence, caption = in_terms_of(day, outcome.sentence), in_terms_of(day, outcome.caption)
    return replace(outcome, sentence=sentence, caption=caption, rows=tuple(rows))


def _in_edition(step: Step, reading: Reading) -> Step:
    number = reading.find(step.rule)
    return replace(step, number=number, why=in_terms_of(reading.edition, step.why) if number else step.why)
