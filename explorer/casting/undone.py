"""Reversing an illegal spell or ability (731)."""

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.casting.spell import Spell
from explorer.casting.steps import Answer, Step
from explorer.costcheck.check import CheckedCost
from symbols.engine import Citation

_FROM = {
    "hand": "to your hand",
    "graveyard": "to your graveyard",
    "exile": "to exile",
    "command": "to the command zone",
    "library": "to the top of your library",
}


@dataclass(frozen=True, slots=True)
class Undone:
    """A reversed spell or ability.

    Attributes:
        step: stable name of the impossible step's rule.
        facts: what happens, in order.
        ways: legal choices.
    """

    step: str
    reason: Citation
    facts: tuple[Citation, ...]
    ways: tuple[Answer, ...] = ()


def undone(
    spell: Spell, zone: str, failed: Step, reason: Citation, checked: CheckedCost | None, ways: tuple[Answer, ...] = ()
) -> Undone:
    return Undone(failed.rule, reason, tuple(_facts(spell, zone, failed, reason, checked)), ways)


def _facts(spell: Spell, zone: str, failed: Step, reason: Citation, checked: CheckedCost | None) -> Iterator[Citation]:
    if failed.rule == "601.2a" and not spell.is_ability:
        yield Citation(f"You can’t begin to cast {spell.name}. It stays where it is.", "601.3")
        return
    if spell.request.action:
        yield Citation("The action is reversed, as though it had never begun.", "731.1")
        yield Citation("You still have priority. Do it again legally, do something else, or pass.", "731.2")
        return
    if failed.rule == "602.2a":
        yield Citation("You can’t begin to activate it. Nothing has happened.", "602.5")
        return
    if spell.is_ability:
        yield Citation("The ability leaves the stack, as though it had never been activated.", "731.1")
    else:
        yield Citation(f"{spell.called} returns {_FROM[zone]}.", "731.1")
    yield Citation("Any payment is canceled. Nothing triggers.", "731.1")
    if checked and checked.result.sources and reason.rule != "118.6":
        yield Citation(
            "You may also reverse your mana abilities, unless one’s mana paid for another that you keep.", "731.1"
        )
    elif reason.rule != "118.6" and failed.rule in ("601.2g", "601.2h"):
        yield Citation("You may also reverse the mana abilities you used for it.", "731.1")
    yield Citation("You still have priority. Do it again legally, do something else, or pass.", "731.2")
