"""What X is: the answers of rule 107.3 for a described situation.

>>> what_is_x(Situation(method=Method.FREE)).sentence
'X is 0: the only number that can be chosen.'
"""

from symbols.engine.variables.answer import Answer, Step
from symbols.engine.variables.clauses import Clause, clauses
from symbols.engine.variables.deciding import what_is_x
from symbols.engine.variables.errors import SituationError
from symbols.engine.variables.numbers import LARGEST, read_value
from symbols.engine.variables.possible import Possible, label, possible
from symbols.engine.variables.situation import LONGEST_FORMULA, Situation
from symbols.engine.variables.words import (
    Chooser,
    Definition,
    Kind,
    Letter,
    Method,
    Origin,
    Outcome,
    Place,
    Subject,
    When,
    Zone,
)

__all__ = [
    "LARGEST",
    "LONGEST_FORMULA",
    "Answer",
    "Chooser",
    "Clause",
    "Definition",
    "Kind",
    "Letter",
    "Method",
    "Origin",
    "Outcome",
    "Place",
    "Possible",
    "Situation",
    "SituationError",
    "Step",
    "Subject",
    "When",
    "Zone",
    "clauses",
    "label",
    "possible",
    "read_value",
    "what_is_x",
]
