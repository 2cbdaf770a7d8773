"""What effects do to an object's values. Each operation is one part of an effect, applied in one layer (613.6)."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from symbols.sentences import join_words
from symbols.trials.layers.subjects import Attachments, Counted, Counters, Devotion, Filter
from symbols.trials.layers.values import Ability, Time, Values
from symbols.trials.layers.words import CREATURE, replaced

Kind = Literal["copy", "face down", "control", "text", "type", "color", "ability", "defined", "set", "modify", "switch"]


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board, as an effect counts its permanents.

    Attributes:
        source: the line that the effect is from; 0 for none.
        controller: the effect's.
        holder: the source, or what that is attached to.
        attached: what is attached to what, by lines.
    """

    state: Mapping[int, Values]
    source: int
    controller: str
    holder: int
    attached: Mapping[int, int]

    def count(self, wanted: Counted) -> int:
        match wanted:
            case Counters(kind, own):
                values = self.state.get(self.source if own and self.source else self.holder)
                return values.counters_on.get(kind, 0) if values else 0
            case Attachments(filtered):
                return sum(self._fits(filtered, line) for line, on in self.attached.items() if on == self.holder)
            case Devotion(colors):
                costs = [one.mana_cost for one in self.state.values() if one.controller == self.controller]
                symbols = [symbol for cost in costs for symbol in re.findall(r"\{([^{}]+)\}", cost)]
                return sum(not colors.isdisjoint(symbol.split("/")) for symbol in symbols)
            case Filter():
                return sum(self._fits(wanted, line) for line in self.state)

    def _fits(self, wanted: Filter, line: int) -> bool:
        return wanted.fits(self.state[line], is_source=line in {self.source, self.holder}, controller=self.controller)


@dataclass(frozen=True, slots=True)
class Operation(ABC):
    """Part of an effect.

    `resolved` puts in everything that depends on the object or the board, so that two operations are equal if they do
    the same to the object (613.8a).
    """

    @property
    @abstractmethod
    def kind(self) -> Kind: ...

    @property
    @abstractmethod
    def what(self) -> str:
        """What it does, in a few words: `becomes blue`."""

    def resolved(self, values: Values, view: BoardView) -> "Operation":
        return self

    def apply(self, values: Values, key: str, time: Time) -> Values:
        """`key` and `time` are those of the effect."""
        return values


@dataclass(frozen=True, slots=True)
class Copy(Operation):
    """Become a copy of an object, except for what `except_for` does (707.9).

    Attributes:
        of: the object by its name; the board puts in its copiable `values`.
        keeps: of `name` and `color`, what it has already.
        named: the name that it has instead; empty for none.
    """

    kind: ClassVar[Kind] = "copy"
    of: str
    except_for: tuple[Operation, ...] = ()
    keeps: frozenset[str] = frozenset()
    named: str = ""
    values: Values | None = None

    @property
    def what(self) -> str:
        return f"copies {self.values.name or 'a nameless object' if self.values else self.of}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        if self.values is None:
            return values
        copied = replace(
            self.values,
            name=(self.named or values.name) if "name" in self.keeps else self.values.name,
            colors=values.colors if "color" in self.keeps else self.values.colors,
            controller=values.controller,
            is_token=values.is_token,
            is_face_down=values.is_face_down,
            counters=values.counters,
            states=values.states,
            abilities=tuple(replace(one, key=f"{key} copied {one.key}") for one in self.values.abilities),
        )
        for part in self.except_for:
            copied = part.apply(copied, key, time)
        # What the exceptions add is copiable, so it's the copy's own (707.9a).
        return replace(copied, abilities=tuple(replace(one, granted=None) for one in copied.abilities))


@dataclass(frozen=True, slots=True)
class FaceDown(Operation):
    """Be a 2/2 creature without anything else (708.2a)."""

    kind: ClassVar[Kind] = "face down"
    what: ClassVar[str] = "2/2, nothing else"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return Values(
            types=(CREATURE,),
            power=2,
            toughness=2,
            is_face_down=True,
            controller=values.controller,
            is_token=values.is_token,
            counters=values.counters,
            states=values.states,
        )


@dataclass(frozen=True, slots=True)
class Control(Operation):
    """Change control to `player`, or to the controller of the effect's source if that's empty."""

    kind: ClassVar[Kind] = "control"
    player: str = ""

    @property
    def what(self) -> str:
        who = self.player or "the effect’s controller"
        return f"{'an opponent' if who == 'opponent' else who} {'control' if who == 'you' else 'controls'} it"

    def resolved(self, values: Values, view: BoardView) -> "Operation":
        return Control(self.player or view.controller)

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return replace(values, controller=self.player)


@dataclass(frozen=True, slots=True)
class Replace(Operation):
    """Replace a word in the text and on the type line (612)."""

    kind: ClassVar[Kind] = "text"
    old: str
    new: str

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
class Gain(Operation):
    """Gain abilities, by their texts."""

    kind: ClassVar[Kind] = "ability"
    abilities: tuple[str, ...]
    note: str = ""

    @property
    def what(self) -> str:
        return f"has {join_words(list(map(shown, self.abilities)))}" if self.abilities else "gains nothing"

    def resolved(self, values: Values, view: BoardView) -> "Operation":
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

    kind: ClassVar[Kind] = "ability"
    names: tuple[str, ...] = ()
    for_good: bool = False

    @property
    def what(self) -> str:
        lost = join_words(list(self.names)) or "all abilities"
        return f"can’t have {lost}" if self.for_good else f"loses {lost}"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        names = {name.lower().rstrip(".") for name in self.names}
        kept = tuple(one for one in values.abilities if names and one.text.lower().rstrip(".") not in names)
        forbidden = values.forbidden | names if self.for_good else values.forbidden
        return replace(values, abilities=kept, forbidden=forbidden)


def shown(text: str) -> str:
    """An ability's text within a sentence, quoted unless it's a keyword."""
    return f"“{text}”" if text[:1].isupper() or "{" in text else text
