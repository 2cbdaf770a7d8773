"""Palette of symbols for composing a cost: those of the gallery, in groups."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from symbols.catalog.definitions import all_definitions
from symbols.data_files import read_data

_DATA = read_data("palette.toml")


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
    left_out = {*_DATA["left_out"], *_DATA["first"]}
    groups = [
        PaletteGroup(name, tuple(code for kind in members for code in kinds[kind] if code not in left_out))
        for name, members in _DATA["groups"].items()
    ]
    lands = list(_DATA["lands"].items())
    return Palette(_DATA["pool"], lands, _DATA["first"], [group for group in groups if group.codes])
