"""Total costs when the order of reductions matters: some are of colored mana only, or have a floor.

    {3} with {1} less and {2} less, the latter at least 1 mana: {0} in one order, {1} in the other

Every order is tried for every announcement, up to a limit.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations_with_replacement, count, islice, product
from math import comb, prod
from typing import NamedTuple

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import MANA_TYPES, SLOTS, Amount, Amounts, Slot
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.steps import take
from symbols.engine.totals.changes import CostToPay, Reduction
from symbols.engine.ways.announcements import Announcements

WORK = 20_000
"""The most choices of reductions applied before the search stops."""

_EACH = 4

_STEPS_EACH = 5

Mana = tuple[Amount, ...]
Half = tuple[int, Amount]
_Reached = tuple[Mana, tuple[int, ...]]
"""Mana after some reductions, and the indexes of the remaining ones."""

ORDER: tuple[Slot, ...] = tuple(slot for slot in SLOTS if slot != "life")
"""Slots in the order of `Mana`."""
_GENERIC = ORDER.index("generic")


class _Choices(NamedTuple):
    """What a kind of reduction can take off, by choice of halves."""

    halves: list[tuple[Half, ...]]
    colored_only: bool
    floor: int


class OrderedTotals:
    """Distinct totals of a cost, in the order of the announcements of all costs to pay."""

    def __init__(self, to_pay: CostToPay, announcements: Announcements) -> None:
        self._to_pay = to_pay
        self._announcements = announcements
        kinds = {(reduction, *_kind(reduction)): reduction for reduction in to_pay.changes.reductions}
        places = {kind: place for place, kind in enumerate(kinds)}
        self._kinds = [places[(reduction, *_kind(reduction))] for reduction in to_pay.changes.reductions]
        most = WORK // max(1, len(kinds))
        self._choices = [_Choices(choices_of(reduction, most), *_kind(reduction)) for reduction in kinds.values()]
        self._work = WORK if sum(map(_count_choices, kinds.values())) > WORK else 0
        self._cached: list[tuple[Mana, Amount]] = []
        self._search = self._find()

    def __iter__(self) -> Iterator[Amounts]:
        return (self._finish(*result) for result in self._each())

    def _each(self) -> Iterator[tuple[Mana, Amount]]:
        """Each total's mana and life, cached between iterations."""
        for place in count():
            if place == len(self._cached):
                try:
                    self._cached.append(next(self._search))
                except StopIteration:
                    return
            yield self._cached[place]

    def _find(self) -> Iterator[tuple[Mana, Amount]]:
        seen: set[tuple[Mana, Amount]] = set()
        minimum = self._to_pay.changes.minimum
        for announced in self._announcements:
            self._work += _EACH
            amounts = dict(announced.items())
            life = amounts.get("life", 0)
            for mana in sorted(self._reduced(tuple(amounts.get(slot, 0) for slot in ORDER)), key=sum):
                if (missing := minimum - sum(mana)) > 0:
                    mana = (*mana[:_GENERIC], mana[_GENERIC] + missing, *mana[_GENERIC + 1 :])
                if (mana, life) not in seen:
                    seen.add((mana, life))
                    yield mana, life
            if self._work > WORK:
                return

    def count(self) -> int | None:
        """None if finding all would be too much work."""
        if self._announcements.count() * (_EACH + len(self._kinds)) > WORK:
            return None
        result = sum(1 for _ in self._each())
        return result if self._work <= WORK else None

    def _finish(self, mana: Mana, life: Amount) -> Amounts:
        return Amounts({**dict(zip(ORDER, mana, strict=True)), "life": life + self._to_pay.life})

    def _reduced(self, mana: Mana) -> set[Mana]:
        """Mana after all reductions, for every order."""
        steps: set[_Reached] = {(mana, tuple(range(len(self._kinds))))}
        for _ in self._kinds:
            after: set[_Reached] = set()
            for reached, remaining in steps:
                seen = set()
                for at, place in enumerate(remaining):
                    kind = self._kinds[place]
                    if kind in seen:
                        continue
                    seen.add(kind)
                    left, choices = remaining[:at] + remaining[at + 1 :], self._choices[kind]
                    self._work += len(choices.halves)
                    take(_STEPS_EACH * len(choices.halves))
                    after |= {(_apply(choices, halves, reached), left) for halves in choices.halves}
                    if self._work > WORK:
                        break
                if self._work > WORK:
                    break
            steps = after
        return {reached for reached, _ in steps}


def in_order(amounts: Amounts) -> Mana:
    return tuple(amounts.get(slot, 0) for slot in ORDER)


def without(amount: Amount, taken: Amount) -> Amount:
    """`amount - taken`, but 0 of infinity less infinity."""
    return 0 if amount == taken else amount - taken


def after_reduction(reduction: Cost, halves: Sequence[Half], mana: Mana) -> Mana:
    return _apply(_Choices([], *_kind(reduction)), halves, mana)


def _kind(reduction: Cost) -> tuple[bool, int]:
    return (reduction.colored_only, reduction.floor) if isinstance(reduction, Reduction) else (False, 0)


def choices_of(reduction: Cost, most: int) -> list[tuple[Half, ...]]:
    """The first `most` choices of what a reduction takes off, one half per symbol (118.7e)."""
    sorts = Counter(reduction.symbols)
    halves = (combinations_with_replacement(_halves(symbol), count) for symbol, count in sorts.items())
    chosen = (tuple(sorted(chain(*choice))) for choice in islice(product(*halves), most))
    return list(dict.fromkeys(chosen))


def _count_choices(reduction: Cost) -> int:
    """Duplicates included."""
    return prod(comb(count + len(_halves(symbol)) - 1, count) for symbol, count in Counter(reduction.symbols).items())


def _apply(choices: _Choices, halves: Sequence[Half], mana: Mana) -> Mana:
    _, colored_only, floor = choices
    after = list(mana)
    for place, amount in halves:
        left = amount
        if place != _GENERIC:
            taken = min(amount, after[place])
            after[place] = without(after[place], taken)
            left = without(left, taken)
        if left and not colored_only:
            most = max(0, sum(after) - floor) if floor else left
            after[_GENERIC] = without(after[_GENERIC], min(left, after[_GENERIC], most))
    return tuple(after)


def _halves(symbol: ManaSymbol) -> list[Half]:
    """What a reduction's symbol can take off: never life (118.7f), and snow as generic mana (118.7g)."""
    result = []
    for option in symbol.options:
        if option.slot in MANA_TYPES:
            result.append((ORDER.index(option.slot), option.amount))
        elif option.slot != "life":
            result.append((_GENERIC, option.amount))
    return result
