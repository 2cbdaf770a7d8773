"""Whether mana can pay for symbols: Hall's theorem, at each set of slots.

    {W}{W/U}{2/G} from a pool of W C C: {W} and {W/U} both need the one white mana

All symbols can be paid exactly when no set of slots has more symbols that must be paid within it than mana that fits
any of its slots (Hall). At {white, blue} above there are two symbols and one mana: no. There are at most nine slots, so
there are few sets to check however long the cost is.

A reduction counts as mana: {W} takes the place of a white mana, or of a generic one if there is none (118.7b, 118.7c).
Hall's theorem is extended in three ways:

* Up to a number of symbols are paid with life.
* A {2/W} without white mana takes two generic mana. A reduction by {2/W} that takes a white symbol saves one mana
  rather than two. Both are *paid as two*: each costs one more mana. The fewest of them is the largest deficit at any
  set of slots. (The dual of the assignment, with prices 0, 1 and 2.)
* Some supply is for symbols only, never for generic mana: life, reductions of colored mana only, and those that must
  take their own color first (`symbols.engine.paying.resources`). Each saves one mana anywhere, so as much as possible
  is used.

A reduction with a floor never leaves less mana than the floor, and applies before those without. What it takes depends
on how much mana is announced, and so on how many {2/W} are paid as two.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from operator import add, sub
from typing import NamedTuple

from symbols.engine.costs.requirements import WATERBEND_SLOT
from symbols.engine.paying.demand import Counts, Demand
from symbols.engine.paying.supply import Supply
from symbols.engine.steps import take


@dataclass(frozen=True, slots=True)
class LifePayments:
    """Number of symbols paid with 2 life each."""

    announced: int  # {W/P} announced as life (107.4f)
    instead: int = 0  # symbols of a color for which an effect allows life, once the total cost is locked in
    shared: bool = False  # whether `announced` is the total of both, in any proportion


class Needs(NamedTuple):
    """By set of slots, the symbols that symbols-only supply leaves."""

    all: list[int]
    strict: list[int]  # without those that two generic mana can pay


@dataclass(frozen=True, slots=True)
class ManaDue:
    """What has to be paid in mana, given how many symbols are paid with life."""

    needs: Needs
    paid_as_two: int  # symbols paid with two generic mana, and reductions by {2/W} that take one mana instead of two
    base: int  # mana to pay if there were none of these, less reductions; may be negative
    taken: int  # taken off by reductions with floors
    least: int  # required by a minimum on the total cost (601.2f)
    waterbending: int  # most that waterbending can pay, if reductions may take what it could have paid for

    @property
    def mana(self) -> int:
        return max(0, self.base + self.paid_as_two, self.least)


def _with_rest(sums: Iterable[int], counts: Iterable[int], paid: int) -> list[int]:
    """Add the part of each count above `paid`."""
    return [some + (count - paid if count > paid else 0) for some, count in zip(sums, counts, strict=True)]


@dataclass(frozen=True, eq=False)
class Case:
    """Demand checked against supply."""

    demand: Demand
    supply: Supply
    minimum: int = 0  # least mana of the total cost (601.2f)
    # Whether a minimum may require other mana once reductions take what waterbending could pay
    minimum_refills: bool = False

    def with_mana(self, mana: Counts) -> "Case":
        return replace(self, supply=replace(self.supply, mana=mana))

    @cached_property
    def symbols(self) -> int:
        """Number of symbols that require a slot."""
        return sum(sum(group.values()) for group in self.demand.groups)

    def needs(self, life: LifePayments, free: list[int] | None = None, paid_as_two: int = 0) -> Needs:
        """Symbols left to pay.

        Args:
            free: by set of slots, the symbols-only supply used; all of it by default.
            paid_as_two: number announced as two generic mana.
        """
        take(1 << len(self.supply.bits))
        plain, or_generic, announced, instead, either = self.demand.inside(self.supply.bits)
        left = list(map(sub, plain, self.supply.symbols_only_at if free is None else free))
        if life.shared:
            choices = list(map(add, announced, instead))
            every = _with_rest(map(add, left, or_generic), map(add, choices, either), life.announced)
            return Needs(every, _with_rest(left, choices, life.announced))
        if self.demand.announced:
            left = _with_rest(left, announced, life.announced)
        every = _with_rest(left, or_generic, paid_as_two)
        if not (self.demand.instead or self.demand.either):
            return Needs(every, left)
        if paid_as_two:
            two = [max(0, paid_as_two - count) for count in or_generic]
            either = [max(0, count - paid) for count, paid in zip(either, two, strict=True)]
        return Needs(
            _with_rest(every, map(add, instead, either), life.instead), _with_rest(left, instead, life.instead)
        )

    def _due(self, life: LifePayments, free: list[int], paid_as_two: int = 0) -> int:
        """Number of symbols that mana and ordinary reductions must pay."""
        return max(0, *self.needs(life, free, paid_as_two).all)

    @cached_property
    def possible(self) -> bool:
        """Whether each `forced` reduction can take a symbol."""
        due = self._due(LifePayments(0), self.supply.forced_at)
        return self.symbols - due == sum(self.supply.forced.values())

    def due(self, life: LifePayments, paid_as_two: int | None = None) -> ManaDue | None:
        """None if mana can't pay all symbols. `paid_as_two` is the fewest possible by default."""
        supply = self.supply
        needs = self.needs(life)
        announced = 0
        if supply.floors:
            fewest = self._fewest_above_floors(life, needs) if paid_as_two is None else paid_as_two
            if fewest is None or not self._can_announce(life, fewest):
                return None
            announced = fewest
        taken = self.taken_above_floors(life, announced)
        fewest = self._fewest_paid_as_two(needs, taken)
        if fewest is None or (supply.floors and fewest > announced):
            return None
        due = max(0, *(self.needs(life, paid_as_two=announced) if announced else needs).all)
        base = due + announced + self.demand.generic - supply.relief - taken
        mana_due = ManaDue(needs, announced if supply.floors else fewest, base, taken, 0, supply.waterbending)
        if not (supply.floors or self.minimum):
            return mana_due
        forced = supply.forced_at
        instead = self._due(LifePayments(life.announced), forced, announced) - self._due(life, forced, announced)
        bending = self._waterbending(life, mana_due) if self.minimum_refills else supply.waterbending
        return replace(mana_due, least=self.minimum - instead, waterbending=bending)

    def _fewest_above_floors(self, life: LifePayments, needs: Needs) -> int | None:
        """Fewest symbols to announce as two generic mana; with more of them, floors let more be taken off."""

        def is_enough(count: int) -> bool:
            fewest = self._fewest_paid_as_two(needs, self.taken_above_floors(life, count))
            return fewest is not None and fewest <= count

        most = self.demand.most_paid_as_two
        count = bisect_left(range(most + 1), 1, key=is_enough)
        return count if count <= most else None

    def _can_announce(self, life: LifePayments, paid_as_two: int) -> bool:
        covered = self.symbols - self._due(LifePayments(life.announced), self.supply.forced_at, paid_as_two)
        return covered >= life.announced + paid_as_two + sum(self.supply.forced.values())

    def _waterbending(self, life: LifePayments, mana_due: ManaDue) -> int:
        """Most that waterbending can pay: what is due before the minimum, after reductions took other mana first."""
        supply = self.supply
        free = [sum(pair) for pair in zip(supply.single_at, supply.symbols_only_at, strict=True)]
        rows = zip(self.needs(life, free).all, supply.x_at, strict=True)
        # The waterbend slot is the highest bit, so the sets without it come first.
        others = islice(rows, len(free) >> (WATERBEND_SLOT in supply.bits))
        due = max(need - x_at * mana_due.taken for need, x_at in others)
        return max(0, mana_due.base + mana_due.paid_as_two - max(0, due))

    def _fewest_paid_as_two(self, needs: Needs, taken: int) -> int | None:
        """Fewest paid as two if reductions with floors take off `taken`; None if none is enough."""
        supply = self.supply
        paid_as_two = 0
        covered = list(map(add, supply.mana_at, supply.single_at))
        if taken:
            covered = [count + x_at * taken for count, x_at in zip(covered, supply.x_at, strict=True)]
        for every, strict, count, double in zip(*needs, covered, supply.double_at, strict=True):
            if strict > count + double:
                return None
            if every - count > paid_as_two:
                paid_as_two = every - count
        return paid_as_two

    def taken_above_floors(self, life: LifePayments, paid_as_two: int) -> int:
        """What reductions with floors take off the announced mana."""
        if not self.supply.floors:
            return 0
        before = remaining = self.symbols - life.announced + paid_as_two + self.demand.generic
        for floor, amount in self.supply.floors:
            remaining -= min(amount, max(0, remaining - floor))
        return before - remaining

    def pays(self, life: LifePayments) -> bool:
        mana_due = self.due(life)
        return mana_due is not None and mana_due.mana <= self.usable(mana_due)

    def usable(self, mana_due: ManaDue) -> int:
        """Supply that can be used."""
        return self.supply.total - max(0, self.supply.waterbending - mana_due.waterbending)

    @property
    def most_life(self) -> int:
        _, _, announced, instead, either = self.demand.groups
        return sum(map(sum, (announced.values(), instead.values(), either.values())))

    def most_worth_paying_as_two(self, fewest: int) -> int:
        """Most symbols worth announcing as two generic mana, so that floors let more be taken off."""
        amounts = sum(amount for _, amount in self.supply.floors)
        return min(self.demand.most_paid_as_two, fewest + amounts)

    @property
    def comparisons(self) -> int:
        """Sets of slots, times splits of life, times attempts to announce {2/W} with floors."""
        announced = sum(self.demand.announced.values())
        instead = self.most_life - announced
        splits = 1
        if self.minimum_refills:
            splits = (announced + 1) * (instead + 1)
        elif announced and (self.supply.floors or (instead and self.minimum)):
            splits = announced + 1
        tries = 1 + self.demand.most_paid_as_two.bit_length() if self.supply.floors else 1
        return splits * tries << len(self.supply.bits)

    def ways_with_life(self, most: int) -> Iterator[LifePayments]:
        """Yield splits of up to `most` symbols paid with life; if any split pays, one of these does."""
        most = min(most, self.most_life)
        announced = sum(self.demand.announced.values())
        instead = self.most_life - announced
        if self.minimum_refills:
            for some in range(min(most, announced), -1, -1):
                yield from (LifePayments(some, more) for more in range(min(most - some, instead), -1, -1))
        elif not (instead or self.supply.floors):
            yield LifePayments(most)
        elif not announced:
            yield LifePayments(0, most)
        elif not (self.supply.floors or self.minimum):
            yield LifePayments(most, shared=True)
        else:
            for some in range(min(most, announced), -1, -1):
                yield LifePayments(some, most - some)
