"""The mana symbols of rule 107.4, and those of the un-cards: what each one can be paid with, and what it is worth.

The wheel of colours (`symbols.engine.wheel`) decides how a pair is written: blue and white are `{W/U}`, but
green and white are `{G/W}`.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from symbols.engine.errors import TooLarge, UnknownSymbol
from symbols.engine.slots import COLORS, INFINITY, Amount, Color, Slot
from symbols.engine.wheel import PAIRS

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
"""The most digits that a number in a cost, or the value of a variable, may have."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to pay for a symbol: so much of one slot (`Option("generic", 2)` of `{2/W}`)."""

    slot: Slot
    amount: Amount


@dataclass(frozen=True, slots=True, eq=False)
class ManaSymbol:
    """A mana symbol. Two symbols with the same code are equal.

    Attributes:
        code: as it is officially written, without the braces: `W/U`.
        kind: the family it belongs to.
        options: the ways to pay for it, one or more. A variable's is one generic mana for each unit of its value.
        variable: `X`, `Y` or `Z`, for a variable symbol.
        mana_value: what it adds to a mana value (202.3) while the object is not on the stack; 0 for a variable.
        colors: the colours it is (107.4a, 107.4e, 107.4f), in the order of its code.
        rules: the rules that say what it means; empty for a symbol that the Comprehensive Rules do not have.
    """

    code: str
    kind: Kind
    options: tuple[Option, ...]
    variable: str | None
    mana_value: Amount
    colors: tuple[Color, ...]
    rules: tuple[str, ...]

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
        """Whether it can be paid in more than one way, so that the way must be announced (601.2b, 118.13)."""
        return len(self.options) > 1


def _fixed(code: str, kind: Kind, slot: Slot, amount: Amount, *rules: str) -> ManaSymbol:
    colors = (slot,) if slot in ("W", "U", "B", "R", "G") else ()
    return ManaSymbol(code, kind, (Option(slot, amount),), None, amount, colors, rules)


def _named_symbols() -> dict[str, ManaSymbol]:
    """Build every symbol that is not a number."""
    life = Option("life", 2)
    table: list[ManaSymbol] = [_fixed("C", "colorless", "C", 1, "107.4c")]
    table.append(_fixed("S", "snow", "snow", 1, "107.4h"))
    variables: dict[str, tuple[str, ...]] = {"X": ("107.4b", "107.3"), "Y": ("107.3p",), "Z": ()}
    for letter, rules in variables.items():
        one = (Option("generic", 1),)
        table.append(ManaSymbol(letter, "variable", one, letter, 0, (), rules))
    for color in COLORS:
        own = Option(color, 1)
        mono: tuple[tuple[str, Kind, Option, Amount, tuple[str, ...]], ...] = (
            (f"2/{color}", "monocolored hybrid", Option("generic", 2), 2, ("107.4e", "202.3f")),
            (f"C/{color}", "colorless hybrid", Option("C", 1), 1, ("107.4e", "202.3f")),
            (f"{color}/P", "phyrexian", life, 1, ("107.4f", "202.3g")),
        )
        table.append(_fixed(color, "colored", color, 1, "107.4a"))
        table.append(_fixed(f"H{color}", "half", color, Fraction(1, 2)))
        for code, kind, other, value, rules in mono:
            options = (other, own) if kind == "colorless hybrid" else (own, other)
            table.append(ManaSymbol(code, kind, options, None, value, (color,), rules))
    for pair in PAIRS:
        name, halves = "/".join(pair), tuple(Option(color, 1) for color in pair)
        table.append(ManaSymbol(name, "hybrid", halves, None, 1, pair, ("107.4e", "202.3f")))
        three = ManaSymbol(f"{name}/P", "hybrid phyrexian", (*halves, life), None, 1, pair, ("107.4f", "202.3g"))
        table.append(three)
    table.append(_fixed("½", "half", "generic", Fraction(1, 2)))
    table.append(_fixed("∞", "infinity", "generic", INFINITY))
    return {symbol.code: symbol for symbol in table}


NAMED: dict[str, ManaSymbol] = _named_symbols()
"""Every mana symbol that is not a number, by its code."""

CHOICES: tuple[ManaSymbol, ...] = tuple(symbol for symbol in NAMED.values() if symbol.is_choice)
"""The 35 symbols that can be paid in several ways."""


@lru_cache(maxsize=4096)
def generic_symbol(number: int) -> ManaSymbol:
    """Return the numerical symbol for a number of any size (107.4b, 107.4d)."""
    rules = ("107.4b", "107.4d") if number == 0 else ("107.4b",)
    return _fixed(str(number), "generic", "generic", number, *rules)


def mana_symbol(code: str) -> ManaSymbol:
    """Return the mana symbol with an official code (107.4), such as `W/U`, `2/W`, `10` or `X`.

    Args:
        code: the code, without braces, exactly as it is officially written; a number without leading zeros.

    Raises:
        TooLarge: it is a number of more than `MAX_DIGITS` digits.
        UnknownSymbol: no mana symbol has that code.
    """
    symbol = NAMED.get(code)
    if symbol is not None:
        return symbol
    if not (code.isascii() and code.isdigit()) or (code[0] == "0" and code != "0"):
        raise UnknownSymbol("unknown_symbol", f"There is no mana symbol {{{code}}}.")
    if len(code) > MAX_DIGITS:
        message = f"Numbers in a cost can have at most {MAX_DIGITS} digits."
        raise TooLarge("number_too_large", message)
    return generic_symbol(int(code))
