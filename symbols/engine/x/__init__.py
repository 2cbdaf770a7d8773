"""What X is: the answers of rule 107.3 for a described situation.

>>> what_is_x(Situation(method=Method.FREE)).sentence
'X is 0: the only number that can be chosen.'
"""

from symbols.engine.x.answer import Answer, Step
from symbols.engine.x.clauses import Clause, clauses
from symbols.engine.x.deciding import what_is_x
from symbols.engine.x.errors import SituationError
from symbols.engine.x.numbers import LARGEST, read_value
from symbols.engine.x.possible import Possible, label, possible
from symbols.engine.x.situation import LONGEST_FORMULA, Situation
from symbols.engine.x.words import (
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
