"""The answer to “what is X?”, with the rules behind it."""

from dataclasses import dataclass

from symbols.engine.x.situation import Situation
from symbols.engine.x.words import AnswerKind, Chooser, StepOutcome, When


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
    """What X is in a situation.

    Attributes:
        allowed: the legal choices, if the rules name them: `{0}`, or none at all. None if any number from
            `situation.least` up is legal, or if none is chosen.
        formula: the text that defines the number, or whose number it is.
        steps: every rule considered, in order; exactly one decides.
        ask: the parameter that would settle a `DEPENDS` answer; "" for others.
    """

    situation: Situation
    kind: AnswerKind
    value: int | None
    allowed: frozenset[int] | None
    formula: str
    chooser: Chooser
    when: When
    rule: str
    steps: tuple[RuleStep, ...]
    ask: str = ""

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
        """The answer in one sentence, plus one on negative results (107.1b)."""
        letter, known = self.situation.letter, "" if self.value is None else str(self.value)
        if not self.is_legal:
            return f"No legal {letter}: {self._reason}"
        if self.kind in {AnswerKind.SAME, AnswerKind.DEPENDS, AnswerKind.FORMULA}:
            return f"{letter} is {self._what}{known and f', now {known}'}.{self._on_negative}"
        return f"{letter} is {', '.join(filter(None, [known, self._what]))}."

    @property
    def verdict(self) -> tuple[str, str]:
        """The value, and what else there is to say, if anything: `3`, `Chosen by its controller …`."""
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
        """What the number is, in words; empty where there is no more to say than the number."""
        if self.kind is AnswerKind.ONLY:
            return "the only legal choice"
        if self.kind is AnswerKind.CHOSEN:
            times = f"{self.situation.times} the number " if self.situation.doubled else ""
            limit = f", {self.situation.least} or more" if self.situation.least else ""
            return f"{times}chosen by {self.who} {self.moment}{limit}"
        if self.kind is AnswerKind.FORMULA:
            return f"what its text says{self.formula and f': {self.formula}'}"
        return self.formula

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
