"""What X is: the answers of rule 107.3 for a described situation.

>>> what_is_x(Situation(method=Method.FREE)).sentence
'X is 0: the only number that can be chosen.'
"""

from symbols.engine.x.answer import Answer, Step
from symbols.engine.x.changing import KEYS, Dropped, Resolved, offered, resolve, revised
from symbols.engine.x.costs import CostHere, Filled, cost_here, letter_stands_in
from symbols.engine.x.deciding import what_is_x
from symbols.engine.x.errors import SituationError
from symbols.engine.x.examples import EXAMPLES, OTHER_RULES, SUBRULES, Example
from symbols.engine.x.numbers import LARGEST, read_value
from symbols.engine.x.rule_map import Trace, Track, stops, trace
from symbols.engine.x.situation import LONGEST_FORMULA, Situation, words_of
from symbols.engine.x.table import FIELDS, Field, Possible, Row, possible
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
    Word,
    Zone,
)

__all__ = [
    "EXAMPLES",
    "FIELDS",
    "KEYS",
    "LARGEST",
    "LONGEST_FORMULA",
    "OTHER_RULES",
    "SUBRULES",
    "Answer",
    "Chooser",
    "CostHere",
    "Definition",
    "Dropped",
    "Example",
    "Field",
    "Filled",
    "Kind",
    "Letter",
    "Method",
    "Origin",
    "Outcome",
    "Place",
    "Possible",
    "Resolved",
    "Row",
    "Situation",
    "SituationError",
    "Step",
    "Subject",
    "Trace",
    "Track",
    "When",
    "Word",
    "Zone",
    "cost_here",
    "letter_stands_in",
    "offered",
    "possible",
    "read_value",
    "resolve",
    "revised",
    "stops",
    "trace",
    "what_is_x",
    "words_of",
]
