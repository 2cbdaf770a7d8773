"""Proposing a spell: where it comes from, its face, modes, costs and X, its targets and what is divided (601.2a–e)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from explorer.cards.casting_text import ZonePermission, flash_if, limits_on_casting, timing_of
from explorer.cards.in_play import Applied, PlayedEffect
from explorer.cards.inputs import COUNT, CardInput
from explorer.cards.modes import ModalText
from explorer.cards.targets import Division, TargetGroup
from explorer.casting.request import CAST_OPTIONS
from explorer.casting.spell import Spell, cost_in, rule_of_keyword
from explorer.casting.steps import Answer, Choice, Draft
from symbols.engine import OPTIONS
from symbols.sentences import join_words

YES_NO: Final = ("yes", "no")
_FROM: Final = {"hand": "your hand", "graveyard": "your graveyard", "exile": "exile", "command": "the command zone"}
_OF_CASTING: Final = frozenset({"alternative", "additional", "kicker", "multikicker", "replicate", "free"})
_MOST_PLACES: Final = 12


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a spell is cast from.

    Attributes:
        name: as in a request.
        permission: of its own text, to cast it from there.
    """

    name: str
    permission: ZonePermission | None = None


def zone_of(spell: Spell) -> Zone:
    """The zone that is given; else the one where the chosen cost works, or the hand."""
    request = spell.request
    by_cost = [one for one in spell.zones if one.keyword and one.keyword.lower() in spell.paid]
    name = request.zone
    if not name:
        is_commander = bool(request.asked.get("commander_casts"))
        name = "command" if is_commander else by_cost[0].zone if by_cost else "hand"
    there = [one for one in spell.zones if one.zone == name]
    chosen = [one for one in there if one in by_cost]
    return Zone(name, next(iter([*chosen, *there]), None))


def cost_there(spell: Spell, zone: Zone) -> Mapping[str, str]:
    """What is paid where the card's own text lets you cast it only for another cost: flashback from a graveyard."""
    one = own_cost_there(spell, zone)
    asked = spell.request.asked
    if zone.permission and zone.permission.is_free and not asked.get("alternative"):
        return {"free": "true"}
    if one is None or one.name.lower() in spell.paid or spell.request.allowed:
        return {}
    if one.key == "additional":
        return {one.key: ", ".join(filter(None, [str(asked.get(one.key) or ""), one.value]))}
    return {} if asked.get("alternative") or asked.get("free") else {one.key: one.value}


def own_cost_there(spell: Spell, zone: Zone) -> CardInput | None:
    """The cost of the keyword that lets you cast the card from there; None without one."""
    keyword = zone.permission.keyword.lower() if zone.permission else ""
    each = (one for one in spell.inputs if one.key in ("alternative", "additional") and one.name.lower() == keyword)
    return next(each, None) if keyword else None


def put_on_stack(spell: Spell, zone: Zone, applied: Applied, *, may_change: bool) -> Draft:
    """601.2a and 601.3: where it comes from, and whether it may be cast.

    Args:
        may_change: whether choices of the proposal may yet change what effects forbid (601.3a).
    """
    draft = Draft("601.2a")
    if spell.has_choice_of_face:
        draft.choices.append(_face_choice(spell))
    if spell.question and not spell.is_fused and spell.question.is_land:
        draft.refuse(f"{spell.called} is a land. Lands are played, not cast.", "305.1")
    _permit(draft, spell, zone, applied)
    for one in () if may_change else applied.forbidding:
        draft.refuse(_forbidden(one), "601.3")
    _say_what_it_is(draft, spell, applied)
    limits = [sentence for each in spell.faces for sentence in limits_on_casting(each)]
    if limits:
        draft.choices.append(_allowed(spell, "Is that so now?", " ".join(limits)))
        if spell.request.allowed is False:
            draft.refuse(f"{spell.called} can’t be cast now: “{limits[0]}”", "601.3")
    draft.say(f"{spell.called} goes from {_FROM.get(zone.name, 'your library')} to the top of the stack.", "601.2a")
    _say_when(draft, spell)
    if zone.permission and zone.permission.keyword:
        keyword = zone.permission.keyword
        after = f", if {zone.permission.after}" if zone.permission.after else ""
        for rule in _rules_of(keyword):
            draft.say(f"{keyword} lets you cast it from {_FROM.get(zone.name, 'there')}{after}.", rule)
    if not draft.reason and (where := _zone_choice(spell, zone)):
        draft.choices.append(where)
    return draft


