"""Total costs where the order of reductions matters, since some are of colored mana only or have floors of their own.

    {3} with {1} less and {2} less, the latter at least 1 mana: {0} in one order, {1} in the other

They are found by trying every order for every announcement, as long as that is not too much work.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import MANA_TYPES, SLOTS, Amount, Amounts, Slot
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.totals.changes import CostToPay, Reduction
from symbols.engine.ways.announcements import Announcements

WORK = 20_000
"""How many reductions are applied before no more totals are looked for."""

_Mana = tuple[Amount, ...]
_ORDER: tuple[Slot, ...] = tuple(slot for slot in SLOTS if slot != "life")
_GENERIC = _ORDER.index("generic")


class _Reached(NamedTuple):
    """Mana after some reductions, and those that are left, each by its place among the different ones."""

    mana: _Mana
    left: tuple[int, ...]


class OrderedTotals:
    """Totals of a cost, each once, in the order of its announcements.

    Args:
        to_pay: the cost.
        announcements: the ways to announce everything that is to be paid.
    """

    def __init__(self, to_pay: CostToPay, announcements: Announcements) -> None:
        self._to_pay = to_pay
        self._announcements = announcements
        self._reductions = to_pay.changes.reductions
        self.complete = False

    def __iter__(self) -> Iterator[Amounts]:
        """Go through the totals; `complete` says afterwards whether these were all."""
        self.complete = False
        self._work = 0
        seen: set[Amounts] = set()
        for announced in self._announcements:
            for mana in sorted(self._reduced(tuple(announced.get(slot, 0) for slot in _ORDER)), key=sum):
                total = self._finish(mana, announced.get("life", 0))
                if total not in seen:
                    seen.add(total)
                    yield total
            if self._work > WORK:
                return
        self.complete = True

    def count(self) -> int | None:
        """Return how many there are; None when finding all would be too much work."""
        found = sum(1 for _ in self)
        return found if self.complete else None

    def _finish(self, mana: _Mana, life: Amount) -> Amounts:
        total = dict(zip(_ORDER, mana, strict=True))
        total["generic"] += max(0, self._to_pay.changes.minimum - sum(mana))
        return Amounts({**total, "life": life + self._to_pay.life})

    def _reduced(self, mana: _Mana) -> set[_Mana]:
        """Apply all reductions, in every order."""
        steps = {_Reached(mana, tuple(range(len(self._reductions))))}
        for _ in self._reductions:
            after: set[_Reached] = set()
            for step in steps:
                for place in self._different(step.left):
                    left = tuple(other for other in step.left if other != place)
                    self._work += 1
                    after |= {_Reached(found, left) for found in _apply(self._reductions[place], step.mana)}
                if self._work > WORK:
                    break
            steps = after
        return {step.mana for step in steps}

    def _different(self, left: tuple[int, ...]) -> Iterator[int]:
        """Go through reductions of which no equal one comes before."""
        seen = set()
        for place in left:
            reduction = self._reductions[place]
            key = (reduction, *_kind(reduction))
            if key not in seen:
                seen.add(key)
                yield place


def _kind(reduction: Cost) -> tuple[bool, int]:
    return (reduction.colored_only, reduction.floor) if isinstance(reduction, Reduction) else (False, 0)


def _apply(reduction: Cost, mana: _Mana) -> set[_Mana]:
    """Apply one reduction, with each choice of halves (118.7e)."""
    colored_only, floor = _kind(reduction)
    found = set()
    for halves in {tuple(sorted(choice)) for choice in product(*map(_halves, reduction.symbols))}:
        after = list(mana)
        for place, amount in halves:
            if place != _GENERIC:
                taken = min(amount, after[place])
                after[place] -= taken
                amount -= taken
            if not colored_only:
                most = max(0, sum(after) - floor)
                after[_GENERIC] -= min(amount, after[_GENERIC], most)
        found.add(tuple(after))
    return found


def _halves(symbol: ManaSymbol) -> list[tuple[int, Amount]]:
    """Return what a reduction's symbol can take off: never life (118.7f), and snow as generic mana (118.7g)."""
    found = []
    for option in symbol.options:
        if option.slot in MANA_TYPES:
            found.append((_ORDER.index(option.slot), option.amount))
        elif option.slot != "life":
            found.append((_GENERIC, option.amount))
    return found
