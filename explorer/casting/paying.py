"""Determining and paying the cost, and the spell becoming cast (601.2f–i)."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from explorer.cards.casting_text import payment_effects
from explorer.cards.in_play import Applied
from explorer.cards.inputs import COUNT
from explorer.casting.ledger import Total
from explorer.casting.request import as_text
from explorer.casting.spell import Spell
from explorer.casting.steps import Answer, Choice, Draft, Kind
from explorer.costcheck.check import CheckedCost, mana_value_in_words, unknown_of_tap
from symbols.engine import OPTIONS, CheckResult
from symbols.engine.costs import Loyalty, Option
from symbols.engine.sources import SourcesResult
from symbols.engine.totals import announced_as_text, option_as_text
from symbols.sentences import join_words

_REDUCING: Final = frozenset({"reduce", "affinity"})
_NOTHING: Final = "{0}"
_MOST_CHOICES: Final = 12
_HELPING: Final = frozenset({"convoke", "improvise", "delve", "assist"})


def choose_numbers(draft: Draft, spell: Spell, result: CheckResult, total: Total) -> None:
    """The rest of 601.2b: X, and how each hybrid and Phyrexian symbol is paid."""
    for name in () if spell.is_face_down else result.to_pay.variables:
        draft.choices.append(_variable(name, spell, result))
        if name in result.to_pay.zeroed:
            draft.say(f"{name} is 0, because its cost isn’t paid.", "107.3b")
    forbid_zero(draft, spell, result)
    if not total.choosing:
        return
    count = len(total.choosing)
    if count > _MOST_CHOICES:
        value = announced_as_text(total.chosen)
        text = f"How do you pay the {count} hybrid or Phyrexian symbols?"
        draft.choices.append(Choice("announced", text, "text", value, is_open=None in total.chosen))
        return
    for place, (symbol, now) in enumerate(zip(total.choosing, total.chosen, strict=True)):
        answers = [
            Answer(_in_words(option), {"announced": _announced(total.chosen, place, option)}, chosen=option == now)
            for option in symbol.options
        ]
        text = f"{symbol}" if count == 1 else f"{symbol}, {_ordinal(place + 1)}"
        value = option_as_text(now) if now else ""
        draft.choices.append(Choice("announced", text, "one", value, answers, is_open=now is None))
    kinds = {"Phyrexian" if "phyrexian" in symbol.kind else "hybrid" for symbol in total.choosing}
    draft.say(
        f"Announce now how you pay each {join_words(sorted(kinds), 'or')} symbol. You can’t change it later.", "118.13a"
    )


def given_variables(spell: Spell) -> list[Choice]:
    """X, Y and Z as given, where the cost is unknown."""
    options = spell.request.options
    return [Choice(name, name.upper(), "number", str(options[name])) for name in ("x", "y", "z") if name in options]


def forbid_zero(draft: Draft, spell: Spell, result: CheckResult) -> None:
    for name in result.to_pay.variables:
        if result.values.get(name) == 0 and f"{name} can't be 0" in spell.rules_text.replace("’", "'"):
            draft.refuse(f"Its text says that {name} can’t be 0.", "101.1")


def _variable(name: str, spell: Spell, result: CheckResult) -> Choice:
    key = name.lower()
    is_zero = name in result.to_pay.zeroed
    most = result.max_x if name == "X" and result.pool is not None else None
    value = str(spell.request.options.get(key, "0" if is_zero else ""))
    note = "" if most is None else f"You can pay for up to {most:,}."
    return Choice(key, name, "number", value, note=note, most=0 if is_zero else None, is_open=not value)


def _announced(chosen: Sequence[Option | None], place: int, option: Option) -> str:
    return announced_as_text([option if at == place else now for at, now in enumerate(chosen)])


def _in_words(option: Option) -> str:
    return "2 life" if option.slot == "life" else f"{{{option_as_text(option)}}}"


def _ordinal(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth")
    return words[number - 1] if number <= len(words) else f"{number}th"


def mana_at_hand(result: CheckResult) -> int | None:
    """The most mana that pool and sources make together; None if neither is given."""
    if result.pool is None:
        return None
    paid = result.pool_result
    return paid.most_mana if isinstance(paid, SourcesResult) else sum(result.pool.mana)


def _less(spell: Spell, *, is_open: bool) -> Iterator[Choice]:
    """Reductions that its own text offers."""
    for one in spell.inputs:
        if one.key not in _REDUCING:
            continue
        now = as_text(spell.given.get(one.key))
        if one.way == "count" and COUNT in one.value:
            is_asked = is_open and not now
            yield Choice(one.key, one.name, "number", now, note=one.sentence, pattern=one.value, is_open=is_asked)
        elif one.way == "may":
            answers = [
                Answer("Yes", {one.key: one.value}, chosen=now == one.value),
                Answer("No", {one.key: _NOTHING}, chosen=now == _NOTHING or (not now and not is_open)),
            ]
            yield Choice(one.key, one.name, "one", now, answers, one.sentence, is_open=is_open and not now)


def add_up(spell: Spell, total: Total, checked: CheckedCost, applied: Applied, *, is_short: bool) -> Draft:
    """601.2f.

    Args:
        is_short: whether it can only be paid if it costs less than is known.
    """
    draft = Draft("601.2f")
    draft.choices += _less(spell, is_open=is_short)
    if spell.request.zone == "command" or spell.request.options.get("commander_casts"):
        now = str(spell.request.options.get("commander_casts") or "0")
        draft.choices.append(Choice("commander_casts", "Earlier casts from the command zone", "number", now))
    for effect in applied.unknown:
        if effect.effect.key != "forbid":
            draft.say(f"{effect.effect.source or 'In play'}: “{effect.effect.sentence}”", "601.2f")
            is_one = is_short and effect.effect.key in ("reduce", "minimum", "increase")
            if is_one and not any(choice.key == "in_play" for choice in draft.choices):
                draft.choices.append(Choice("in_play", "Do the effects in play change it?", "text", is_open=True))
    changes = checked.result.to_pay.changes
    if changes.replaces_cost and (changes.additional or changes.increases or changes.reductions or changes.minimum):
        draft.say("Additional costs, increases and reductions apply to an alternative cost, too.", "118.9d")
    if any(row.left for row in total.rows):
        draft.say("A reduction of generic mana reduces only generic mana.", "118.7a")
    if total.otherwise:
        others = join_words(total.otherwise, "or")
        draft.say(f"With the reductions applied another way, it would be {others}.", "601.2f")
    if checked.result.to_pay.unpayable:
        draft.say("It has no mana cost, so there’s no cost you could pay.", "118.6")
    return draft


def make_mana(total: Total, checked: CheckedCost) -> Draft:
    """601.2g."""
    draft = Draft("601.2g")
    mana = total.locked.mana if total.locked is not None else len(checked.result.to_pay.symbols)
    if not mana:
        draft.say("It takes no mana, so you can’t use mana abilities now.", "601.2g")
        if total.locked is not None and not total.locked and not total.others:
            draft.say("To pay {0}, just say so.", "118.5")
    elif checked.result.plan and checked.result.plan.steps:
        draft.say("Use your mana abilities now. It’s your last chance.", "601.2g")
    else:
        draft.say("You may use mana abilities now. It’s your last chance.", "601.2g")
    return draft


def pay(spell: Spell, checked: CheckedCost, *, may_ease: bool = False) -> Draft:
    """601.2h.

    Args:
        may_ease: whether something in play with unknowns could make it payable.
    """
    draft = Draft("601.2h")
    result, verdict = checked.result, checked.verdict
    for one in spell.inputs:
        if one.key in _HELPING:
            kind: Kind = "text" if one.key == "convoke" else "number"
            now = str(spell.given.get(one.key) or "")
            draft.choices.append(Choice(one.key, OPTIONS[one.key].ask, kind, now, note=one.sentence))
    if any(isinstance(paid.part, Loyalty) and paid.part.sign != "0" for paid in result.to_pay.parts):
        draft.say("As you pay its cost, loyalty counters are put on it or removed.", "606.4")
    if result.to_pay.unpayable:
        draft.refuse("It has no mana cost, so its cost is unpayable.", "118.6")
    elif result.payable is False and verdict.answer != "maybe" and may_ease:
        draft.choices.append(Choice("in_play", "Do the effects in play make it cost less?", "text", is_open=True))
    elif result.payable is False and verdict.answer != "maybe":
        draft.refuse(" ".join(result.reasons) or "It can’t be paid.", "601.2h")
        draft.say("Partial payments aren’t allowed.", "601.2h")
    elif verdict.refused:
        draft.refuse(f"You can’t do what it says: “{verdict.refused}”", "601.2h")
    draft.choices += list(_open_questions(spell, checked, {choice.key for choice in draft.choices}))
    if result.payable is None and not draft.choices and result.to_pay.symbols and result.pool is None:
        draft.choices.append(Choice("pool", "What do you pay with?", "text", is_open=True))
    return draft


def _open_questions(spell: Spell, checked: CheckedCost, asked: Collection[str]) -> Iterator[Choice]:
    """What the verdict depends on, and parts of the cost that aren't checked."""
    # The total has asked about reductions.
    asked = {*asked, *(one.key for one in spell.inputs if one.key in _REDUCING)}
    for question in checked.verdict.questions:
        if question.key in asked:
            continue
        yield _open_question(question.key, question.text, question.text, "text")
    result = checked.result
    for part in result.unchecked if checked.verdict.answer is None else ():
        if part.input not in asked:
            key = unknown_of_tap(result) if part.input == "tapped" else part.input
            yield _open_question(key, part.text, f"Can you {part.text[:1].lower()}{part.text[1:]}?", "number")


