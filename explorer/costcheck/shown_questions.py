"""What the verdict still depends on, and what a card asks, as questions that are answered on the page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from explorer.cards.inputs import COUNT, CardInput
from explorer.citations import Citations
from explorer.costcheck.check import CheckedCost, OpenQuestion
from explorer.costcheck.option_fields import LABELS
from explorer.costcheck.shown_card import CardChoice, choices_of, with_option
from symbols.engine import OPTIONS

_MOST = 99
_NOTHING = SafeString("")


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number with its neighbors' addresses, empty at either end."""

    value: int
    less: str
    more: str


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question with one way to answer it.

    Attributes:
        note: the sentence of the card that asks, or its keyword.
        answers: choices, as links.
        field: id of the option's field, where an answer has to be typed.
        filled: what the card fills in by itself.
        is_open: whether the verdict depends on it.
    """

    text: str
    note: str = ""
    cites: SafeString = _NOTHING
    answers: Sequence[CardChoice] = ()
    stepper: Stepper | None = None
    field: str = ""
    filled: str = ""
    is_open: bool = False


def show_questions(checked: CheckedCost, citations: Citations) -> list[ShownQuestion]:
    """Those that the verdict depends on, then those that a card's text asks for anyway."""
    card = checked.card
    inputs = card.inputs if card else ()
    asking = {one.sentence for one in inputs}
    found = [
        _open(question, checked, citations) for question in checked.verdict.questions if question.text not in asking
    ]
    if card and card.unread and checked.result.player.rest is not None:
        unread = (OpenQuestion(text, "rest", is_sentence=True) for text in card.unread)
        found += [_open(question, checked, citations) for question in unread]
    opened = {question.text for question in checked.verdict.questions}
    found += [_of_card(one, checked, is_open=one.sentence in opened) for one in inputs]
    return sorted(found, key=lambda one: not one.is_open)


def _open(question: OpenQuestion, checked: CheckedCost, citations: Citations) -> ShownQuestion:
    option = OPTIONS[question.key]
    part = question.text if question.is_sentence else f"{question.text[:1].lower()}{question.text[1:]}"
    cites = citations.links(question.rules)
    if question.is_sentence:
        return ShownQuestion(
            "Can you still cast it?", question.text, cites, _answers(question.key, checked), is_open=True
        )
    if question.required is not None:
        values = {"Yes": str(question.required), "No": "0"}
        doing = part if part[:1].isalpha() else f"pay {part}"
        return ShownQuestion(f"Can you {doing}?", "", cites, _answers(question.key, checked, values), is_open=True)
    if option.answers:
        text = f"Can you {part}?" if question.key == "rest" else option.ask
        return ShownQuestion(text, "", cites, _answers(question.key, checked), is_open=True)
    return ShownQuestion(
        option.ask or f"{LABELS[question.key]}?",
        question.text,
        cites,
        stepper=_stepper(question.key, "#", checked),
        is_open=True,
    )


def _answers(key: str, checked: CheckedCost, values: dict[str, str] | None = None) -> list[CardChoice]:
    now = str(checked.asked.get(key, ""))
    answers = values or OPTIONS[key].answers
    return [CardChoice(word, with_option(checked, key, value), chosen=value == now) for word, value in answers.items()]


def _of_card(one: CardInput, checked: CheckedCost, *, is_open: bool) -> ShownQuestion:
    card = checked.card
    if card is None:
        raise AssertionError("only a card has inputs")
    if one.way != "count":
        choices, filled = choices_of(one, card)
        return ShownQuestion("", one.sentence, answers=choices, filled=filled, is_open=is_open)
    text = OPTIONS[one.key].ask or ("How much?" if one.value == f"{{{COUNT}}}" else "How many?")
    if COUNT not in one.value:
        return ShownQuestion(text, one.sentence, field=f"option-{one.key}", is_open=is_open)
    return ShownQuestion(text, one.sentence, stepper=_stepper(one.key, one.value, checked), is_open=is_open)


def _stepper(key: str, value: str, checked: CheckedCost) -> Stepper:
    """Steps of the number in a value such as `{1} # targets`; the first target costs nothing."""
    now = str(checked.asked.get(key, ""))
    least = 1 if OPTIONS[key].beyond_first else 0
    pattern = re.escape(value).replace(re.escape(COUNT), "([0-9]{1,7})")
    match = re.fullmatch(pattern, now)
    count = int(match[1]) if match else least

    def at(number: int) -> str:
        return with_option(checked, key, "" if number == least else value.replace(COUNT, str(number)))

    return Stepper(count, at(count - 1) if count > least else "", at(count + 1) if count < _MOST else "")