def _say_when(draft: Draft, spell: Spell) -> None:
    """When it may be cast, by its types and its own text."""
    if not spell.question or spell.is_fused:
        return
    if timing_of(spell.faces[0]) == "instant":
        draft.say("You may cast it whenever you have priority.", "117.1a")
    else:
        draft.say("You may cast it in your main phase while the stack is empty.", "117.1a")
    for sentence in flash_if(spell.faces[0]):
        draft.say(f"Its text allows more: “{sentence}”", "601.3d")


def _say_what_it_is(draft: Draft, spell: Spell, applied: Applied) -> None:
    """What effects see of it, where that isn't what is printed."""
    for one in applied.idle:
        if one.effect.key == "forbid":
            draft.say(f"{one.effect.source or 'What is in play'} doesn’t forbid it.", "601.3")
    if spell.is_face_down:
        draft.say("Face down, it’s a 2/2 creature spell without a name, and without a mana cost.", "702.37c")
    if "bestow" in spell.paid:
        draft.say("With bestow it’s an Aura spell, also for what forbids or allows it.", "702.103d")


def _rules_of(keyword: str) -> list[str]:
    """The rule of a keyword, and a further one that says how it is cast."""
    further = {"Suspend": ["702.62d"]}.get(keyword, [])
    return [*filter(None, [rule_of_keyword(keyword)]), *further]


def _forbidden(one: PlayedEffect) -> str:
    source = f"{one.effect.source}: " if one.effect.source else ""
    sentence = one.effect.sentence
    return f"You can’t cast it. {source}“{sentence[:1].upper()}{sentence[1:]}”"


def _permit(draft: Draft, spell: Spell, zone: Zone, applied: Applied) -> None:
    """Whether it may be cast from where it is."""
    if any(one.excludes_others and one.zone != zone.name for one in spell.zones):
        draft.refuse(f"{spell.called} can be cast only from a graveyard.", "702.127a")
        return
    if spell.is_fused:
        draft.say("With fuse, both halves are cast together.", "702.102a")
        if zone.name != "hand":
            draft.refuse("Both halves can be cast together only from your hand.", "702.102a")
            return
    elif spell.layout == "split":
        draft.say("Of a split card, you choose the half that you cast before it goes on the stack.", "709.3")
        draft.say("Only that half is looked at to see whether it can be cast.", "709.3a")
    if zone.name != "command" and spell.request.asked.get("commander_casts"):
        draft.say("Commander tax is paid only from the command zone.", "903.8")
    if zone.name == "hand" or zone.permission:
        return
    allowed = spell.request.allowed
    if zone.name == "command":
        draft.say("Your commander can be cast from the command zone.", "903.8")
        return
    by_effect = any(
        one.effect.key == "allow" and one.effect.value == zone.name for one in (*applied.always, *applied.may)
    )
    if by_effect or allowed:
        draft.say(f"An effect lets you cast it from {_FROM.get(zone.name, 'there')}.", "601.3")
        return
    question = _allowed(spell, f"Does an effect let you cast it from {_FROM.get(zone.name, 'there')}?", "")
    draft.choices.append(question)
    if spell.question or allowed is False:
        where = _FROM.get(zone.name, "your library")
        draft.refuse(f"No rule or effect lets you cast {spell.name} from {where}.", "601.3")


def _allowed(spell: Spell, text: str, note: str) -> Choice:
    now = str(spell.request.asked.get("allowed") or "")
    answers = [Answer(word.capitalize(), {"allowed": word}, chosen=word == now) for word in YES_NO]
    return Choice("allowed", text, "one", now, answers, note, is_open=spell.request.allowed is None)


