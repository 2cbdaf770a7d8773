"""Parts of effects that change power and toughness: layer 7."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, cast

from symbols.trials.layers.operations import BoardView, Kind, Operation
from symbols.trials.layers.subjects import Counted
from symbols.trials.layers.values import Time, Values

MANA_VALUE: Final = "mana value"


@dataclass(frozen=True, slots=True)
class Count:
    """The number of what is counted, plus a number."""

    of: Counted
    plus: int = 0


Amount = int | Literal["mana value"] | Count
"""A number, or one that depends on the object, or on the board."""


def _number(amount: Amount, values: Values, view: BoardView) -> int:
    if isinstance(amount, Count):
        return view.count(amount.of) + amount.plus
    return values.mana_value if isinstance(amount, str) else amount


@dataclass(frozen=True, slots=True)
class SetPowerToughness(Operation):
    """Set power or toughness or both; `defined` if a characteristic-defining ability does (613.4a)."""

    power: Amount | None
    toughness: Amount | None
    kind: Kind = "set"

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

    def resolved(self, values: Values, view: BoardView) -> Operation:
        power, toughness = (one if one is None else _number(one, values, view) for one in (self.power, self.toughness))
        return replace(self, power=power, toughness=toughness)

    def apply(self, values: Values, key: str, time: Time) -> Values:
        power = values.power if self.power is None else self.power
        toughness = values.toughness if self.toughness is None else self.toughness
        return replace(values, power=cast("int | None", power), toughness=cast("int | None", toughness))


@dataclass(frozen=True, slots=True)
class Modify(Operation):
    """Raise or lower power and toughness, perhaps for each object that fits."""

    kind: ClassVar[Kind] = "modify"
    power: int
    toughness: int
    each: Counted | None = None

    @property
    def what(self) -> str:
        return f"{self.power:+}/{self.toughness:+}{' for each' if self.each else ''}"

    def resolved(self, values: Values, view: BoardView) -> Operation:
        times = view.count(self.each) if self.each else 1
        return Modify(self.power * times, self.toughness * times)

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return replace(
            values, power=(values.power or 0) + self.power, toughness=(values.toughness or 0) + self.toughness
        )


@dataclass(frozen=True, slots=True)
class Double(Operation):
    """Get +X/+0 or more, with X its power as this begins (701.10b)."""

    kind: ClassVar[Kind] = "modify"
    power: bool = True
    toughness: bool = False

    @property
    def what(self) -> str:
        return f"doubles {' and '.join(['power'] * self.power + ['toughness'] * self.toughness)}"

    def resolved(self, values: Values, view: BoardView) -> Operation:
        return Modify((values.power or 0) * self.power, (values.toughness or 0) * self.toughness)


@dataclass(frozen=True, slots=True)
class Switch(Operation):
    kind: ClassVar[Kind] = "switch"
    what: ClassVar[str] = "switches power and toughness"

    def apply(self, values: Values, key: str, time: Time) -> Values:
        return replace(values, power=values.toughness, toughness=values.power)
