"""What effects do to an object's values. Each operation is one part of an effect, applied in one layer (613.6)."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol, cast

from symbols.sentences import a_or_an, join_words
from symbols.trials.layers.subjects import Filter
from symbols.trials.layers.values import Ability, Time, Values
from symbols.trials.layers.words import BASIC_LANDS, COLOR_NAMES, CREATURE, LAND, kind_of, replaced

Kind = Literal["copy", "face down", "control", "text", "type", "color", "ability", "defined", "set", "modify", "switch"]

MANA_VALUE: Final = "mana value"


@dataclass(frozen=True, slots=True)
class Count:
    """How many objects of the board fit, and more."""

    of: Filter
    plus: int = 0


Amount = int | Literal["mana value"] | Count
"""A number, or one that depends on the object, or on the board."""


class Seen(Protocol):
    """The board, as the controller of an effect and its source see it."""

    @property
    def controller(self) -> str: ...

    def count(self, wanted: Filter) -> int: ...


def _number(amount: Amount, values: Values, seen: Seen) -> int:
    if isinstance(amount, Count):
        return seen.count(amount.of) + amount.plus
    return values.mana_value if isinstance(amount, str) else amount


@dataclass(frozen=True, slots=True)
class Operation(ABC):
    """Part of an effect.

    `resolved` gives it with everything that depends on the object put in, so that two of them are equal if they do the
    same to it (613.8a).
    """

    @property
    @abstractmethod
    def kind(self) -> Kind: ...

    @property
    @abstractmethod
    def what(self) -> str:
        """What it does, in a few words: `becomes blue`."""

    def resolved(self, values: Values, seen: Seen) -> "Operation":
        return self

    @abstractmethod
    def apply(self, values: Values, key: str, time: Time) -> Values:
        """`key` and `time` are those of the effect."""


@dataclass(frozen=True, slots=True)
class Copy(Operation):
    """Become a copy of an object with these copiable values, except for what `except_for` does (707.9)."""

    values: Values
    except_for: tuple[Operation, ...] = ()
    keeps: frozenset[str] = frozenset()

    @property
    def kind(self) -> Kind:
        return "copy"

    @property
    def what(self) -> str:
        return f"copies {self.values.name or 'a nameless object'}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        own = [replace(one, key=f"{key} copied {one.key}") for one in self.values.abilities]
        copied = replace(
            self.values,
            controller=values.controller,
            is_token=values.is_token,
            is_face_down=values.is_face_down,
            counters=values.counters,
            abilities=tuple(own),
        )
        if "color" in self.keeps:
            copied = replace(copied, colors=values.colors)
        if "name" in self.keeps:
            copied = replace(copied, name=values.name)
        for part in self.except_for:
            copied = part.apply(copied, key, time)
        # What the exceptions add is copiable, so it's the copy's own (707.9a).
        return replace(copied, abilities=tuple(replace(one, granted=None) for one in copied.abilities))


@dataclass(frozen=True, slots=True)
class FaceDown(Operation):
    """Be a 2/2 creature without anything else (708.2a)."""

    @property
    def kind(self) -> Kind:
        return "face down"

    @property
    def what(self) -> str:
        return "2/2, nothing else"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        kept = Values(controller=values.controller, is_token=values.is_token, counters=values.counters)
        return replace(kept, types=(CREATURE,), power=2, toughness=2, is_face_down=True)


@dataclass(frozen=True, slots=True)
class Control(Operation):
    """Change control to `player`, or to the controller of the effect's source if that's empty."""

    player: str = ""

    @property
    def kind(self) -> Kind:
        return "control"

    @property
    def what(self) -> str:
        who = self.player or "the effect’s controller"
        return f"{'an opponent' if who == 'opponent' else who} {'control' if who == 'you' else 'controls'} it"

    def resolved(self, values: Values, seen: Seen) -> "Operation":
        return Control(self.player or seen.controller)

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return replace(values, controller=self.player)


@dataclass(frozen=True, slots=True)
class Replace(Operation):
    """Replace a word in the text and on the type line (612)."""

    old: str
    new: str

    @property
    def kind(self) -> Kind:
        return "text"

    @property
    def what(self) -> str:
        return f"“{self.old}” becomes “{self.new}”"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        abilities = tuple(
            one if one.granted else replace(one, text=replaced(one.text, self.old, self.new))
            for one in values.abilities
        )
        subtypes = [self.new if one == self.old else one for one in values.subtypes]
        return replace(values, abilities=abilities).with_subtypes(subtypes)


@dataclass(frozen=True, slots=True)
class SetTypes(Operation):
    """Set card types and subtypes (205.1a), or add them (205.1b).

    Attributes:
        also: for “in addition”, and “still”.
        only: whether even an “artifact creature” is nothing else.
    """

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    also: bool = False
    only: bool = False

    @property
    def kind(self) -> Kind:
        return "type"

    @property
    def what(self) -> str:
        words = " ".join((*self.supertypes, *self.subtypes, *(one.lower() for one in self.types)))
        adjective = not self.subtypes and not self.types
        return f"{'also' if self.also else 'becomes'} {words.lower() if adjective else a_or_an(words)}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        supertypes = tuple(dict.fromkeys((*values.supertypes, *self.supertypes)))
        values = replace(values, supertypes=supertypes)
        sets = {kind_of(one) for one in self.subtypes}
        if self.also:
            values = replace(values, types=tuple(dict.fromkeys((*values.types, *self.types))))
            return values.with_subtypes((*values.subtypes, *self.subtypes))
        if self.types:
            # An “artifact creature” stays what it was, besides (205.1b).
            stays = set(self.types) == {"Artifact", CREATURE} and not self.only
            kept = values.types if stays else _spells(values)
            values = replace(values, types=tuple(dict.fromkeys((*kept, *self.types))))
        if CREATURE in sets:
            values = replace(values, every_type=False)
        left = [one for one in values.subtypes if kind_of(one) not in sets]
        values = values.with_subtypes((*self.subtypes, *left) if LAND in sets else (*left, *self.subtypes))
        if LAND in values.types and any(one in BASIC_LANDS for one in self.subtypes):
            # It loses what is from its rules text, but nothing that effects gave it (305.7).
            values = replace(values, abilities=tuple(one for one in values.abilities if one.granted or one.intrinsic))
        return values


def _spells(values: Values) -> tuple[str, ...]:
    return tuple(one for one in values.types if one in {"Instant", "Sorcery"})


@dataclass(frozen=True, slots=True)
class LoseTypes(Operation):
    """Lose card types, or subtypes: all of some kinds, or those listed."""

    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        return "type"

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

    land: bool = False

    @property
    def kind(self) -> Kind:
        return "type"

    @property
    def what(self) -> str:
        return f"every {'basic land' if self.land else 'creature'} type"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        if self.land:
            return values.with_subtypes((*values.subtypes, *BASIC_LANDS))
        return replace(values, every_type=True).with_subtypes(values.subtypes)


@dataclass(frozen=True, slots=True)
class SetColors(Operation):
    colors: tuple[str, ...]
    also: bool = False

    @property
    def kind(self) -> Kind:
        return "color"

    @property
    def what(self) -> str:
        named = join_words([COLOR_NAMES[one] for one in self.colors]) or "colorless"
        return f"{'also' if self.also else 'becomes'} {named}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return replace(values, colors=(values.colors if self.also else frozenset()) | frozenset(self.colors))


@dataclass(frozen=True, slots=True)
class Gain(Operation):
    """Gain abilities, by their texts."""

    abilities: tuple[str, ...]
    note: str = ""

    @property
    def kind(self) -> Kind:
        return "ability"

    @property
    def what(self) -> str:
        return f"has {join_words(list(map(shown, self.abilities)))}" if self.abilities else "gains nothing"

    def resolved(self, values: Values, seen: Seen) -> "Operation":
        return Gain(tuple(one for one in self.abilities if one.lower() not in values.forbidden), self.note)

    def apply(self, values: Values, key: str, time: Time) -> Values:
        new = tuple(
            Ability(text, f"{key} gained {place}", time, note=self.note)
            for place, text in enumerate(self.abilities)
            if text.lower() not in values.forbidden
        )
        return replace(values, abilities=(*values.abilities, *new))


@dataclass(frozen=True, slots=True)
class Lose(Operation):
    """Lose abilities: those named, or all; with `for_good`, it can't have them either (113.11)."""

    names: tuple[str, ...] = ()
    for_good: bool = False

    @property
    def kind(self) -> Kind:
        return "ability"

    @property
    def what(self) -> str:
        lost = join_words(list(self.names)) or "all abilities"
        return f"can’t have {lost}" if self.for_good else f"loses {lost}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        names = {name.lower() for name in self.names}
        kept = tuple(one for one in values.abilities if names and one.text.lower().rstrip(".") not in names)
        forbidden = values.forbidden | names if self.for_good else values.forbidden
        return replace(values, abilities=kept, forbidden=forbidden)