def _zone_choice(spell: Spell, zone: Zone) -> Choice | None:
    """None where it can only come from one place."""
    zones = ["hand", *dict.fromkeys([one.zone for one in spell.zones]), *([zone.name] if zone.name != "hand" else [])]
    words = CAST_OPTIONS["zone"].choices
    answers = [
        Answer(_capital(words[name]), {"zone": "" if name == "hand" else name}, chosen=name == zone.name)
        for name in dict.fromkeys(zones)
        if name in words
    ]
    return Choice("zone", "From", "one", zone.name, answers) if len(answers) > 1 else None


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _face_choice(spell: Spell) -> Choice:
    question = spell.question
    faces = question.card.faces if question else ()
    answers = [
        Answer(face.name, {"cast": str(place)}) for place, face in enumerate(faces, 1) if "Land" not in face.type_line
    ]
    if question and question.parts.has_fuse:
        answers.append(Answer("Both, fused", {"cast": "both"}))
    return Choice("cast", "Which part?", "one", "", answers, is_open=len(answers) > 1)


def choose(spell: Spell, zone: Zone, modes: Sequence[int] | None, applied: Applied) -> Draft:
    """601.2b: modes and costs. X and what hybrid symbols are announced as are added with the cost."""
    draft = Draft("601.2b")
    if spell.modal:
        draft.say("Modes are chosen as the spell is cast.", "700.2")
        draft.choices.append(_mode_choice(spell, spell.modal, modes))
        if modes is not None:
            _check_modes(draft, spell, spell.modal, modes)
    for one in spell.inputs:
        if one.key in _OF_CASTING and (one.way == "may" or one.choices or one.way == "count"):
            if one.name == "Mode" or OPTIONS[one.key].beyond_first or one.name == "Targets":
                continue
            draft.choices.append(_cost_choice(spell, one))
    for effect in applied.may:
        if effect.effect.key in ("alternative", "free"):
            draft.choices.append(_effect_choice(spell, effect))
    misplaced = [
        one
        for one in spell.zones
        if one.only_there and one.keyword and one.keyword.lower() in spell.paid and one.zone != zone.name
    ]
    own = own_cost_there(spell, zone)
    if own and own.key == "alternative" and own.name.lower() not in spell.paid and not spell.request.allowed:
        only = f"From there it can be cast only for its {own.name.lower()} cost"
        draft.refuse(f"{only}, and only one alternative cost can be paid.", "118.9a")
    for permission in misplaced:
        where = _FROM.get(permission.zone, permission.zone)
        draft.refuse(f"{permission.keyword} works only from {where}.", rule_of_keyword(permission.keyword) or "601.3")
    return draft


def _cost_choice(spell: Spell, one: CardInput) -> Choice:
    """A cost that the card offers, or one of several of which one has to be paid."""
    given = spell.question.given if spell.question else {}
    now = str(given.get(one.key) or "")
    if one.way == "count" and COUNT in one.value:
        return Choice(one.key, one.name, "number", now, note=one.sentence, pattern=one.value)
    if one.choices:
        answers = [Answer(text, {one.key: text}, chosen=text in now and one.value not in now) for text in one.choices]
        is_open = not any(answer.chosen for answer in answers)
        return Choice(one.key, one.name, "one", now, answers, one.sentence, is_open=is_open)
    pieces = [piece.strip() for piece in now.split(", ")] if now else []
    is_paid = now == one.value or one.value in pieces or (one.name.lower() in spell.paid)
    rest = ", ".join(piece for piece in pieces if piece != one.value) if one.key in ("additional",) else ""
    with_it = ", ".join(filter(None, [rest, one.value])) if one.key == "additional" else one.value
    answers = [
        Answer("Yes", {one.key: with_it}, chosen=is_paid),
        Answer("No", {one.key: rest}, chosen=not is_paid),
    ]
    return Choice(one.key, one.name, "one", now if is_paid else "", answers, one.sentence)


def _effect_choice(spell: Spell, one: PlayedEffect) -> Choice:
    key = one.effect.key
    value = "true" if key == "free" else one.values[0] if one.values else one.effect.value
    now = str(spell.request.asked.get(key) or "")
    is_chosen = bool(now) if key == "free" else cost_in(now) == cost_in(value) and bool(now)
    answers = [Answer("Yes", {key: value}, chosen=is_chosen), Answer("No", {key: ""}, chosen=not is_chosen)]
    return Choice(key, one.effect.source or "In play", "one", now, answers, one.effect.sentence)


