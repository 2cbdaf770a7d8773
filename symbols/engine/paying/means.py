"""What there is to pay with, what reductions take off, and how these can serve.

    {W}{1} with {W} less, 2 life instead of white mana, from a pool of C

A reduction by a color takes generic mana only when no mana of that color is left (118.7b, 118.7c). Mostly that makes no
difference: if a reduction took generic mana while real mana paid a white symbol, the two could change places. Not so
where life may be paid for the color, as above: life can't change places with the reduction, since it never pays for
generic mana. Nor where only some mana may be spent on X, and that is not the mana of this color. The color is
*delicate* then, and makes two cases: either reductions take all that is announced of it, so that nothing else serves
its slot and what is left of them may take generic mana; or each of them takes a symbol of it. Above, the first pays:
{W} is reduced, and C pays {1}.

The halves of a reduction by {2/W} make cases beside a floor or an X with a slot of its own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations, islice, product
from operator import or_
from typing import NamedTuple

from symbols.engine.costs.asks import BIT, UNIT_BITS, WATERBEND_SLOT, X_SLOT, Ask
from symbols.engine.errors import TooLarge
from symbols.engine.paying.others import Helper
from symbols.engine.paying.pool import Pool, Unit
from symbols.engine.paying.servers import Servers
from symbols.engine.totals.changes import CostToPay

Units = Sequence[tuple[Unit, int]]
"""What there is to pay with, each sort with the slots that it can serve."""

Role = tuple[str, int]
"""Field of `Servers` that counts a reduction's symbol, and its slots there."""

Halves = tuple[tuple[int, int], ...]
"""How many reductions by {2/W} take generic mana, by their slots."""

MOST_CASES = 64
"""How many cases of one question are tried."""

MOST_COMPARISONS = 4_096
"""How many sets of slots are compared in one question, over all cases, ways to pay with life and to announce {2/W}."""


def check_count(count: int, most: int) -> None:
    """Refuse what takes too long to try.

    Raises:
        TooLarge: there is more than `most`.
    """
    if count > most:
        message = "There are too many ways to announce and reduce this cost. Use fewer symbols such as {2/W} in it."
        raise TooLarge("too_many_ways", message)


def union_of(sets: Iterable[int]) -> int:
    """Return the union of sets of slots."""
    return reduce(or_, sets, 0)


class Relief(NamedTuple):
    """Amounts that one symbol of a reduction takes off.

    Attributes:
        ask: as `relief_of` has it.
        colored_only: whether nothing of it is ever left over for generic mana.
        floor: the least mana that it leaves; 0 for none of its own. Only generic amounts have one.
    """

    ask: Ask
    colored_only: bool = False
    floor: int = 0

    @property
    def is_double(self) -> bool:
        """Whether it can take two generic mana, as {2/W} can."""
        return self.ask.group == "or generic" and not self.colored_only


def usable(unit: Unit, slots: int, waterbend: int) -> int:
    """Return how much of one sort can pay, waterbend costs having so much generic mana."""
    return min(unit.count, waterbend) if slots & WATERBEND_SLOT else unit.count


