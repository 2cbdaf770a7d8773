"""A source of mana on the battlefield: its abilities, and its player's notes on it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from symbols.engine.costs.requirements import BIT
from symbols.engine.costs.slots import Color, ManaType
from symbols.engine.paying.others import Way
from symbols.engine.sources.ability import Made, ManaAbility
from symbols.engine.sources.notes import Notes

HELPING: Final[tuple[Way, ...]] = ("convoke", "improvise")
"""Keywords for which a source can be tapped in place of making mana."""


BASIC_LAND_TYPES: Final[Mapping[str, ManaType]] = {
    "Plains": "W",
    "Island": "U",
    "Swamp": "B",
    "Mountain": "R",
    "Forest": "G",
}
"""With the mana that such a land makes (305.6)."""


@dataclass(frozen=True, slots=True)
class Source:
    """Equal sources."""

    name: str  # as it is called in a plan
    abilities: tuple[ManaAbility, ...]
    count: int = 1
    snow: bool = False  # whether its mana is from a snow source (107.4h)
    worth: int = 0  # how much keeping it open is worth, up to `_MOST_WORTH`
    unread: tuple[str, ...] = ()  # its mana abilities that aren't understood
    creature: tuple[Color, ...] | None = None  # its colors, if it is a creature
    has_haste: bool = False  # whether it can be tapped at once (702.10c)
    is_artifact: bool = False
    has_land_type: bool = False  # whether it has a basic land type (305.6)
    notes: Notes = field(default_factory=Notes)

    @property
    def has_cost(self) -> bool:
        return any(ability.cost.symbols for ability in self.abilities)

    @property
    def is_restricted(self) -> bool:
        """Whether some of its mana may be spent on some things only (106.6)."""
        return any(ability.restriction for ability in self.abilities)

    @property
    def makes(self) -> tuple[Made, ...]:
        return tuple(dict.fromkeys(made for ability in self.abilities for made in ability.makes))

    @property
    def typed(self) -> str:
        """Its name with notes, as typed."""
        return f"{self.name}{self.notes}"

    def helps(self, helping: Iterable[Way]) -> Iterable[tuple[Way, int]]:
        """Keywords for which it can be tapped, each with the slots that it can pay then (702.51a, 702.126a)."""
        for way in () if self.notes.is_tapped else helping:
            if way == "convoke" and self.creature is not None:
                yield way, sum(BIT[color] for color in self.creature)
            if way == "improvise" and self.is_artifact:
                yield way, 0