def _mode_choice(spell: Spell, modal: ModalText, modes: Sequence[int] | None) -> Choice:
    chosen = list(modes or ())
    least, most = modes_allowed(spell, modal)
    is_single = most == 1
    answers = []
    for index, mode in enumerate(modal.modes):
        others = [each for each in chosen if each != index]
        changed = [index] if is_single else [*others] if index in chosen else sorted([*chosen, index])
        text = f"{mode.cost} — {mode.text}" if mode.cost else mode.text
        value = ", ".join(str(each + 1) for each in changed)
        answers.append(Answer(text, {"modes": value}, chosen=index in chosen))
    value = ", ".join(str(each + 1) for each in chosen)
    return Choice(
        "modes",
        modal.text.removesuffix(" —"),
        "one" if is_single else "several",
        value,
        answers,
        least=least,
        most=most,
        is_open=modes is None,
    )


def modes_allowed(spell: Spell, modal: ModalText) -> tuple[int, int | None]:
    """How many modes may be chosen with the costs that are paid."""
    least, most = modal.least, modal.most
    for change in modal.changes:
        if change.condition and change.condition in spell.paid:
            least, most = change.least, change.most
        elif not change.condition:
            # It depends on the game.
            least, most = (
                min(least, change.least),
                None if change.most is None or most is None else max(most, change.most),
            )
    if modal.all_with == "Entwine":
        most = len(modal.modes)
    if modal.all_with == "Escalate":
        most = None
    return least, most


def _check_modes(draft: Draft, spell: Spell, modal: ModalText, modes: Sequence[int]) -> None:
    least, most = modes_allowed(spell, modal)
    count = len(modal.modes)
    if any(index >= count for index in modes):
        draft.refuse(f"It has {count} modes, numbered from 1.", "700.2a")
    elif modal.may_repeat and len(set(modes)) < len(modes):
        draft.say("This one lets you choose a mode more than once.", "700.2d")
    elif len(set(modes)) < len(modes):
        draft.refuse("No mode can be chosen twice.", "700.2d")
    elif len(modes) < least:
        draft.refuse(f"It has to have at least {_modes(least)}. You chose {len(modes)}.", "700.2")
    elif most is not None and len(modes) > most:
        draft.refuse(f"It can have {_modes(most)} at most. You chose {len(modes)}.", "700.2")
    elif modal.budget is not None and sum(modal.modes[index].weight for index in modes) > modal.budget:
        draft.refuse(f"The modes are worth more than {modal.budget} {{P}}.", "700.2i")
    elif modal.all_with == "Entwine" and modal.most and modal.most < len(modes) < count:
        draft.refuse("With entwine, all modes are chosen; without it, one.", rule_of_keyword("entwine") or "700.2")


def _modes(count: int) -> str:
    return "1 mode" if count == 1 else f"{count} modes"


@dataclass(frozen=True, slots=True)
class Range:
    """How many targets there can be; `most` is None without a limit."""

    least: int
    most: int | None


def targets_allowed(groups: Sequence[TargetGroup], numbers: Mapping[str, int | None]) -> Range:
    """How many targets a spell may have. What depends on the game may be any number.

    Args:
        numbers: by the variable of a group, X or how often it was kicked, as far as known.
    """
    least, most = 0, 0
    unlimited = False
    for group in groups:
        if (number := numbers.get(group.variable)) is not None:
            least, most = least + number, most + number
            continue
        least += group.least
        if group.most is None:
            unlimited = True
        else:
            most += group.most
    return Range(least, None if unlimited else most)


def choose_targets(spell: Spell, groups: Sequence[TargetGroup], numbers: Mapping[str, int | None]) -> Draft:
    """601.2c: how many targets, and which."""
    draft = Draft("601.2c")
    request = spell.request
    if not spell.has_text and request.targets is None:
        draft.say("A cost doesn’t tell whether the spell has targets.", "601.2c")
        return draft
    if not groups and spell.has_text:
        if any(text.untargeted_with.lower() in spell.paid for text in spell.texts if text.untargeted_with):
            draft.say("With overload it has no targets: “target” becomes “each”.", "702.96b")
        draft.say("It has no targets.", "601.2c")
        if request.targets:
            draft.refuse(f"{spell.called} has no targets to choose.", "601.2c")
        return draft
    allowed = targets_allowed(groups, numbers) if spell.has_text else Range(0, None)
    what = join_words(list(dict.fromkeys(group.what for group in groups)), "and") or "target"
    number = "" if request.targets is None else str(request.targets)
    is_fixed = allowed.least == allowed.most
    draft.title = "Choose a target" if is_fixed and allowed.least == 1 else ""
    draft.choices.append(
        Choice(
            "targets",
            "How many targets?",
            "number",
            number,
            note=_capital(what),
            least=allowed.least,
            most=allowed.most,
            is_open=request.targets is None,
        )
    )
    if request.targets is not None:
        _check_targets(draft, spell, groups, allowed)
    if "bestow" in spell.paid:
        draft.say("With bestow it’s an Aura spell with enchant creature, so it has a target.", "702.103b")
    if any(group.is_any for group in groups):
        draft.say("“Any target” is a creature, player, planeswalker, or battle.", "115.4")
    return draft


