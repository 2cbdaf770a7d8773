"""Where a spell comes from, and whether it can be cast or an ability activated (601.2a, 601.2e, 601.3, 602.2a)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from explorer.cards.casting_text import ZonePermission, flash_if, limits_on_casting, timing_of
from explorer.cards.cost_effects import CostEffect
from explorer.cards.in_play import Applied, InPlay, PlayedEffect
from explorer.cards.inputs import CardInput
from explorer.casting.request import CAST_OPTIONS
from explorer.casting.spell import Spell, rule_of_keyword
from explorer.casting.steps import Answer, Choice, Draft
from explorer.costcheck.check import CheckedCost
from symbols.engine import Citation
from symbols.sentences import capital

_RULES_OF_PARTS: Final = {"adventure": "715.3", "modal": "712.11b", "room": "709.5", "omen": "720.3"}
_LIMITS: Final = re.compile(r"(?:Activate|Play)(?: this ability)? only [^.]+[.]")
# Choices to clear when another part is chosen.
_OF_PART: Final = {"modes": "", "targets": "", "division": "", "announced": ""}
FROM: Final = {"hand": "your hand", "graveyard": "your graveyard", "exile": "exile", "command": "the command zone"}


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a spell is cast from; `permission` is its own text that allows it."""

    name: str
    permission: ZonePermission | None = None


def zone_of(spell: Spell) -> Zone:
    """The requested zone; else the one where the chosen cost works, or the hand."""
    request = spell.request
    by_cost = [one for one in spell.zones if one.keyword and one.keyword.lower() in spell.paid]
    name = request.zone
    if not name:
        is_commander = bool(request.options.get("commander_casts"))
        name = "command" if is_commander else by_cost[0].zone if by_cost else "hand"
    there = [one for one in spell.zones if one.zone == name]
    chosen = [one for one in there if one in by_cost]
    return Zone(name, next(iter(chosen or there), None))


def cost_there(spell: Spell, zone: Zone) -> Mapping[str, str]:
    """Options of the cost that goes with the zone: flashback from a graveyard."""
    one = own_cost_there(spell, zone)
    options = spell.request.options
    if zone.permission and zone.permission.is_free and not options.get("alternative"):
        return {"free": "true"}
    if one is None or one.name.lower() in spell.paid or spell.request.allowed:
        return {}
    if one.key == "additional":
        return {one.key: ", ".join(filter(None, [str(options.get(one.key) or ""), one.value]))}
    return {} if options.get("alternative") or options.get("free") else {one.key: one.value}


def own_cost_there(spell: Spell, zone: Zone) -> CardInput | None:
    """Cost of the keyword that lets you cast the card from there."""
    keyword = zone.permission.keyword.lower() if zone.permission else ""
    each = (one for one in spell.inputs if one.key in ("alternative", "additional") and one.name.lower() == keyword)
    return next(each, None) if keyword else None


def put_on_stack(spell: Spell, zone: Zone, applied: Applied, *, may_change: bool) -> Draft:
    """601.2a and 601.3.

    Args:
        may_change: whether later choices may change what effects forbid (601.3a).
    """
    draft = Draft("601.2a")
    if spell.has_choice_of_face:
        draft.choices.append(_face_choice(spell))
        draft.say(
            "You choose which part you cast before it goes on the stack.", _RULES_OF_PARTS.get(spell.layout, "709.3")
        )
        return draft
    if spell.is_one_of_two:
        draft.choices.append(_face_choice(spell))
    _refuse_at_all(draft, spell, applied, may_change=may_change)
    _permit(draft, spell, zone, applied)
    _say_what_it_is(draft, spell, applied)
    limits = [sentence for each in spell.faces for sentence in limits_on_casting(each)]
    if limits:
        draft.choices.append(_allowed_choice(spell, "Is that true now?", " ".join(limits)))
        if spell.request.allowed is False:
            draft.refuse(f"{spell.called} can’t be cast now: “{limits[0]}”", "601.3")
    if not draft.reason:
        goes = f"goes from {FROM.get(zone.name, 'your library')} to the top of the stack"
        draft.facts.insert(0, Citation(f"{spell.called} {goes}.", "601.2a"))
        if not (zone.permission and zone.permission.is_free):
            _say_when(draft, spell)
    if zone.permission and zone.permission.keyword:
        keyword = zone.permission.keyword
        after = f", if {zone.permission.after}" if zone.permission.after else ""
        for rule in (rule_of_keyword(keyword), "702.62d" if keyword == "Suspend" else ""):
            if rule:
                draft.say(f"{keyword} lets you cast it from {FROM.get(zone.name, 'there')}{after}.", rule)
    if not draft.reason and (where := _zone_choice(spell, zone)):
        draft.choices.append(where)
    return draft


