"""Decide what X is, by the table of rule 107.3 (`symbols/data/x_decisions.toml`)."""

from typing import Final

from symbols.engine.x.answer import RuleStep, XAnswer
from symbols.engine.x.situation import Situation
from symbols.engine.x.situation_error import SituationError
from symbols.engine.x.table import ROWS, TICKED, UNTICKED, WORDS, DecisionRow
from symbols.engine.x.words import AnswerKind, Chooser, StepOutcome, Subject, When

_ROWS_FOR: Final = {
    subject: tuple(row for row in ROWS if subject in (row.fits.values("what") or Subject)) for subject in Subject
}
"""Rows that can match each subject."""


def what_is_x(situation: Situation) -> XAnswer:
    """What X is, who chooses it and when, and the rules that say so (107.3).

    Raises:
        SituationError: X can't be the number that was announced.
    """
    facts = {**situation.facts, "decided": frozenset[str](), "negative": UNTICKED}
    picked = {name: variants.pick(facts) for name, variants in WORDS.items()}
    doublings = "an effect doubles" if situation.doubled == 1 else f"{situation.doubled} effects double"
    names = {**picked, "x": str(situation.letter), "value": "", "times": situation.times, "doublings": doublings}
    steps: list[RuleStep] = []
    deciding: tuple[DecisionRow, int | None] | None = None
    for row in _ROWS_FOR[situation.subject]:
        if not row.applies(facts):
            continue
        if row.outcome is StepOutcome.DECIDES:
            value = _value(row, situation)
            deciding = row, value
            facts["decided"] = frozenset({row.rule})
            facts["negative"] = UNTICKED if value is None or value >= 0 else TICKED
            names["value"] = "" if value is None else f"{value:,}"
        steps.append(RuleStep(row.rule, row.why.format(**names), row.outcome))
    assert deciding is not None, "every situation is decided by a row"  # noqa: S101
    row, value = deciding
    if situation.announced is not None and situation.announced != value:
        why = next(step.why for step in steps if step.outcome is StepOutcome.DECIDES)
        raise SituationError(
            f"{situation.letter} can’t have been announced as {situation.announced} here ({row.rule}). {why}",
            field="announced",
            suggestion="0" if row.kind is AnswerKind.ONLY and value == 0 else None,
            others=("least",),
        )
    if value is not None:
        value *= 2**situation.doubled
    return XAnswer(
        situation=situation,
        kind=row.kind,
        value=value,
        allowed=frozenset({0} if situation.least == 0 else ()) if row.kind is AnswerKind.ONLY else None,
        formula=situation.formula if row.kind is AnswerKind.FORMULA else row.whose.format(**names),
        chooser=Chooser(picked.get(row.who, row.who)),
        when=When(picked.get(row.when, row.when)),
        rule=row.rule,
        steps=tuple(steps),
        ask=row.ask,
    )


def _value(row: DecisionRow, situation: Situation) -> int | None:
    if row.kind is AnswerKind.ONLY:
        return 0 if situation.least == 0 else None
    if row.kind is AnswerKind.NUMBER:
        return 0
    keys = ("gives",) if row.kind is AnswerKind.FORMULA else row.value
    return next((number for key in keys if (number := situation.value(key)) is not None), None)
