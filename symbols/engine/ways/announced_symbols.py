"""An announcement as mana symbols: a nonhybrid equivalent (601.2b).

{2}{W/U}{G/P}, announced as blue and life   ->   {2}{U} and 2 life
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf

from symbols.engine.costs.order import in_printed_order
from symbols.engine.costs.slots import COLORS, MANA_TYPES, Amount, ManaType, Slot, amount_as_text
from symbols.engine.costs.symbols import ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.ways.announcements import Announcements


@dataclass(frozen=True, slots=True)
class Announced:
    """Mana symbols without a choice in printed order, numbers added up, and the life paid (107.4f)."""

    symbols: tuple[ManaSymbol, ...]
    life: int

    def __str__(self) -> str:
        return "".join(map(str, self.symbols))


def announced(announcements: Announcements, amounts: Mapping[Slot, Amount]) -> Announced:
    """One of the announcements as symbols. Variables without a value stay variables."""
    fixed = announcements.fixed
    symbols: list[ManaSymbol] = []
    number = 0
    for symbol in announcements.symbols:
        if symbol.kind == "generic":
            number += int(symbol.code)
        elif symbol.variable in announcements.values:
            number += announcements.values[symbol.variable]
        elif not symbol.is_choice:
            symbols.append(symbol)
    for slot in MANA_TYPES:
        symbols += [mana_symbol(slot)] * int(amounts.get(slot, 0) - fixed.get(slot, 0))
    chosen = amounts.get("generic", 0)
    # inf - inf is NaN, and a cost with {∞} has no other generic choice.
    number += int(chosen - fixed.get("generic", 0)) if chosen not in (0, float("inf")) else 0
    if number or not (symbols or amounts.get("life")):
        symbols.append(generic_symbol(number))
    return Announced(in_printed_order(symbols), int(amounts.get("life", 0)))


def mana_as_text(amounts: Mapping[Slot, Amount]) -> str:
    """The mana in symbols: a number, snow, then each type; "" for no mana."""
    generic = amounts.get("generic", 0)
    numbers = [generic] if isinf(generic) else [generic // 1, generic % 1]
    pieces = [f"{{{amount_as_text(number)}}}" for number in numbers if number]
    pieces.append("{S}" * int(amounts.get("snow", 0)))
    types: tuple[ManaType, ...] = ("C", *COLORS)
    for name in types:
        whole, half = divmod(amounts.get(name, 0), 1)
        pieces += [f"{{{name}}}" * int(whole), f"{{H{name}}}" if half else ""]
    return "".join(pieces)
