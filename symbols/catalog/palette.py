"""Symbols to choose from when a cost is put together: the same definitions as the gallery's, in groups."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from symbols.catalog.definitions import all_definitions

_GROUPS: dict[str, tuple[str, ...]] = {
    "Mana": ("colored mana", "colorless mana", "snow mana"),
    "Generic": ("variable mana", "generic mana"),
    "Hybrid": ("hybrid mana",),
    "Two or a color": ("monocolored hybrid mana",),
    "Colorless or a color": ("colorless hybrid mana",),
    "Phyrexian": ("Phyrexian mana",),
    "Hybrid Phyrexian": ("hybrid Phyrexian mana",),
    "Beside mana": ("tap", "counter"),
    "Loyalty": ("loyalty cost",),
    "Outside the rules": ("half mana", "infinite mana"),
}
#: Symbols that most costs are made of, one for each kind.
_FIRST = ("W", "U", "B", "R", "G", "C", "X", "1", "2", "W/U", "2/W", "W/P", "S", "T")
#: Symbols of these kinds that no cost has: a counter of one card made for fun, tickets with their number in them, which
#: are written as so many tickets, and what stands for other symbols.
_LEFT_OUT = {"A", "TK2", "TK3", "TK4", "TK5", "TK6", "[+N]", "[-N]"}


@dataclass(frozen=True, slots=True)
class PaletteGroup:
    """Symbols that belong together.

    Attributes:
        name: a heading.
        codes: codes of the symbols, in the gallery's order.
    """

    name: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Palette:
    """Symbols to make a cost of: those used most, then the others in groups."""

    first: Sequence[str]
    groups: Sequence[PaletteGroup]


@cache
def palette() -> Palette:
    """Return the symbols that a cost can be made of, each once."""
    kinds: dict[str, list[str]] = {}
    for one in all_definitions():
        kinds.setdefault(one.kind, []).append(one.code)
    left_out = _LEFT_OUT | set(_FIRST)
    groups = [
        PaletteGroup(name, tuple(code for kind in members for code in kinds[kind] if code not in left_out))
        for name, members in _GROUPS.items()
    ]
    return Palette(_FIRST, [group for group in groups if group.codes])
