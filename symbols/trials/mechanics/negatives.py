"""Negative numbers: when they are used, and when zero is used instead, in each edition (107.1b)."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class NumberEffect(StrEnum):
    """What an effect does with a number that may be negative."""

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
    """An edition's rule about negative numbers.

    Attributes:
        excepted: effects whose result may be negative.
        cards: whether the exceptions name creature cards, in any zone, besides creatures.
        counts_as_zero: whether negative numbers are treated as 0 except when changing them, as until 2005; there are no
            other exceptions then.
    """

    excepted: frozenset[NumberEffect] = frozenset()
    cards: bool = False
    counts_as_zero: bool = False

    def keeps(self, effect: NumberEffect) -> bool:
        """Whether a negative result is used unchanged; excepting changes includes doubling, tripling and setting."""
        of_power = {NumberEffect.DOUBLES_POWER, NumberEffect.TRIPLES_POWER, NumberEffect.SETS_POWER}
        return effect in self.excepted or (effect in of_power and NumberEffect.MODIFIES_POWER in self.excepted)

    def result(self, calculated: int, effect: NumberEffect = NumberEffect.OTHER) -> int:
        """Return the number that an effect uses for the result of a calculation."""
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

_AS_ZERO = re.compile("treated as (0|zero) for all purposes except")
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
    """Parse an edition's text of 107.1b (104.1b in 2007 and 2008, 104.2 before); `NEWEST` if empty."""
    plain = " ".join(words.lower().replace("’", "'").split())
    if not plain:
        return NEWEST
    if _AS_ZERO.search(plain):
        return NegativeRule(counts_as_zero=True)
    exception = _EXCEPTION.search(plain)
    if exception is None:
        return NegativeRule()
    # Either several verbs share one list of objects, or each has its own.
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