def _refuse_at_all(draft: Draft, spell: Spell, applied: Applied, *, may_change: bool) -> None:
    """Refuse what can't be cast from anywhere, and what effects forbid."""
    type_line = spell.faces[0].type_line if spell.faces else ""
    if spell.question and not spell.is_fused and spell.question.is_land:
        is_more = len(spell.faces[0].type_line.partition(" —")[0].replace("Basic", "").split()) > 1
        draft.refuse(f"{spell.called} is a land. Lands are played, not cast.", "305.9" if is_more else "305.1")
    if spell.is_back_face and not spell.request.options.get("alternative"):
        draft.refuse(
            f"{spell.called} is a back face. You can cast it only if an effect or its own keyword lets you.", "601.3"
        )
    if "Legendary" in type_line and re.search("Sorcery|Instant", type_line):
        draft.choices.append(_allowed_choice(spell, "Do you control a legendary creature or planeswalker?", ""))
        needs = "To cast a legendary instant or sorcery, you must control a legendary creature or planeswalker."
        draft.say(needs, "205.4e")
        if spell.request.allowed is False:
            draft.refuse(needs, "205.4e")
    for one in applied.unknown:
        if one.effect.key == "forbid":
            draft.choices.append(_allowed_choice(spell, "Are you allowed to cast it now?", _quoted_sentence(one)))
            draft.say("You can’t begin to cast a spell that an effect prohibits.", "601.3")
            if spell.request.allowed is False:
                draft.refuse(_forbidden(one), "601.3")
    for one in () if may_change else applied.forbidding:
        draft.refuse(_forbidden(one), "601.3")


def _say_when(draft: Draft, spell: Spell) -> None:
    if not spell.question or spell.is_fused:
        return
    if timing_of(spell.faces[0]) == "instant":
        draft.say("You may cast it whenever you have priority.", "117.1a")
    else:
        draft.say("You may cast it in your main phase while the stack is empty.", "117.1a")
    for sentence in flash_if(spell.faces[0]):
        draft.say(f"Its text allows more: “{sentence}”", "601.3d")


def _say_what_it_is(draft: Draft, spell: Spell, applied: Applied) -> None:
    """Characteristics that differ from the printed ones, and effects that therefore don't forbid it."""
    forbidding = {one.effect.source for one in (*applied.forbidding, *applied.unknown)}
    others = dict.fromkeys(one.effect.source for one in applied.idle if one.effect.key == "forbid")
    for source in (source for source in others if source not in forbidding):
        draft.say(f"{source or 'The effect in play'} doesn’t forbid it.", "601.3")
    if spell.is_face_down:
        draft.say("Face down, it’s a 2/2 creature spell with no name and no mana cost.", "702.37c")
        draft.say("It’s turned face down first. Effects that forbid casting see only the face-down spell.", "708.4")
    if "bestow" in spell.paid:
        draft.say(
            "With bestow it’s an Aura spell, and effects that forbid or allow casting treat it as one.", "702.103d"
        )


def _forbidden(one: PlayedEffect) -> str:
    return f"You can’t cast it. {_quoted_sentence(one)}"


def _quoted_sentence(one: PlayedEffect) -> str:
    source = f"{one.effect.source}: " if one.effect.source else ""
    return f"{source}“{capital(one.effect.sentence)}”"


def quoted(effect: CostEffect) -> str:
    """`Thalia, Guardian of Thraben: Noncreature spells cost {1} more to cast`, for instance."""
    return f"{effect.source}: {effect.sentence}" if effect.source else effect.sentence


def _permit(draft: Draft, spell: Spell, zone: Zone, applied: Applied) -> None:
    """Refuse a zone that it can't be cast from, and say why it can from others."""
    if any(one.excludes_others and one.zone != zone.name for one in spell.zones):
        draft.refuse(f"{spell.called} can be cast only from a graveyard.", "702.127a")
        return
    if spell.is_fused:
        draft.say("With fuse, both halves are cast together.", "702.102a")
        if zone.name != "hand":
            draft.refuse("Both halves can be cast together only from your hand.", "702.102a")
            return
    elif spell.layout == "split":
        draft.say("You choose which half of a split card to cast before it goes on the stack.", "709.3")
        draft.say("Only that half counts for whether it can be cast.", "709.3a")
    if zone.name != "command" and spell.request.options.get("commander_casts"):
        draft.say("Commander tax applies only from the command zone.", "903.8")
    if zone.name == "hand" or zone.permission:
        return
    allowed = spell.request.allowed
    if zone.name == "command" and (spell.may_be_commander or allowed):
        draft.say("Your commander can be cast from the command zone.", "903.8")
        return
    by_effect = any(
        one.effect.key == "allow" and one.effect.value == zone.name for one in (*applied.always, *applied.may)
    )
    if by_effect or allowed:
        draft.say(f"An effect lets you cast it from {FROM.get(zone.name, 'there')}.", "601.3")
        return
    text = f"Does an effect let you cast it from {FROM.get(zone.name, 'there')}?"
    draft.choices.append(_allowed_choice(spell, text, ""))
    if spell.question or allowed is False:
        where = FROM.get(zone.name, "your library")
        draft.refuse(f"No rule or effect lets you cast {spell.name} from {where}.", "601.3")


