"""Find the smallest set of symbols that a pool can't pay for: a violator of Hall's condition.

    {3}{W}{W/U} from a pool of W C C C C: {W}{W/U} need two white or blue mana, and there is one

If a cost can't be paid, one of two comparisons of `case.py` fails at some set of slots. *types*: more symbols need mana
of these slots than there is. *amount*: all symbols together, with one more mana for each that finds none there, need
more than there is. Removing a symbol lowers one side by its weight. So the smallest set there is the shortest prefix
that is too heavy, of the symbols sorted by weight, heaviest first. Life is spent on the heaviest symbols that it can
pay: these weigh nothing, and a second order begins with them, since others that life could pay count only with them.

That takes one pair of comparisons for the whole cost. If a question has more (it isn't plain), sets of symbols are
tried one by one, small ones first; then symbols are removed as long as the rest can't be paid. The number of attempts
is limited by the time each takes.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from typing import Literal, NamedTuple

from symbols.engine.paying.question import Question

WORK = 50_000
"""Limit of trying sets: comparisons per set, plus `_OVERHEAD` per case, over all sets."""

_OVERHEAD = 40

Comparison = Literal["types", "amount"]


@dataclass(frozen=True, slots=True)
class Unpayable:
    """Symbols that can't be paid, though any one of them could be removed to pay the rest."""

    places: tuple[int, ...]  # indexes of the symbols
    comparison: Comparison | None = None  # what fails; None if no single comparison does
    slots: int = 0  # the slots at which it fails
    needed: int = 0  # mana required, of these slots or in all
    available: int = 0  # how much of that is available
    matching: int = 0  # mana that can pay the slots
    reductions: int = 0  # mana taken off by reductions


def smallest_unpayable(
    question: Question, only: Callable[[Sequence[int]], Question], sorts: Sequence[object], paid_with_life: int
) -> Unpayable | None:
    """Minimal set of symbols that can't be paid together; a smallest one if the question is plain, or within the limit.

    Args:
        question: about all symbols, without a minimum total.
        only: the question for the symbols at some indexes.
        sorts: for each symbol, a key equal for interchangeable ones.
        paid_with_life: number of symbols that can be paid with life.
    """
    if question.pays(paid_with_life):
        return None
    if question.resources.is_plain:
        return _by_weight(question, paid_with_life)
    tries = WORK // (question.comparisons + _OVERHEAD * len(question.cases))
    return Unpayable(_by_trying(sorts, lambda places: not only(sorted(places)).pays(paid_with_life), tries))


class _Order(NamedTuple):
    """Symbols sorted by weight at a set of slots; all within `bound` can be paid."""

    comparison: Comparison
    slots: int
    places: list[int]
    weights: list[int]
    bound: int

    @property
    def size(self) -> float:
        """Length of the shortest prefix that is too heavy."""
        sums = enumerate(accumulate(self.weights), start=1)
        return next((size for size, weight in sums if weight > self.bound), float("inf"))


def _by_weight(question: Question, paid_with_life: int) -> Unpayable:
    requirements, supply = question.variants[0].requirements, question.cases[0].supply
    order = min(_orders(question, paid_with_life), key=lambda each: (each.size, each.comparison != "types"))
    size = int(order.size)
    places = tuple(sorted(order.places[:size]))
    if order.comparison == "amount":
        at = supply.pack(order.slots)
        needed = supply.total + sum(order.weights[:size]) - order.bound
        matching = supply.mana_at[at]
        return Unpayable(places, "amount", order.slots, needed, supply.total, matching, supply.relief)
    slots = 0
    for place in places:
        slots |= requirements[place].slots
    at = supply.pack(slots)
    reductions = supply.single_at[at] + supply.double_at[at]
    available = supply.mana_at[at]
    return Unpayable(places, "types", slots, sum(order.weights[:size]) - reductions, available, available, reductions)


def _orders(question: Question, paid_with_life: int) -> Iterator[_Order]:
    """For each set of slots, small sets first: without life, and starting with what life pays for."""
    requirements, supply = question.variants[0].requirements, question.cases[0].supply
    with_life = [place for place, need in enumerate(requirements) if need.group == "or life"]
    others = [place for place, need in enumerate(requirements) if need.group != "or life"]
    sets = range(1 << len(supply.bits))
    for at in sorted(sets, key=lambda at: (at.bit_count(), at)):
        slots = supply.unpack(at)
        matching = supply.mana_at[at] + supply.single_at[at]
        inside = [bool(need.slots) and not need.slots & ~slots for need in requirements]
        within = [place for place in others if inside[place] and requirements[place].group == "plain"]
        free = [place for place in with_life if inside[place]]
        weights = [0] * len(free[:paid_with_life]) + [1] * len([*free[paid_with_life:], *within])
        yield _Order("types", slots, within, [1] * len(within), matching + supply.double_at[at])
        yield _Order("types", slots, free + within, weights, matching + supply.double_at[at])
        heavy = [
            1 + within_too if need.slots else need.generic
            for need, within_too in zip(requirements, inside, strict=True)
        ]
        free = sorted(with_life, key=lambda place: -heavy[place])
        for first, rest in ([], others), (free[:paid_with_life], [*others, *free[paid_with_life:]]):
            rest = sorted(rest, key=lambda place: (-heavy[place], place))
            weights = [0] * len(first) + [heavy[place] for place in rest]
            yield _Order("amount", slots, first + rest, weights, supply.total + supply.relief + matching)


def _by_trying(sorts: Sequence[object], fails: Callable[[Sequence[int]], bool], tries: int) -> tuple[int, ...]:
    alike: dict[object, list[int]] = {}
    for place, sort in enumerate(sorts):
        alike.setdefault(sort, []).append(place)
    sets = (places for size in range(1, len(sorts)) for places in _some(list(alike.values()), size))
    for places in islice(sets, tries):
        if fails(places):
            return tuple(sorted(places))
    everything = list(chain(*alike.values()))
    needed = _needed(fails, [], list(alike.values()))
    # With a floor, fewer symbols may be harder to pay.
    return tuple(sorted(needed if fails(needed) else everything))


def _needed(fails: Callable[[Sequence[int]], bool], given: list[int], sorts: Sequence[list[int]]) -> list[int]:
    """Minimal places that fail together with `given` (QuickXplain: Junker, 2004)."""
    if fails(given):
        return []
    if len(sorts) == 1:
        (places,) = sorts
        return places[: 1 + bisect_left(range(1, len(places)), 1, key=lambda count: fails(given + places[:count]))]
    first, second = sorts[: len(sorts) // 2], sorts[len(sorts) // 2 :]
    of_second = _needed(fails, [*given, *chain(*first)], second)
    return _needed(fails, given + of_second, first) + of_second


def _some(sorts: Sequence[Sequence[int]], size: int) -> Iterator[list[int]]:
    """Ways to take `size` places, always the first ones of each sort."""
    if size > sum(map(len, sorts)):
        return
    if not sorts:
        yield []
        return
    for count in range(min(size, len(sorts[0])), -1, -1):
        for rest in _some(sorts[1:], size - count):
            yield [*sorts[0][:count], *rest]
