"""Palette of symbols for composing a cost: those of the gallery, in groups."""

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
#: The most common symbols of a cost, and of what there is to pay with.
_FIRST = ("W", "U", "B", "R", "G", "C", "X", "1")
_LANDS = (
    ("Plains", "W"),
    ("Island", "U"),
    ("Swamp", "B"),
    ("Mountain", "R"),
    ("Forest", "G"),
    ("Wastes", "C"),
    ("Treasure", "T"),
)
_POOL = ("W", "U", "B", "R", "G", "C", "S")
#: Never in a cost: an un-card's counter, tickets with a number in them (written as that many `{TK}`), and placeholders.
_LEFT_OUT = {"A", "TK2", "TK3", "TK4", "TK5", "TK6", "[+N]", "[-N]"}


@dataclass(frozen=True, slots=True)
class PaletteGroup:
    name: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Palette:
    pool: Sequence[str]
    lands: Sequence[tuple[str, str]]
    first: Sequence[str]
    groups: Sequence[PaletteGroup]


@cache
def palette() -> Palette:
    """Return all symbols that a cost can have, each once: the most common first, then groups."""
    kinds: dict[str, list[str]] = {}
    for one in all_definitions():
        kinds.setdefault(one.kind, []).append(one.code)
    left_out = _LEFT_OUT | set(_FIRST)
    groups = [
        PaletteGroup(name, tuple(code for kind in members for code in kinds[kind] if code not in left_out))
        for name, members in _GROUPS.items()
    ]
    return Palette(_POOL, _LANDS, _FIRST, [group for group in groups if group.codes])
