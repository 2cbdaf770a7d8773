"""Rules that can be tried: each rule that computes, shown computing."""

from symbols.trials.answering import answered
from symbols.trials.asked import Asked
from symbols.trials.trial import Choice, Control, Fact, Outcome, Placement, Reading, Row, Step, Trial, TrialError, Try

__all__ = [
    "Asked",
    "Choice",
    "Control",
    "Fact",
    "Outcome",
    "Placement",
    "Reading",
    "Row",
    "Step",
    "Trial",
    "TrialError",
    "Try",
    "answered",
]
