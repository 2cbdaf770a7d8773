"""What can pay, what reductions take off, and which symbols each can pay.

    {W}{1} with {W} less, 2 life instead of white mana, from a pool of C

A reduction by a color reduces generic mana only once no mana of that color is left (118.7b, 118.7c). Mostly that
doesn't matter: a reduction on generic mana could be swapped with the mana that pays a white symbol. But life can't be
swapped so, as it never pays for generic mana, nor can mana that may not be spent on X. Such a color makes two cases.
Either only reductions pay for the mana announced of that color, so that the rest of them may reduce generic mana; or
each of them takes a symbol of it. Above, the first case pays: {W} is reduced, and C pays {1}.

With a floor or a restricted X, the halves of a reduction by {2/W} make cases too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations, islice, product
from operator import or_
from typing import NamedTuple

from symbols.engine.costs.requirements import BIT, UNIT_BITS, WATERBEND_SLOT, X_SLOT, Requirement
from symbols.engine.errors import TooLarge
from symbols.engine.paying.others import Helper
from symbols.engine.paying.pool import Pool, Unit
from symbols.engine.paying.supply import Supply
from symbols.engine.totals.changes import CostToPay

Units = Sequence[tuple[Unit, int]]
"""Each kind that can pay, with the slots it can pay."""

Role = tuple[str, int]
"""Field of `Supply` that counts a reduction's symbol, and the slots it counts for."""

Halves = tuple[tuple[int, int], ...]
"""Number of reductions by {2/W} that take generic mana, by their slots."""

MOST_CASES = 128

MOST_COMPARISONS = 4_096
"""Sets of slots compared, over all cases, splits of life and announcements of {2/W}."""


def check_count(count: int, most: int) -> None:
    if count > most:
        message = "There are too many ways to announce and reduce this. Use fewer symbols or reductions."
        raise TooLarge("too_many_ways", message)