def _allowed_choice(spell: Spell, text: str, note: str) -> Choice:
    now = {None: "", True: "yes", False: "no"}[spell.request.allowed]
    answers = [Answer(word.capitalize(), {"allowed": word}, chosen=word == now) for word in ("yes", "no")]
    return Choice("allowed", text, "one", now, answers, note, is_open=spell.request.allowed is None)


def _zone_choice(spell: Spell, zone: Zone) -> Choice | None:
    """None if only one zone is possible."""
    implied = zone_of(replace(spell, request=replace(spell.request, zone=""))).name
    zones = ["hand", *dict.fromkeys([one.zone for one in spell.zones]), *([zone.name] if zone.name != "hand" else [])]
    words = CAST_OPTIONS["zone"].choices
    answers = [
        Answer(capital(words[name]), {"zone": "" if name == implied else name}, chosen=name == zone.name)
        for name in dict.fromkeys(zones)
        if name in words
    ]
    return Choice("zone", "From", "one", zone.name, answers) if len(answers) > 1 else None


def _face_choice(spell: Spell) -> Choice:
    question = spell.question
    now = str(spell.request.options.get("cast") or "")
    if question:
        names = [(face.name, "Land" in face.type_line) for face in question.card.faces]
    else:
        names = [(part.strip(), False) for part in str(spell.request.options.get("cost")).split("//")]
    answers = [
        Answer(name, {"cast": str(place), **_OF_PART}, chosen=str(place) == now)
        for place, (name, is_land) in enumerate(names, 1)
        if not is_land
    ]
    if question and question.parts.has_fuse:
        answers.append(Answer("Both, fused", {"cast": "both", **_OF_PART}, chosen=now == "both"))
    return Choice("cast", "Which part?", "one", now, answers, is_open=len(answers) > 1 and not now)


def depends_on_x(in_play: InPlay, spell: Spell, zone: Zone, mana_values: Sequence[float]) -> bool:
    """Whether effects forbid it with some of these mana values, but not with others (601.3a)."""
    forbidden = [bool(in_play.for_spell(spell.played(zone.name, value, None)).forbidding) for value in mana_values]
    return any(forbidden) and not all(forbidden)


def check_legality(applied: Applied, *, may_change: bool) -> Draft:
    """601.2e."""
    draft = Draft("601.2e")
    if may_change:
        draft.say("Choices you make while casting can change whether it’s forbidden, so you may begin.", "601.3a")
        for one in applied.forbidding:
            draft.refuse(_forbidden(one), "601.3")
    if not draft.reason:
        draft.say("Yes. If it weren’t, you’d be back where you began.", "731.1")
    return draft


def announce(spell: Spell, checked: CheckedCost | None, applied: Applied) -> Draft:
    """602.2a; a mana ability doesn't use the stack (605.3b)."""
    draft = Draft("602.2a")
    for one in applied.forbidding:
        draft.refuse(f"You can’t activate it. “{quoted(one.effect)}”", "602.5")
    for one in applied.unknown:
        if one.effect.key == "forbid":
            draft.choices.append(_allowed_choice(spell, "Are you allowed to activate it now?", one.effect.sentence))
            draft.say("You can’t begin to activate an ability that an effect prohibits.", "602.5")
    for part in checked.result.failing if checked else ():
        for rule in ("602.5a", "302.6", "606.3"):
            if rule in part.check.rules:
                draft.refuse(part.check.sentence, "602.5a" if rule == "302.6" else rule)
    if not draft.reason and spell.is_mana_ability:
        draft.say("It’s a mana ability: it doesn’t use the stack and resolves immediately.", "605.3b")
    elif not draft.reason:
        draft.say("The ability goes on the stack. It isn’t a card, and has only its text.", "602.2a")
    for limit in _LIMITS.findall(spell.request.ability):
        draft.say(f"Its text limits when it may be activated: “{limit}”", "602.5b")
    return draft
