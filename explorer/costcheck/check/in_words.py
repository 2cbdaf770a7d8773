"""Mana value, colors and verdict in words, for pages and the command line."""

from explorer.costcheck.check.verdict import Verdict
from symbols.engine import CheckResult
from symbols.engine.costs import COLOR_NAMES, amount_as_text
from symbols.sentences import join_words


def mana_value_in_words(result: CheckResult) -> str:
    """“3 on the stack with X = 2; 1 elsewhere”."""
    first, *others = (
        f"{join_words([amount_as_text(value) for value in values])} {zones}".strip()
        for values, zones in result.mana_value_by_zone
    )
    given = join_words([f"{name} = {result.values.get(name, 0):,}" for name in result.cost.variables])
    return "; ".join([f"{first} with {given}" if given else first, *others])


def verdict_in_words(result: CheckResult, verdict: Verdict) -> str:
    """A few sentences; empty where it isn't known whether the cost can be paid."""
    if verdict.answer is None:
        return ""
    lacking = f"{verdict.lacking.sentence} " if verdict.lacking else ""
    if verdict.answer != "maybe":
        return f"{lacking}You can{'' if result.payable else '’t'} pay."
    how = "You can’t pay with this alone."
    if result.payable:
        how = "You can pay the mana and life." if result.unchecked else "You can pay."
    return f"{lacking}Maybe. {how} {open_in_words(verdict)}"


def open_in_words(verdict: Verdict) -> str:
    """“Not checked: {T}, Sacrifice a creature. Not counted: “…””; empty without questions."""
    parts = ", ".join(question.text for question in verdict.questions if not question.is_sentence)
    sentences = [
        f"Not counted: “{question.text}”{'' if question.text.endswith('.') else '.'}"
        for question in verdict.questions
        if question.is_sentence
    ]
    return " ".join([*([f"Not checked: {parts}."] if parts else []), *sentences])


def colors_in_words(result: CheckResult) -> str:
    if result.colors is None:
        return "unknown: see its color indicator"
    return join_words([COLOR_NAMES[color] for color in result.colors]) or "colorless"