def union_of(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


class ReductionSymbol(NamedTuple):
    """One symbol of a reduction."""

    need: Requirement  # from `reduction_of`
    colored_only: bool = False  # whether any excess is lost instead of reducing generic mana
    floor: int = 0  # least mana that it may leave; 0 for none. Only generic amounts have one.

    @property
    def is_double(self) -> bool:
        return self.need.group == "or generic" and not self.colored_only


def usable(unit: Unit, slots: int, waterbend: int) -> int:
    """At most `waterbend`, the generic mana in waterbend costs, for waterbending."""
    return min(unit.count, waterbend) if slots & WATERBEND_SLOT else unit.count


@dataclass(frozen=True, eq=False)
class Resources:
    """What can pay, and what reductions take off."""

    reductions: Sequence[ReductionSymbol]
    units: Units
    life_for: int  # slots that life may be paid for
    used: int  # all slots that the cost's symbols require
    minimum: int  # least mana of the total cost (601.2f)

    @cached_property
    def is_plain(self) -> bool:
        """Whether everything that pays for a symbol could pay for generic mana instead."""
        special = self.life_for or self.has_x or self.has_floors or self._has_waterbending
        return not special and not any(reduction.colored_only for reduction in self.reductions)

    @cached_property
    def has_x(self) -> bool:
        """Whether X is restricted, so that it has its own slot."""
        return bool(self.used & X_SLOT)

    @cached_property
    def has_floors(self) -> bool:
        return any(reduction.floor for reduction in self.reductions)

    @cached_property
    def _has_waterbending(self) -> bool:
        return any(slots & WATERBEND_SLOT for _, slots in self.units)

    @cached_property
    def minimum_refills(self) -> bool:
        """Whether a minimum may require other mana once reductions take what waterbending could pay."""
        return bool(self.minimum and self.reductions) and self._has_waterbending

    @cached_property
    def _splits_doubles(self) -> bool:
        return self.has_x or self.has_floors or self.minimum_refills

    @cached_property
    def _bits(self) -> tuple[int, ...]:
        return tuple(sorted(bit for bit in UNIT_BITS if self.used & bit))

    @cached_property
    def color_matters(self) -> list[int]:
        """Slots where what pays can't pay for everything, so that it matters if a reduction takes its color first."""
        first = [reduction.need.slots for reduction in self.reductions if self._takes_color_first(reduction)]
        strict = 0
        for _, slots in self.units if self.has_x else ():
            strict |= 0 if slots & X_SLOT else slots
        return [bit for bit in BIT.values() if union_of(first) & bit & (self.life_for | strict)]

    def _takes_color_first(self, reduction: ReductionSymbol) -> bool:
        """Whether that may matter; for a reduction of colored mana only, just with a minimum."""
        if reduction.is_double:
            return self.minimum_refills
        return reduction.need.group == "plain" and (not reduction.colored_only or bool(self.minimum))

    def halves(self) -> Iterator[Halves]:
        """Possible `Halves`, if it matters which generic half is taken."""
        doubles = Counter(reduction.need.slots for reduction in self.reductions if reduction.is_double)
        if not (doubles and self._splits_doubles):
            yield ()
            return
        for counts in product(*(range(count + 1) for count in doubles.values())):
            yield tuple(zip(doubles, counts, strict=True))

    @cached_property
    def ways_to_reduce(self) -> list[tuple[int, Halves]]:
        """Slots that only reductions pay, and the halves of {2/W}; those with more slots come first."""
        reduced_only = (
            sum(bits)
            for count in range(len(self.color_matters), -1, -1)
            for bits in combinations(self.color_matters, count)
        )
        result = list(islice(product(reduced_only, self.halves()), MOST_CASES + 1))
        check_count(len(result), MOST_CASES)
        return result

    @cached_property
    def _supplies(self) -> dict[object, tuple[Supply, Sequence[Role]]]:
        return {}

    def supply(self, reduced_only: int, halves: Halves, waterbend: int) -> tuple[Supply, Sequence[Role]]:
        """Supply, and the role of each symbol of the reductions. Only reductions pay the slots `reduced_only`."""
        key = reduced_only, halves, waterbend
        if key not in self._supplies:
            self._supplies[key] = self._new_supply(*key)
        return self._supplies[key]

    def _new_supply(self, reduced_only: int, halves: Halves, waterbend: int) -> tuple[Supply, Sequence[Role]]:
        forced, left = sum(self.color_matters) & ~reduced_only, Counter(dict(halves))
        roles = []
        counts: dict[str, Counter[int]] = {}
        for reduction in self.reductions:
            name, slots, amount = self._role(reduction, forced, left)
            roles.append((name, slots))
            counts.setdefault(name, Counter())[reduction.floor if name == "floors" else slots] += amount
        mana: Counter[int] = Counter()
        for unit, slots in self.units:
            mana[slots] += usable(unit, slots, waterbend)
        supply = Supply(
            bits=self._bits,
            mana=mana,
            single=counts.get("single", {}),
            double=counts.get("double", {}),
            forced=counts.get("forced", {}),
            colored_only=counts.get("colored_only", {}),
            generic_off=sum(counts.get("generic", {}).values()),
            floors=tuple(sorted(counts.get("floors", {}).items(), reverse=True)),
            reduced_only=reduced_only,
        )
        return supply, roles

    def _role(self, reduction: ReductionSymbol, forced: int, halves: Counter[int]) -> tuple[str, int, int]:
        """The field of `Supply`, the slots, and the amount.

        Args:
            forced: slots whose reductions must each take a symbol.
            halves: number by {2/W} that still have to take generic mana; decremented.
        """
        slots = reduction.need.slots
        x_slot = X_SLOT if self.has_x else 0
        if reduction.floor:
            return "floors", 0, reduction.need.generic
        if reduction.colored_only:
            must_take = self._takes_color_first(reduction) and not slots & ~forced
            return "forced" if must_take else "colored_only", slots, 1 if slots else 0
        if reduction.is_double:
            if not self._splits_doubles:
                return "double", slots, 1
            if halves[slots]:
                halves[slots] -= 1
                return ("single", x_slot, 2) if x_slot else ("generic", 0, 2)
            if not self.minimum_refills:
                return "forced", slots, 1
        if slots:
            return ("single", slots | x_slot, 1) if slots & ~forced else ("forced", slots, 1)
        return ("single", x_slot, reduction.need.generic) if x_slot else ("generic", 0, reduction.need.generic)


def shares_waterbending(to_pay: CostToPay) -> bool:
    """Whether only part of the cost is a waterbend cost, so that waterbending can't pay the rest (701.67b)."""
    waterbent = {entry.waterbent for entry in to_pay.symbols}
    return True in waterbent and bool(False in waterbent or to_pay.changes.minimum)


def units_of(to_pay: CostToPay, pool: Pool) -> Units:
    x_only = sum(BIT[name] for name in pool.others.x_only)
    waterbent = pool.others.waterbend and shares_waterbending(to_pay)
    result: list[tuple[Unit, int]] = []
    for unit, slots in pool.units:
        is_helper = isinstance(unit, Helper)
        if waterbent and isinstance(unit, Helper) and unit.way == "waterbend":
            result.append((unit, slots | WATERBEND_SLOT))
        else:
            result.append((unit, slots | (X_SLOT if is_helper or not x_only or slots & x_only else 0)))
    return result
