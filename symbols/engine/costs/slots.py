"""Amounts by slot: each type of mana, generic mana, snow mana and life.

{2}{W/P} with {W/P} announced as life   ->   {"generic": 2, "life": 2}
"""

from collections.abc import ItemsView, Iterable, Iterator, Mapping
from fractions import Fraction
from math import inf, isinf
from typing import Literal

Color = Literal["W", "U", "B", "R", "G"]
ManaType = Literal["W", "U", "B", "R", "G", "C"]
Slot = Literal["W", "U", "B", "R", "G", "C", "generic", "snow", "life"]
Amount = int | Fraction | float
"""An integer, an exact half (`fractions.Fraction`) or `math.inf`; never another float."""

COLORS: tuple[Color, ...] = ("W", "U", "B", "R", "G")
MANA_TYPES: tuple[ManaType, ...] = (*COLORS, "C")
MANA_NAMES: dict[ManaType, str] = {
    "W": "white",
    "U": "blue",
    "B": "black",
    "R": "red",
    "G": "green",
    "C": "colorless",
}
COLOR_NAMES: dict[Color, str] = {color: MANA_NAMES[color] for color in COLORS}
SLOTS: tuple[Slot, ...] = (*MANA_TYPES, "generic", "snow", "life")

_SLOT_SET: frozenset[str] = frozenset(SLOTS)


def amount_as_json(amount: Amount) -> int | float | str:
    """`3`, `0.5`, `"infinity"`."""
    if isinf(amount):
        return "infinity"
    if isinstance(amount, Fraction):
        return amount.numerator if amount.denominator == 1 else float(amount)
    return amount


def amount_as_text(amount: Amount) -> str:
    """`3`, `½`, `2½`, `∞`."""
    if isinf(amount):
        return "∞"
    whole, rest = divmod(amount, 1)
    if not rest:
        return str(int(whole))
    if rest == Fraction(1, 2):
        return f"{int(whole) or ''}½"
    return str(amount)


class Amounts(Mapping[Slot, Amount]):
    """Immutable, hashable amounts by slot, without zeros, in the order of `SLOTS`; amounts given twice are added.

    Equal to any mapping with the same items: `amounts == {"G": 1, "W": 1}`.
    """

    __slots__ = ("_items",)

    def __init__(self, amounts: Mapping[Slot, Amount] | Iterable[tuple[Slot, Amount]] = ()) -> None:
        pairs = amounts.items() if isinstance(amounts, Mapping) else amounts
        sums: dict[Slot, Amount] = {}
        for slot, amount in pairs:
            sums[slot] = sums.get(slot, 0) + amount
        if not _SLOT_SET.issuperset(sums):
            raise ValueError(f"not slots: {sorted(set(sums) - _SLOT_SET)}")
        self._items: dict[Slot, Amount] = {slot: sums[slot] for slot in SLOTS if sums.get(slot)}

    def __getitem__(self, slot: Slot) -> Amount:
        return self._items[slot]

    def __iter__(self) -> Iterator[Slot]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, slot: object) -> bool:
        return slot in self._items

    def items(self) -> ItemsView[Slot, Amount]:
        return self._items.items()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Amounts):
            return self._items == other._items
        if isinstance(other, Mapping):
            return self._items == dict(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __add__(self, other: Mapping[Slot, Amount]) -> "Amounts":
        return Amounts([*self._items.items(), *other.items()])

    def __repr__(self) -> str:
        return f"Amounts({self._items!r})"

    @property
    def mana(self) -> Amount:
        """Total of all slots but life."""
        return sum((amount for slot, amount in self._items.items() if slot != "life"), 0)

    def as_json(self) -> dict[str, int | float | str]:
        """`{"generic": 3, "R": 1}`."""
        return {slot: amount_as_json(amount) for slot, amount in self._items.items()}


INFINITY = inf
