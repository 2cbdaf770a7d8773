"""How to pay for a mana symbol, its mana value and its colors, with their rules."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.safestring import SafeString

from explorer.citations import Citations
from symbols.catalog.definitions import Definition, Pay
from symbols.engine.costs import COLOR_NAMES, MANA_TYPES, Option, amount_as_text, mana_symbol

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ANY = "".join(f"{{{kind}}}" for kind in MANA_TYPES)


WayToPay = tuple[str, str, bool]
"""Symbols, the same in words, and whether any one of the symbols suffices."""


@dataclass(frozen=True, slots=True)
class ManaFacts:
    """How to pay for a mana symbol, its mana value and its colors.

    Attributes:
        ways_cites: rules as links; likewise `value_cites` and `color_cites`.
    """

    ways: Sequence[WayToPay]
    ways_cites: SafeString
    value: str
    value_cites: SafeString
    color_pips: str
    colors: str
    color_cites: SafeString


def mana_facts(one: Definition, citations: Citations) -> ManaFacts | None:
    """None for symbols that aren't mana."""
    if not one.mana:
        return None
    symbol = mana_symbol(one.code)
    names = [COLOR_NAMES[color] for color in symbol.colors]
    return ManaFacts(
        ways=[_way(option, symbol.variable) for option in symbol.options],
        ways_cites=citations.links(_paying_rules(one)),
        value=_value(one),
        value_cites=citations.links(_value_rules(one)),
        color_pips="".join(f"{{{color}}}" for color in symbol.colors),
        colors=" and ".join(names) or "none",
        color_cites=citations.links(_color_rules(one)),
    )


def _way(option: Option, variable: str | None) -> WayToPay:
    slot, amount = option.slot, option.amount
    if slot == "life":
        return "", f"{amount_as_text(amount)} life", False
    if slot == "generic":
        return _ANY if amount else "", _generic(amount, variable), True
    if slot == "snow":
        return _ANY, "one mana of any type, from a snow source", True
    kind = "colorless" if slot == "C" else COLOR_NAMES[slot]
    return f"{{{slot}}}", f"{_many(amount)} {kind} mana", False


def _generic(amount: Fraction | float, variable: str | None) -> str:
    if variable:
        return f"{variable} mana of any type"
    if not amount:
        return "nothing: saying that you pay it is enough"
    if amount == 1:
        return "one mana of any type"
    if amount == Fraction(1, 2):
        return "half a mana of any type"
    return f"{_many(amount)} mana of any type"


def _many(amount: Fraction | float) -> str:
    if amount == Fraction(1, 2):
        return "half a"
    if math.isinf(amount):
        return "endless"
    return _NUMBERS[int(amount)] if amount < len(_NUMBERS) else f"{int(amount):,}"


def _value(one: Definition) -> str:
    if _is_variable(one.pays):
        return f"{one.pays[0].variable} on the stack, 0 elsewhere"
    value = one.mana_value or Fraction(0)
    return f"{int(value):,}" if value != math.inf and value == int(value) else amount_as_text(value)


def _is_variable(pays: Sequence[Pay]) -> bool:
    return any(pay.variable for pay in pays)


def _paying_rules(one: Definition) -> Sequence[str]:
    return [rule for rule in mana_symbol(one.code).rules if rule.startswith("107.")] or one.rules[:1]


def _value_rules(one: Definition) -> list[str]:
    """202.3, and the subrule that applies."""
    special = {"202.3e": _is_variable(one.pays), "202.3g": "/P" in one.code, "202.3f": len(one.pays) > 1}
    return ["202.3", *[rule for rule, applies in special.items() if applies][:1]]


def _color_rules(one: Definition) -> list[str]:
    """The subrule of 202.2 that applies."""
    if not one.colors:
        return ["202.2b"]
    return ["202.2d"] if len(one.pays) > 1 else ["202.2"]
