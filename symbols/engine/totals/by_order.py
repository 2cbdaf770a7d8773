"""Total costs where the order of reductions matters, since some are of colored mana only or have floors of their own.

    {3} with {1} less and {2} less, the latter at least 1 mana: {0} in one order, {1} in the other

They are found by trying every order for every announcement, as long as that is not too much work.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations_with_replacement, islice, product
from typing import NamedTuple

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import MANA_TYPES, SLOTS, Amount, Amounts, Slot
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.totals.changes import CostToPay, Reduction
from symbols.engine.ways.announcements import Announcements

WORK = 20_000
"""How many choices of reductions are applied before no more totals are looked for."""

_EACH = 4
"""What an announcement adds to that."""

_Mana = tuple[Amount, ...]
_Half = tuple[int, Amount]
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
        self._choices = list(map(_choices, self._reductions))
        self._all: list[Amounts] | None = None

    def __iter__(self) -> Iterator[Amounts]:
        """Yield the totals, until finding more is too much work."""
        if self._all is not None:
            yield from self._all
            return
        self._work = 0
        seen: dict[Amounts, None] = {}
        for announced in self._announcements:
            self._work += _EACH
            for mana in sorted(self._reduced(tuple(announced.get(slot, 0) for slot in _ORDER)), key=sum):
                total = self._finish(mana, announced.get("life", 0))
                if total not in seen:
                    seen[total] = None
                    yield total
            if self._work > WORK:
                return
        self._all = list(seen)

    def count(self) -> int | None:
        """Return how many there are; None when finding all would be too much work."""
        found = sum(1 for _ in self)
        return found if self._all is not None else None

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
                    self._work += len(self._choices[place])
                    after |= {
                        _Reached(_apply(self._reductions[place], halves, step.mana), left)
                        for halves in self._choices[place]
                    }
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


def _choices(reduction: Cost) -> list[tuple[_Half, ...]]:
    """Return what a reduction can take off, for each choice of halves (118.7e); the first `WORK` of them."""
    sorts = Counter(reduction.symbols)
    halves = (combinations_with_replacement(_halves(symbol), count) for symbol, count in sorts.items())
    chosen = (tuple(sorted(chain(*choice))) for choice in islice(product(*halves), WORK))
    return list(dict.fromkeys(chosen))


def _apply(reduction: Cost, halves: Sequence[_Half], mana: _Mana) -> _Mana:
    colored_only, floor = _kind(reduction)
    after = list(mana)
    for place, amount in halves:
        left = amount
        if place != _GENERIC:
            taken = min(amount, after[place])
            after[place] -= taken
            left -= taken
        if left and not colored_only:
            most = max(0, sum(after) - floor) if floor else left
            after[_GENERIC] -= min(left, after[_GENERIC], most)
    return tuple(after)


def _halves(symbol: ManaSymbol) -> list[_Half]:
    """Return what a reduction's symbol can take off: never life (118.7f), and snow as generic mana (118.7g)."""
    found = []
    for option in symbol.options:
        if option.slot in MANA_TYPES:
            found.append((_ORDER.index(option.slot), option.amount))
        elif option.slot != "life":
            found.append((_GENERIC, option.amount))
    return found
