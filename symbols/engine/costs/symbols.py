"""Mana symbols of rule 107.4 and of un-cards: how each is paid, its mana value and its colors.

    {2/W}   ->   one white mana, or two generic; mana value 2; white

The color wheel (`symbols.engine.costs.wheel`) decides how a pair is written: `{W/U}`, but `{G/W}`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from symbols.engine.costs.slots import COLORS, INFINITY, MANA_TYPES, Amount, Color, Slot
from symbols.engine.costs.wheel import PAIRS
from symbols.engine.errors import TooLarge, UnknownSymbol

Kind = Literal[
    "colored",
    "colorless",
    "generic",
    "variable",
    "hybrid",
    "monocolored hybrid",
    "colorless hybrid",
    "phyrexian",
    "hybrid phyrexian",
    "snow",
    "half",
    "infinity",
]

MAX_DIGITS = 7
"""Of a number in a cost, or of a variable's value."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to pay for a symbol: `Option("generic", 2)` of `{2/W}`."""

    slot: Slot
    amount: Amount


@dataclass(frozen=True, slots=True, eq=False)
class ManaSymbol:
    """Equal if the codes are."""

    code: str  # official notation without braces, `W/U`
    kind: Kind
    # Ways to pay for it, at least one. A variable's is one generic mana per unit of its value.
    options: tuple[Option, ...]
    variable: str | None
    mana_value: Amount  # its share of a mana value (202.3); 0 for a variable, as in any zone but the stack
    colors: tuple[Color, ...]  # the colors it has (107.4a, 107.4e, 107.4f), in the order of its code
    rules: tuple[str, ...]  # the rules that define it; empty for un-cards' symbols

    def __eq__(self, other: object) -> bool:
        return self.code == other.code if isinstance(other, ManaSymbol) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        return f"{{{self.code}}}"

    @property
    def outside_rules(self) -> bool:
        """Whether only un-cards have it, so that no rule says how it is paid."""
        return not self.rules

    @property
    def is_choice(self) -> bool:
        """Whether it can be paid in several ways, one of which must be announced (601.2b, 118.13)."""
        return len(self.options) > 1


def _fixed(code: str, kind: Kind, slot: Slot, amount: Amount, *rules: str) -> ManaSymbol:
    colors = (slot,) if slot in ("W", "U", "B", "R", "G") else ()
    return ManaSymbol(code, kind, (Option(slot, amount),), None, amount, colors, rules)


def _variable(letter: str, *rules: str) -> ManaSymbol:
    return ManaSymbol(letter, "variable", (Option("generic", 1),), letter, 0, (), rules)


def _mixed(kind: Kind, code: str, options: tuple[Option, ...], mana_value: int, *colors: Color) -> ManaSymbol:
    rules = ("107.4f", "202.3g") if "phyrexian" in kind else ("107.4e", "202.3f")
    return ManaSymbol(code, kind, options, None, mana_value, colors, rules)


def _all_named() -> Iterator[ManaSymbol]:
    one = {slot: Option(slot, 1) for slot in MANA_TYPES}
    two_generic, two_life = Option("generic", 2), Option("life", 2)
    for color in COLORS:
        yield _fixed(color, "colored", color, 1, "107.4a")
    yield _fixed("C", "colorless", "C", 1, "107.4c")
    yield _fixed("S", "snow", "snow", 1, "107.4h")
    yield _variable("X", "107.4b", "107.3")
    yield _variable("Y", "107.3p")
    yield _variable("Z")
    for pair in PAIRS:
        yield _mixed("hybrid", "/".join(pair), tuple(one[color] for color in pair), 1, *pair)
    for color in COLORS:
        yield _mixed("monocolored hybrid", f"2/{color}", (one[color], two_generic), 2, color)
    for color in COLORS:
        yield _mixed("colorless hybrid", f"C/{color}", (one["C"], one[color]), 1, color)
    for color in COLORS:
        yield _mixed("phyrexian", f"{color}/P", (one[color], two_life), 1, color)
    for pair in PAIRS:
        halves = tuple(one[color] for color in pair)
        yield _mixed("hybrid phyrexian", "/".join((*pair, "P")), (*halves, two_life), 1, *pair)
    yield _fixed("½", "half", "generic", Fraction(1, 2))
    for color in COLORS:
        yield _fixed(f"H{color}", "half", color, Fraction(1, 2))
    yield _fixed("∞", "infinity", "generic", INFINITY)


NAMED: dict[str, ManaSymbol] = {symbol.code: symbol for symbol in _all_named()}
"""Every mana symbol but numbers, by code."""

CHOICES: tuple[ManaSymbol, ...] = tuple(symbol for symbol in NAMED.values() if symbol.is_choice)


@lru_cache(maxsize=4096)
def generic_symbol(number: int) -> ManaSymbol:
    """107.4b, 107.4d."""
    rules = ("107.4b", "107.4d") if number == 0 else ("107.4b",)
    return _fixed(str(number), "generic", "generic", number, *rules)


def mana_symbol(code: str) -> ManaSymbol:
    """By its exact official code (107.4): `W/U`, `2/W`, `10`, `X`."""
    symbol = NAMED.get(code)
    if symbol is not None:
        return symbol
    if not (code.isascii() and code.isdigit()) or (code[0] == "0" and code != "0"):
        raise UnknownSymbol("unknown_symbol", f"There is no mana symbol {{{code}}}.")
    if len(code) > MAX_DIGITS:
        message = f"Numbers in a cost can have at most {MAX_DIGITS} digits."
        raise TooLarge("number_too_large", message)
    return generic_symbol(int(code))
