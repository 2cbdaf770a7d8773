"""Questions for the page: what the verdict depends on, and what a card's text asks for."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils.safestring import SafeString

from explorer.cards.inputs import COUNT, CardInput
from explorer.citations import Citations
from explorer.costcheck.check import CardQuestion, CheckedCost, OpenQuestion
from explorer.costcheck.option_fields import LABELS
from explorer.costcheck.shown_card import ShownAnswer, choices_of, with_option
from symbols.engine import OPTIONS
from symbols.engine.costs import MANA_TYPES
from symbols.engine.sources import MOST_NUMBER, Source, SourceQuestion, made_as_text, questions_of, with_count
from symbols.sentences import join_words

_MOST = 60
_LONGEST = 80
_NOTHING = SafeString("")


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number, None if unknown, with the addresses of its neighbors, empty at either end."""

    value: int | None
    less: str
    more: str


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question with one way to answer it.

    Attributes:
        note: sentence or keyword of the card that asks.
        answers: links.
        field: id of the option's field, if the answer must be typed.
        filled: value that the card fills in.
        is_open: whether the verdict depends on it.
    """

    text: str
    note: str = ""
    cites: SafeString = _NOTHING
    answers: Sequence[ShownAnswer] = ()
    stepper: Stepper | None = None
    field: str = ""
    filled: str = ""
    is_open: bool = False


def show_questions(checked: CheckedCost, citations: Citations) -> list[ShownQuestion]:
    """Open ones first."""
    card = checked.card
    opened = {question.text for question in checked.verdict.questions}
    found = [_of_sentence(text, checked) for text in (card.unread if card else ())]
    parts: dict[str, list[OpenQuestion]] = {}
    for place, source in enumerate(checked.result.sources):
        found += _of_source(checked, place, source)
    for question in (*checked.verdict.questions, *_counted(checked)):
        if not question.is_sentence and question.key != "sources":
            parts.setdefault(question.key, []).append(question)
    found += [_of_parts(key, questions, checked, citations) for key, questions in parts.items()]
    if card:
        found += [_of_card(one, card, checked, is_open=one.sentence in opened) for one in card.inputs]
    return sorted(found, key=lambda one: not one.is_open)


def on_table(checked: CheckedCost) -> list[ShownQuestion]:
    """The sources, each with a stepper for its number and links for its state."""
    found = []
    for place, source in enumerate(checked.result.sources):
        at = partial(_with_source, checked, place)
        less, more = source.count - 1, source.count + 1
        stepper = Stepper(source.count, at(count=less), at(count=more) if more <= _MOST else "")
        makes = " or ".join(map(made_as_text, source.makes))
        note = makes if len(makes) < _LONGEST else ""
        found.append(ShownQuestion(source.name, note, answers=_states(source, at), stepper=stepper))
    return found


def _with_source(checked: CheckedCost, place: int, **changed: Any) -> str:
    """Address of the check with a change to one source: its `count`, or a field of its notes.

    Of several, only one becomes tapped or new; other notes are about all.
    """
    items = []
    for at, source in enumerate(checked.result.sources):
        count, notes = source.count, source.notes
        if at == place:
            count = changed.get("count", count)
            notes = replace(notes, **{key: value for key, value in changed.items() if key != "count"})
        is_one = notes != source.notes and changed.keys() <= {"is_tapped", "is_new"}
        if is_one:
            items.append(with_count(replace(source, notes=notes).typed, 1))
            count, notes = count - 1, source.notes
        if count:
            items.append(with_count(replace(source, notes=notes).typed, count))
    apart = "; " if any(":" in item for item in items) else ", "
    return with_option(checked, "sources", apart.join(items))


def _states(source: Source, at: Callable[..., str]) -> list[ShownAnswer]:
    """Tapped, and new: only a creature can be summoning sick (302.6)."""
    if not any(ability.taps for ability in source.abilities):
        return []
    is_tapped, is_new = source.notes.is_tapped, source.notes.is_new
    word = "tapped" if source.count == 1 else "one tapped"
    found = [ShownAnswer(word, at(is_tapped=not is_tapped), chosen=is_tapped)]
    if source.creature is not None:
        found.append(ShownAnswer("new this turn", at(is_new=not is_new), chosen=is_new))
    return found


def _of_source(checked: CheckedCost, place: int, source: Source) -> Iterator[ShownQuestion]:
    """Unknowns of a source's abilities, each with its current answer."""
    at = partial(_with_source, checked, place)
    for one in questions_of(source, checked.result.spent_on):
        note = f"{source.name}: {one.ability.text}"
        # It stays open when answered, so that it keeps its place.
        shown = ShownQuestion(_ASKED[one.unknown], note, is_open=True)
        if one.unknown == "number":
            text = "How many times can you do this?" if one.ability.each else shown.text
            yield replace(shown, text=text, stepper=_number_of(source, at))
        elif one.unknown == "colors":
            yield replace(shown, answers=_colors_of(one, at))
        else:
            is_met = source.notes.is_met
            words = {"Yes": True, "No": False}
            answers = [ShownAnswer(word, at(is_met=told), chosen=is_met is told) for word, told in words.items()]
            yield replace(shown, text=_MAY_BE_SPENT if one.is_restriction else shown.text, answers=answers)


