"""Whether a cost can be paid from a pool, as a set of cases of which one must pay.

    {W}{W/P}{X} with X = 2, a pool of W W and 3 life: one case, {W} for white, {W/P} for white or life, 2 generic

Most costs make one case. `symbols.engine.paying.resources` says what makes more, and so does waterbending for the
halves of a {2/W}, since it pays for the generic half only (701.67b).
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple

from symbols.engine.costs.cost import Values
from symbols.engine.costs.requirements import BIT, WATERBEND_SLOT, X_SLOT, Requirement, reduction_of, requirement_of
from symbols.engine.costs.slots import Amount, Slot
from symbols.engine.costs.symbols import ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.paying.case import Case, LifePayments
from symbols.engine.paying.demand import Demand
from symbols.engine.paying.pool import Mana, Pool
from symbols.engine.paying.resources import (
    MOST_CASES,
    MOST_COMPARISONS,
    Halves,
    ReductionSymbol,
    Resources,
    Role,
    check_count,
    shares_waterbending,
    union_of,
    units_of,
)
from symbols.engine.steps import take
from symbols.engine.totals.changes import CostSymbol, CostToPay, Source
from symbols.engine.ways.announcements import Announcements

_MOST_SYMBOLS = 1_500
"""Over all announcements of {2/W}."""

_CASE, _SYMBOL = 40, 2
"""Overhead of a case, and of a symbol each time it is counted, in comparisons."""


class AnnouncedRequirements(NamedTuple):
    """Requirements of the symbols, for announcements that are the same to waterbending."""

    requirements: Sequence[Requirement]  # for each symbol; a restricted X requires its value at `X_SLOT`
    waterbend: int = 0  # generic mana of waterbend costs


class _WayToAnnounce(NamedTuple):
    """Announcements for which waterbending can pay the same."""

    announcements: Announcements | None  # None for all
    others: Sequence[Requirement]  # requirements of the symbols that are announced freely
    own_x: Sequence[Requirement]  # requirements of restricted X symbols
    waterbend: int  # generic mana of waterbend costs


class ChosenCase(NamedTuple):
    case: Case
    variant: AnnouncedRequirements
    roles: Sequence[Role]
    life_for: int


@dataclass(frozen=True, eq=False)
class Question:
    """Whether some symbols can be paid."""

    resources: Resources
    variants: Sequence[AnnouncedRequirements]  # one for each announcement that makes a difference

    @cached_property
    def _considered(self) -> list[ChosenCase]:
        ways = self.resources.ways_to_reduce
        check_count(len(ways) * len(self.variants), MOST_CASES)
        result = [self._case(variant, *way) for way in ways for variant in self.variants]
        check_count(sum(each.case.comparisons for each in result), MOST_COMPARISONS)
        return result

    @cached_property
    def chosen(self) -> list[ChosenCase]:
        """Possible cases; those with fewer forced reductions first."""
        return [each for each in self._considered if not each.case.supply.forced or each.case.possible]

    def _case(self, variant: AnnouncedRequirements, reduced_only: int, halves: Halves) -> ChosenCase:
        resources = self.resources
        supply, roles = resources.supply(reduced_only, halves, variant.waterbend)
        life_for = resources.life_for & ~reduced_only
        case = Case(Demand.of(variant.requirements, life_for), supply, resources.minimum, resources.minimum_refills)
        return ChosenCase(case, variant, roles, life_for)

    @property
    def cases(self) -> list[Case]:
        return [each.case for each in self.chosen]

    @property
    def comparisons(self) -> int:
        return sum(case.comparisons for case in self.cases)

    @property
    def work(self) -> int:
        """Cost of solving it from scratch, in comparisons."""
        symbols = sum(len(variant.requirements) for variant in self.variants)
        each = _CASE + _SYMBOL * len(self.resources.reductions)
        return sum(each + one.case.comparisons for one in self._considered) + 2 * _SYMBOL * symbols

    @property
    def used(self) -> int:
        return union_of(need.slots for variant in self.variants for need in variant.requirements)

    @cached_property
    def _cache(self) -> dict[int, bool]:
        return {}

    def pays(self, most: int) -> bool:
        """Whether there is enough if life may pay for up to `most` symbols."""
        if most not in self._cache:
            self._cache[most] = any(case.pays(life) for case in self.cases for life in case.ways_with_life(most))
        return self._cache[most]

    def fewest_paid_with_life(self, most: int) -> int | None:
        """Fewest symbols that must be paid with life; None if even `most` isn't enough."""
        if not self.pays(most):
            return None
        return bisect_left(range(max(0, min(most, len(self.variants[0].requirements)))), 1, key=self.pays)

    def most_usable(self, most: int) -> int:
        """Everything that can pay, with as much waterbending as possible."""
        result = ((case, case.due(life)) for case, life in self._each(most))
        return max((case.usable(due) for case, due in result if due), default=0)

    def _each(self, most: int) -> Iterator[tuple[Case, LifePayments]]:
        for case in self.cases:
            for life in case.ways_with_life(most):
                yield case, life

    def shortage(self, most: int) -> tuple[int, int] | None:
        """Mana required, and mana available; None if mana of some types is lacking."""
        result = ((case, case.due(life)) for case, life in self._each(most))
        idle = ((case.supply.total, case.usable(due), due) for case, due in result if due)
        return min(((due.mana + total - usable, total) for total, usable, due in idle), default=None)

    def shortage_of_types(self, most: int) -> tuple[int, int]:
        """Mana of their types that the symbols require, and how much of that is available."""
        most_lacking = max(sum(max(1, need.generic) + 1 for need in variant.requirements) for variant in self.variants)

        def would_do(more: int) -> bool:
            units = [*self.resources.units, (Mana("C", snow=False, count=more), self.used)]
            return replace(self, resources=replace(self.resources, units=units)).pays(most)

        lacking = 1 + bisect_left(range(1, most_lacking), 1, key=would_do)
        available = sum(unit.count for unit, slots in self.resources.units if slots & self.used)
        return available + lacking, available


