"""A mana ability: what it costs, what it makes, and what only the player knows about it (605.1a)."""

from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from math import comb
from typing import Final, Literal

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import MANA_TYPES, ManaType
from symbols.engine.errors import TooLarge
from symbols.engine.sources.notes import MOST_NUMBER, Notes

Made = tuple[ManaType, ...]
"""Mana made together, in the order W U B R G C."""

Unknown = Literal["", "colors", "number", "condition"]

Purpose = Literal["", "cost", "abilities"]
"""What mana may be spent on: anything, only what is cast, or only the costs of abilities (106.6)."""

UsedUp = Literal["", "sacrifice", "exile", "return"]

_MOST_MIXED: Final = 500

PLENTY: Final = MOST_NUMBER
"""Assumed where no number is given, to see whether it matters."""


@dataclass(frozen=True, slots=True)
class ManaAbility:
    """One way in which a source makes mana."""

    text: str  # as typed or printed, for the plan
    makes: tuple[Made, ...]  # the choices, each with the mana that it makes
    cost: Cost = field(default_factory=lambda: Cost(""))  # mana to pay for it
    taps: bool = True
    used_up: UsedUp = ""  # how its cost uses up the source
    most: int | None = 1  # how often one source can do it; None for any number of times. See `is_once`.
    life: int = 0  # life to pay for it
    damage: int = 0  # damage that it deals to its controller, which is no cost (119.3)
    # What its mana may or can't be spent on, as printed: `to cast creature spells`; empty for anything (106.6)
    restriction: str = ""
    purpose: Purpose = ""  # the same, as decided for what is paid
    # What only the player knows: which of `makes` there are, how much of them, or whether a condition is met
    unknown: Unknown = ""
    is_mixed: bool = False  # whether the mana that a number multiplies may be of several of the types
    batch: int = 0  # how much mana of the types it makes together, if they are mixed; 0 for one of `makes`
    other_costs: tuple[str, ...] = ()  # other costs, in words
    uses_counter: bool = False  # whether it costs a counter, which is there unless the player says otherwise
    each: bool = False  # whether the number is how often it can be done, as of “Sacrifice a creature”
    when: bool = True  # whether it's there if the condition is met, or if it isn't

    @property
    def types(self) -> frozenset[ManaType]:
        return frozenset(name for made in self.makes for name in made)

    @property
    def is_once(self) -> bool:
        """Whether it taps or uses up its source, which then can do nothing else."""
        return self.taps or bool(self.used_up)

    def answered(self, notes: Notes, *, sure: bool, is_creature: bool) -> "ManaAbility | None":
        """The ability with the player's notes on its source; None if it can't be used.

        Args:
            sure: whether unknowns count against it, rather than for it.
            is_creature: whether the source can be summoning sick (302.6).
        """
        if self.taps and (notes.is_tapped or (notes.is_new and is_creature)):
            return None
        if self.uses_counter and notes.number == 0:
            return None
        if self.unknown == "colors":
            types = notes.colors or (() if sure else MANA_TYPES)
            kept = tuple(made for made in self.makes if set(made) <= set(types))
            return replace(self, makes=kept, unknown="") if kept else None
        if self.unknown == "condition":
            is_there = not sure if notes.is_met is None else notes.is_met == self.when
            return replace(self, unknown="") if is_there else None
        if self.unknown == "number":
            if notes.number is None:
                return None if sure else self._times(PLENTY)
            return self._times(notes.number) if notes.number else None
        return self

    def _times(self, number: int) -> "ManaAbility":
        if self.each:
            return replace(self, most=number if self.most is None else min(number, self.most), unknown="")
        if self.is_mixed and not self.cost.symbols:
            return replace(self, batch=number, unknown="")
        if self.is_mixed:
            if comb(number + len(self.makes) - 1, number) > _MOST_MIXED:
                message = f"{self.text.partition(':')[0]} with {number} has too many ways to mix its mana."
                raise TooLarge("too_many_ways", message)
            mixed = combinations_with_replacement([name for made in self.makes for name in made], number)
            return replace(self, makes=tuple(mixed), unknown="")
        makes = tuple(tuple(sorted(made * number, key=MANA_TYPES.index)) for made in self.makes)
        return replace(self, makes=makes, unknown="")


def made_as_text(made: Made) -> str:
    return "".join(f"{{{name}}}" for name in made)
