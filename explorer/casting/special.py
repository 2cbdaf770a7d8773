"""Special actions in the place of casting: foretell, plot, suspend, turning face up and others (116.2)."""

from collections.abc import Mapping
from typing import Final

from explorer.cards.casting_text import SpecialAction, hand_special_actions
from explorer.cards.in_play import Applied
from explorer.casting.ledger import Total
from explorer.casting.paying import choose_numbers, pay
from explorer.casting.request import CastRequest
from explorer.casting.spell import Spell
from explorer.casting.steps import Draft
from explorer.costcheck.check import CheckedCost
from symbols.engine import BadRequest
from symbols.sentences import join_words

# What each does, and its rule where a bare cost is given for it.
_WHAT: Final[Mapping[str, tuple[str, str]]] = {
    "foretell": ("Pay {2} and exile it face down, during your turn.", "116.2h"),
    "plot": ("Pay the plot cost and exile it, during your turn while the stack is empty.", "116.2k"),
    "suspend": ("Pay the suspend cost and exile it with its time counters.", "116.2f"),
    "morph": ("Turn it face up for its morph cost.", "116.2b"),
    "megamorph": ("Turn it face up for its megamorph cost.", "116.2b"),
    "disguise": ("Turn it face up for its disguise cost.", "116.2b"),
    "unlock": ("Pay the mana cost of the locked half.", "116.2m"),
    "companion": ("Pay {3} and put it into your hand.", "116.2g"),
}
_FIXED: Final[Mapping[str, str]] = {"foretell": "{2}", "companion": "{3}"}
_KEYWORDS: Final[Mapping[str, tuple[str, str]]] = {
    "morph": ("Any time you have priority, you may turn it face up for its morph cost.", "702.37e"),
    "megamorph": ("Any time you have priority, you may turn it face up for its megamorph cost.", "702.37e"),
    "suspend": ("Suspend it as a special action. Later, you cast it without paying its mana cost.", "702.62a"),
}
_DOING: Final[Mapping[str, str]] = {
    "foretell": "Foretelling it",
    "plot": "Plotting it",
    "suspend": "Suspending it",
    "unlock": "Unlocking it",
    "companion": "Putting it into your hand",
}


def action_of(spell: Spell) -> SpecialAction | None:
    """The special action that is asked for; None where a spell is cast.

    Raises:
        BadRequest: there is no such action, or the card doesn't have it.
    """
    name = spell.request.action
    if not name:
        return None
    if name not in _WHAT:
        message = f"A special action can be {join_words(list(_WHAT), 'or')}."
        raise BadRequest("bad_word", message).in_field("action")
    if spell.question is None:
        cost = _FIXED.get(name) or str(spell.request.asked.get("cost") or "")
        return SpecialAction(name.capitalize(), cost, _WHAT[name][1], "")
    layout = spell.question.card.layout
    own = [one for face in spell.faces for one in hand_special_actions(face, layout) if one.name.lower() == name]
    if not own:
        raise BadRequest("no_action", f"{spell.name} has no {name}.").in_field("action")
    return own[0]


def request_of(action: SpecialAction, request: CastRequest) -> Mapping[str, object]:
    """The check of its cost: what changes the cost of a spell doesn't change it."""
    kept = ("x", "pool", "sources", "snow", "life", "announced", "spend", "edition", "rest", "plan", "to_sacrifice")
    given = {key: value for key, value in request.of_check.items() if key in kept or key.startswith("to_")}
    number = f" {action.number}—" if action.number else " "
    name = action.name if action.name.lower() in ("morph", "megamorph", "disguise", "plot", "suspend") else ""
    return {**given, "cost": f"{name}{number}{action.cost}".strip() if name else action.cost}


def take(action: SpecialAction, spell: Spell, applied: Applied, checked: CheckedCost, total: Total) -> Draft:
    """The whole action as one step: it doesn't use the stack, and what it costs is paid at once."""
    draft = Draft("116.2", rule_shown=action.rule)
    draft.title = action.name
    name = action.name.lower()
    draft.say(f"{_WHAT[name][0]} It doesn’t use the stack, and nobody can respond.", action.rule)
    doing = _DOING.get(name, "Turning it face up")
    draft.say(f"{doing} isn’t casting it, so effects on the cost of spells don’t apply.", action.rule)
    if name in _KEYWORDS:
        draft.say(_KEYWORDS[name][0], _KEYWORDS[name][1])
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
