"""Run a trial and adapt its outcome to an edition's rule numbers and terms."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from symbols.sentences import in_terms_of
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Step
from symbols.trials.trial import Reading, Trial


def answered(trial: Trial, values: Mapping[str, str], reading: Reading) -> Outcome:
    """Run a trial; an outcome whose deciding rule the edition lacks stays in today's terms.

    Even a value that the outcome doesn't depend on has to be valid; the `field` of an error is its control's key.
    """
    result = trial.run(values, reading)
    Inputs(values, trial.controls).check()
    steps = (_in_terms(step, reading) for step in reading.cited(result.steps))
    result = replace(result, steps=tuple(steps))
    return in_terms(result, reading.edition) if result.deciding.is_given else result


def in_terms(outcome: Outcome, day: date | None) -> Outcome:
    """Put an outcome into the terms of a day's rules, except its steps, which may be from other editions."""
    rows = (replace(row, label=in_terms_of(day, row.label), value=in_terms_of(day, row.value)) for row in outcome.rows)
    sentence, caption = in_terms_of(day, outcome.sentence), in_terms_of(day, outcome.caption)
    return replace(outcome, sentence=sentence, caption=caption, rows=tuple(rows))


def _in_terms(step: Step, reading: Reading) -> Step:
    return replace(step, why=in_terms_of(reading.edition, step.why)) if step.is_given else step