@dataclass(frozen=True, eq=False)
class Means:
    """What there is to pay with, and what reductions take off.

    Attributes:
        reliefs: what each symbol of the reductions takes off.
        units: what there is to pay with.
        life_for: the slots that life may be paid for.
        used: all slots that some symbol of the cost asks for.
        minimum: the least mana of the total cost (601.2f).
    """

    reliefs: Sequence[Relief]
    units: Units
    life_for: int
    used: int
    minimum: int

    @cached_property
    def is_plain(self) -> bool:
        """Whether whatever pays for a symbol could pay for generic mana, too."""
        special = self.life_for or self.has_x or self.has_floors or self._has_waterbending
        return not special and not any(relief.colored_only for relief in self.reliefs)

    @cached_property
    def has_x(self) -> bool:
        """Whether X has a slot of its own."""
        return bool(self.used & X_SLOT)

    @cached_property
    def has_floors(self) -> bool:
        """Whether some reduction has a floor of its own."""
        return any(relief.floor for relief in self.reliefs)

    @cached_property
    def _has_waterbending(self) -> bool:
        return any(slots & WATERBEND_SLOT for _, slots in self.units)

    @cached_property
    def refills(self) -> bool:
        """Whether the minimum asks for other mana where reductions take what could be paid by waterbending."""
        return bool(self.minimum and self.reliefs) and self._has_waterbending

    @cached_property
    def _splits_doubles(self) -> bool:
        return self.has_x or self.has_floors or self.refills

    @cached_property
    def _bits(self) -> tuple[int, ...]:
        return tuple(sorted(bit for bit in UNIT_BITS if self.used & bit))

    @cached_property
    def delicate(self) -> list[int]:
        """Slots for which it matters if a reduction takes its color first: not all that pays for them pays for all."""
        first = [relief.ask.slots for relief in self.reliefs if self._takes_color_first(relief)]
        strict = 0
        for _, slots in self.units if self.has_x else ():
            strict |= 0 if slots & X_SLOT else slots
        return [bit for bit in BIT.values() if union_of(first) & bit & (self.life_for | strict)]

    def _takes_color_first(self, relief: Relief) -> bool:
        """Return whether that may matter: for one of colored mana only just beside a minimum."""
        if relief.is_double:
            return self.refills
        return relief.ask.group == "plain" and (not relief.colored_only or bool(self.minimum))

    def halves(self) -> Iterator[Halves]:
        """Yield how many reductions by {2/W} take generic mana, by their slots, where it matters."""
        doubles = Counter(relief.ask.slots for relief in self.reliefs if relief.is_double)
        if not (doubles and self._splits_doubles):
            yield ()
            return
        for counts in product(*(range(count + 1) for count in doubles.values())):
            yield tuple(zip(doubles, counts, strict=True))

    @cached_property
    def ways_to_reduce(self) -> list[tuple[int, Halves]]:
        """Slots that reductions alone serve, with one of `halves`: the more slots, the sooner.

        Raises:
            TooLarge: there are more than `MOST_CASES`.
        """
        closed = (
            sum(bits) for count in range(len(self.delicate), -1, -1) for bits in combinations(self.delicate, count)
        )
        found = list(islice(product(closed, self.halves()), MOST_CASES + 1))
        check_count(len(found), MOST_CASES)
        return found

    @cached_property
    def _known(self) -> dict[object, tuple[Servers, Sequence[Role]]]:
        return {}

    def servers(self, closed: int, halves: Halves, waterbend: int) -> tuple[Servers, Sequence[Role]]:
        """Return what serves, and the role of each symbol of the reductions.

        Args:
            closed: the slots that reductions alone serve.
            halves: one of `halves`.
            waterbend: how much generic mana waterbend costs have.
        """
        key = closed, halves, waterbend
        if key not in self._known:
            self._known[key] = self._new_servers(*key)
        return self._known[key]

    def _new_servers(self, closed: int, halves: Halves, waterbend: int) -> tuple[Servers, Sequence[Role]]:
        must, left = sum(self.delicate) & ~closed, Counter(dict(halves))
        roles = []
        counts: dict[str, Counter[int]] = {}
        for relief in self.reliefs:
            name, slots, amount = self._role(relief, must, left)
            roles.append((name, slots))
            counts.setdefault(name, Counter())[relief.floor if name == "floors" else slots] += amount
        mana: Counter[int] = Counter()
        for unit, slots in self.units:
            mana[slots] += usable(unit, slots, waterbend)
        servers = Servers(
            bits=self._bits,
            mana=mana,
            single=counts.get("single", {}),
            double=counts.get("double", {}),
            must=counts.get("must", {}),
            colored_only=counts.get("colored_only", {}),
            generic_off=sum(counts.get("generic", {}).values()),
            floors=tuple(sorted(counts.get("floors", {}).items(), reverse=True)),
            closed=closed,
        )
        return servers, roles

    def _role(self, relief: Relief, must: int, halves: Counter[int]) -> tuple[str, int, int]:
        """Return the role of one symbol of a reduction, and how much it counts there.

        Args:
            relief: what it takes off.
            must: the slots whose reductions each take a symbol.
            halves: how many by {2/W} are still to take generic mana; counted down.
        """
        slots = relief.ask.slots
        x_slot = X_SLOT if self.has_x else 0
        if relief.floor:
            return "floors", 0, relief.ask.generic
        if relief.colored_only:
            serves = self._takes_color_first(relief) and not slots & ~must
            return "must" if serves else "colored_only", slots, 1 if slots else 0
        if relief.is_double:
            if not self._splits_doubles:
                return "double", slots, 1
            if halves[slots]:
                halves[slots] -= 1
                return ("single", x_slot, 2) if x_slot else ("generic", 0, 2)
            if not self.refills:
                return "must", slots, 1
        if slots:
            return ("single", slots | x_slot, 1) if slots & ~must else ("must", slots, 1)
        return ("single", x_slot, relief.ask.generic) if x_slot else ("generic", 0, relief.ask.generic)


def shares_waterbending(to_pay: CostToPay) -> bool:
    """Return whether a waterbend cost is only part of what is paid, so that the rest can't be paid so (701.67b)."""
    waterbent = {entry.waterbent for entry in to_pay.symbols}
    return True in waterbent and bool(False in waterbent or to_pay.changes.minimum)


def units_of(to_pay: CostToPay, pool: Pool) -> Units:
    """Return what there is to pay with, each sort with the slots that it can serve."""
    x_only = sum(BIT[name] for name in pool.others.x_only)
    waterbent = pool.others.waterbend and shares_waterbending(to_pay)
    found: list[tuple[Unit, int]] = []
    for unit, slots in pool.units:
        is_helper = isinstance(unit, Helper)
        if waterbent and isinstance(unit, Helper) and unit.way == "waterbend":
            found.append((unit, slots | WATERBEND_SLOT))
        else:
            found.append((unit, slots | (X_SLOT if is_helper or not x_only or slots & x_only else 0)))
    return found
