"""Match a phrase with a type line and colors: `elf`, `nonartifact`, `legendary creature`."""

import re
from collections.abc import Sequence
from typing import Final

from symbols.engine.conditions import all_of

TYPES: Final = (
    "creature",
    "artifact",
    "enchantment",
    "instant",
    "sorcery",
    "planeswalker",
    "battle",
    "land",
    "kindred",
)
_QUALIFIERS = re.compile(
    r"colorless|colored|\w+colored|white|blue|black|red|green|kicked|historic|face-down|modified|\w*[^a-z-]\w*"
)
_UNKNOWN = re.compile(r"kicked|historic|face-down|modified|\w*[^a-z-]\w*")


def is_kind(kind: Sequence[str], of: str) -> bool | None:
    """None if unknown; all in lower case.

    Args:
        of: one of `TYPES`, a type line such as `creature — elf`, or `creature — elf; green monocolored`.
    """
    return all_of(_has(word, of) for word in kind if word != "a")


def _has(word: str, of: str) -> bool | None:
    if word.startswith("non"):
        other = _has(re.sub("^non-?", "", word), of)
        return None if other is None else not other
    if word in re.findall(r"[\w'-]+", of):
        return True
    # A type alone tells nothing of subtypes, and a type line nothing of colors.
    is_line = "—" in of or ";" in of
    unknown = _UNKNOWN if ";" in of else _QUALIFIERS
    return None if unknown.fullmatch(word) or not (is_line or word in TYPES) else False