@dataclass(frozen=True, slots=True)
class SetPowerToughness(Operation):
    """Set power or toughness or both; `defines` if a characteristic-defining ability does (613.4a)."""

    power: Amount | None
    toughness: Amount | None
    defines: bool = False

    @property
    def kind(self) -> Kind:
        return "defined" if self.defines else "set"

    @property
    def what(self) -> str:
        if isinstance(self.power, Count) or isinstance(self.toughness, Count):
            return "power and toughness by a count"
        if self.power is None:
            return f"base toughness {self.toughness}"
        if self.toughness is None:
            return f"base power {self.power}"
        if self.power == MANA_VALUE:
            return "base power and toughness: its mana value"
        return f"base {self.power}/{self.toughness}"

    def resolved(self, values: Values, seen: Seen) -> "Operation":
        power, toughness = (one if one is None else _number(one, values, seen) for one in (self.power, self.toughness))
        return replace(self, power=power, toughness=toughness)

    def apply(self, values: Values, key: str, time: Time) -> Values:
        power = values.power if self.power is None else self.power
        toughness = values.toughness if self.toughness is None else self.toughness
        return replace(values, power=cast("int | None", power), toughness=cast("int | None", toughness))


@dataclass(frozen=True, slots=True)
class Modify(Operation):
    """Raise or lower power and toughness, perhaps for each object that fits."""

    power: int
    toughness: int
    each: Filter | None = None

    @property
    def kind(self) -> Kind:
        return "modify"

    @property
    def what(self) -> str:
        return f"{self.power:+}/{self.toughness:+}{' for each' if self.each else ''}"

    def resolved(self, values: Values, seen: Seen) -> "Operation":
        times = seen.count(self.each) if self.each else 1
        return Modify(self.power * times, self.toughness * times)

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return replace(
            values, power=(values.power or 0) + self.power, toughness=(values.toughness or 0) + self.toughness
        )


@dataclass(frozen=True, slots=True)
class Switch(Operation):
    @property
    def kind(self) -> Kind:
        return "switch"

    @property
    def what(self) -> str:
        return "switches power and toughness"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return replace(values, power=values.toughness, toughness=values.power)


def shown(text: str) -> str:
    """An ability's text within a sentence: quoted, if it is more than a keyword."""
    return f"“{text}”" if text[:1].isupper() or "{" in text else text


def in_order(parts: Sequence[Operation]) -> tuple[Operation, ...]:
    """The parts of an effect, with what it loses before what it gains: “has haste and loses all other abilities”."""
    return tuple(sorted(parts, key=lambda one: isinstance(one, Gain)))
