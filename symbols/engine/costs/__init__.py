"""Costs and their pieces: mana symbols, other parts, and amounts of mana and life."""

from symbols.engine.costs.parts import Energy, Loyalty, Part, PayLife, Tap, TextPart, Tickets, Untap
from symbols.engine.costs.slots import (
    COLOR_NAMES,
    COLORS,
    MANA_NAMES,
    MANA_TYPES,
    Amount,
    Amounts,
    Color,
    amount_as_json,
    amount_as_text,
)
from symbols.engine.costs.symbols import NAMED, ManaSymbol, Option, mana_symbol