def _check_targets(draft: Draft, spell: Spell, groups: Sequence[TargetGroup], allowed: Range) -> None:
    request = spell.request
    count = request.targets or 0
    if count < allowed.least:
        need = (
            f"needs {_targets(allowed.least)}"
            if allowed.least == allowed.most
            else f"needs at least {_targets(allowed.least)}"
        )
        draft.refuse(f"{spell.called} {need}. You chose {count}.", "601.2c")
    elif allowed.most is not None and count > allowed.most:
        draft.refuse(f"{spell.called} can have {_targets(allowed.most)}. You chose {count}.", "601.2c")
    if len(groups) == 1:
        seen: set[str] = set()
        for name in request.names:
            if name.casefold() in seen:
                draft.refuse(f"{name} can’t be chosen twice for the same word “target”.", "601.2c")
            seen.add(name.casefold())


def _targets(count: int) -> str:
    return "1 target" if count == 1 else "no targets" if not count else f"{count} targets"


def divide(spell: Spell, divisions: Sequence[Division], x: int | None) -> Draft:
    """601.2d: the share of each target."""
    draft = Draft("601.2d")
    if not divisions:
        draft.say("Nothing to divide.", "601.2d")
        if spell.request.division:
            draft.refuse("There is nothing to divide.", "601.2d")
        return draft
    one, shares, targets = divisions[0], spell.request.division, spell.request.targets
    amount = int(one.amount) if one.amount.isdigit() else x if one.amount == "X" else None
    draft.title = f"Divide the {one.what}"
    said = ", ".join(map(str, shares or ()))
    what = f"{amount} {one.what}" if amount is not None else f"the {one.what}"
    # One target gets all of it, and none leave nothing to divide.
    is_open = shares is None and (targets is None or targets > 1)
    draft.choices.append(Choice("division", f"How do you divide {what}?", "text", said, note=one.text, is_open=is_open))
    if shares is None:
        if targets is not None and amount is not None and targets > amount:
            draft.refuse(
                f"{what[:1].upper()}{what[1:]} can’t be divided among {targets} targets: each gets at least 1.",
                "601.2d",
            )
        return draft
    if 0 in shares:
        draft.refuse("Each target must get at least 1.", "601.2d")
    elif targets is not None and len(shares) != targets:
        draft.refuse(f"{_targets(targets).capitalize()} need as many shares. You gave {len(shares)}.", "601.2d")
    elif amount is not None and sum(shares) != amount:
        draft.refuse(f"The shares add up to {sum(shares)}, not {amount}.", "601.2d")
    return draft


def may_change_of(applied: Applied, *, has_x: bool) -> bool:
    """Whether choices of the proposal may change what effects forbid by its mana value (601.3a)."""
    forbidding = [one for one in (*applied.forbidding, *applied.idle) if one.effect.key == "forbid"]
    return has_x and any(re.search("mana (?:value|cost)", one.effect.sentence) for one in forbidding)


def is_legal(spell: Spell, applied: Applied, *, may_change: bool) -> Draft:
    """601.2e: whether the spell as proposed may be cast."""
    draft = Draft("601.2e")
    if may_change:
        draft.say("Choices of the proposal can change whether it’s forbidden, so it may be begun.", "601.3a")
        for one in applied.forbidding:
            draft.refuse(_forbidden(one), "601.3")
    draft.say(f"If {spell.name} couldn’t be cast like this, it would be taken back.", "601.2e")
    return draft


def place_names(spell: Spell) -> Iterator[str]:
    """A field for the name of each target."""
    for place in range(min(spell.request.targets or 0, _MOST_PLACES)):
        yield spell.request.names[place] if place < len(spell.request.names) else ""
