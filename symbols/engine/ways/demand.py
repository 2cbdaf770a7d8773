"""Demand: what must be paid and what reductions give, counted by the sets of slots that can serve it.

To pay a cost is to serve its symbols. A symbol asks for one mana of certain types (`{W/U}`), or that or 2 life
(`{W/P}`), or that or two generic mana (`{2/W}`), or only for generic mana. A reduction serves too: one of `{W}`
stands in for one white mana of the cost and, where none is asked for, for one generic mana (118.7b, 118.7c). Whether
a reduction takes its own type first makes no difference to what can be paid: if it stood in for generic mana while
real mana paid a white symbol, the two could change places. So reductions are mana of a special sort, and everything
is a question of who may serve whom. Two symbols with the same set of slots are the same question.

A set of slots is a number with a bit for each of `UNIT_SLOTS`.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from symbols.engine.costs.slots import MANA_TYPES, Slot
from symbols.engine.costs.symbols import ManaSymbol

UNIT_SLOTS: tuple[Slot, ...] = (*MANA_TYPES, "snow")
"""The slots that a symbol asks for one of; bit i of a set of slots stands for the i-th."""

BIT: dict[Slot, int] = {slot: 1 << place for place, slot in enumerate(UNIT_SLOTS)}
TYPE_BITS = BIT["snow"] - 1
X_SLOT = BIT["snow"] << 1
"""The slot of X, where only some mana may be spent on it (`symbols.engine.paying.cases`)."""
BENT_SLOT = X_SLOT << 1
"""The slot of X of a waterbend cost beside `X_SLOT`, that waterbending alone serves (701.67b)."""

Group = Literal["plain", "or life", "or generic", "generic"]
Counts = dict[int, int]
"""How many, by set of slots."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Demand of one symbol.

    Attributes:
        group: `plain`: one mana of a slot in `slots`; `or life`: that or 2 life (107.4f); `or generic`: that or
            two generic mana (107.4e); `generic`: only generic mana.
        slots: a set of slots, 0 for `generic`.
        generic: the amount of generic mana of a number; 0 for other symbols and for a variable.
    """

    group: Group
    slots: int
    generic: int = 0


def ask_of(symbol: ManaSymbol) -> Ask:
    """Return what a symbol of whole amounts asks for; a variable asks for 0 until it has a value."""
    slots, generic, life = 0, 0, False
    for option in symbol.options:
        if option.slot == "generic":
            generic = 0 if symbol.variable else int(option.amount)
        elif option.slot == "life":
            life = True
        else:
            slots |= BIT[option.slot]
    if not slots:
        return Ask("generic", 0, generic)
    if life:
        return Ask("or life", slots)
    return Ask("or generic", slots) if generic else Ask("plain", slots)


def relief_of(symbol: ManaSymbol) -> Ask:
    """Return what a symbol takes off a cost when it stands in a reduction.

    A Phyrexian symbol takes off its colour (118.7f), a snow symbol generic mana (118.7g), a hybrid symbol
    the half that its player chooses (118.7e).
    """
    ask = ask_of(symbol)
    if ask.slots == BIT["snow"]:
        return Ask("generic", 0, 1)
    return Ask("plain", ask.slots) if ask.group == "or life" else ask


@dataclass(frozen=True)
class Demand:
    """Symbols of a cost and of its reductions, counted.

    Attributes:
        plain: symbols that need one mana, by the set of slots that can pay for them.
        or_life: the same for those that 2 life can pay for too.
        or_generic: the same for those that two generic mana can pay for too.
        generic: the amount of generic mana, with a value for each variable.
        single: reductions by one mana of a chosen slot, by the set of slots to choose from.
        double: the same for those that can reduce two generic mana instead.
        generic_off: the amount that the other reductions take off generic mana.
        minimum: the least mana that the total cost can be, by an effect on the total itself (601.2f).
    """

    plain: Counts
    or_life: Counts
    or_generic: Counts
    generic: int
    single: Counts
    double: Counts
    generic_off: int
    minimum: int = 0

    @classmethod
    def of(cls, asks: Iterable[Ask], reliefs: Iterable[Ask], minimum: int = 0) -> "Demand":
        """Count what symbols ask for and reductions give.

        Args:
            asks: what each symbol asks for, a variable for its value in generic mana.
            reliefs: what each symbol of the reductions takes off.
            minimum: the least mana of the total.
        """
        generic = 0
        counts: dict[Group, Counter[int]] = {"plain": Counter(), "or life": Counter(), "or generic": Counter()}
        for ask in asks:
            if ask.slots:
                counts[ask.group][ask.slots] += 1
            generic += ask.generic
        off: dict[Group, Counter[int]] = {"plain": Counter(), "or generic": Counter()}
        generic_off = 0
        for relief in reliefs:
            if relief.slots:
                off[relief.group][relief.slots] += 1
            generic_off += relief.generic
        return cls(
            counts["plain"],
            counts["or life"],
            counts["or generic"],
            generic,
            off["plain"],
            off["or generic"],
            generic_off,
            minimum,
        )

    @property
    def used(self) -> int:
        """Set of all slots that some symbol of the cost asks for one of."""
        union = 0
        for slots in (*self.plain, *self.or_life, *self.or_generic):
            union |= slots
        return union
