"""Combat damage by trying every division: no formulas, only what each rule says of numbers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod

from symbols.trials.combat.board import Era
from symbols.trials.combat.creature import Creature, Defender

MOST = 20_000
"""Most divisions that are tried for one state."""

Amounts = tuple[int, ...]
Assigned = dict[tuple[int, int], int]
"""By attacker and blocker, both from 0; the recipient -1 is the defender, -2 the player behind a planeswalker."""


Seen = dict[tuple[str, ...], set[int]]
"""All amounts of each damage, by step, source and recipient, and of `through` and `dies`."""


class TooManyError(Exception):
    """More divisions than `MOST`."""


@dataclass(frozen=True)
class State:
    """What the first step has left: damage and counters of each creature, who is dead, what the defender took."""

    marked: Amounts
    shrunk: Amounts
    dead: frozenset[int]
    defender: int = 0


def divisions(amount: int, ways: int) -> Iterator[Amounts]:
    if ways == 1:
        yield (amount,)
        return
    for first in range(amount + 1) if ways else ():
        for rest in divisions(amount - first, ways - 1):
            yield (first, *rest)


class Force:
    """Every lawful combat of creatures that stay, without shields."""

    def __init__(
        self, attackers: Sequence[Creature], blockers: Sequence[Creature], defender: Defender, era: Era
    ) -> None:
        self.all = [*attackers, *blockers]
        self.count = len(attackers)
        self.defender, self.era = defender, era
        self.seen: Seen = defaultdict(set)

    def name(self, at: int) -> str:
        if at < 0:
            return {-1: "defender", -2: "player"}[at]
        return f"attacker {at + 1}" if at < self.count else f"blocker {at - self.count + 1}"

    def run(self) -> Seen:
        none = State((0,) * len(self.all), (0,) * len(self.all), frozenset())
        early = [at for at, one in enumerate(self.all) if one.has("first strike", "double strike")]
        for state in self.step("first strike", none, early) if early else {none}:
            late = [
                at
                for at, one in enumerate(self.all)
                if at not in state.dead and (at not in early or one.has("double strike"))
            ]
            for end in self.step("regular", state, late):
                for at in range(len(self.all)):
                    self.seen["dies", self.name(at)].add(at in end.dead)
                self.seen["through",].add(end.defender)
        return self.seen

    def step(self, step: str, before: State, sources: Sequence[int]) -> set[State]:
        attacks = [*self.assignments(before, [at for at in sources if at < self.count])]
        blocks = [*self.assignments(before, [at for at in sources if at >= self.count])]
        if len(attacks) * len(blocks) > MOST:
            raise TooManyError
        for sent in attacks:
            self.note(step, sent, [*range(self.count, len(self.all)), -1, -2])
        for sent in blocks:
            self.note(step, sent, range(self.count))
        return {self.after(before, {**one, **other}) for one, other in product(attacks, blocks)}

    def note(self, step: str, sent: Assigned, side: Iterable[int]) -> None:
        received = dict.fromkeys(side, 0)
        for (source, to), amount in sent.items():
            self.seen[step, self.name(source), self.name(to)].add(amount)
            if to < 0 or not self.all[to].is_protected_from(self.all[source]):
                received[to] += amount
        for to, amount in received.items():
            self.seen[step, self.name(to)].add(amount)

    def power(self, at: int, state: State) -> int:
        return max(0, self.all[at].power - state.shrunk[at])

    def recipients(self, at: int, state: State) -> list[int]:
        one = self.all[at]
        if at >= self.count:
            return [to for to in one.blocks if to not in state.dead]
        declared = [to for to in range(self.count, len(self.all)) if at in self.all[to].blocks]
        over = one.has("trample over planeswalkers")
        onward = []
        if not declared or over or one.has("trample"):
            onward += [-1] * self.is_attacked(state)
            onward += [-2] * (over and self.defender.kind == "planeswalker")
        return [*(to for to in declared if to not in state.dead), *onward]

    def is_attacked(self, state: State) -> bool:
        return self.defender.kind == "player" or state.defender < self.defender.counters

    def assignments(self, state: State, sources: Sequence[int]) -> Iterator[Assigned]:
        able = {at: to for at in sources if self.all[at].power > 0 and (to := self.recipients(at, state))}
        if prod(comb(self.power(at, state) + len(to) - 1, len(to) - 1) for at, to in able.items()) > MOST:
            raise TooManyError
        ways = [[*divisions(self.power(at, state), len(to))] for at, to in able.items()]
        for amounts in product(*ways):
            sent = {
                (at, to): amount
                for (at, recipients), division in zip(able.items(), amounts, strict=True)
                for to, amount in zip(recipients, division, strict=True)
            }
            if all(self.is_lawful(at, able[at], sent, state) for at in able):
                yield sent

    def is_lawful(self, at: int, recipients: Sequence[int], sent: Assigned, state: State) -> bool:
        creatures = [to for to in recipients if to >= 0]
        free = self.era.deathtouch == "free" and self.all[at].has("deathtouch")
        if self.era.ordered and not free:
            for place, to in enumerate(creatures):
                if sent[at, to] and not all(self.has_lethal(each, sent, state) for each in creatures[:place]):
                    return False
        onward = sum(sent.get((at, to), 0) for to in (-1, -2))
        if at < self.count and onward and not all(self.has_lethal(to, sent, state) for to in creatures):
            return False
        if sent.get((at, -2)) and self.is_attacked(state):
            planeswalker = sum(amount for (_, to), amount in sent.items() if to == -1)
            return planeswalker >= self.defender.counters - state.defender
        return True

    def has_lethal(self, to: int, sent: Assigned, state: State) -> bool:
        one = self.all[to]
        need = one.toughness - one.damaged - state.marked[to] - state.shrunk[to]
        if sum(amount for (_, each), amount in sent.items() if each == to) >= need:
            return True
        return self.era.deathtouch == "lethal" and any(
            amount for (at, each), amount in sent.items() if each == to and self.all[at].has("deathtouch")
        )

    def after(self, before: State, sent: Mapping[tuple[int, int], int]) -> State:
        marked, shrunk, touched, taken = [*before.marked], [*before.shrunk], set(), before.defender
        for (at, to), amount in sent.items():
            source = self.all[at]
            if to == -1:
                taken += amount
            if to < 0 or self.all[to].is_protected_from(source):
                continue
            (shrunk if source.has("wither", "infect") else marked)[to] += amount
            if amount and source.has("deathtouch"):
                touched.add(to)
        dead = {at for at in range(len(self.all)) if self.dies(at, marked[at], shrunk[at], touched=at in touched)}
        return State(tuple(marked), tuple(shrunk), before.dead | dead, taken)

    def dies(self, at: int, marked: int, shrunk: int, *, touched: bool) -> bool:
        one = self.all[at]
        if one.has("indestructible"):
            return shrunk >= one.toughness
        return touched or shrunk >= one.toughness or marked + shrunk + one.damaged >= one.toughness
