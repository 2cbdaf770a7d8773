"""Modes and costs: the choices of 601.2b, except X and how hybrid symbols are paid."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from explorer.cards.in_play import Applied, PlayedEffect
from explorer.cards.inputs import COUNT, CardInput
from explorer.cards.modes import ModalText
from explorer.casting.beginning import FROM, Zone, own_cost_there
from explorer.casting.request import as_text
from explorer.casting.spell import FACE_DOWN_COST, Spell, cost_in, rule_of_keyword
from explorer.casting.steps import Answer, Choice, Draft, Kind, yes_or_no
from explorer.costcheck.check import REPEATED
from symbols.engine import OPTIONS
from symbols.sentences import counted

_OF_CASTING: Final = frozenset({"alternative", "additional", "kicker", "multikicker", "replicate", "free"})


def choose(spell: Spell, zone: Zone, modes: Sequence[int] | None, applied: Applied) -> Draft:
    """601.2b: modes and costs; `paying` adds X and hybrid symbols."""
    draft = Draft("601.2b")
    if spell.modal:
        done = "ability is activated" if spell.is_ability else "spell is cast"
        draft.say(f"Modes are chosen as the {done}.", "700.2")
        draft.choices.append(_mode_choice(spell, spell.modal, modes))
        if modes is not None:
            _check_modes(draft, spell, spell.modal, modes)
    for one in spell.inputs:
        if one.key in _OF_CASTING and (one.way == "may" or one.choices or one.way == "count"):
            if one.name in ("Mode", "Targets", "Entwine") or OPTIONS[one.key].beyond_first:
                continue
            # From such a zone, its cost isn't a choice.
            if one != own_cost_there(spell, zone):
                draft.choices.append(_cost_choice(spell, one))
    for effect in applied.may:
        if effect.effect.key in ("alternative", "free"):
            draft.choices.append(_effect_choice(spell, effect))
    if spell.can_be_face_down:
        draft.choices.append(_face_down(spell))
    if any("Arcane" in face.type_line for face in spell.faces):
        note = "You may splice cards onto it. Enter the splice costs you pay."
        now = str(spell.request.options.get("additional") or "")
        draft.choices.append(Choice("additional", "Splice onto it?", "text", now, note=note))
    draft.choices += _typed_costs(spell, {choice.key for choice in draft.choices})
    _refuse_costs(draft, spell, zone, applied)
    return draft


def _typed_costs(spell: Spell, offered: Collection[str]) -> Iterator[Choice]:
    """Costs that were typed, but that neither the card nor anything in play offers."""
    options = spell.request.options
    if options.get("free") and "free" not in offered:
        yield Choice("free", OPTIONS["free"].label, "one", "true", yes_or_no("free", "true", chosen=True))
    for key in ("alternative", "additional"):
        if options.get(key) and key not in offered:
            yield Choice(key, OPTIONS[key].label, "text", as_text(options[key]))


def _face_down(spell: Spell) -> Choice:
    """Casting it face down for {3} (702.37c)."""
    answers = yes_or_no("alternative", FACE_DOWN_COST, chosen=spell.is_face_down)
    value = FACE_DOWN_COST if spell.is_face_down else ""
    return Choice("alternative", "Cast it face down?", "one", value, answers)


def _refuse_costs(draft: Draft, spell: Spell, zone: Zone, applied: Applied) -> None:
    """Refuse costs that can't be paid for this spell, or not from this zone."""
    alternative = cost_in(str(spell.request.options.get("alternative") or ""))
    own_costs = [cost_in(one.value) for one in spell.inputs if one.key == "alternative"]
    for effect in applied.idle if alternative and alternative not in own_costs else ():
        if effect.effect.key == "alternative" and alternative == cost_in(effect.effect.value):
            draft.refuse(f"{effect.effect.source or 'That effect'} doesn’t apply to this spell.", "118.9")
    kickers = [cost_in(one.value) for one in spell.inputs if one.key == "kicker"]
    for piece in str(spell.request.options.get("kicker") or "").split(", ") if kickers else ():
        if (kicker := cost_in(piece)) and kicker not in kickers:
            draft.refuse(f"{piece} isn’t one of its kicker costs.", "702.33a")
    own = own_cost_there(spell, zone)
    if own and own.key == "alternative" and own.name.lower() not in spell.paid and not spell.request.allowed:
        only = f"From there it can be cast only for its {own.name.lower()} cost"
        draft.refuse(f"{only}, and only one alternative cost can be paid.", "118.9a")
    for one in spell.zones:
        if one.only_there and one.keyword and one.keyword.lower() in spell.paid and one.zone != zone.name:
            where = FROM.get(one.zone, one.zone)
            draft.refuse(f"{one.keyword} works only from {where}.", rule_of_keyword(one.keyword) or "601.3")


