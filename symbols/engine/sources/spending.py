"""What restricted mana may be spent on: “only to cast creature spells” (106.6)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from symbols.engine.sources.model import Source

TYPES: Final = ("creature", "artifact", "enchantment", "instant", "sorcery", "planeswalker", "battle", "ability")
_ABILITIES = re.compile(r"\bactivat\w+ (?:an? )?abilit", re.IGNORECASE)

_FURTHER = re.compile(r"\b(?:chosen|named|color|mana value|legendary|multicolored)\b")


def may_be_spent(only: str, spent_on: str) -> bool | None:
    """Whether mana may be spent on a type; None if that isn't told.

    Args:
        only: as printed: `to cast creature spells`, `can’t be spent to cast a nonartifact spell`.
        spent_on: one of `TYPES`; empty if unknown.
    """
    if not only:
        return True
    if not spent_on:
        return None
    words = only.lower().replace("’", "'")
    if spent_on == "ability":
        return bool(_ABILITIES.search(words)) or words.startswith("can't")
    named = {each for each in TYPES if re.search(rf"\b{each}\b", words)}
    other_than = {each for each in TYPES if re.search(rf"\bnon-?{each}\b", words)}
    if words.startswith("can't"):
        return spent_on in other_than if other_than else spent_on not in named
    if other_than:
        return spent_on not in other_than
    if spent_on in named:
        # “of the chosen type” is still to be told, and so is a name or a color.
        return None if _FURTHER.search(words) else True
    return False if named else None


def spendable(sources: Sequence[Source], spent_on: str, *, sure: bool) -> tuple[Source, ...]:
    """The sources with the abilities whose mana may be spent so; with `sure`, only what is known."""
    wanted = (True,) if sure else (True, None)
    return tuple(
        replace(source, abilities=kept)
        for source in sources
        if (kept := tuple(one for one in source.abilities if may_be_spent(one.only, spent_on) in wanted))
    )
