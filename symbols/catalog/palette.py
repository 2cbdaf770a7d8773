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
    "Besides mana": ("tap", "counter"),
    "Loyalty": ("loyalty cost",),
    "Outside the rules": ("half mana", "infinite mana"),
}
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


@cache
def palette() -> Sequence[PaletteGroup]:
    """Return the symbols that a cost can be made of, each once, in groups."""
    kinds: dict[str, list[str]] = {}
    for one in all_definitions():
        kinds.setdefault(one.kind, []).append(one.code)
    return tuple(
        PaletteGroup(name, tuple(code for kind in members for code in kinds[kind] if code not in _LEFT_OUT))
        for name, members in _GROUPS.items()
    )