def _open_question(key: str, note: str, ask: str, kind: Kind) -> Choice:
    """The question of an option, or `ask` if it has none of its own."""
    option = OPTIONS.get(key)
    answers = [Answer(word, {key: value}) for word, value in (option.answers if option else {}).items()]
    text = (option.ask if option else "") or ask
    return Choice(key, text, "one" if answers else kind, answers=answers, note=note, is_open=True)


def is_cast(spell: Spell, checked: CheckedCost) -> Draft:
    """601.2i."""
    draft = Draft("601.2i")
    if spell.is_ability:
        draft.title = "It’s activated"
        draft.say("Abilities that trigger when it is activated trigger now. Then you get priority.", "601.2i")
        return draft
    draft.say("Abilities that trigger when it’s cast trigger now. Then you get priority.", "601.2i")
    result = checked.result
    if spell.is_face_down:
        draft.say("Face down, its mana value is 0.", "708.2")
    elif result.cost.may_be_mana_cost:
        value = mana_value_in_words(result)
        rule = "202.3e" if result.cost.variables else "202.3"
        draft.say(f"Its mana value is {value}.", rule)
        if result.to_pay.changes.replaces_cost:
            draft.say("An alternative cost doesn’t change its mana cost or mana value.", "118.9c")
    for face in spell.faces:
        for sentence in payment_effects(face):
            draft.say(f"It looks at what you paid: “{sentence}”", "601.2h")
    return draft
