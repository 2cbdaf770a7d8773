"""The cost engine: what a cost means, and whether it can be paid. Pure Python, no I/O after import.

`read_cost` parses text; `check` returns a `CheckResult`, whose properties are computed when first accessed:

    >>> from symbols.engine import Pool, check, read_cost
    >>> result = check("{X}{2/W}{W/P}", values={"X": 2}, pool=Pool.of_costs(read_cost("WWG")))
    >>> result.cost.canonical, result.mana_value_on_stack, result.announcements.count(), result.payable
    ('{X}{2/W}{W/P}', 5, 4, True)

User input goes through `CheckRequest`, which takes the same keys from a query string, a JSON object or the command
line. Invalid input raises an `EngineError`, and nothing else.

The packages, in the order a cost passes through them: `costs` (symbols, parts, amounts), `reading` (parsing), `ways`
(announcements, 601.2b), `totals` (total costs, 601.2f), `paying` (payment from a pool, 601.2h), `abilities` (costs
other than mana) and `x` (what X is, 107.3). The names below suffice for most uses. To show a symbol, an announcement,
a payment or a step to X, import from `costs`, `ways`, `paying`, `abilities` or `x`; only the engine imports the
modules inside them.
"""

from symbols.engine.citations import Citation
from symbols.engine.conditions import Condition, Verdict, all_of, any_of
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.two_parts import TwoParts
from symbols.engine.errors import BadRequest, EngineError, ErrorJson, TooLarge, error_json
from symbols.engine.facts import MANA_ABILITY
from symbols.engine.fields import as_one_text, edition_date
from symbols.engine.option_changes import ADDED_TO
from symbols.engine.options import GROUPS, MAIN, OPTIONS, CheckOption
from symbols.engine.paying.pool import Pool
from symbols.engine.reading.keywords import (
    KEYWORDS,
    KeywordInput,
    keyword_before,
    keyword_instead,
    keyword_named,
    keyword_of,
)
from symbols.engine.reading.reader import MAX_LENGTH, MAX_SYMBOLS, read_cost
from symbols.engine.request import KEYS, CheckRequest, check
from symbols.engine.result import CheckResult
from symbols.engine.steps import counting
from symbols.engine.totals.changes import NO_CHANGES, CostChanges
from symbols.engine.x.rows import XRow