class Questions:
    def __init__(self, to_pay: CostToPay, pool: Pool) -> None:
        self._to_pay, self._pool = to_pay, pool
        reductions = [
            ReductionSymbol(
                reduction_of(symbol), bool(special and special.colored_only), special.floor if special else 0
            )
            for symbol, special in to_pay.reductions_by_symbol
        ]
        life_for = sum(BIT[color] for color in pool.others.life_for)
        self.requirements = requirements_of(pool, to_pay.values, to_pay.symbols)
        used = union_of(need.slots for need in self.requirements)
        self._resources = Resources(reductions, units_of(to_pay, pool), life_for, used, to_pay.changes.minimum)

    @cached_property
    def _without_minimum(self) -> Resources:
        return replace(self._resources, minimum=0)

    @cached_property
    def whole(self) -> Question:
        return self._about(self._resources, self._to_pay.symbols, self._to_pay.values)

    def with_x(self, value: int) -> Question:
        return self._about(self._resources, self._to_pay.symbols, {**self._to_pay.values, "X": value})

    def about(self, symbols: Sequence[CostSymbol]) -> Question:
        """Without a minimum total."""
        return self._about(self._without_minimum, symbols, self._to_pay.values)

    def _about(self, resources: Resources, symbols: Sequence[CostSymbol], values: Values) -> Question:
        ways = _announcements(self._to_pay, self._pool, symbols)
        return Question(
            resources,
            [AnnouncedRequirements(self._requirements_of(way, values), _waterbend(values, way)) for way in ways],
        )

    def _requirements_of(self, symbols: Sequence[CostSymbol], values: Values) -> Sequence[Requirement]:
        to_pay = self._to_pay
        is_whole = symbols is to_pay.symbols and values is to_pay.values
        return self.requirements if is_whole else requirements_of(self._pool, values, symbols)

    def announced(self, amounts: Mapping[Slot, Amount], added: Collection[Source]) -> Question | None:
        """None if it isn't an announcement of the cost. Symbols of `added` kinds of cost are announced freely."""
        key = frozenset(added)
        if key not in self._announcing:
            self._announcing[key] = list(self._ways_to_announce(key))
        variants = []
        for way in self._announcing[key]:
            if way.announcements is not None and amounts not in way.announcements:
                continue
            generic = int(amounts.get("generic", 0)) - sum(need.generic for need in way.own_x)
            requirements = [*way.others, *way.own_x, Requirement("generic", 0, generic)]
            requirements += [Requirement("plain", BIT[slot]) for slot in BIT for _ in range(int(amounts.get(slot, 0)))]
            variants.append(AnnouncedRequirements(requirements, way.waterbend))
        return Question(self._resources, variants) if variants else None

    @cached_property
    def _announcing(self) -> dict[frozenset[Source], list[_WayToAnnounce]]:
        return {}

    def _ways_to_announce(self, added: frozenset[Source]) -> Iterator[_WayToAnnounce]:
        to_pay, pool = self._to_pay, self._pool
        for way in _announcements(to_pay, pool, to_pay.symbols):
            known = [entry for entry in way if entry.source not in added]
            yield _WayToAnnounce(
                Announcements([entry.symbol for entry in known], to_pay.values) if way != to_pay.symbols else None,
                requirements_of(pool, to_pay.values, [entry for entry in way if entry.source in added]),
                [need for need in requirements_of(pool, to_pay.values, known) if need.slots & X_SLOT],
                _waterbend(to_pay.values, way),
            )


