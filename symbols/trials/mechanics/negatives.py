"""Negative numbers: when one is used, and when zero is used in its place (107.1b), as each edition has it."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class NumberEffect(StrEnum):
    """Use that an effect makes of a number that may be negative."""

    DOUBLES_LIFE = "doubles a player’s life total"
    TRIPLES_LIFE = "triples a player’s life total"
    SETS_LIFE = "sets a player’s life total"
    DOUBLES_POWER = "doubles a creature’s power or toughness"
    TRIPLES_POWER = "triples a creature’s power or toughness"
    SETS_POWER = "sets a creature’s power or toughness"
    MODIFIES_POWER = "changes a creature’s power or toughness"
    OTHER = "does something else"


@dataclass(frozen=True, slots=True)
class NegativeRule:
    """Rule of an edition about negative numbers.

    Attributes:
        excepted: effects whose result may be negative.
        cards: whether creature cards, in any zone, are named beside creatures.
        counts_as_zero: whether a number below zero counts as 0 for everything but changing it, as until 2005; there
            are no exceptions then.
    """

    excepted: frozenset[NumberEffect] = frozenset()
    cards: bool = False
    counts_as_zero: bool = False

    def keeps(self, effect: NumberEffect) -> bool:
        """Return whether a negative result of an effect is used as it is.

        Doubling, tripling and setting are ways of changing, so an edition that excepts every change excepts them.
        """
        of_power = {NumberEffect.DOUBLES_POWER, NumberEffect.TRIPLES_POWER, NumberEffect.SETS_POWER}
        return effect in self.excepted or (effect in of_power and NumberEffect.MODIFIES_POWER in self.excepted)

    def result(self, calculated: int, effect: NumberEffect = NumberEffect.OTHER) -> int:
        """Return the number that an effect uses where a calculation has this result."""
        return calculated if calculated >= 0 or self.keeps(effect) else 0

    def seen(self, value: int) -> int:
        """Return a game value as calculations and comparisons see it."""
        return max(0, value) if self.counts_as_zero else value


NEWEST: Final = NegativeRule(
    frozenset(
        {
            *(NumberEffect.DOUBLES_LIFE, NumberEffect.TRIPLES_LIFE, NumberEffect.SETS_LIFE),
            *(NumberEffect.DOUBLES_POWER, NumberEffect.TRIPLES_POWER, NumberEffect.SETS_POWER),
        }
    ),
    cards=True,
)
"""Rule of the edition of 2025-06-06."""

_EXCEPTION = re.compile(r"unless that effect ([^.]*)\.")
_SHARED = re.compile(r"(.*\bsets to a specific value) (.*)")
_VERBS: Final = ("doubles", "triples", "sets", "changes", "modifies")
_EFFECTS: Final = {
    ("doubles", "life"): NumberEffect.DOUBLES_LIFE,
    ("triples", "life"): NumberEffect.TRIPLES_LIFE,
    ("sets", "life"): NumberEffect.SETS_LIFE,
    ("doubles", "power"): NumberEffect.DOUBLES_POWER,
    ("triples", "power"): NumberEffect.TRIPLES_POWER,
    ("sets", "power"): NumberEffect.SETS_POWER,
    ("changes", "power"): NumberEffect.MODIFIES_POWER,
    ("modifies", "power"): NumberEffect.MODIFIES_POWER,
}


def negative_rule(words: str) -> NegativeRule:
    """Return what an edition says of negative numbers, read from its own words.

    Args:
        words: the rule about negative numbers: 107.1b, 104.1b in 2007 and 2008, 104.2 before. `NEWEST` where empty.
    """
    plain = " ".join(words.lower().replace("’", "'").split())
    if not plain:
        return NEWEST
    if "treated as 0 for all purposes except changing" in plain:
        return NegativeRule(counts_as_zero=True)
    exception = _EXCEPTION.search(plain)
    if exception is None:
        return NegativeRule()
    # Several verbs before one list of objects, or each verb with its own object.
    shared = _SHARED.fullmatch(exception[1])
    pieces = [(shared[1], shared[2])] if shared else [(one, one) for one in exception[1].split(",")]
    found = {
        _EFFECTS[verb, thing]
        for verbs, things in pieces
        for verb in _VERBS
        for thing in ("life", "power")
        if re.search(rf"\b{verb}\b", verbs) and thing in things and (verb, thing) in _EFFECTS
    }
    return NegativeRule(frozenset(found), cards="creature card" in exception[1])
