"""Permanents on the battlefield, and the effects on them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from symbols.trials.layers.clauses import Clause
from symbols.trials.layers.operations import BoardView, Operation
from symbols.trials.layers.phrases import read_ability
from symbols.trials.layers.sizes import Modify, SetPowerToughness
from symbols.trials.layers.subjects import Filter, One, Subject
from symbols.trials.layers.systems import Layer, System
from symbols.trials.layers.values import Ability, Time, Values


@dataclass(frozen=True, slots=True)
class Permanent:
    """A permanent as it would be without effects.

    Attributes:
        line: its number among all lines, by which it's known.
        label: what players call it.
        attached: the line of the permanent that it's attached to; 0 for none.
    """

    line: int
    label: str
    values: Values
    time: Time
    attached: int = 0


@dataclass(frozen=True)
class Effect:
    """A continuous effect, or a kind of counter.

    Attributes:
        key: identifies it on the board.
        line: the number of the line that it's from.
        label: what players call where it's from: a card's name.
        source: the permanent whose static ability generates it; 0 for none.
        fixed: the objects that it was found to affect as it began (611.2c); None if it applies to whatever fits.
        defines: whether it's from a characteristic-defining ability.
        is_static: whether a static ability generates it, perhaps one that nobody listed.
    """

    key: str
    line: int
    label: str
    time: Time
    clause: Clause
    source: int = 0
    fixed: frozenset[int] | None = None
    controller: str = "you"
    defines: bool = False
    is_counter: bool = False
    is_static: bool = False
    ability: Ability | None = field(default=None, compare=False)

    @cached_property
    def parts(self) -> tuple[Operation, ...]:
        """Its parts; what isn't from a characteristic-defining ability only sets power and toughness (604.3a)."""
        if self.defines:
            return self.clause.parts
        return tuple(
            replace(one, kind="set") if isinstance(one, SetPowerToughness) else one for one in self.clause.parts
        )

    def parts_in(self, layer: Layer, system: System) -> tuple[Operation, ...]:
        kinds = [self._kind(part) for part in self.parts]
        if system.whole and "type" in kinds:
            return self.parts if layer.is_typed else ()
        return tuple(part for part, kind in zip(self.parts, kinds, strict=True) if kind in layer.kinds)

    def _kind(self, part: Operation) -> str:
        if not isinstance(part, Modify):
            return part.kind
        return "counter" if self.is_counter else "static" if self.is_static else "resolved"


@dataclass(frozen=True, slots=True)
class Board:
    """Permanents by line, and the effects of what resolved, in the order of their timestamps."""

    permanents: Mapping[int, Permanent]
    effects: tuple[Effect, ...] = ()

    @property
    def start(self) -> dict[int, Values]:
        return {line: one.values.with_mana_abilities() for line, one in self.permanents.items()}

    def static_effects(self, state: Mapping[int, Values]) -> Iterator[Effect]:
        """Effects of the static abilities that permanents have in a state."""
        for line, values in state.items():
            for ability in values.abilities:
                for place, clause in enumerate(read_ability(ability.text, ability.note).clauses):
                    yield self._static(line, values, ability, place, clause)

    def _static(self, line: int, values: Values, ability: Ability, place: int, clause: Clause) -> Effect:
        own = self.permanents[line].time
        return Effect(
            key=f"{line} {ability.key} {place}",
            line=line,
            label=self.permanents[line].label,
            # An ability that an effect gave has the later of both timestamps (613.7a).
            time=max(own, ability.granted) if ability.granted else own,
            clause=clause,
            source=line,
            controller=values.controller,
            defines=clause.defines and ability.granted is None,
            is_static=True,
            ability=ability,
        )

    def view(self, effect: Effect, state: Mapping[int, Values]) -> BoardView:
        attached = {line: one.attached for line, one in self.permanents.items() if one.attached}
        return BoardView(state, effect.source, effect.controller, self._holder(effect), attached)

    def affected(
        self, effect: Effect, state: Mapping[int, Values], among: frozenset[int] | None = None
    ) -> frozenset[int]:
        """The objects that an effect applies to in a state; only those `among` some, if given."""
        is_fixed, subject = effect.fixed is not None, effect.clause.subject
        lines = state if among is None else among
        possible = (line for line in lines if effect.fixed is None or line in effect.fixed)
        found = frozenset(line for line in possible if is_fixed or self._fits(line, subject, effect, state))
        if effect.clause.needs and self.view(effect, state).count(effect.clause.needs[0]) not in effect.clause.needs[1]:
            return frozenset()
        condition = effect.clause.condition
        if condition is None:
            return found
        values = state.get(self._holder(effect))
        return found if values and condition.fits(values, controller=effect.controller) else frozenset()

    def _holder(self, effect: Effect) -> int:
        """The source, or what that is attached to; what a spell or a typed line was found to affect."""
        if not effect.source:
            return next(iter(effect.fixed or ()), 0)
        return self.permanents[effect.source].attached or effect.source

    def _fits(self, line: int, subject: Subject, effect: Effect, state: Mapping[int, Values]) -> bool:
        match subject:
            case One.SELF:
                return line == effect.source
            case One.ATTACHED:
                return bool(effect.source) and line == self.permanents[effect.source].attached
            case Filter():
                return subject.fits(state[line], is_source=line == effect.source, controller=effect.controller)
            case _:
                return False
