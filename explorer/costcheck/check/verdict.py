"""Yes, no or maybe: the verdict of a check, and what keeps it from being settled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from explorer.cards.inputs import COUNT, CardInput
from explorer.costcheck.check.by_card import CardQuestion, question_about
from symbols.engine import OPTIONS, CheckRequest, CheckResult, EngineError

Answer = Literal["yes", "no", "maybe"]

_CREATURES: Final = "{W}{U}{B}{R}{G}" * 3


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something that isn't counted and could change the verdict.

    Attributes:
        text: a part of the cost, or a sentence of the card.
        key: the option that answers it; empty if none does.
        is_sentence: whether it is a sentence of the card.
    """

    text: str
    key: str = ""
    is_sentence: bool = False

    def as_json(self) -> dict[str, str | None]:
        return {"text": self.text, "key": self.key or None}


@dataclass(frozen=True, slots=True)
class Verdict:
    """`answer` is None if no mana was given and nothing fails."""

    answer: Answer | None
    questions: tuple[OpenQuestion, ...] = ()

    @property
    def word(self) -> str:
        return f"{self.answer.capitalize()}." if self.answer else ""


def verdict_of(result: CheckResult, card: CardQuestion | None) -> Verdict:
    """Maybe, if anything that isn't counted could turn the answer; else whether it can be paid."""
    if result.payable is None:
        return Verdict(None)
    questions = tuple(dict.fromkeys(_questions(result, card)))
    return Verdict("maybe" if questions else "yes" if result.payable else "no", questions)


def _questions(result: CheckResult, card: CardQuestion | None) -> Iterator[OpenQuestion]:
    for text in card.unread if card else ():
        yield OpenQuestion(text, is_sentence=True)
    if result.payable:
        for part in result.unchecked:
            yield OpenQuestion(part.text, part.input)
    elif card:
        for one in card.inputs:
            if OPTIONS[one.key].eases and not card.given.get(one.key) and _pays(one, card):
                yield OpenQuestion(one.sentence, one.key, is_sentence=True)


def _pays(one: CardInput, card: CardQuestion) -> bool:
    """Whether enough of what a sentence of the card allows would make it payable."""
    given = {**card.asked, one.key: one.value.replace(COUNT, "99") or _CREATURES}
    try:
        question = question_about(card.card, card.slug, given)
        return bool(question and CheckRequest.parse(question.given).check().payable)
    except EngineError:
        return False
