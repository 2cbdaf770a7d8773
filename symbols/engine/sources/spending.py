"""What restricted mana may be spent on: “only to cast creature spells” (106.6)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from symbols.engine.sources.model import Source

TYPES: Final = ("creature", "artifact", "enchantment", "instant", "sorcery", "planeswalker", "battle", "ability")
_ABILITIES = re.compile(r"\bactivat\w+ (?:an? )?abilit", re.IGNORECASE)


def may_be_spent(only: str, spent_on: str) -> bool | None:
    """Whether mana may be spent on a type; None if that isn't told.

    Args:
        only: as printed: `to cast creature spells`, `to cast a nonartifact spell` after “can’t be spent”.
        spent_on: one of `TYPES`; empty if unknown.
    """
    if not only:
        return True
    if not spent_on:
        return None
    words = only.lower()
    if spent_on == "ability":
        return bool(_ABILITIES.search(words))
    named = {each for each in TYPES if re.search(rf"\b{each}\b", words)}
    not_named = {each for each in TYPES if re.search(rf"\bnon-?{each}\b", words)}
    if not_named:
        return spent_on not in not_named if "can't" not in words else spent_on in not_named
    if spent_on in named:
        # “of the chosen type” is still to be told, and so is a name or a color.
        return None if re.search(r"\b(?:chosen|named|color|mana value|legendary|multicolored)\b", words) else True
    return False if named else None


def spendable(sources: Sequence[Source], spent_on: str, *, sure: bool) -> tuple[Source, ...]:
    """The sources with the abilities whose mana may be spent so; with `sure`, only what is known."""
    wanted = (True,) if sure else (True, None)
    return tuple(
        replace(source, abilities=kept)
        for source in sources
        if (kept := tuple(one for one in source.abilities if may_be_spent(one.only, spent_on) in wanted))
    )
