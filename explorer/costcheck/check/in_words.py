"""Mana value, colors and verdict in words, for pages and the command line."""

from collections import Counter

from explorer.costcheck.check.verdict import Verdict
from symbols.engine import CheckResult
from symbols.engine.costs import COLOR_NAMES, MANA_NAMES, MANA_TYPES, amount_as_text
from symbols.engine.paying import Payment
from symbols.engine.sources import Plan, makers_by_symbol, several
from symbols.sentences import capital, join_words


def mana_value_in_words(result: CheckResult) -> str:
    """`3 on the stack with X = 2; 1 elsewhere`, for instance."""
    first, *others = (
        f"{join_words([amount_as_text(value) for value in values])} {zones}".strip()
        for values, zones in result.mana_value_by_zone
    )
    given = join_words([f"{name} = {result.values.get(name, 0):,}" for name in result.cost.variables])
    return "; ".join([f"{first} with {given}" if given else first, *others])


def verdict_in_words(result: CheckResult, verdict: Verdict) -> str:
    return "" if verdict.answer is None else in_sentences(verdict, sentence_of(result, verdict))


def in_sentences(verdict: Verdict, headline: str) -> str:
    """Yes, No or Maybe with its sentence, after what an edition lacks and before open questions."""
    if verdict.answer is None:
        return ""
    lacking = verdict.lacking.sentence if verdict.lacking else ""
    return " ".join(filter(None, [lacking, verdict.word, headline, open_in_words(verdict)]))


def sentence_of(result: CheckResult, verdict: Verdict) -> str:
    """The sentence after Yes, No or Maybe."""
    if verdict.refused:
        return f"You can’t do what it says: “{verdict.refused}”"
    if verdict.answer == "maybe":
        if not result.payable:
            asked = [question.text for question in verdict.questions if question.key == "sources"]
            return f"That depends on {join_words(asked)}." if asked else "This alone isn’t enough."
        mana = f"You have the mana{' and life' if result.payment and result.payment.life else ''}"
        mana += f" for X up to {result.max_x:,}" if result.max_x and "X" not in result.values else ""
        if any(question.is_sentence for question in verdict.questions):
            return f"{mana}. Its text says more."
        return f"{mana}." if result.to_pay.symbols else "That depends."
    if not result.payable:
        return " ".join(result.reasons)
    return _of_x(result) or _of_payment(result.payment, result)


def _of_x(result: CheckResult) -> str:
    """“X can be up to 2. At 2, you also pay 2 life.”; empty if X is given, or doesn't matter."""
    greatest = result.max_x
    if greatest is None or "X" in result.values:
        return ""
    if (hoped := result.best_case_x) is not None and hoped > greatest:
        return f"X can be {greatest:,}, or more if your sources make more."
    if not greatest:
        return "X can only be 0."
    payment = result.with_value("X", greatest).payment
    life = f" At {greatest:,}, you also pay {payment.life:,} life." if payment and payment.life else ""
    return f"X can be up to {greatest:,}.{life}"


def _of_payment(payment: Payment | None, result: CheckResult) -> str:
    if payment is None:
        return "You can do all of it." if result.parts else "You can pay."
    if result.plan and result.plan.steps:
        life = payment.life + result.plan.life
        return f"{_of_plan(result.plan, payment)}{f' You pay {life:,} life.' if life else ''}"
    if payment.life:
        return f"You {'also ' if payment.mana else ''}pay {payment.life:,} life."
    if not (payment.mana or payment.others):
        return "It costs nothing." if not result.parts else "You can do all of it."
    if each := _each(payment):
        return f"One {each} mana pays for each."
    many = sum(payment.left.mana)
    if not payment.mana:
        return "It takes none of your mana." if many else "It takes no mana."
    left = "".join(f"{{{name}}}" * count for name, count in zip(MANA_TYPES, payment.left.mana, strict=True))
    left = left if many <= _MOST_DRAWN else f"{many:,} mana"
    return f"You have {left} left." if many else "It takes all your mana."


_MOST_DRAWN = 5
_MOST_NAMED = 5


def _of_plan(plan: Plan, payment: Payment) -> str:
    """“Tap 2 Plains and Boros Signet, and sacrifice Treasure.”, for instance."""
    used = Counter((step.verb.lower(), step.source) for step in plan.steps)
    at_hand = "".join(f"{{{mana.type}}}" for step in plan.steps for mana in step.paid_with if not mana.step)
    for line, makers in zip(payment.symbols, makers_by_symbol(payment, plan), strict=True):
        types = [mana.type for mana in line.mana for _ in range(mana.count)]
        at_hand += "".join(f"{{{name}}}" for name, maker in zip(types, makers, strict=True) if not maker.step)
    if len(used) > _MOST_NAMED:
        return f"It takes {len(plan.steps)} of your sources."
    by_verb: dict[str, list[str]] = {}
    for (verb, source), count in used.items():
        by_verb.setdefault(verb, []).append(several(source, count))
    each = [f"{verb} {join_words(names)}" for verb, names in by_verb.items()]
    each += [f"use {at_hand}"] if at_hand else []
    return f"{capital(', and '.join(filter(None, [', '.join(each[:-1]), each[-1]])))}."


def _each(payment: Payment) -> str:
    """Color, if one mana of it pays for each of several equal symbols."""
    lines = payment.symbols
    paid = {(str(line.paid.symbol), line.mana) for line in lines if not (line.others or line.life or line.reduced)}
    if len(lines) < 2 or len(paid) != 1 or len(lines[0].paid.symbol.options) < 2 or payment.minimum:
        return ""
    mana = lines[0].mana
    return MANA_NAMES[mana[0].type] if len(mana) == 1 and mana[0].count == 1 else ""


def open_in_words(verdict: Verdict) -> str:
    """“Not checked: {T}, Sacrifice a creature. Not counted: “…””."""
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
