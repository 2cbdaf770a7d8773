"""Announcing an activated ability, and what keeps it from being activated (602.2a, 602.5)."""

import re
from typing import Final

from explorer.cards.in_play import Applied
from explorer.casting.beginning import allowed_choice, said_by
from explorer.casting.spell import Spell
from explorer.casting.steps import Draft
from explorer.costcheck.check import CheckedCost

_LIMITS: Final = re.compile(r"(?:Activate|Play)(?: this ability)? only [^.]+[.]")


def announce(spell: Spell, checked: CheckedCost | None, applied: Applied) -> Draft:
    """602.2a; a mana ability doesn't use the stack (605.3b)."""
    draft = Draft("602.2a")
    for one in applied.forbidding:
        draft.refuse(f"You can’t activate it. “{said_by(one.effect)}”", "602.5")
    for one in applied.asked:
        if one.effect.key == "forbid":
            draft.choices.append(allowed_choice(spell, "Are you allowed to activate it now?", one.effect.sentence))
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
