"""Which mana of a pool to spend, where there is a choice.

A payment spends the fewest mana it can, creatures, cards and whatever else pays counted too. Among the payments that
do, it keeps first what is no mana of the player's own: another player's mana, cards, creatures, artifacts. After that
it keeps what is most useful later, in this order:

1. as much snow mana with a colour as it can, for that pays snow costs, its colour and generic mana;
2. then as much colorless snow mana;
3. then as much other mana with a colour, which leaves colorless mana for generic costs first.

Within 1 and 3 it keeps the colours as even as it can: it spends from the colour of which most is left.

What can be kept is bounded, at each set of slots, by the mana that reaches into the set and is not needed there.
The sets of mana that can be kept form a matroid (mana is linked to symbols along disjoint paths, a gammoid), so
taking the most valuable first is never regretted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from symbols.engine.paying.others import WAYS, Way
from symbols.engine.paying.pool import Mana, Unit
from symbols.engine.ways.hall import Inequalities, Prospect

_KEPT: tuple[Way, ...] = ("assist", "delve", "convoke", "waterbend", "improvise")


@dataclass(slots=True)
class _Limit:
    """So much more can be kept of these kinds of mana together."""

    slack: int
    kinds: frozenset[int]


def choose_spent(
    inequalities: Inequalities,
    units: Sequence[tuple[Unit, int]],
    lives: int,
    prospect: Prospect,
    spent: int,
) -> tuple[int, ...]:
    """Return how much of each kind of mana to spend.

    Args:
        inequalities: the demand against the pool.
        units: the kinds of mana of the pool, with the slots each can serve.
        lives: how many symbols are paid with life.
        prospect: what paying then comes to.
        spent: how many mana are spent in all; at least `prospect.least`.

    Returns:
        The amount spent of each of `units`, `spent` in all; they are enough to pay.
    """
    limits = _limits(inequalities, units, lives, prospect, spent)
    kept = [0] * len(units)
    for group in keeping_order(units):
        _keep_evenly(group, units, limits, kept)
    return tuple(mana.count - keep for (mana, _), keep in zip(units, kept, strict=True))


def keeping_order(units: Sequence[tuple[Unit, int]]) -> list[list[int]]:
    """Sort the kinds of mana and of all else into those kept first, second and so on."""
    groups: list[list[int]] = [[] for _ in range(len(WAYS) + 4)]
    for kind, (unit, _) in enumerate(units):
        groups[_rank(unit)].append(kind)
    return groups


def _rank(unit: Unit) -> int:
    if isinstance(unit, Mana):
        return len(WAYS) + (0 if unit.snow else 2) + (unit.type == "C")
    return _KEPT.index(unit.way)


def _limits(
    inequalities: Inequalities,
    units: Sequence[tuple[Unit, int]],
    lives: int,
    prospect: Prospect,
    spent: int,
) -> list[_Limit]:
    """Bound what can be kept: what is not spent, and at each set of slots what is not needed there."""
    everything = frozenset(range(len(units)))
    slacks: dict[frozenset[int], int] = {everything: inequalities.total - spent}
    packed = [inequalities.pack(slots) for _, slots in units]
    dear = spent - prospect.units
    must = inequalities.must(lives)
    for slots in range(1, 1 << inequalities.places):
        kinds = frozenset(kind for kind in everything if packed[kind] & slots)
        served = inequalities.mana[slots] + inequalities.single[slots] - must[slots]
        slack = served + min(inequalities.double[slots], dear - inequalities.or_generic[slots])
        slacks[kinds] = min(slacks.get(kinds, slack), slack)
    return [_Limit(slack, kinds) for kinds, slack in slacks.items() if kinds]


def _keep_evenly(kinds: list[int], units: Sequence[tuple[Unit, int]], limits: list[_Limit], kept: list[int]) -> None:
    """Keep as much as possible of these kinds, raising all that can still be raised together."""
    rising = list(kinds)
    while rising:
        step = min(units[kind][0].count - kept[kind] for kind in rising)
        for limit in limits:
            together = sum(1 for kind in rising if kind in limit.kinds)
            if together:
                step = min(step, limit.slack // together)
        for kind in rising:
            _keep(kind, step, limits, kept)
        # What is left over is less than one for each: it goes to the first that can have it, in W U B R G order.
        still = []
        for kind in rising:
            room = kept[kind] < units[kind][0].count
            if room and all(limit.slack for limit in limits if kind in limit.kinds):
                _keep(kind, 1, limits, kept)
                still.append(kind)
        rising = still


def _keep(kind: int, amount: int, limits: list[_Limit], kept: list[int]) -> None:
    kept[kind] += amount
    for limit in limits:
        if kind in limit.kinds:
            limit.slack -= amount
