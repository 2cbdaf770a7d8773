"""What the verdict still depends on, and what a card asks, as questions that are answered on the page."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from explorer.cards.inputs import COUNT, CardInput
from explorer.citations import Citations
from explorer.costcheck.check import CardQuestion, CheckedCost, OpenQuestion
from explorer.costcheck.option_fields import LABELS
from explorer.costcheck.shown_card import CardChoice, choices_of, with_option
from symbols.engine import OPTIONS
from symbols.engine.sources import made_as_text, with_count
from symbols.sentences import join_words

_MOST = 60
_LONGEST = 80
_NOTHING = SafeString("")


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number, None if it isn't known, with its neighbors' addresses, empty at either end."""

    value: int | None
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
    opened = {question.text for question in checked.verdict.questions}
    found = [_of_sentence(text, checked) for text in (card.unread if card else ())]
    parts: dict[str, list[OpenQuestion]] = {}
    for question in (*checked.verdict.questions, *_counted(checked)):
        if not question.is_sentence:
            parts.setdefault(question.key, []).append(question)
    found += [_of_parts(key, questions, checked, citations) for key, questions in parts.items()]
    if card:
        found += [_of_card(one, card, checked, is_open=one.sentence in opened) for one in card.inputs]
    return sorted(found, key=lambda one: not one.is_open)


def on_table(checked: CheckedCost) -> list[ShownQuestion]:
    """The sources, each with its number as a stepper."""
    sources = checked.result.sources
    found = []
    for place, source in enumerate(sources):

        def at(count: int, place: int = place) -> str:
            counts = [count if at == place else one.count for at, one in enumerate(sources)]
            items = [with_count(one.name, number) for one, number in zip(sources, counts, strict=True) if number]
            return with_option(checked, "sources", "; ".join(items))

        count = source.count
        stepper = Stepper(count, at(count - 1), at(count + 1) if count < _MOST else "")
        makes = " or ".join(map(made_as_text, source.makes))
        found.append(ShownQuestion(source.name, makes if len(makes) < _LONGEST else "", stepper=stepper))
    return found


def _counted(checked: CheckedCost) -> Iterator[OpenQuestion]:
    """Questions of how many that have a number: it may be another one."""
    for part in checked.result.parts:
        if part.payable is not None and part.required is None and OPTIONS[part.option or "rest"].kind == "count":
            yield OpenQuestion(part.text, part.option, rules=part.check.rules)
    if checked.asked.get("amount"):
        yield OpenQuestion("", "amount")


def _of_sentence(text: str, checked: CheckedCost) -> ShownQuestion:
    """A sentence that isn't counted may forbid what can be paid; what can't, it may make cheaper."""
    result, is_open = checked.result, checked.verdict.answer is not None
    if result.payable is False and result.player.rest is None:
        return ShownQuestion("Does it cost less?", text, field="option-reduce", is_open=is_open)
    return ShownQuestion("Can you still cast it?", text, answers=_answers("rest", checked), is_open=is_open)


def _of_parts(key: str, questions: Sequence[OpenQuestion], checked: CheckedCost, citations: Citations) -> ShownQuestion:
    """One question for all parts that an option answers: {T}, or “Sacrifice a creature” and “Sacrifice a land”."""
    option, texts = OPTIONS[key], [question.text for question in questions]
    doing = join_words([f"{text[:1].lower()}{text[1:]}" if text[:1].isalpha() else f"pay {text}" for text in texts])
    cites = citations.links(dict.fromkeys(rule for question in questions for rule in question.rules))
    required = [part.required for part in checked.result.unchecked if part.input == key]
    known = [count for count in required if count is not None]
    if required and known == required:
        values = {"Yes": str(sum(known)), "No": "0"}
        return ShownQuestion(f"Can you {doing}?", "", cites, _answers(key, checked, values), is_open=True)
    if option.answers:
        text = f"Can you {doing}?" if key == "rest" else option.ask
        return ShownQuestion(text, "", cites, _answers(key, checked), is_open=True)
    text, stepper = option.ask or f"{LABELS[key]}?", _stepper(key, "#", checked)
    return ShownQuestion(text, ", ".join(texts), cites, stepper=stepper, is_open=True)


def _answers(key: str, checked: CheckedCost, values: dict[str, str] | None = None) -> list[CardChoice]:
    now = str(checked.asked.get(key, ""))
    answers = values or OPTIONS[key].answers
    return [CardChoice(word, with_option(checked, key, value), chosen=value == now) for word, value in answers.items()]


def _of_card(one: CardInput, card: CardQuestion, checked: CheckedCost, *, is_open: bool) -> ShownQuestion:
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
    # Of a cost, none is what isn't paid; of what somebody has, none is a number like any other.
    is_known = match is not None or value != COUNT
    count = int(match[1]) if match else least

    def at(number: int) -> str:
        is_none = number == least and value != COUNT
        return with_option(checked, key, "" if is_none else value.replace(COUNT, str(number)))

    less = at(count - 1) if count > least else "" if is_known else at(least)
    return Stepper(count if is_known else None, less, at(count + 1) if count < _MOST else "")
