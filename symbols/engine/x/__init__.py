"""What X is in a given situation, by rule 107.3.

>>> what_is_x(Situation(method=Method.FREE)).sentence
'X is 0, the only legal choice.'
"""

from symbols.engine.x.answer import RuleStep, XAnswer, what_is_x
from symbols.engine.x.changing import KEYS, Dropped, Resolved, offered, questions, resolve, revised
from symbols.engine.x.costs import CostInSituation, Filled, cost_in_situation, has_variable
from symbols.engine.x.rule_map import EXAMPLES, OTHER_RULES, SUBRULES, Example, Trace, Track, trace
from symbols.engine.x.situation import LARGEST, LONGEST_FORMULA, Situation, kind_of, read_value, words_of
from symbols.engine.x.table import FIELDS, SituationField, possible
from symbols.engine.x.words import (
    AnswerKind,
    Chooser,
    LetterDefinition,
    Method,
    Origin,
    Place,
    SituationError,
    StepOutcome,
    Subject,
    VariableLetter,
    When,
    Word,
    Zone,
)
