"""The rules that decide a check: those of its most particular symbols, not that costs must be paid (118.3)."""

from collections.abc import Iterable, Sequence
from typing import Final

from symbols.engine import CheckResult

# The most particular first.
_PARTICULAR: Final = ("107.4f", "107.4e", "107.4h", "107.4c", "107.3a", "107.4a", "107.4b", "107.4d")
_MOST: Final = 3
# Of using sources, those that players ask about.
_OF_SOURCES: Final = ("300.3", "605.3a", "106.6", "601.2g")
_MOST_OF_SOURCES: Final = 2


def deciding_rules(result: CheckResult) -> Sequence[str]:
    """Stable names of the rules behind yes or no, the most particular first.

    `{2/W}{2/W}` from W W   ->   107.4e
    """
    if result.shortfall:
        return _sorted(rule for rule in result.shortfall.rules if rule != "118.3") or ["118.3"]
    if result.failing:
        return list(dict.fromkeys(rule for part in result.failing for rule in part.check.rules))
    of_plan = ["605.3a"] if result.plan and any(step.paid_with for step in result.plan.steps) else []
    return [*of_plan, *_of_symbols(result)] or ["118.3"]


def told_rules(result: CheckResult) -> Sequence[str]:
    """Those whose facts are told first: of the deciding rules, the symbols and the sources."""
    of_symbols = (rule for rule in _of_symbols(result) if rule in _PARTICULAR)
    told = list(dict.fromkeys([*deciding_rules(result), *of_symbols]))[:_MOST]
    cited = {fact.rule for fact in result.citations} if result.sources else ()
    return [*told, *[rule for rule in _OF_SOURCES if rule in cited][:_MOST_OF_SOURCES]]


def _of_symbols(result: CheckResult) -> list[str]:
    symbols = [entry.symbol for entry in result.to_pay.symbols]
    of_x = ["107.3a"] if any(symbol.variable for symbol in symbols) else []
    return _sorted([*of_x, *(rule for symbol in symbols for rule in symbol.rules)])


def _sorted(rules: Iterable[str]) -> list[str]:
    given = list(dict.fromkeys(rules))
    known = [rule for rule in _PARTICULAR if rule in given]
    return known + [rule for rule in given if rule not in known and not rule.startswith("107.")]
