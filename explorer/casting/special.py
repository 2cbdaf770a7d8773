"""Special actions in the place of casting: foretell, plot, suspend, turning face up and others (116.2)."""

from collections.abc import Mapping
from typing import Any, Final

from explorer.cards.casting_text import SpecialAction, hand_special_actions
from explorer.cards.in_play import Applied
from explorer.casting.ledger import Total
from explorer.casting.paying import choose_numbers, pay
from explorer.casting.request import CastRequest
from explorer.casting.spell import Spell
from explorer.casting.steps import Draft
from explorer.costcheck.check import CheckedCost
from symbols.data_files import read_data
from symbols.engine import BadRequest
from symbols.sentences import join_words

_ACTIONS: Final[Mapping[str, Mapping[str, Any]]] = read_data("casting_steps.toml", "explorer")["action"]


def action_of(spell: Spell) -> SpecialAction | None:
    """The requested special action; None if a spell is cast.

    Raises:
        BadRequest: there is no such action, or the card doesn't have it.
    """
    name = spell.request.action
    if not name:
        return None
    if name not in _ACTIONS:
        message = f"A special action can be {join_words(list(_ACTIONS), 'or')}."
        raise BadRequest("bad_word", message).in_field("action")
    if spell.question is None:
        known = _ACTIONS[name]
        cost = known.get("cost") or str(spell.request.options.get("cost") or "")
        return SpecialAction(name.capitalize(), cost, known["rule"], "")
    layout = spell.question.card.layout
    own = [one for face in spell.faces for one in hand_special_actions(face, layout) if one.name.lower() == name]
    if not own:
        raise BadRequest("no_action", f"{spell.name} has no {name}.").in_field("action")
    return own[0]


def request_of(action: SpecialAction, request: CastRequest) -> Mapping[str, object]:
    """The check of its cost, without what changes the costs of spells."""
    kept = ("x", "pool", "sources", "snow", "life", "announced", "spend", "edition", "rest", "plan", "to_sacrifice")
    given = {key: value for key, value in request.of_check.items() if key in kept or key.startswith("to_")}
    number = f" {action.number}—" if action.number else " "
    name = action.name if action.name.lower() in ("morph", "megamorph", "disguise", "plot", "suspend") else ""
    return {**given, "cost": f"{name}{number}{action.cost}".strip() if name else action.cost}


def take(action: SpecialAction, spell: Spell, applied: Applied, checked: CheckedCost, total: Total) -> Draft:
    """The whole action, in one step."""
    draft = Draft("116.2", rule_shown=action.rule)
    draft.title = action.name
    name = action.name.lower()
    known = _ACTIONS[name]
    draft.say(f"{known['what']} It doesn’t use the stack, and nobody can respond.", action.rule)
    draft.say(f"{known['doing']} isn’t casting it, so effects on the cost of spells don’t apply.", action.rule)
    if "keyword" in known:
        draft.say(known["keyword"]["text"], known["keyword"]["rule"])
    if name == "suspend":
        draft.say("You may do it only if you could begin to cast the card.", "116.2f")
        for one in applied.forbidding:
            draft.refuse(f"You couldn’t begin to cast it: “{one.effect.sentence}”", "702.62c")
    choose_numbers(draft, spell, checked.result, total)
    if checked.result.to_pay.variables:
        draft.say("X is chosen just before the cost is paid.", "107.3d")
    paid = pay(spell, checked)
    draft.choices += [choice for choice in paid.choices if choice.key not in {one.key for one in draft.choices}]
    draft.facts += paid.facts
    if paid.reason:
        draft.refuse(*paid.reason)
    return draft
