"""How one side may lawfully assign combat damage, as an integer program (510.1, 702.19).

What a side deals after first strike depends on what it has dealt then, and on which of its creatures the other side's
first strikers have left, perhaps weaker. So the program of a side has no more than that.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from symbols.trials.combat.board import DEFENDER, FIRST, PLAYER, REGULAR, Board, Side
from symbols.trials.combat.creature import Creature
from symbols.trials.combat.division import Division
from symbols.trials.combat.model import ONE, ZERO, Linear, Model, negated, total

_WITHERED: Final = "wither", "infect"
_MOST_SURVIVORS: Final = 32


class Damage:
    """What `side` deals up to the step `last`, with the amounts of `divided` as given.

    Attributes:
        assigned: by step, source and recipient.
    """

    def __init__(self, board: Board, side: Side, last: str, divided: Division) -> None:
        self.board, self.side, self.model = board, side, Model()
        self.steps: Sequence[str] = board.steps[: board.steps.index(last) + 1]
        self.assigned: dict[tuple[str, str, str], Linear] = {}
        self._survive: dict[str, Linear] = {}
        self._lethal: dict[tuple[str, str], Linear] = {}
        self._dealt: dict[tuple[str, str], Mapping[str, Linear]] = {}
        self._taken: dict[tuple[str, str, str], Linear] = {}
        self._dead: dict[tuple[str, str], Linear] = {}
        other: Side = "blocker" if side == "attacker" else "attacker"
        # What the other side deals last matters only where it's given: then its first strikers must allow it.
        is_given = len(self.steps) > 1 and any(at == last and board.side_of(one) == other for at, one in divided)
        is_apart = len(self.steps) == 1 or (not is_given and self._read_survivors(side, other, divided))
        for step in self.steps:
            sides = [side] if is_apart or (step == last and not is_given) else [side, other]
            self._assign(step, board.pairs(step, sides), divided)
        # Each constraint that is added makes the solver start anew.
        self.model.seed(total(self.is_dead(name, last) for name in board.recipients_of(side)))

    def _read_survivors(self, side: Side, other: Side, divided: Division) -> bool:
        """Which of its creatures the other's first strikers may leave; False if that's too much, or they shrink."""
        names = [name for name in self.board.creatures if self.board.side_of(name) == side]
        first = Damage(self.board, other, FIRST, divided)
        if any(first.taken(name, FIRST, "withered").terms for name in names):
            return False
        ways = first.model.all_ways([first.is_left(name, REGULAR) for name in names], _MOST_SURVIVORS)
        # Without a way, nothing is lawful: the other side's model tells.
        if ways:
            self._survive = dict(zip(names, self.model.one_of(ways), strict=True))
        return bool(ways)

    # What they assign

    def _assign(self, step: str, pairs: Sequence[tuple[str, list[str]]], divided: Division) -> None:
        for source, recipients in pairs:
            for to in recipients:
                self.assigned[step, source, to] = self.model.number(self.board.creatures[source].power)
        for source, recipients in pairs:
            if recipients:
                self._assign_all(step, source, recipients)
                self._keep_order(step, source, recipients)
                self._trample(step, source)
            if (step, source) in divided:
                amounts = [*divided[step, source], *[0] * len(recipients)]
                for to, amount in zip(recipients, amounts, strict=False):
                    self.model.equal(self.assigned[step, source, to], Linear(constant=amount))

    def _assign_all(self, step: str, source: str, recipients: Sequence[str]) -> None:
        """510.1a to d."""
        power = self.board.creatures[source].power
        there = {to: self.is_left(to, step) for to in recipients}
        for to, is_left in there.items():
            self.model.at_most(self.assigned[step, source, to], is_left * power)
        can = self.model.all_of([self.is_left(source, step), self.model.any_of(there.values())])
        weakened = self.model.positive(Linear(constant=power) - self._before(step, source, "withered"))
        self.model.equal(total(self.assigned[step, source, to] for to in recipients), self.model.where(can, weakened))

    def _keep_order(self, step: str, source: str, recipients: Sequence[str]) -> None:
        """The damage assignment order: who comes later gets damage only if everybody before has lethal damage."""
        one, era = self.board.creatures[source], self.board.era
        if not era.ordered or (era.deathtouch == "free" and one.has("deathtouch")):
            return
        creatures = [to for to in recipients if to in self.board.creatures]
        for at, before in enumerate(creatures[:-1], 1):
            enough = self._enough(step, before)
            for later in creatures[at:]:
                self.model.at_most(self.assigned[step, source, later], enough * one.power)

    def _trample(self, step: str, source: str) -> None:
        """702.19b and c: what goes on needs lethal damage to all blockers, and to a planeswalker before its player."""
        power, defender = self.board.creatures[source].power, self.board.defender
        onward = [sent for to in (DEFENDER, PLAYER) if (sent := self.assigned.get((step, source, to)))]
        for blocker in self.board.blockers_of(source, step) if onward else ():
            self.model.at_most(total(onward), self._enough(step, blocker) * power)
        if (beyond := self.assigned.get((step, source, PLAYER))) and not defender.is_removed:
            dealt = total(sent for (_, _, to), sent in self.assigned.items() if to == DEFENDER)
            self.model.at_most(beyond, self.model.may_reach(dealt, defender.counters) * power)

    def _enough(self, step: str, name: str) -> Linear:
        """A bit that may be 1 only where the creature is assigned lethal damage, or is dead."""
        if (step, name) not in self._lethal:
            creatures = self.board.creatures
            one = creatures[name]
            sent = {source: amount for (at, source, to), amount in self.assigned.items() if (at, to) == (step, name)}
            marked = total(sent.values()) + self._before(step, name, "")
            enough = [negated(self.is_left(name, step)), self.model.may_reach(marked, one.toughness - one.damaged)]
            if self.board.era.deathtouch == "lethal":
                touched = total(sent[source] for source in sent if creatures[source].has("deathtouch"))
                enough.append(self.model.may_reach(touched, 1))
            self._lethal[step, name] = self.model.may_reach(total(enough), 1)
        return self._lethal[step, name]

    # What becomes of it

    def is_left(self, name: str, step: str) -> Linear:
        """Whether it's still there as a step begins: a bit."""
        if name == PLAYER or step == self.board.steps[0]:
            return ONE
        if name in self._survive:
            return self._survive[name]
        return negated(self.is_dead(name, FIRST))

    def _before(self, step: str, name: str, kind: str) -> Linear:
        return ZERO if step == self.board.steps[0] else self.taken(name, FIRST, kind)

    def taken(self, name: str, step: str, kind: str = "") -> Linear:
        """Damage dealt up to a step, without what's prevented.

        Of a `kind`: that with `deathtouch` or `lifelink`, that which is `withered`, or `marked`.
        """
        if (name, step, kind) not in self._taken:
            keywords = {"withered": _WITHERED, "marked": _WITHERED}.get(kind, (kind,))
            self._taken[name, step, kind] = total(
                amount
                for at in self.steps[: self.steps.index(step) + 1]
                for source, amount in self.dealt(at, name).items()
                if not kind or self.board.creatures[source].has(*keywords) is (kind != "marked")
            )
        return self._taken[name, step, kind]

    def dealt(self, step: str, name: str) -> Mapping[str, Linear]:
        """By source, the damage that's dealt in a step: a shield prevents any of it, as a player chooses (615.7)."""
        if (step, name) not in self._dealt:
            sent = self._sent(step, name)
            if name in self.board.creatures and (shield := self.board.creatures[name].prevent):
                earlier = [self._sent(at, name) for at in self.steps[: self.steps.index(step)]]
                before = total(amount for each in earlier for amount in each.values())
                past = self.model.positive(before - shield)
                left = self.model.positive(before + total(sent.values()) - shield) - past
                sent = {source: self.model.part_of(amount) for source, amount in sent.items()}
                self.model.equal(total(sent.values()), left)
            self._dealt[step, name] = sent
        return self._dealt[step, name]

    def _sent(self, step: str, name: str) -> dict[str, Linear]:
        return {
            source: amount
            for (at, source, to), amount in self.assigned.items()
            if (at, to) == (step, name) and self.board.is_dealt(at, source, to)
        }

    def received(self, step: str, name: str) -> Linear:
        return self.taken(name, step) - self._before(step, name, "")

    def is_dead(self, name: str, step: str) -> Linear:
        """Whether it's destroyed or put into a graveyard after a step: a bit (704.5f to i)."""
        if (name, step) not in self._dead:
            self._dead[name, step] = self._has_died(name, step)
        return self._dead[name, step]

    def _has_died(self, name: str, step: str) -> Linear:
        reaches, defender = self.model.reaches, self.board.defender
        if name not in self.board.creatures:
            is_lost = name == DEFENDER and not defender.is_removed and defender.kind != "player"
            return reaches(self.taken(name, step), defender.counters) if is_lost else ZERO
        one = self.board.creatures[name]
        if one.has("indestructible"):
            return reaches(self.taken(name, step, "withered"), one.toughness)
        lethal = reaches(self.taken(name, step), one.toughness - one.damaged)
        return self.model.any_of([lethal, reaches(self.taken(name, step, "deathtouch"), 1)])

    def healed(self) -> Linear:
        """Damage of the side with lifelink."""
        return total(self.taken(name, self.steps[-1], "lifelink") for name in self.board.recipients_of(self.side))

    def gains(self) -> Linear:
        """How often lifelink gains life for the side: once for each source in a step, whomever it deals damage to."""
        dealing: dict[tuple[str, str], Linear] = {}
        for step in self.steps:
            for name in {to: None for at, _, to in self.assigned if at == step}:
                for source, amount in self.dealt(step, name).items():
                    dealing[step, source] = dealing.get((step, source), ZERO) + amount
        linked = [name for name, one in self.board.creatures.items() if one.has("lifelink")]
        return total(
            self.model.reaches(amount, 1)
            for (_, source), amount in dealing.items()
            if source in linked and self.board.side_of(source) == self.side
        )

    # Damage to players

    def _at_player(self) -> Iterator[tuple[Creature, Linear]]:
        player = DEFENDER if self.board.defender.kind == "player" else PLAYER
        return ((self.board.creatures[source], sent) for (_, source, to), sent in self.assigned.items() if to == player)

    def lost(self) -> Linear:
        """Life that the player loses."""
        return total(sent for one, sent in self._at_player() if not one.has("infect"))

    def poison(self) -> Linear:
        infected = total(sent for one, sent in self._at_player() if one.has("infect"))
        return infected + total(self.model.reaches(sent, 1) * one.toxic for one, sent in self._at_player())