_MAY_BE_SPENT = "May it be spent on this?"
_ASKED = {"colors": "Which colors can it make?", "number": "How many?", "condition": "Is its condition met?"}


def _number_of(source: Source, at: Callable[..., str]) -> Stepper:
    number = source.notes.number
    least = number or 0
    return Stepper(number, at(number=least - 1) if least else "", at(number=least + 1) if least < MOST_NUMBER else "")


def _colors_of(question: SourceQuestion, at: Callable[..., str]) -> list[ShownAnswer]:
    """Toggles for the types that it can make."""
    now = question.source.notes.colors
    found = []
    for name in MANA_TYPES:
        if name in question.ability.types:
            colors = tuple(each for each in MANA_TYPES if (each in now) != (each == name))
            found.append(ShownAnswer(f"{{{name}}}", at(colors=colors), chosen=name in now))
    return found


def _counted(checked: CheckedCost) -> Iterator[OpenQuestion]:
    """Questions for numbers that are given, so that they can be changed."""
    for part in checked.result.parts:
        if part.payable is not None and part.required is None and OPTIONS[part.option or "rest"].kind == "count":
            yield OpenQuestion(part.text, part.option, rules=part.check.rules)
    if checked.options.get("amount"):
        yield OpenQuestion("", "amount")


def _of_sentence(text: str, checked: CheckedCost) -> ShownQuestion:
    """An uncounted sentence may forbid a payable cost, or make an unpayable one cheaper."""
    result, is_open = checked.result, checked.verdict.answer is not None
    if result.payable is False and result.player.rest is None:
        return ShownQuestion("Does it cost less?", text, field="option-reduce", is_open=is_open)
    return ShownQuestion("Can you still cast it?", text, answers=_answers("rest", checked), is_open=is_open)


def _of_parts(key: str, questions: Sequence[OpenQuestion], checked: CheckedCost, citations: Citations) -> ShownQuestion:
    """One question for all parts of an option, such as “Sacrifice a creature” and “Sacrifice a land”."""
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


def _answers(key: str, checked: CheckedCost, values: dict[str, str] | None = None) -> list[ShownAnswer]:
    now = str(checked.options.get(key, ""))
    answers = values or OPTIONS[key].answers
    return [ShownAnswer(word, with_option(checked, key, value), chosen=value == now) for word, value in answers.items()]


def _of_card(one: CardInput, card: CardQuestion, checked: CheckedCost, *, is_open: bool) -> ShownQuestion:
    if one.way != "count":
        choices, filled = choices_of(one, card)
        return ShownQuestion("", one.sentence, answers=choices, filled=filled, is_open=is_open)
    text = OPTIONS[one.key].ask or ("How much?" if one.value == f"{{{COUNT}}}" else "How many?")
    if COUNT not in one.value:
        return ShownQuestion(text, one.sentence, field=f"option-{one.key}", is_open=is_open)
    return ShownQuestion(text, one.sentence, stepper=_stepper(one.key, one.value, checked), is_open=is_open)


def _stepper(key: str, value: str, checked: CheckedCost) -> Stepper:
    """Stepper for the number in a value such as `{1} # targets`; the first target is free."""
    now = str(checked.options.get(key, ""))
    least = 1 if OPTIONS[key].beyond_first else 0
    pattern = re.escape(value).replace(re.escape(COUNT), "([0-9]{1,7})")
    match = re.fullmatch(pattern, now)
    # No cost is the same as 0; a count is unknown until it is given.
    is_known = match is not None or value != COUNT
    count = int(match[1]) if match else least

    def at(number: int) -> str:
        is_none = number == least and value != COUNT
        return with_option(checked, key, "" if is_none else value.replace(COUNT, str(number)))

    less = at(count - 1) if count > least else "" if is_known else at(least)
    return Stepper(count if is_known else None, less, at(count + 1) if count < _MOST else "")