def requirements_of(pool: Pool, values: Values, symbols: Sequence[CostSymbol]) -> list[Requirement]:
    """Requirement of each symbol; a restricted X requires its value at `X_SLOT`."""
    take(_SYMBOL * len(symbols))
    result = []
    for entry in symbols:
        need = requirement_of(entry.symbol)
        if entry.symbol.variable:
            value = values.get(entry.symbol.variable, 0)
            own = pool.others.x_only and entry.symbol.variable == "X"
            slots = X_SLOT | WATERBEND_SLOT if entry.waterbent else X_SLOT
            need = Requirement("plain", slots, value) if own else Requirement("generic", 0, value)
        result.append(need)
    return result


def _announcements(to_pay: CostToPay, pool: Pool, symbols: Sequence[CostSymbol]) -> Iterator[Sequence[CostSymbol]]:
    """Announcements of {2/W} that make a difference to waterbending.

    Only waterbend costs matter, or all costs if reductions may take those and a minimum requires more.
    """
    if not (pool.others.waterbend and shares_waterbending(to_pay)):
        yield symbols
        return
    sorts: dict[tuple[ManaSymbol, Source], list[int]] = {}
    refilled = to_pay.reductions and to_pay.changes.minimum
    for place, entry in enumerate(symbols):
        if (entry.waterbent or refilled) and requirement_of(entry.symbol).group == "or generic":
            sorts.setdefault((entry.symbol, entry.source), []).append(place)
    ways = prod(len(places) + 1 for places in sorts.values())
    check_count(ways, MOST_CASES)
    check_count(ways * len(symbols), _MOST_SYMBOLS)
    for counts in product(*(range(len(places) + 1) for places in sorts.values())):
        result = list(symbols)
        for places, count in zip(sorts.values(), counts, strict=True):
            for number, place in enumerate(places):
                result[place] = _announced(symbols[place], generic=number < count)
        yield result


def _announced(entry: CostSymbol, *, generic: bool) -> CostSymbol:
    option = next(each for each in entry.symbol.options if (each.slot == "generic") == generic)
    return replace(entry, symbol=generic_symbol(int(option.amount)) if generic else mana_symbol(option.slot))


def _waterbend(values: Values, symbols: Sequence[CostSymbol]) -> int:
    bent = [entry.symbol for entry in symbols if entry.waterbent]
    return sum(values.get(symbol.variable, 0) if symbol.variable else requirement_of(symbol).generic for symbol in bent)
