"""All lawful ways to assign combat damage, as formulas: how much each creature may deal to whom (510.1, 702.19)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from symbols.trials.combat.formulas import ONE, ZERO, Formulas, Sum, negated, total
from symbols.trials.combat.lines import Creature, Defender

FIRST: Final = "first strike"
REGULAR: Final = "regular"
DEFENDER: Final = "defender"
PLAYER: Final = "player"
"""Who is behind a planeswalker, for trample over planeswalkers."""

_OVER: Final = "trample over planeswalkers"


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
    deathtouch: Literal["lethal", "free", "triggered"] = "lethal"


class Damage:
    """One combat. Creatures are named `attacker 1`, `blocker 2`; `divided` is what each assigns, in its first step.

    Attributes:
        steps: the damage steps.
        assigned: by step, source and recipient.
    """

    def __init__(
        self,
        attackers: Sequence[Creature],
        blockers: Sequence[Creature],
        defender: Defender,
        era: Era,
        divided: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.formulas = Formulas()
        self.era, self.defender = era, defender
        self.attackers = {f"attacker {at}": creature for at, creature in enumerate(attackers, 1)}
        self.blockers = {f"blocker {at}": creature for at, creature in enumerate(blockers, 1)}
        self.creatures = {**self.attackers, **self.blockers}
        self.blocks = {name: [f"attacker {at + 1}" for at in one.blocks] for name, one in self.blockers.items()}
        strikes = any(one.has(FIRST, "double strike") and self._is_there(one, FIRST) for one in self.creatures.values())
        self.steps = (FIRST, REGULAR) if strikes else (REGULAR,)
        self.assigned: dict[tuple[str, str, str], Sum] = {}
        self._lethal: dict[tuple[str, str], Sum] = {}
        self._taken: dict[tuple[str, str, str], Sum] = {}
        self._dead: dict[tuple[str, str], Sum] = {}
        divided = dict(divided or {})
        for step in self.steps:
            self._assign(step, divided)

    # Who is there

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
            return [name for name in self.blocks[source] if self._is_there(self.attackers[name], step)]
        onward: list[str] = []
        attacker = self.attackers[source]
        if not self.is_blocked(source, step) or attacker.has("trample", _OVER):
            onward += [DEFENDER] * (not self.defender.is_removed)
            onward += [PLAYER] * (self.defender.kind == "planeswalker" and attacker.has(_OVER))
        return [*self.blockers_of(source, step), *onward]

    def first_step(self, source: str) -> str | None:
        """The step of a creature's division."""
        return next((step for step in self.steps if self.assigns(source, step)), None)

    # What they assign

    def _assign(self, step: str, divided: dict[str, Sequence[int]]) -> None:
        sources = {name: self.recipients(name, step) for name in self.creatures if self.assigns(name, step)}
        for source, recipients in sources.items():
            for to in recipients:
                self.assigned[step, source, to] = self.formulas.number(self.creatures[source].power)
        for source, recipients in sources.items():
            if recipients:
                self._assign_all(step, source, recipients)
                self._keep_order(step, source, recipients)
                self._trample(step, source)
            amounts = divided.pop(source, None)
            for at, to in enumerate(recipients if amounts is not None else ()):
                amount = amounts[at] if amounts and at < len(amounts) else 0
                self.formulas.equal(self.assigned[step, source, to], Sum(constant=amount))

    def _assign_all(self, step: str, source: str, recipients: Sequence[str]) -> None:
        """510.1a to d."""
        power = self.creatures[source].power
        there = {to: self.is_left(to, step) for to in recipients}
        for to, is_left in there.items():
            self.formulas.at_most(self.assigned[step, source, to], is_left * power)
        can = self.formulas.all_of([self.is_left(source, step), self.formulas.any_of(there.values())])
        weakened = self.formulas.positive(Sum(constant=power) - self._before(step, source, "withered"))
        self.formulas.equal(
            total(self.assigned[step, source, to] for to in recipients), self.formulas.where(can, weakened)
        )

    def _keep_order(self, step: str, source: str, recipients: Sequence[str]) -> None:
        """The damage assignment order: who comes later gets damage only if everybody before has lethal damage."""
        one = self.creatures[source]
        if not self.era.ordered or (self.era.deathtouch == "free" and one.has("deathtouch")):
            return
        creatures = [to for to in recipients if to in self.creatures]
        for at, before in enumerate(creatures[:-1], 1):
            enough = self._enough(step, before)
            for later in creatures[at:]:
                self.formulas.at_most(self.assigned[step, source, later], enough * one.power)

    def _trample(self, step: str, source: str) -> None:
        """702.19b and c: what goes on needs lethal damage to all blockers, and to a planeswalker before its player."""
        power = self.creatures[source].power
        onward = [sent for to in (DEFENDER, PLAYER) if (sent := self.assigned.get((step, source, to)))]
        for blocker in self.blockers_of(source, step) if onward else ():
            self.formulas.at_most(total(onward), self._enough(step, blocker) * power)
        if (beyond := self.assigned.get((step, source, PLAYER))) and not self.defender.is_removed:
            dealt = total(sent for (at, _, to), sent in self.assigned.items() if to == DEFENDER)
            self.formulas.at_most(beyond, self.formulas.may_reach(dealt, self.defender.counters) * power)

    def _enough(self, step: str, name: str) -> Sum:
        """A bit that may be 1 only where the creature is assigned lethal damage, or is dead."""
        if (step, name) not in self._lethal:
            one = self.creatures[name]
            sent = {source: amount for (at, source, to), amount in self.assigned.items() if (at, to) == (step, name)}
            marked = total(sent.values()) + self._before(step, name, "")
            enough = [negated(self.is_left(name, step)), self.formulas.may_reach(marked, one.toughness - one.damaged)]
            if self.era.deathtouch == "lethal":
                touched = total(sent[source] for source in sent if self.creatures[source].has("deathtouch"))
                enough.append(self.formulas.may_reach(touched, 1))
            self._lethal[step, name] = self.formulas.permits(*enough)
        return self._lethal[step, name]

    # What becomes of it

    def is_left(self, name: str, step: str) -> Sum:
        """Whether it's still there as a step begins: a bit."""
        if name == PLAYER or step == self.steps[0]:
            return ONE
        return negated(self.is_dead(name, FIRST))

    def can_be_left(self, name: str, step: str) -> bool:
        return self.formulas.bounds(self.is_left(name, step))[1] > 0

    def can_be_gone(self, name: str, step: str) -> bool:
        return self.formulas.bounds(self.is_left(name, step))[0] == 0

    def _before(self, step: str, name: str, kind: str) -> Sum:
        return ZERO if step == self.steps[0] else self.taken(name, FIRST, kind)

    def is_dealt(self, step: str, source: str, to: str) -> bool:
        """Whether assigned damage is dealt, apart from shields: not to what has protection, or has left."""
        target = self.creatures.get(to)
        if target is None:
            return True
        is_gone = self.era.on_stack and target.stay == "sacrificed" and step == self._leaving(target)
        return not is_gone and not target.is_protected_from(self.creatures[source])

    def _leaving(self, one: Creature) -> str:
        return FIRST if self._leaves_early(one) else REGULAR

    def taken(self, name: str, step: str, kind: str = "") -> Sum:
        """Damage dealt up to a step, without what's prevented; or that with `deathtouch`, `lifelink`, or `withered`."""
        if (name, step, kind) not in self._taken:
            steps = self.steps[: self.steps.index(step) + 1]
            keywords = {"withered": ("wither", "infect")}.get(kind, (kind,))
            dealt = total(
                amount
                for (at, source, to), amount in self.assigned.items()
                if at in steps
                and to == name
                and self.is_dealt(at, source, to)
                and (not kind or self.creatures[source].has(*keywords))
            )
            shield = self.creatures[name].prevent if name in self.creatures else 0
            self._taken[name, step, kind] = self.formulas.positive(dealt - shield)
        return self._taken[name, step, kind]

    def is_dead(self, name: str, step: str) -> Sum:
        """Whether it's destroyed or put into a graveyard after a step: a bit (704.5f to i)."""
        if (name, step) not in self._dead:
            self._dead[name, step] = self._has_died(name, step)
        return self._dead[name, step]

    def _has_died(self, name: str, step: str) -> Sum:
        reaches = self.formulas.reaches
        if name not in self.creatures:
            is_lost = not self.defender.is_removed and self.defender.kind != "player"
            return reaches(self.taken(name, step), self.defender.counters) if is_lost else ZERO
        one = self.creatures[name]
        if one.has("indestructible"):
            return reaches(self.taken(name, step, "withered"), one.toughness)
        lethal = reaches(self.taken(name, step), one.toughness - one.damaged)
        return self.formulas.any_of([lethal, reaches(self.taken(name, step, "deathtouch"), 1)])

    # Answers

    def received(self, step: str, name: str) -> Sum:
        return self.taken(name, step) - self._before(step, name, "")

    def healed(self, *, is_by_attackers: bool) -> Sum:
        """Damage of attackers, or of blockers, with lifelink."""
        to = [*self.blockers, DEFENDER, PLAYER] if is_by_attackers else self.attackers
        return total(self.taken(name, self.steps[-1], "lifelink") for name in to)

    def _at_player(self) -> list[tuple[Creature, Sum]]:
        player = DEFENDER if self.defender.kind == "player" else PLAYER
        return [(self.creatures[source], sent) for (_, source, to), sent in self.assigned.items() if to == player]

    def lost(self) -> Sum:
        """Life that the player loses."""
        return total(sent for one, sent in self._at_player() if not one.has("infect"))

    def poison(self) -> Sum:
        infected = total(sent for one, sent in self._at_player() if one.has("infect"))
        return infected + total(self.formulas.reaches(sent, 1) * one.toxic for one, sent in self._at_player())
