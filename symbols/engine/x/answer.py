"""The answer to “what is X?”, with the rules behind it."""

from dataclasses import dataclass

from symbols.engine.x.situation import Situation
from symbols.engine.x.words import AnswerKind, Chooser, StepOutcome, When


@dataclass(frozen=True, slots=True)
class RuleStep:
    """Rule considered on the way to the answer.

    Attributes:
        why: what it says about this situation, in our words.
    """

    rule: str
    why: str
    outcome: StepOutcome

    def as_json(self) -> dict[str, str]:
        return {"rule": self.rule, "why": self.why, "outcome": self.outcome.value}


@dataclass(frozen=True, slots=True)
class XAnswer:
    """What X is in a situation.

    Attributes:
        value: the number, if known.
        allowed: the legal choices, if the rules name them: `{0}`, or none at all. None if any number from
            `situation.least` up is legal, or if none is chosen.
        formula: the text that defines the number, or whose number it is.
        rule: the rule that decides.
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
        below = self.value is not None and self.value < 0
        return self._answer + (
            " If an effect’s result would be negative, 0 is used, with 107.1b’s exceptions." if below else ""
        )

    @property
    def _answer(self) -> str:
        letter = self.situation.letter
        known = "" if self.value is None else f", now {self.value}"
        if not self.is_legal:
            least = self.situation.least
            return f"No legal {letter}: it must be 0, but the text requires {least} or more."
        if self.kind is AnswerKind.NUMBER:
            return f"{letter} is {self.value}."
        if self.kind is AnswerKind.ONLY:
            return f"{letter} is 0, the only legal choice."
        if self.kind is AnswerKind.CHOSEN:
            least = self.situation.least
            limit = f", {least} or more" if least else ""
            number = "" if self.value is None else f"{self.value}, "
            if self.situation.doubled:
                return (
                    f"{letter} is {number}{self.situation.times} the number chosen by {self.who} {self.moment}{limit}."
                )
            return f"{letter} is {number}chosen by {self.who} {self.moment}{limit}."
        if self.kind in {AnswerKind.SAME, AnswerKind.DEPENDS}:
            return f"{letter} is {self.formula}{known}."
        words = f": {self.formula}" if self.formula else ""
        return f"{letter} is what its text says{words}{known}."

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
