"""Symbols to pay, counted by the slots they require.

{W}{W}{W/U}{2/B}{3}   ->   plain: two for white, one for white or blue; or_generic: one for black; generic: 3
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from symbols.engine.costs.requirements import X_SLOT, Requirement
from symbols.engine.ways.polymatroid import inside

Counts = Mapping[int, int]
"""By set of slots."""


def pack(slots: int, bits: Sequence[int]) -> int:
    """Renumber a set of slots as a set over `bits`, dropping other slots."""
    return sum(1 << place for place, bit in enumerate(bits) if slots & bit)


def packed(counts: Counts, bits: Sequence[int]) -> Counts:
    result: dict[int, int] = {}
    for slots, count in counts.items():
        key = pack(slots, bits)
        result[key] = result.get(key, 0) + count
    return result


@lru_cache(maxsize=512)
def _inside(counts: tuple[tuple[int, int], ...], bits: tuple[int, ...]) -> list[int]:
    return inside(packed(dict(counts), bits), len(bits))


@dataclass(frozen=True, eq=False)
class Demand:
    """Symbols to pay, counted by the slots they require, including `X_SLOT`."""

    plain: Counts = field(default_factory=dict)  # {W}, {W/U}
    or_generic: Counts = field(default_factory=dict)  # {2/W}
    announced: Counts = field(default_factory=dict)  # {W/P}
    instead: Counts = field(default_factory=dict)  # {B} and {B/P} if life may be paid for black mana
    either: Counts = field(default_factory=dict)  # {2/B} likewise
    generic: int = 0  # generic mana, but a restricted X is `plain`

    @classmethod
    def of(cls, requirements: Sequence[Requirement], life_for: int = 0) -> "Demand":
        """Count requirements; `life_for` are the slots that life may pay."""
        counts: dict[str, dict[int, int]] = {}
        generic = 0
        for need in requirements:
            if not need.slots:
                generic += need.generic
                continue
            group = counts.setdefault(group_of(need, life_for), {})
            group[need.slots] = group.get(need.slots, 0) + (need.generic if need.slots & X_SLOT else 1)
        return cls(**counts, generic=generic)

    @cached_property
    def groups(self) -> tuple[Counts, Counts, Counts, Counts, Counts]:
        return self.plain, self.or_generic, self.announced, self.instead, self.either

    def inside(self, bits: tuple[int, ...]) -> list[list[int]]:
        """By group and set of `bits`, the number of symbols whose slots are all in the set."""
        return [_inside(tuple(group.items()), bits) for group in self.groups]

    @cached_property
    def most_paid_as_two(self) -> int:
        return sum(self.or_generic.values()) + sum(self.either.values())


def group_of(need: Requirement, life_for: int) -> str:
    """Field of `Demand` that counts a symbol."""
    if need.slots & life_for:
        return "either" if need.group == "or generic" else "instead"
    return {"or life": "announced", "or generic": "or_generic"}.get(need.group, "plain")
