"""Mana value, colors and verdict in words, for pages and the command line."""

from symbols.engine import CheckResult
from symbols.engine.costs import COLOR_NAMES, amount_as_text
from symbols.sentences import join_words


def mana_value_in_words(result: CheckResult) -> str:
    """“3 on the stack with X = 2; 1 elsewhere”."""
    first, *others = (f"{amount_as_text(value)} {zones}".strip() for value, zones in result.mana_value_by_zone)
    given = join_words([f"{name} = {result.values.get(name, 0):,}" for name in result.cost.variables])
    return "; ".join([f"{first} with {given}" if given else first, *others])


def verdict_in_words(result: CheckResult) -> str:
    """Without a period; empty where it isn't known whether the cost can be paid."""
    if result.payable is None:
        return ""
    if not result.payable or not result.unchecked:
        return f"You can{'' if result.payable else '’t'} pay"
    return f"You can pay the mana and life. Not checked: {', '.join(part.text for part in result.unchecked)}"


def colors_in_words(result: CheckResult) -> str:
    if result.colors is None:
        return "unknown: see its color indicator"
    return join_words([COLOR_NAMES[color] for color in result.colors]) or "colorless"
