"""The type icons of the “timeshifted” frame: which one a card has, and what it says (107.10)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["ICONS", "SEVERAL", "TypeIcon", "icon_of"]


@dataclass(frozen=True, slots=True)
class TypeIcon:
    """A type icon.

    Attributes:
        picture: what it shows, in the rule's words.
        meaning: the card type that it stands for.
        symbol: its code among the symbols.
    """

    picture: str
    meaning: str
    symbol: str


ICONS: Final[Mapping[str, TypeIcon]] = {
    "creature": TypeIcon("claw marks", "creature", "type-creature"),
    "sorcery": TypeIcon("a flame", "sorcery", "type-sorcery"),
    "instant": TypeIcon("a lightning bolt", "instant", "type-instant"),
    "enchantment": TypeIcon("a sunrise", "enchantment", "type-enchantment"),
    "artifact": TypeIcon("a chalice", "artifact", "type-artifact"),
    "land": TypeIcon("a pair of mountain peaks", "land", "type-land"),
}
"""The icons of single card types, by the type, in the order of the rule."""

SEVERAL: Final = TypeIcon("a black and white cross", "several card types", "type-multiple")
"""The icon of a card with several card types."""


def icon_of(types: Collection[str]) -> TypeIcon | None:
    """Return the icon of a card with these card types; None where the rule names none."""
    distinct = set(types)
    if len(distinct) > 1:
        return SEVERAL
    return ICONS.get(next(iter(distinct), ""))
