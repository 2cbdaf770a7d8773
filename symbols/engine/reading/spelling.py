"""Look up one symbol by its spelling, and suggest the closest symbol for a wrong one.

U/W   ->   {W/U}        p/w   ->   {W/P}
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Final, Literal

from symbols.data_files import read_data
from symbols.engine.costs.slots import COLORS
from symbols.engine.costs.symbols import MAX_DIGITS, NAMED, ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.costs.wheel import color_order
from symbols.engine.errors import EngineError, TooLarge, UnknownSymbol


@dataclass(frozen=True, slots=True)
class OtherSymbol:
    code: Literal["T", "Q", "E", "TK"]
    count: int = 1

    def __str__(self) -> str:
        return f"{{{self.code}}}" * self.count


Piece = ManaSymbol | OtherSymbol

OTHER_SYMBOLS: Final[dict[str, OtherSymbol]] = {
    symbol.code: symbol for symbol in (OtherSymbol("T"), OtherSymbol("Q"), OtherSymbol("E"), OtherSymbol("TK"))
}


def _spellings() -> dict[str, ManaSymbol]:
    """Symbols by what may stand between braces: the halves in any order, in upper or lower case."""
    table: dict[str, ManaSymbol] = {}
    for code, symbol in NAMED.items():
        for turned in permutations(code.split("/")):
            spelled = "/".join(turned)
            table[spelled] = table[spelled.lower()] = symbol
    table |= {str(number): generic_symbol(number) for number in range(100)}
    table["1/2"] = NAMED["½"]
    return table


SPELLINGS: Final = _spellings()

_LOYALTY = re.compile(r"\[?([+-](?:[0-9]{1,7}|[XYZ]))\]?")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_OTHER_STROKES = re.compile(r"[\\|,.+&:-]")
_TICKETS = re.compile(rf"TK([1-9][0-9]{{0,{MAX_DIGITS - 1}}})")
_LETTERS = re.compile(r"[WUBRGCPH]{2,3}")

_OLD = re.compile(r"O{1,2}C?(?P<mark>[TQ])|O{1,2}(?P<code>.+)")

_UPPER: Final = {code: code - 32 for code in range(ord("a"), ord("z") + 1)}
"""ASCII letters only, so that `ß` and `ſ` stay as they are."""

_DATA: Final = read_data("spellings.toml")
_NOT_COSTS: Final[Mapping[str, str]] = _DATA["not_costs"]
_NAMES: Final[Mapping[str, str]] = _DATA["names"]


def quoted(text: str) -> str:
    """Shortened, with unprintable characters escaped."""
    shown = "".join(char if char.isprintable() else f"U+{ord(char):04X}" for char in text[:20])
    return f"“{shown}{'…' if len(text) > 20 else ''}”"


def character_name(char: str) -> str:
    """Itself if visible, else its code point and name."""
    if char.isprintable() and not unicodedata.category(char).startswith("M"):
        return f"“{char}”"
    return f"the character U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def upper(text: str) -> str:
    """ASCII letters only."""
    return text.translate(_UPPER)


def resolve(spelled: str, start: int, end: int) -> Piece:
    """The symbol spelled between braces, in any notation; `start` and `end` are the whole symbol's, for errors."""
    symbol = SPELLINGS.get(spelled)
    if symbol:
        return symbol
    code = upper(re.sub(r"[\s()]", "", spelled))
    old = _OLD.fullmatch(code)
    if old:
        code = old["mark"] or old["code"]
    if code in OTHER_SYMBOLS:
        return OTHER_SYMBOLS[code]
    tickets = _TICKETS.fullmatch(code)
    if tickets:
        return OtherSymbol("TK", int(tickets[1]))
    symbol = SPELLINGS.get(code)
    if symbol:
        return symbol
    if code.isascii() and code.isdigit():
        return _number(code, start, end)
    raise unknown(spelled, start, end)


