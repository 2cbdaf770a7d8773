"""Choose which mana to spend.

    {2}{W} from a pool of W W G C C and snow G: W C C, which keeps white, green and snow.

A payment takes the least life, then the fewest mana (counting creatures, cards and anything else that pays). Among
those, it keeps other things before mana: another player's mana, cards, creatures, artifacts. Then it keeps the most
useful mana, in this order:

1. as much colored snow mana as possible, since that pays for snow, its color and generic mana;
2. then as much colorless snow mana;
3. then as much other colored mana, so that colorless mana pays generic costs first.

Within 1 and 3, colors are kept as even as possible: the color with the most mana left is spent first.

What can be kept is bounded at each set of slots by the mana that can pay it and isn't needed there. The sets of mana
that can be kept form a matroid (mana is linked to symbols along disjoint paths, a gammoid), so the greedy choice is
optimal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from symbols.engine.costs.requirements import WATERBEND_SLOT
from symbols.engine.paying.case import LifePayments, ManaDue
from symbols.engine.paying.others import WAYS, Way
from symbols.engine.paying.pool import Mana, Unit
from symbols.engine.paying.question import ChosenCase, Question
from symbols.engine.paying.resources import Units, usable

_KEEP_ORDER: tuple[Way, ...] = ("assist", "delve", "convoke", "waterbend", "improvise")


class Spending(NamedTuple):
    """What is spent, in one case."""

    chosen: ChosenCase
    life: LifePayments  # symbols paid with life
    paid_as_two: int  # number paid as two (`symbols.engine.paying.case`)
    units: Units
    spent: tuple[int, ...]  # number of each of `units`

    @property
    def key(self) -> tuple[object, ...]:
        """Number spent, number in each group, and how even the remaining colors are."""
        groups = keeping_order(self.units)
        sums = [sum(self.spent[kind] for kind in group) for group in groups]
        kept = [unit.count - count for (unit, _), count in zip(self.units, self.spent, strict=True)]
        evenness = [sorted((-kept[kind] for kind in group), reverse=True) for group in groups[len(WAYS) :]]
        return sum(self.spent), sums, evenness


def choose(question: Question, paid_with_life: int) -> Spending:
    """Best spending, given that paying `paid_with_life` symbols with life is enough."""
    spendings = (
        each
        for chosen in question.chosen
        for life in chosen.case.ways_with_life(paid_with_life)
        for each in _spendings(chosen, life, question.resources.units)
    )
    return min(spendings, key=lambda each: each.key)


def _spendings(chosen: ChosenCase, life: LifePayments, units: Units) -> Iterator[Spending]:
    """Best spending of a case; with floors, one for each number paid as two."""
    case = chosen.case
    first = case.due(life)
    if first is None or first.mana > case.usable(first):
        return
    more = range(first.paid_as_two + 1, case.most_worth_paying_as_two(first.paid_as_two) + 1)
    for due in (first, *(case.due(life, paid_as_two) for paid_as_two in more)):
        if due and due.mana <= case.usable(due):
            yield _spending(chosen, life, due, units)


def _spending(chosen: ChosenCase, life: LifePayments, due: ManaDue, units: Units) -> Spending:
    supply = chosen.case.supply
    least, least_doubled = [], []
    columns = (*due.needs, supply.single_at, supply.double_at, supply.x_at)
    for every, strict, single, double, x_at in zip(*columns, strict=True):
        single += x_at * due.taken
        least.append(strict - single - double)
        least_doubled.append(every - single)
    # With d paid as two, a payment spends at least `base + d`, and at each set of slots what that needs less d.
    count = max(due.mana, *least)
    paid_as_two = due.paid_as_two
    if supply.floors:
        count = max(count, *(needed - paid_as_two for needed in least_doubled))
    else:
        count = max(count, -((-due.base - max(least_doubled)) // 2))
        paid_as_two = count - due.base
    available = [
        unit.times(
            min(
                usable(unit, slots, chosen.variant.waterbend),
                due.waterbending if slots & WATERBEND_SLOT else unit.count,
            )
        )
        for unit, slots in units
    ]
    packed = [supply.pack(slots & ~supply.reduced_only) for _, slots in units]
    everything = frozenset(range(len(units)))
    slacks: dict[frozenset[int], int] = {everything: sum(unit.count for unit in available) - count}
    for at, (strict, every) in enumerate(zip(least, least_doubled, strict=True)):
        kinds = frozenset(kind for kind in everything if packed[kind] & at)
        slack = sum(available[kind].count for kind in kinds) - max(strict, every - paid_as_two)
        slacks[kinds] = min(slacks.get(kinds, slack), slack)
    limits = [_Limit(slack, kinds) for kinds, slack in slacks.items() if kinds]
    kept = [0] * len(units)
    for group in keeping_order(units):
        _keep_evenly(group, available, limits, kept)
    spent = tuple(unit.count - keep for unit, keep in zip(available, kept, strict=True))
    return Spending(chosen, life, paid_as_two, units, spent)


def keeping_order(units: Units) -> list[list[int]]:
    """Group the kinds by priority: those kept first come first."""
    groups: list[list[int]] = [[] for _ in range(len(WAYS) + 4)]
    for kind, (unit, _) in enumerate(units):
        groups[_rank(unit)].append(kind)
    return groups


def _rank(unit: Unit) -> int:
    if isinstance(unit, Mana):
        return len(WAYS) + (0 if unit.snow else 2) + (unit.type == "C")
    return _KEEP_ORDER.index(unit.way)


@dataclass(slots=True)
class _Limit:
    """How much more of these kinds can be kept together."""

    slack: int
    kinds: frozenset[int]


def _keep_evenly(kinds: list[int], available: Sequence[Unit], limits: list[_Limit], kept: list[int]) -> None:
    """Keep as much as possible of these kinds, raising all of them together while they can be raised."""
    rising = list(kinds)
    while rising:
        step = min(available[kind].count - kept[kind] for kind in rising)
        for limit in limits:
            together = sum(1 for kind in rising if kind in limit.kinds)
            if together:
                step = min(step, limit.slack // together)
        for kind in rising:
            _keep(kind, step, limits, kept)
        # The remainder is less than one for each: it goes to the first kinds with room, in WUBRG order.
        still_rising = []
        for kind in rising:
            room = kept[kind] < available[kind].count
            if room and all(limit.slack for limit in limits if kind in limit.kinds):
                _keep(kind, 1, limits, kept)
                still_rising.append(kind)
        rising = still_rising


def _keep(kind: int, amount: int, limits: list[_Limit], kept: list[int]) -> None:
    kept[kind] += amount
    for limit in limits:
        if kind in limit.kinds:
            limit.slack -= amount
