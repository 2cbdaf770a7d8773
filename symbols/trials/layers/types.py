"""Parts of effects that change card types, subtypes, supertypes and colors: layers 4 and 5."""

from dataclasses import dataclass, replace
from typing import ClassVar

from symbols.sentences import a_or_an, join_words
from symbols.trials.layers.operations import Kind, Operation
from symbols.trials.layers.values import Time, Values
from symbols.trials.layers.words import BASIC_LANDS, COLOR_NAMES, CREATURE, LAND, kind_of
from symbols.trials.type_changes import changed_subtypes, changed_types, keeps_types


@dataclass(frozen=True, slots=True)
class SetTypes(Operation):
    """Set card types and subtypes (205.1a), or add them (205.1b).

    Attributes:
        also: for “in addition”, and “still”.
        only: whether even an “artifact creature” is nothing else.
    """

    kind: ClassVar[Kind] = "type"
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    also: bool = False
    only: bool = False

    @property
    def what(self) -> str:
        words = " ".join((*self.supertypes, *self.subtypes, *(one.lower() for one in self.types)))
        adjective = not self.subtypes and not self.types
        return f"{'also' if self.also else 'becomes'} {words.lower() if adjective else a_or_an(words)}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        keeps = (keeps_types(self.types, adds=self.also) and not self.only) or self.also
        types = changed_types(values.types, self.types, keeps=keeps)
        subtypes = changed_subtypes(values.subtypes, self.subtypes, kind_of, adds=self.also)
        is_new_creature = not self.also and CREATURE in map(kind_of, self.subtypes)
        values = replace(
            values,
            supertypes=tuple(dict.fromkeys((*values.supertypes, *self.supertypes))),
            types=tuple(types),
            every_type=values.every_type and not is_new_creature,
        ).with_subtypes(subtypes)
        if self.also:
            return values
        if LAND in values.types and any(one in BASIC_LANDS for one in self.subtypes):
            # It loses what is from its rules text, but nothing that effects gave it (305.7).
            values = replace(values, abilities=tuple(one for one in values.abilities if one.granted or one.intrinsic))
        return values


@dataclass(frozen=True, slots=True)
class LoseTypes(Operation):
    """Lose card types, or subtypes: all of some kinds, or those listed."""

    kind: ClassVar[Kind] = "type"
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        words = [one.lower() for one in self.types] + [f"{one.lower()} types" for one in self.kinds]
        return f"no {join_words([*words, *(one.lower() for one in self.supertypes)], 'or')}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        values = replace(
            values,
            types=tuple(one for one in values.types if one not in self.types),
            supertypes=tuple(one for one in values.supertypes if one not in self.supertypes),
            every_type=values.every_type and CREATURE not in self.kinds,
        )
        return values.with_subtypes(one for one in values.subtypes if kind_of(one) not in self.kinds)


@dataclass(frozen=True, slots=True)
class EveryType(Operation):
    """Be every creature type, or every basic land type."""

    kind: ClassVar[Kind] = "type"
    land: bool = False

    @property
    def what(self) -> str:
        return f"every {'basic land' if self.land else 'creature'} type"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        if self.land:
            return values.with_subtypes((*values.subtypes, *BASIC_LANDS))
        return replace(values, every_type=True).with_subtypes(values.subtypes)


@dataclass(frozen=True, slots=True)
class SetColors(Operation):
    kind: ClassVar[Kind] = "color"
    colors: tuple[str, ...]
    also: bool = False

    @property
    def what(self) -> str:
        named = join_words([COLOR_NAMES[one] for one in self.colors]) or "colorless"
        return f"{'also' if self.also else 'becomes'} {named}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return replace(values, colors=(values.colors if self.also else frozenset()) | frozenset(self.colors))
