"""Mana value, colors and verdict of what is checked, in words, alike for pages and the command line."""

from symbols.engine import CheckResult
from symbols.engine.costs import COLOR_NAMES, amount_as_text
from symbols.sentences import join_words


def mana_value_in_words(result: CheckResult) -> str:
    """Return the mana value in each zone, with the values of the variables."""
    first, *others = (f"{amount_as_text(value)} {zones}".strip() for value, zones in result.mana_value_by_zone)
    given = join_words([f"{name} = {result.values.get(name, 0):,}" for name in result.cost.variables])
    return "; ".join([f"{first} with {given}" if given else first, *others])


def verdict_in_words(result: CheckResult) -> str:
    """Return whether all can be paid, as far as it was checked, without a period; nothing where that isn't known."""
    if result.payable is None:
        return ""
    if not result.payable or not result.unchecked:
        return f"You can{'' if result.payable else '’t'} pay"
    return f"You can pay the mana and life. Not checked: {', '.join(part.text for part in result.unchecked)}"


def colors_in_words(result: CheckResult) -> str:
    """Return the colors; that they are unknown, where only a color indicator says them."""
    if result.colors is None:
        return "unknown: see its color indicator"
    return join_words([COLOR_NAMES[color] for color in result.colors]) or "colorless"