def _cost_choice(spell: Spell, one: CardInput) -> Choice:
    """An optional cost, or one of several of which one must be paid."""
    now = as_text(spell.given.get(one.key))
    if one.way == "count" and COUNT in one.value:
        return Choice(one.key, one.name, "number", now, note=one.sentence, pattern=one.value)
    if one.choices:
        answers = [Answer(text, {one.key: text}, chosen=text in now and one.value not in now) for text in one.choices]
        is_open = not any(answer.chosen for answer in answers)
        return Choice(one.key, one.name, "one", now, answers, one.sentence, is_open=is_open)
    is_only = sum(1 for other in spell.inputs if (other.key, other.name) == (one.key, one.name)) == 1
    is_paid = one.value in now or (is_only and one.name.lower() in spell.paid)
    # Costs may have commas of their own.
    rest = ", ".join(filter(None, now.replace(one.value, "", 1).split(", "))) if one.key in REPEATED else ""
    rest = "" if is_paid and rest == now else rest
    with_it = ", ".join(filter(None, [rest, one.value])) if one.key in REPEATED else one.value
    answers = yes_or_no(one.key, with_it, chosen=is_paid, otherwise=rest)
    return Choice(one.key, one.name, "one", now if is_paid else "", answers, one.sentence)


def _effect_choice(spell: Spell, one: PlayedEffect) -> Choice:
    key = one.effect.key
    value = "true" if key == "free" else one.values[0] if one.values else one.effect.value
    now = str(spell.request.options.get(key) or "")
    is_chosen = bool(now) if key == "free" else cost_in(now) == cost_in(value) and bool(now)
    answers = yes_or_no(key, value, chosen=is_chosen)
    return Choice(key, one.effect.source or "In play", "one", now, answers, one.effect.sentence)


def _mode_choice(spell: Spell, modal: ModalText, modes: Sequence[int] | None) -> Choice:
    chosen = list(modes or ())
    least, most = modes_allowed(spell, modal)
    is_single = most == 1
    answers = []
    for index, mode in enumerate(modal.modes):
        others = [each for each in chosen if each != index]
        changed = [index] if is_single else others if index in chosen else sorted([*chosen, index])
        text = f"{mode.cost} — {mode.text}" if mode.cost else mode.text
        value = ", ".join(str(each + 1) for each in changed)
        answers.append(Answer(text, {"modes": value}, chosen=index in chosen))
    kind: Kind = "one" if is_single else "several"
    value = ", ".join(str(each + 1) for each in chosen)
    text = modal.text.removesuffix(" —")
    return Choice("modes", text, kind, value, answers, least=least, most=most, is_open=modes is None)


def modes_allowed(spell: Spell, modal: ModalText) -> tuple[int, int | None]:
    """How many modes may be chosen with the costs that are paid."""
    least, most = modal.least, modal.most
    for change in modal.changes:
        if change.condition and change.condition in spell.paid:
            least, most = change.least, change.most
        elif not change.condition:
            # It depends on the game.
            least = min(least, change.least)
            most = None if change.most is None or most is None else max(most, change.most)
    if modal.all_with == "Entwine":
        most = len(modal.modes)
    if modal.all_with == "Escalate":
        most = None
    return least, most


def _check_modes(draft: Draft, spell: Spell, modal: ModalText, modes: Sequence[int]) -> None:
    least, most = modes_allowed(spell, modal)
    count, is_entwined = len(modal.modes), "entwine" in spell.paid
    if modal.may_repeat and len(set(modes)) < len(modes):
        draft.say("You may choose a mode more than once for this one.", "700.2d")
    if any(index >= count for index in modes):
        draft.refuse(f"It has {count} modes, numbered from 1.", "700.2a")
    elif len(set(modes)) < len(modes) and not modal.may_repeat:
        draft.refuse("You can’t choose a mode twice.", "700.2d")
    elif len(modes) < least:
        draft.refuse(f"Choose at least {counted(least, 'mode')}. You chose {len(modes)}.", "700.2")
    elif most is not None and len(modes) > most:
        draft.refuse(f"Choose at most {counted(most, 'mode')}. You chose {len(modes)}.", "700.2")
    elif modal.budget is not None and sum(modal.modes[index].weight for index in modes) > modal.budget:
        draft.refuse(f"The modes are worth more than {modal.budget} {{P}}.", "700.2i")
    elif modal.all_with == "Entwine" and len(modes) < count and (is_entwined or len(modes) > (modal.most or 0)):
        draft.refuse("With entwine, choose all modes; without it, one.", rule_of_keyword("entwine") or "700.2")


def all_modes(spell: Spell) -> tuple[int, ...] | None:
    """All modes, if they must all be chosen, as with entwine; else None."""
    modal = spell.modal
    if modal is None:
        return None
    is_settled = modal.least == len(modal.modes) and not modal.may_repeat
    return tuple(range(len(modal.modes))) if is_settled or "entwine" in spell.paid else None


def entwined(spell: Spell, modes: Sequence[int] | None) -> Mapping[str, str]:
    """The entwine cost, if all modes are chosen, which needs it (702.42a)."""
    modal = spell.modal
    if modal is None or modal.all_with != "Entwine" or "entwine" in spell.paid or len(modes or ()) != len(modal.modes):
        return {}
    cost = next((one.value for one in spell.inputs if one.name == "Entwine"), "")
    return {"additional": ", ".join(filter(None, [str(spell.request.options.get("additional") or ""), cost]))}
