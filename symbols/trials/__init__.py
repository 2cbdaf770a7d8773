"""Trials: rules that compute something, as “Try it” forms for the user's own numbers."""

from symbols.trials.inputs import Control, Inputs, MissingValueError, TrialError
from symbols.trials.outcome import Elsewhere, Outcome, Row, Step
from symbols.trials.trial import Placement, Preset, Reading, Trial, answered, in_terms
