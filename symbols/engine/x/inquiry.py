"""Noting down which rules were asked, and what they said."""

from symbols.engine.x.answer import Answer, Step
from symbols.engine.x.errors import SituationError
from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Chooser, Definition, Kind, Outcome, When

__all__ = ["Inquiry"]


class Inquiry:
    """The way from a situation to its answer: steps, one of which settles it.

    In every `why`, `{x}` stands for the letter.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self._steps: list[Step] = []
        self._rule = ""
        self._kind = Kind.NUMBER
        self._value: int | None = None
        self._allowed: frozenset[int] | None = None
        self._formula = ""
        self._chooser = Chooser.NOBODY
        self._when = When.ALWAYS
        self._ask = ""

    def _note(self, rule: str, why: str, outcome: Outcome) -> None:
        why = why.replace("{x}", self.situation.letter)
        self._steps.append(Step(rule, why, outcome))

    def passes(self, rule: str, why: str) -> None:
        """Note a rule that is not about this situation."""
        self._note(rule, why, Outcome.PASSES)

    def adds(self, rule: str, why: str) -> None:
        """Note a rule that applies, without deciding."""
        self._note(rule, why, Outcome.ADDS)

    def _decides(self, rule: str, why: str, kind: Kind, value: int | None, when: When) -> None:
        self._note(rule, why, Outcome.DECIDES)
        self._rule, self._kind, self._value, self._when = rule, kind, value, when

    def zero(self, rule: str, why: str) -> None:
        """Settle it: the letter is 0."""
        self._decides(rule, why, Kind.NUMBER, 0, When.ALWAYS)

    def chosen(self, rule: str, why: str, when: When, chooser: Chooser) -> None:
        """Settle it: somebody chooses freely, and has chosen if a number was announced."""
        self._decides(rule, why, Kind.CHOSEN, self.situation.announced, when)
        self._chooser = chooser

    def only_zero(self, rule: str, why: str, when: When, chooser: Chooser) -> None:
        """Settle it: it is to be chosen, and 0 is the only choice, if the text allows 0."""
        self._allowed = frozenset({0} if self.situation.least == 0 else ())
        self._decides(rule, why, Kind.ONLY, 0 if self._allowed else None, when)
        self._chooser = chooser

    def same(self, rule: str, why: str, whose: str, value: int | None) -> None:
        """Settle it: the letter is a number that something else has."""
        self._decides(rule, why, Kind.SAME, value, When.TAKEN_OVER)
        self._formula = whose.replace("{x}", self.situation.letter)

    def below_zero(self) -> None:
        """Note what becomes of a number below zero, if the letter is one (107.1b)."""
        if self._value is None or self._value >= 0:
            return
        whose = "Nobody chooses it, so it may be below zero."
        if self.situation.refers:
            whose = "Nobody can choose that, so it is one that the other object's text defines."
        self.adds(
            "107.1b",
            f"{whose} A calculation or comparison uses {self._value:,} as it is; "
            "but where a calculation that would determine the result of an effect comes out below zero, 0 is used "
            "instead, unless the effect doubles, triples or sets a life total or a creature's power or toughness.",
        )

    def depends(self, rule: str, why: str, whose: str, ask: str) -> None:
        """Settle what it depends on: the letter is one thing or another, by a parameter that was not given."""
        self._decides(rule, why, Kind.DEPENDS, None, When.TAKEN_OVER)
        self._formula = whose.replace("{x}", self.situation.letter)
        self._ask = ask

    def defined(self, rule: str, why: str, when: When) -> None:
        """Settle it: the letter is what the text defines."""
        self._decides(rule, why, Kind.FORMULA, self.situation.defined_value, when)
        self._formula = self.situation.formula

    def by_choice(self, when: When, chooser: Chooser = Chooser.CONTROLLER) -> None:
        """Note who makes the choice that defines the letter, and when."""
        if self.situation.definition is Definition.CHOICE:
            self._chooser, self._when = chooser, when

    def answer(self) -> Answer:
        """Return the answer.

        Raises:
            SituationError: a number was announced, and the letter is another.
        """
        self.below_zero()
        announced = self.situation.announced
        if announced is not None and announced != self._value:
            why = next(step.why for step in self._steps if step.outcome is Outcome.DECIDES)
            raise SituationError(
                f"{self.situation.letter} can't have been announced as {announced} here ({self._rule}). {why}",
                field="announced",
            )
        return Answer(
            situation=self.situation,
            kind=self._kind,
            value=self._value,
            allowed=self._allowed,
            formula=self._formula,
            chooser=self._chooser,
            when=self._when,
            rule=self._rule,
            steps=tuple(self._steps),
            ask=self._ask,
        )
