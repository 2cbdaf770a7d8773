"""A creature in combat, and what attackers attack."""

from dataclasses import dataclass
from typing import Final, Literal

MOST_CREATURES: Final = 8
"""Most attackers, and most blockers."""

MOST: Final = 999
"""Greatest power, toughness and other numbers."""

Stay = Literal["stays", "removed", "left", "joined", "sacrificed", "leaves"]
"""`removed` before damage, `left` or `joined` after first-strike damage, `sacrificed` with damage on the stack.

`leaves` is `sacrificed` where combat damage uses the stack, and else `removed`.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Creature:
    """A creature in combat.

    Attributes:
        text: how sentences call it, without the attackers that it blocks.
        damaged: damage marked on it before combat.
        prevent: how much of the next damage is prevented.
        colors: empty if they're unknown; `colorless`.
        protection: colors of the sources whose damage is prevented; `everything`.
        blocks: numbers of attackers, from 0.
        is_presumed: a blocker beside several unlike attackers, read to block the first.
        blocked: an attacker that's blocked, perhaps by nothing that's left.
        uncounted: abilities that may matter, and aren't counted.
        line: number of its line, from 0.
    """

    text: str
    name: str = ""
    power: int
    toughness: int
    keywords: frozenset[str] = frozenset()
    toxic: int = 0
    damaged: int = 0
    prevent: int = 0
    colors: frozenset[str] = frozenset()
    protection: frozenset[str] = frozenset()
    stay: Stay = "stays"
    blocks: tuple[int, ...] = ()
    is_presumed: bool = False
    blocked: bool = False
    uncounted: tuple[str, ...] = ()
    line: int = 0

    def has(self, *keywords: str) -> bool:
        return not self.keywords.isdisjoint(keywords)

    def is_protected_from(self, source: "Creature") -> bool:
        return "everything" in self.protection or not self.protection.isdisjoint(source.colors)

    def may_be_protected_from(self, source: "Creature") -> bool:
        """Whether it depends on the source's colors, which are unknown."""
        return bool(self.protection) and not source.colors and not self.is_protected_from(source)


@dataclass(frozen=True, slots=True)
class Defender:
    """What is attacked; `counters` are loyalty or defense, 0 for a player or once it's removed from combat."""

    kind: Literal["player", "planeswalker", "battle"] = "player"
    counters: int = 0

    @property
    def is_removed(self) -> bool:
        return self.kind != "player" and not self.counters
