"""What each symbol requires, as a bit set of slots.

    {W/U}   one white or blue mana
    {W/P}   one white mana, or 2 life
    {2/W}   one white mana, or two generic mana
    {3}     three generic mana

Symbols with the same need are counted together, so that a cost of 200 symbols is a handful of counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from symbols.engine.costs.slots import MANA_TYPES, Slot
from symbols.engine.costs.symbols import ManaSymbol

UNIT_SLOTS: tuple[Slot, ...] = (*MANA_TYPES, "snow")
"""Slots of which a symbol requires one mana. Bit i of a set is the i-th."""

BIT: dict[Slot, int] = {slot: 1 << place for place, slot in enumerate(UNIT_SLOTS)}
TYPE_BITS = BIT["snow"] - 1
X_SLOT = BIT["snow"] << 1
"""Slot of an X with restricted mana (“spend only black mana on X”); otherwise X is generic mana."""
WATERBEND_SLOT = X_SLOT << 1
"""Second slot of such an X in a waterbend cost, for waterbending only (701.67b)."""
UNIT_BITS = (*BIT.values(), WATERBEND_SLOT, X_SLOT)

Group = Literal["plain", "or life", "or generic", "generic"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """Requirement of one symbol."""

    # `plain`: one mana of a slot in `slots`; `or life`: that or 2 life (107.4f); `or generic`: that or two generic mana
    # (107.4e); `generic`: only generic mana
    group: Group
    slots: int  # set of slots; 0 for `generic`
    generic: int = 0  # generic mana of a number; 0 for other symbols and for a variable


@lru_cache(maxsize=4096)
def requirement_of(symbol: ManaSymbol) -> Requirement:
    """For symbols of whole amounts; 0 for a variable, whose value is added later."""
    slots, generic, life = 0, 0, False
    for option in symbol.options:
        if option.slot == "generic":
            generic = 0 if symbol.variable else int(option.amount)
        elif option.slot == "life":
            life = True
        else:
            slots |= BIT[option.slot]
    if not slots:
        return Requirement("generic", 0, generic)
    if life:
        return Requirement("or life", slots)
    return Requirement("or generic", slots) if generic else Requirement("plain", slots)


def reduction_of(symbol: ManaSymbol) -> Requirement:
    """What a symbol takes off as part of a reduction.

    A Phyrexian symbol reduces its color (118.7f), a snow symbol generic mana (118.7g), a hybrid symbol a half that its
    player chooses (118.7e).
    """
    need = requirement_of(symbol)
    if need.slots == BIT["snow"]:
        return Requirement("generic", 0, 1)
    return Requirement("plain", need.slots) if need.group == "or life" else need


def slots_in(slots: int) -> Iterator[Slot]:
    return (slot for slot, bit in BIT.items() if slots & bit)
