"""All lawful ways to assign combat damage: bounds of each amount, and an example."""

import itertools
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from symbols.trials.combat.board import DEFENDER, FIRST, Board, Side
from symbols.trials.combat.damage import Damage
from symbols.trials.combat.division import Division
from symbols.trials.combat.model import Linear, total

Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Example:
    """One way to assign damage.

    Attributes:
        assigned: by step, source and recipient.
        received: by step and recipient.
        dead: steps, and who is dead after them.
    """

    assigned: Mapping[tuple[str, str, str], int]
    received: Mapping[tuple[str, str], int]
    dead: Set[tuple[str, str]]


class Ways:
    """All ways, or those with a division."""

    def __init__(self, board: Board, division: Division | None = None) -> None:
        self.board, self.division = board, division or {}
        self._parts: dict[tuple[Side, str], Damage] = {}

    def _part(self, side: Side, step: str) -> Damage:
        if (side, step) not in self._parts:
            self._parts[side, step] = Damage(self.board, side, step, self.division)
        return self._parts[side, step]

    def can_hold(self) -> bool:
        sides: tuple[Side, Side] = "attacker", "blocker"
        return all(self._part(side, self.board.steps[-1]).model.can_hold() for side in sides)

    def bounds(self, side: Side, step: str, value: Callable[[Damage], Linear]) -> Bounds:
        """The least and the greatest value of something in what a side deals up to a step."""
        part = self._part(side, step)
        return part.model.bounds(value(part))

    def in_all(self, side: Side, value: Callable[[Damage], Linear]) -> Bounds:
        return self.bounds(side, self.board.steps[-1], value)

    # One creature's damage

    def assigned(self, step: str, source: str, to: str) -> Bounds:
        return self.bounds(self.board.side_of(source), step, lambda part: part.assigned[step, source, to])

    def dealt(self, step: str, source: str, to: str) -> Bounds:
        """The assigned damage that isn't prevented."""
        side = self.board.side_of(source)
        return self.bounds(side, step, lambda part: part.dealt(step, to).get(source, Linear()))

    @cached_property
    def example(self) -> Example:
        """One way that lets through the most damage and, of such, kills the most blockers, then the most attackers."""
        last, board = self.board.steps[-1], self.board
        attack = self._part("attacker", last)
        dead = total(attack.is_dead(name, last) for name in board.blockers)
        attacks = _example(attack, "attacker", attack.taken(DEFENDER, last) * (len(board.blockers) + 1) + dead)
        # The attackers' part may have the blockers' first strikes, too.
        decided = {(step, source) for step, source, _ in attacks.assigned}
        given = dict(self.division)
        for step in attack.steps:
            for source, recipients in board.pairs(step):
                if (step, source) in decided:
                    given[step, source] = [attacks.assigned[step, source, to] for to in recipients]
        block = Damage(board, "blocker", last, given)
        blocks = _example(block, "blocker", total(block.is_dead(name, last) for name in board.attackers))
        return Example(
            {**blocks.assigned, **attacks.assigned},
            {**blocks.received, **attacks.received},
            attacks.dead | blocks.dead,
        )

    # What becomes of a creature

    def received(self, step: str, name: str) -> Bounds:
        return self.bounds(self.board.against(name), step, lambda part: part.received(step, name))

    def can_take(self, name: str, amount: int, kind: str = "") -> bool:
        """Whether it may be dealt at least so much in all."""
        last = self.board.steps[-1]
        part = self._part(self.board.against(name), last)
        return part.model.can_reach(part.taken(name, last, kind), amount)

    def dies(self, name: str, step: str) -> Bounds:
        return self.bounds(self.board.against(name), step, lambda part: part.is_dead(name, step))

    def can_be_left(self, name: str, step: str) -> bool:
        """Whether it may still be there as a step begins."""
        return step == self.board.steps[0] or self.dies(name, FIRST)[0] == 0

    def can_be_gone(self, name: str, step: str) -> bool:
        return step != self.board.steps[0] and self.dies(name, FIRST)[1] > 0

    def through(self, to: str = DEFENDER) -> Bounds:
        """What the defender is dealt, or the player behind a planeswalker."""
        return self.in_all("attacker", lambda part: part.taken(to, part.steps[-1]))


def _example(part: Damage, side: Side, best: Linear) -> Example:
    """The way with the greatest `best`."""
    ends = [(step, name) for step in part.steps for name in part.board.recipients_of(side)]
    received, dead = itertools.starmap(part.received, ends), (part.is_dead(name, step) for step, name in ends)
    found = iter(part.model.example([*part.assigned.values(), *received, *dead], of=best))
    return Example(
        dict(zip(part.assigned, found, strict=False)),
        dict(zip(ends, found, strict=False)),
        {end for end, dies in zip(ends, found, strict=False) if dies},
    )
