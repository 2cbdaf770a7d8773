"""Symbols to pay, counted by what they ask for.

{W}{W}{W/U}{2/B}{3}   ->   plain: two for white, one for white or blue; or_generic: one for black; generic: 3
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from symbols.engine.costs.asks import X_SLOT, Ask
from symbols.engine.ways.polymatroid import inside

Counts = Mapping[int, int]
"""How many, by set of slots."""


def pack(slots: int, bits: Sequence[int]) -> int:
    """Write a set of slots in some of them; those that are none of these fall away."""
    return sum(1 << place for place, bit in enumerate(bits) if slots & bit)


def packed(counts: Counts, bits: Sequence[int]) -> Counts:
    """Count again by sets written in `bits`."""
    found: dict[int, int] = {}
    for slots, count in counts.items():
        key = pack(slots, bits)
        found[key] = found.get(key, 0) + count
    return found


@lru_cache(maxsize=512)
def _inside(counts: tuple[tuple[int, int], ...], bits: tuple[int, ...]) -> list[int]:
    return inside(packed(dict(counts), bits), len(bits))


@dataclass(frozen=True, eq=False)
class Demand:
    """Symbols to pay, counted by the slots that they ask for, `X_SLOT` among them.

    Attributes:
        plain: {W}, {W/U}.
        or_generic: {2/W}.
        announced: {W/P}.
        instead: {B} and {B/P} where life may be paid for black mana.
        either: {2/B} there.
        generic: the generic mana, without an X that only some mana may be spent on: that is `plain`.
    """

    plain: Counts = field(default_factory=dict)
    or_generic: Counts = field(default_factory=dict)
    announced: Counts = field(default_factory=dict)
    instead: Counts = field(default_factory=dict)
    either: Counts = field(default_factory=dict)
    generic: int = 0

    @classmethod
    def of(cls, asks: Sequence[Ask], life_for: int = 0) -> "Demand":
        """Count asks; life may be paid for the slots `life_for`."""
        counts: dict[str, dict[int, int]] = {}
        generic = 0
        for ask in asks:
            if not ask.slots:
                generic += ask.generic
                continue
            group = counts.setdefault(group_of(ask, life_for), {})
            group[ask.slots] = group.get(ask.slots, 0) + (ask.generic if ask.slots & X_SLOT else 1)
        return cls(**counts, generic=generic)

    @cached_property
    def groups(self) -> tuple[Counts, Counts, Counts, Counts, Counts]:
        """Counts of symbols that ask for a slot."""
        return self.plain, self.or_generic, self.announced, self.instead, self.either

    def inside(self, bits: tuple[int, ...]) -> list[list[int]]:
        """Return for each of `groups`, for each set of `bits`, how many symbols ask only for slots of it."""
        return [_inside(tuple(group.items()), bits) for group in self.groups]

    @cached_property
    def most_paid_as_two(self) -> int:
        """Number of symbols that two generic mana can pay for."""
        return sum(self.or_generic.values()) + sum(self.either.values())


def group_of(ask: Ask, life_for: int) -> str:
    """Return which field of `Demand` counts a symbol that asks for some slot."""
    if ask.slots & life_for:
        return "either" if ask.group == "or generic" else "instead"
    return {"or life": "announced", "or generic": "or_generic"}.get(ask.group, "plain")