def _number(digits: str, start: int, end: int) -> ManaSymbol:
    if len(digits) > MAX_DIGITS:
        message = f"Numbers in a cost can have at most {MAX_DIGITS} digits; this one has {len(digits)}."
        raise TooLarge("number_too_large", message, start=start, end=end)
    return mana_symbol(str(int(digits)))


def unknown(spelled: str, start: int, end: int) -> EngineError:
    """Not a symbol in costs; the closest one is suggested."""
    code = upper(re.sub(r"\s", "", spelled))
    reason = _NOT_COSTS.get(code)
    if reason:
        suggestion = _NAMES.get(code)
        return UnknownSymbol("not_a_cost", f"{reason}.", start=start, end=end, suggestion=suggestion)
    expected = "a mana symbol such as {2}, {W} or {W/U}"
    if "/" in code and "P" in code:
        expected = "one or two colors before /P, as in {W/P} or {W/U/P}"
    elif "/" in code:
        expected = "two different colors, or 2 or C and a color, as in {W/U}, {2/W} or {C/W}"
    message = f"{quoted(spelled.strip())} isn’t a symbol in costs."
    return UnknownSymbol("unknown_symbol", message, start=start, end=end, expected=expected, suggestion=suggest(code))


def suggest(code: str) -> str | None:
    """Official notation closest to a wrong code, in upper case."""
    if code in _NAMES:
        return _NAMES[code]
    if len(code) > 40:
        return None
    loyalty = _LOYALTY.fullmatch(code)
    if loyalty:
        return f"[{loyalty[1]}]"
    if _THOUSANDS.fullmatch(code):
        number = code.replace(",", "")
        return f"{{{number}}}" if len(number) <= MAX_DIGITS else None
    if "/" in code:
        return _nearest_mixtures([part for part in code.split("/") if part])
    other_stroke = SPELLINGS.get(_OTHER_STROKES.sub("/", code))
    if other_stroke:
        return str(other_stroke)
    return _nearest_run(code) if len(code) <= 8 else None


def _nearest_run(code: str) -> str | None:
    """Read a code without a slash as one symbol that lacks it, or as several symbols."""
    if 2 <= len(code) <= 3 and len(set(code)) == len(code):
        mixed = SPELLINGS.get("/".join(code))
        if mixed:
            return str(mixed)
    pieces = re.findall(r"[0-9]+|.", code)
    if len(pieces) > 1 and all(piece in SPELLINGS for piece in pieces):
        return "".join(str(SPELLINGS[piece]) for piece in pieces)
    return None


def _nearest_mixtures(parts: list[str]) -> str | None:
    """Read the parts in pairs if every pair is a symbol, else as one symbol."""
    if len(parts) > 3 and len(parts) % 2 == 0:
        pairs = [SPELLINGS.get("/".join(parts[place : place + 2])) for place in range(0, len(parts), 2)]
        if all(pairs):
            return "".join(map(str, pairs))
    letters = [letter for part in parts for letter in (part if _LETTERS.fullmatch(part) else [part])]
    return _nearest_mixture(letters)


def _nearest_mixture(parts: list[str]) -> str | None:
    """Keep as many parts as make a symbol."""
    colors = list(dict.fromkeys(color for color in COLORS if color in parts))
    phyrexian = not {"P", "H"}.isdisjoint(parts)
    if len(colors) >= 2:
        kept = [*color_order(frozenset(sorted(colors, key=parts.index)[:2])), *["P"][: int(phyrexian)]]
    elif colors:
        number = any(part.isdigit() for part in parts)
        kept = ["2"] * number or ["C"] * ("C" in parts)
        kept = [*kept, colors[0]] if kept else [colors[0], *["P"][: int(phyrexian)]]
    elif phyrexian:
        return _NAMES["P"]
    else:
        kept = parts[:1]
    symbol = SPELLINGS.get("/".join(kept))
    return str(symbol) if symbol else None
