"""Cost engine: what a cost means, and how it can be paid. Pure Python: no clock, no network, no framework.

It reads the tables of X, keywords and options (`symbols/data/`) as it is imported, and touches no file after that.

Enter here. Text becomes a `Cost`, a cost becomes a `CheckResult`, and everything that is known of the cost is found on
that when it is first asked for:

    >>> from symbols.engine import Pool, check, read_cost
    >>> result = check("{X}{2/W}{W/P}", values={"X": 2}, pool=Pool.of_costs(read_cost("WWG")))
    >>> result.cost.canonical, result.mana_value_on_stack, result.announcements.count(), result.payable
    ('{X}{2/W}{W/P}', 5, 4, True)

What comes from people goes through `CheckRequest`, which reads the same keys from an address, a JSON object or a
command line. Input that makes no sense raises an `EngineError` and nothing else.

The folders follow a cost on its way: `costs` (symbols, parts and amounts), `reading` (from text), `ways` (how it can
be announced, 601.2b), `totals` (what it comes to, 601.2f), `paying` (from a pool, 601.2h), `abilities` (what is paid
other than mana) and `x` (what X is, 107.3). Those who ask need no more than the names below.
Those who show or try a part of it (a symbol, an announcement, a payment, a step to X) import its names from `costs`,
`ways`, `paying`, `abilities` or `x`; nothing but the engine imports the modules inside of them.
"""

from symbols.engine.citations import Citation
from symbols.engine.conditions import Condition, Verdict, all_of, any_of
from symbols.engine.costs.cost import Cost
from symbols.engine.errors import BadRequest, EngineError, ErrorJson, TooLarge, error_json
from symbols.engine.facts import MANA_ABILITY
from symbols.engine.fields import as_one_text, edition_date
from symbols.engine.options import GROUPS, OPTIONS, CheckOption, OptionGroup
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
from symbols.engine.request import KEYS, CheckRequest
from symbols.engine.result import CheckResult, check
from symbols.engine.steps import counting
from symbols.engine.totals.changes import NO_CHANGES, CostChanges
from symbols.engine.x.rows import XRow, XRows

__all__ = [
    "GROUPS",
    "KEYS",
    "KEYWORDS",
    "MANA_ABILITY",
    "MAX_LENGTH",
    "MAX_SYMBOLS",
    "NO_CHANGES",
    "OPTIONS",
    "BadRequest",
    "CheckOption",
    "CheckRequest",
    "CheckResult",
    "Citation",
    "Condition",
    "Cost",
    "CostChanges",
    "EngineError",
    "ErrorJson",
    "KeywordInput",
    "OptionGroup",
    "Pool",
    "TooLarge",
    "Verdict",
    "XRow",
    "XRows",
    "all_of",
    "any_of",
    "as_one_text",
    "check",
    "counting",
    "edition_date",
    "error_json",
    "keyword_before",
    "keyword_instead",
    "keyword_named",
    "keyword_of",
    "read_cost",
]
