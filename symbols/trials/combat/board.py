"""Who is in combat, and whom each may assign damage to in a damage step, before anything has died."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from symbols.trials.combat.creature import Creature, Defender

FIRST: Final = "first strike"
REGULAR: Final = "regular"
DEFENDER: Final = "defender"
PLAYER: Final = "player"
"""Who is behind a planeswalker, for trample over planeswalkers."""

OVER: Final = "trample over planeswalkers"

Side = Literal["attacker", "blocker"]
Deathtouch = Literal["lethal", "free", "triggered"]


@dataclass(frozen=True, slots=True)
class Era:
    """What differs between editions.

    Attributes:
        ordered: whether blockers and blocked attackers have a damage assignment order: as they're listed.
        on_stack: whether combat damage uses the stack, so that creatures may leave before it's dealt.
        deathtouch: how it counts: any damage is `lethal`; `free` of the order; or `triggered`, which changes nothing.
    """

    ordered: bool = False
    on_stack: bool = False
    deathtouch: Deathtouch = "lethal"


class Board:
    """One combat. Creatures are named `attacker 1`, `blocker 2`."""

    def __init__(
        self,
        attackers: Sequence[Creature],
        blockers: Sequence[Creature],
        defender: Defender,
        era: Era,
        orders: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """With the damage assignment `orders` of some creatures; those of others are as listed."""
        self.era, self.defender = era, defender
        self.orders = orders or {}
        self.attackers = {f"attacker {at}": creature for at, creature in enumerate(attackers, 1)}
        self.blockers = {f"blocker {at}": creature for at, creature in enumerate(blockers, 1)}
        self.creatures = {**self.attackers, **self.blockers}
        self.blocks = {name: [f"attacker {at + 1}" for at in one.blocks] for name, one in self.blockers.items()}
        strikes = any(one.has(FIRST, "double strike") and self._is_there(one, FIRST) for one in self.creatures.values())
        self.steps: Sequence[str] = (FIRST, REGULAR) if strikes else (REGULAR,)

    def side_of(self, name: str) -> Side:
        return "blocker" if name in self.blockers else "attacker"

    def against(self, name: str) -> Side:
        """The side that deals damage to a recipient."""
        return "blocker" if name in self.attackers else "attacker"

    def recipients_of(self, side: Side) -> list[str]:
        """All that a side may deal damage to."""
        return [*self.blockers, DEFENDER, PLAYER] if side == "attacker" else [*self.attackers]

    def _is_there(self, one: Creature, step: str) -> bool:
        if one.stay == "sacrificed" and step == REGULAR:
            return not self._leaves_early(one)
        return one.stay not in {"removed", "joined" if step == FIRST else "left"}

    def _leaves_early(self, one: Creature) -> bool:
        """Whether it's sacrificed in the first-strike step, with its damage on the stack."""
        return self.era.on_stack and one.has(FIRST) and not one.has("double strike")

    def assigns(self, name: str, step: str) -> bool:
        """Whether it assigns damage in a step, if it's still there."""
        one = self.creatures[name]
        if one.power <= 0 or not self._is_there(one, step):
            return False
        if len(self.steps) == 1 or one.has("double strike"):
            return True
        return one.has(FIRST) is (step == FIRST) or one.stay == "joined"

    def blockers_of(self, attacker: str, step: str) -> list[str]:
        return [
            name for name, one in self.blockers.items() if attacker in self.blocks[name] and self._is_there(one, step)
        ]

    def is_blocked(self, attacker: str, step: str) -> bool:
        """Whether it has become blocked, even if nothing blocks it anymore."""
        declared = (one for name, one in self.blockers.items() if attacker in self.blocks[name])
        return self.attackers[attacker].blocked or any(one.stay != "joined" or step == REGULAR for one in declared)

    def recipients(self, source: str, step: str) -> list[str]:
        """Whom it may assign damage to, in the order of a division; some may be dead by then."""
        if source in self.blockers:
            blocked = (name for name in self.blocks[source] if self._is_there(self.attackers[name], step))
            return self._in_order(source, blocked)
        onward: list[str] = []
        attacker = self.attackers[source]
        if not self.is_blocked(source, step) or attacker.has("trample", OVER):
            onward += [DEFENDER] * (not self.defender.is_removed)
            onward += [PLAYER] * (self.defender.kind == "planeswalker" and attacker.has(OVER))
        return [*self._in_order(source, self.blockers_of(source, step)), *onward]

    def _in_order(self, source: str, names: Iterable[str]) -> list[str]:
        order = self.orders.get(source)
        return sorted(names, key=order.index) if order else [*names]

    def steps_of(self, source: str) -> list[str]:
        """The steps in which it assigns damage, if it's still there."""
        return [step for step in self.steps if self.assigns(source, step)]

    def pairs(self, step: str, sides: Iterable[Side] = ("attacker", "blocker")) -> list[tuple[str, list[str]]]:
        """Who assigns damage in a step, with whom it may be assigned to."""
        return [
            (name, self.recipients(name, step))
            for name in self.creatures
            if self.side_of(name) in sides and self.assigns(name, step)
        ]

    def is_dealt(self, step: str, source: str, to: str) -> bool:
        """Whether assigned damage is dealt, apart from shields: not to what has protection, or has left."""
        target = self.creatures.get(to)
        if target is None:
            return True
        leaving = FIRST if self._leaves_early(target) else REGULAR
        is_gone = self.era.on_stack and target.stay == "sacrificed" and step == leaving
        return not is_gone and not target.is_protected_from(self.creatures[source])
