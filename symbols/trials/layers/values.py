"""Values of an object's characteristics, at some point of their determination (613.1)."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from symbols.trials.layers.words import BASIC_LANDS, CREATURE, LAND, kind_of

Time = tuple[int, int, int]
"""Timestamp: when, and the place among what came at that time."""

SELF: Final = "~"
"""Stands for the object's own name in the text of an ability."""


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability.

    Attributes:
        text: with `~` for the name of its object.
        key: identifies it among those of all objects, whatever its text becomes.
        granted: timestamp of the effect that gave it; None if it is from the text of the object, or of what it copies.
        intrinsic: whether it is the mana ability of a basic land type (305.6).
        note: what only players know, such as a number or a chosen type.
    """

    text: str
    key: str
    granted: Time | None = None
    intrinsic: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Values:
    """Characteristics of an object, and its controller.

    Attributes:
        colors: letters.
        every_type: whether it has every creature type.
        counters: kinds and numbers of those on it.
        power: also that of noncreatures, which don't have one (208.3).
        states: how it is, of `attacking`, `blocking`, `blocked`, `tapped`.
        forbidden: abilities that it can't have (113.11), in lower case.
    """

    name: str = ""
    mana_cost: str = ""
    mana_value: int = 0
    colors: frozenset[str] = frozenset()
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    every_type: bool = False
    abilities: tuple[Ability, ...] = ()
    power: int | None = None
    toughness: int | None = None
    controller: str = "you"
    is_token: bool = False
    is_face_down: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    states: frozenset[str] = frozenset()
    forbidden: frozenset[str] = field(default=frozenset())

    @property
    def is_creature(self) -> bool:
        return CREATURE in self.types

    @property
    def counters_on(self) -> dict[str, int]:
        return dict(self.counters)

    def has_subtype(self, *forms: str) -> bool:
        if any(form in self.subtypes for form in forms):
            return True
        return self.every_type and any(kind_of(form) == CREATURE for form in forms)

    def has_ability(self, name: str) -> bool:
        return any(ability.text.lower().startswith(name.lower()) for ability in self.abilities)

    def with_subtypes(self, subtypes: Iterable[str]) -> "Values":
        """With those of the subtypes that its card types can have (205.3d)."""
        kinds = {CREATURE if kind == "Kindred" else kind for kind in self.types}
        # Those of creatures are printed last.
        fitting = sorted((one for one in subtypes if kind_of(one) in kinds), key=lambda one: kind_of(one) == CREATURE)
        return replace(self, subtypes=tuple(dict.fromkeys(fitting)), every_type=self.every_type and CREATURE in kinds)

    def with_mana_abilities(self) -> "Values":
        """With the mana abilities of its basic land types now (305.6), and of no others."""
        own = [name for name in self.subtypes if name in BASIC_LANDS] if LAND in self.types else []
        wanted = {f"{{T}}: Add {{{BASIC_LANDS[name]}}}.": name for name in own}
        kept = [one for one in self.abilities if not one.intrinsic or one.text in wanted]
        had = {one.text for one in kept if one.intrinsic}
        new = [Ability(text, f"intrinsic {name}", intrinsic=True) for text, name in wanted.items() if text not in had]
        return replace(self, abilities=(*kept, *new))
