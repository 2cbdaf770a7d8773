"""The answer to “what is X?”, with the rules behind it."""

from dataclasses import dataclass
from typing import Final

from symbols.engine.x.situation import Situation
from symbols.engine.x.table import ROWS, TICKED, UNTICKED, WORDS, DecisionRow
from symbols.engine.x.words import AnswerKind, Chooser, SituationError, StepOutcome, Subject, When
from symbols.sentences import capital


@dataclass(frozen=True, slots=True)
class RuleStep:
    """Rule considered on the way to the answer, and what it says about this situation, in our words."""

    rule: str
    why: str
    outcome: StepOutcome

    def as_json(self) -> dict[str, str]:
        return {"rule": self.rule, "why": self.why, "outcome": self.outcome.value}


@dataclass(frozen=True, slots=True)
class XAnswer:
    """What X is in a situation."""

    situation: Situation
    kind: AnswerKind
    value: int | None
    # The legal choices, if the rules name them: `{0}`, or none at all. None if any number from `situation.least` up is
    # legal, or if none is chosen.
    allowed: frozenset[int] | None
    formula: str  # the text that defines the number, or whose number it is
    chooser: Chooser
    when: When
    rule: str
    steps: tuple[RuleStep, ...]  # every rule considered, in order; exactly one decides
    ask: str = ""  # the parameter that would settle a `DEPENDS` answer; "" for others

    @property
    def is_legal(self) -> bool:
        return self.allowed is None or bool(self.allowed)

    @property
    def who(self) -> str:
        if self.kind is AnswerKind.FORMULA and self.chooser is not Chooser.NOBODY:
            return f"{self.chooser.label}, by the choice in its text"
        return self.chooser.label

    @property
    def moment(self) -> str:
        return self.when.label

    @property
    def sentence(self) -> str:
        letter, known = self.situation.letter, "" if self.value is None else str(self.value)
        if not self.is_legal:
            return f"No legal {letter}: {self._reason}"
        if self.kind is AnswerKind.CHOSEN and not (known or self.situation.doubled):
            return f"{self._choice}."
        if self.kind in {AnswerKind.SAME, AnswerKind.DEPENDS, AnswerKind.FORMULA}:
            return f"{letter} is {self._what}{known and f', now {known}'}.{self._on_negative}"
        return f"{letter} is {', '.join(filter(None, [known, self._what]))}."

    @property
    def verdict(self) -> tuple[str, str]:
        """The value, and the rest: `3`, `Chosen by its controller …`."""
        what = f"{self._what[:1].upper()}{self._what[1:]}"
        rest = f"{what}.{self._on_negative}" if what else ""
        if not self.is_legal:
            return f"No legal {self.situation.letter}", self._reason.capitalize()
        if self.value is not None:
            return f"{self.value:,}", rest
        if self.kind is AnswerKind.DEPENDS:
            return "It depends", rest
        if self.kind is AnswerKind.CHOSEN:
            return f"{self.situation.least * 2**self.situation.doubled:,} or more", rest
        return what, ""

    @property
    def _reason(self) -> str:
        return f"it must be 0, but the text requires {self.situation.least} or more."

    @property
    def _what(self) -> str:
        """What the number is, in words; empty if the number says it all."""
        if self.kind is AnswerKind.ONLY:
            return "the only legal choice"
        if self.kind is AnswerKind.CHOSEN:
            times = f"{self.situation.times} the number " if self.situation.doubled else ""
            return f"{times}chosen by {self.who} {self.moment}{self._limit}"
        if self.kind is AnswerKind.FORMULA:
            return f"what its text says{self.formula and f': {self.formula}'}"
        return self.formula

    @property
    def _choice(self) -> str:
        """“The spell’s controller chooses X while casting it”."""
        of = "spell" if self.situation.subject is Subject.SPELL else "ability"
        who = f"the {of}’s controller" if self.chooser is Chooser.CONTROLLER else self.who
        moment = _WHILE.get(self.when, self.moment)
        limit = f"{self._limit}," if self._limit else ""
        return capital(f"{who} chooses {self.situation.letter}{limit} {moment}")

    @property
    def _limit(self) -> str:
        return f", {self.situation.least} or more" if self.situation.least else ""

    @property
    def _on_negative(self) -> str:
        below = self.value is not None and self.value < 0
        return " If an effect’s result would be negative, 0 is used, with 107.1b’s exceptions." if below else ""

    def as_json(self) -> dict[str, object]:
        """With the situation as query parameters."""
        return {
            "situation": self.situation.as_query(),
            "kind": self.kind.value,
            "value": self.value,
            "allowed": None if self.allowed is None else sorted(self.allowed),
            "least": self.situation.least,
            "formula": self.formula or None,
            "chooser": self.chooser.value,
            "when": self.when.value,
            "rule": self.rule,
            "sentence": self.sentence,
            "ask": self.ask or None,
            "steps": [step.as_json() for step in self.steps],
        }


_WHILE: Final = {When.CASTING: "while casting it", When.ACTIVATING: "while activating it"}
_ROWS_FOR: Final = {
    subject: tuple(row for row in ROWS if subject in (row.fits.values("what") or Subject)) for subject in Subject
}


def what_is_x(situation: Situation) -> XAnswer:
    """What X is, who chooses it and when, and the rules that say so (107.3)."""
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
