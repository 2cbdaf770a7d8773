"""Which mana to spend, where there is a choice.

    {2}{W} from a pool of W W G C C and snow G: W C C, which keeps white, green and snow.

A payment takes the least life, then the fewest mana, creatures, cards and whatever else pays counted too. Among those
it keeps first what is no mana of the player's own: another player's mana, cards, creatures, artifacts. After that it
keeps what is most useful later, in this order:

1. as much snow mana with a color as it can, for that pays snow costs, its color and generic mana;
2. then as much colorless snow mana;
3. then as much other mana with a color, which leaves colorless mana for generic costs first.

Within 1 and 3 it keeps the colors as even as it can: it spends from the color of which most is left.

What can be kept is bounded at each set of slots by the mana that reaches into the set and is not needed there. The sets
of mana that can be kept form a matroid (mana is linked to symbols along disjoint paths, a gammoid), so taking the most
valuable first is never regretted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from symbols.engine.costs.asks import WATERBEND_SLOT
from symbols.engine.paying.case import LifePaid, Prospect
from symbols.engine.paying.means import Units, usable
from symbols.engine.paying.others import WAYS, Way
from symbols.engine.paying.pool import Mana, Unit
from symbols.engine.paying.question import ChosenCase, Question

_KEPT: tuple[Way, ...] = ("assist", "delve", "convoke", "waterbend", "improvise")


class Spending(NamedTuple):
    """What is spent, in one case.

    Attributes:
        chosen: the case.
        life: how many symbols are paid with life.
        doubled: how many services are doubled.
        units: what there is to spend, each sort with the slots that it can serve.
        spent: how much of each.
    """

    chosen: ChosenCase
    life: LifePaid
    doubled: int
    units: Units
    spent: tuple[int, ...]

    @property
    def dearness(self) -> tuple[int, ...]:
        """How much is spent in all, and of each group that is kept before others."""
        return sum(self.spent), *(sum(self.spent[kind] for kind in group) for group in keeping_order(self.units))

    @property
    def unevenness(self) -> list[list[int]]:
        """What to sort by where equally much is spent of each group: how even the kinds of it are that are left."""
        kept = [unit.count - count for (unit, _), count in zip(self.units, self.spent, strict=True)]
        return [sorted((-kept[kind] for kind in group), reverse=True) for group in keeping_order(self.units)]


def choose(question: Question, lives: int) -> Spending:
    """Return what to spend, where it is known that paying so many symbols with life is enough.

    Whatever it doesn't need changes nothing: it is the same as if that weren't there.
    """
    best = _best(question, lives)
    pairs = zip(best.units, best.spent, strict=True)
    needed = [unit for unit, count in pairs if count or isinstance(unit[0], Mana)]
    for life_for in dict.fromkeys((0, question.means.life_for)):
        if len(needed) < len(best.units) or life_for != question.means.life_for:
            leaner = replace(question, means=replace(question.means, units=needed, life_for=life_for))
            if leaner.pays(lives) and (found := _best(leaner, lives)).dearness == best.dearness:
                return found
    return best


def _best(question: Question, lives: int) -> Spending:
    found = (
        each
        for chosen in question.chosen
        for life in chosen.case.ways_with_life(lives)
        for each in _spendings(chosen, life, question.means.units)
    )
    return min(found, key=lambda each: (each.dearness, each.unevenness))


def _spendings(chosen: ChosenCase, life: LifePaid, units: Units) -> Iterator[Spending]:
    """Yield what is best spent in a case; with floors, for each number of doubled services."""
    case = chosen.case
    first = case.prospect(life)
    if first is None or first.mana > case.usable(first):
        return
    more = range(first.doubled + 1, case.demand.most_doubled + 1) if case.servers.floors else ()
    for prospect in (first, *(case.prospect(life, doubled) for doubled in more)):
        if prospect and prospect.mana <= case.usable(prospect):
            yield _spending(chosen, life, prospect, units)


def _spending(chosen: ChosenCase, life: LifePaid, prospect: Prospect, units: Units) -> Spending:
    servers = chosen.case.servers
    least, least_doubled = [], []
    columns = (*prospect.needs, servers.single_at, servers.double_at, servers.has_x)
    for every, strict, single, double, has_x in zip(*columns, strict=True):
        single += has_x * prospect.taken
        least.append(strict - single - double)
        least_doubled.append(every - single)
    # With d doubled services a payment spends at least `base` and d, and at each set of slots what it needs less d.
    count = max(prospect.mana, *least)
    doubled = prospect.doubled
    if servers.floors:
        count = max(count, *(needed - doubled for needed in least_doubled))
    else:
        count = max(count, -((-prospect.base - max(least_doubled)) // 2))
        doubled = count - prospect.base
    there = [
        unit.times(
            min(
                usable(unit, slots, chosen.reading.waterbend),
                prospect.waterbending if slots & WATERBEND_SLOT else unit.count,
            )
        )
        for unit, slots in units
    ]
    packed = [servers.pack(slots & ~servers.closed) for _, slots in units]
    everything = frozenset(range(len(units)))
    slacks: dict[frozenset[int], int] = {everything: sum(unit.count for unit in there) - count}
    for at, (strict, every) in enumerate(zip(least, least_doubled, strict=True)):
        kinds = frozenset(kind for kind in everything if packed[kind] & at)
        slack = sum(there[kind].count for kind in kinds) - max(strict, every - doubled)
        slacks[kinds] = min(slacks.get(kinds, slack), slack)
    limits = [_Limit(slack, kinds) for kinds, slack in slacks.items() if kinds]
    kept = [0] * len(units)
    for group in keeping_order(units):
        _keep_evenly(group, there, limits, kept)
    spent = tuple(unit.count - keep for unit, keep in zip(there, kept, strict=True))
    return Spending(chosen, life, doubled, units, spent)


def keeping_order(units: Units) -> list[list[int]]:
    """Sort the kinds of mana and of all else into those kept first, second and so on."""
    groups: list[list[int]] = [[] for _ in range(len(WAYS) + 4)]
    for kind, (unit, _) in enumerate(units):
        groups[_rank(unit)].append(kind)
    return groups


def _rank(unit: Unit) -> int:
    if isinstance(unit, Mana):
        return len(WAYS) + (0 if unit.snow else 2) + (unit.type == "C")
    return _KEPT.index(unit.way)


@dataclass(slots=True)
class _Limit:
    """So much more can be kept of these kinds of mana together."""

    slack: int
    kinds: frozenset[int]


def _keep_evenly(kinds: list[int], there: Sequence[Unit], limits: list[_Limit], kept: list[int]) -> None:
    """Keep as much as possible of these kinds, raising all that can still be raised together."""
    rising = list(kinds)
    while rising:
        step = min(there[kind].count - kept[kind] for kind in rising)
        for limit in limits:
            together = sum(1 for kind in rising if kind in limit.kinds)
            if together:
                step = min(step, limit.slack // together)
        for kind in rising:
            _keep(kind, step, limits, kept)
        # What is left over is less than one for each: it goes to the first that can have it, in W U B R G order.
        still = []
        for kind in rising:
            room = kept[kind] < there[kind].count
            if room and all(limit.slack for limit in limits if kind in limit.kinds):
                _keep(kind, 1, limits, kept)
                still.append(kind)
        rising = still


def _keep(kind: int, amount: int, limits: list[_Limit], kept: list[int]) -> None:
    kept[kind] += amount
    for limit in limits:
        if kind in limit.kinds:
            limit.slack -= amount
