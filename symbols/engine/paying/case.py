"""Whether mana can pay for symbols: Hall's theorem, at each set of slots.

    {W}{W/U}{2/G} from a pool of W C C: {W} and {W/U} both look to the same white mana.

Hall: symbols can be served, each by a mana of its own, exactly when no set of slots has more symbols that must be
served within it than mana that reaches into it. At {white, blue} above there are two symbols and one mana: no. At most
nine slots are asked for one by one, so there are few sets to look at however long the cost is.

A reduction serves like mana: one of {W} stands in for a white mana of the cost and, where none is asked for, for a
generic one (118.7b, 118.7c). Three things are added to Hall:

* Up to a number of symbols is paid with life.
* A {2/W} that no white serves takes two generic mana. A reduction by {2/W} that serves a white symbol saves one mana
  where it could have saved two. Both are *doubled*: each makes the payment one mana dearer, and how many must be is the
  worst shortage at any set of slots. (The dual of the assignment, with prices 0, 1 and 2.)
* Some servers are for symbols alone and never for generic mana: life, reductions of colored mana only, and those that
  must take their own color first (see `symbols.engine.paying.question`). Each saves one mana wherever it serves, so as
  many as can do.

A reduction with a floor of its own takes nothing that would leave less mana than the floor (it applies first, since the
others go below). What it takes depends on how much mana is announced, and so on how many {2/W} are doubled.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from symbols.engine.costs.asks import WATERBEND_SLOT
from symbols.engine.paying.demand import Counts, Demand
from symbols.engine.paying.servers import Servers
from symbols.engine.ways.polymatroid import inside


@dataclass(frozen=True, slots=True)
class LifePaid:
    """How many symbols are paid with 2 life each.

    Attributes:
        announced: those whose own option is life: {W/P} (107.4f).
        instead: those with a color that an effect lets life pay for, after the total cost is locked in.
        shared: whether both together are `announced`, in whatever proportion.
    """

    announced: int
    instead: int = 0
    shared: bool = False


class Needs(NamedTuple):
    """For each set of slots, how many symbols in it free servers leave.

    Attributes:
        all: all of them.
        strict: without those that two generic mana can pay for.
    """

    all: list[int]
    strict: list[int]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What paying comes to, so many symbols being paid with life.

    Attributes:
        needs: what mana and ordinary reductions must serve.
        doubled: the fewest doubled services.
        base: the mana to pay if no service were doubled, less what reductions can take off; it can be negative.
        taken: what reductions with floors take off.
        least: the mana that an effect on the total cost asks for (601.2f).
        waterbending: how much waterbending can pay, where reductions may take what it could have paid for.
    """

    needs: Needs
    doubled: int
    base: int
    taken: int
    least: int
    waterbending: int

    @property
    def mana(self) -> int:
        """Mana that must be there."""
        return max(0, self.base + self.doubled, self.least)


@dataclass(frozen=True, eq=False)
class Case:
    """Demand held against servers.

    Attributes:
        demand: the symbols to pay.
        servers: what there is to pay with.
        minimum: the least mana of the total cost (601.2f).
        refills: whether reductions may take what could be paid by waterbending, and the minimum then asks for other
            mana.
    """

    demand: Demand
    servers: Servers
    minimum: int = 0
    refills: bool = False

    def with_mana(self, mana: Counts) -> "Case":
        """Return the same case with other mana."""
        return replace(self, servers=replace(self.servers, mana=mana))

    @cached_property
    def _asked(self) -> list[list[int]]:
        servers = self.servers
        return [inside(servers.packed(group), len(servers.bits)) for group in self.demand.groups]

    @cached_property
    def symbols(self) -> int:
        """Number of symbols that ask for a slot."""
        return sum(sum(group.values()) for group in self.demand.groups)

    def needs(self, life: LifePaid, free: list[int] | None = None, doubled: int = 0) -> Needs:
        """Return what is left of the symbols.

        Args:
            life: how many are paid with life.
            free: for each set of slots, how many servers that are for symbols alone reach into it; all that there are
                if it is left out.
            doubled: how many are announced as two generic mana.
        """
        every, strict = [], []
        rows = zip(*self._asked, self.servers.bound_at if free is None else free, strict=True)
        if life.shared:
            for plain, or_generic, announced, instead, either, served in rows:
                left = plain - served
                strict.append(left + max(0, announced + instead - life.announced))
                every.append(left + or_generic + max(0, announced + instead + either - life.announced))
            return Needs(every, strict)
        by_life, by_effect = life.announced, life.instead
        for plain, or_generic, announced, instead, either, served in rows:
            left = plain - served + (announced - by_life if announced > by_life else 0)
            strict.append(left + (instead - by_effect if instead > by_effect else 0))
            choices = instead + either - by_effect - max(0, doubled - or_generic)
            every.append(left + max(0, or_generic - doubled) + max(0, instead - by_effect, choices))
        return Needs(every, strict)

    def _due(self, life: LifePaid, free: list[int], doubled: int = 0) -> int:
        """Return how many symbols mana and ordinary reductions must serve."""
        return max(0, *self.needs(life, free, doubled).all)

    @cached_property
    def possible(self) -> bool:
        """Whether each reduction of `must` can serve a symbol."""
        due = self._due(LifePaid(0), self.servers.must_at)
        return self.symbols - due == sum(self.servers.must.values())

    def prospect(self, life: LifePaid, doubled: int | None = None) -> Prospect | None:
        """Return what paying comes to; None where mana doesn't serve all symbols.

        Args:
            life: how many symbols are paid with life.
            doubled: how many services are doubled; the fewest that do if it is left out.
        """
        servers = self.servers
        needs = self.needs(life)
        announced = 0
        if servers.floors:
            fewest = self._fewest_above_floors(life, needs) if doubled is None else doubled
            if fewest is None or not self._can_announce(life, fewest):
                return None
            announced = fewest
        taken = self.taken_above_floors(life, announced)
        fewest = self._fewest_doubled(needs, taken)
        if fewest is None or (servers.floors and fewest > announced):
            return None
        due = max(0, *(self.needs(life, doubled=announced) if announced else needs).all)
        base = due + announced + self.demand.generic - servers.relief - taken
        found = Prospect(needs, announced if servers.floors else fewest, base, taken, 0, servers.waterbending)
        if not (servers.floors or self.minimum):
            return found
        must = servers.must_at
        instead = self._due(LifePaid(life.announced), must, announced) - self._due(life, must, announced)
        bending = self._waterbending(life, found) if self.refills else servers.waterbending
        return replace(found, least=self.minimum - instead, waterbending=bending)

    def _fewest_above_floors(self, life: LifePaid, needs: Needs) -> int | None:
        """Return the fewest symbols that must be announced as two generic mana; more of them let more be taken off."""

        def serves(count: int) -> bool:
            fewest = self._fewest_doubled(needs, self.taken_above_floors(life, count))
            return fewest is not None and fewest <= count

        most = self.demand.most_doubled
        count = bisect_left(range(most + 1), 1, key=serves)
        return count if count <= most else None

    def _can_announce(self, life: LifePaid, doubled: int) -> bool:
        """Return whether so many symbols can be announced as life and as two generic mana."""
        must = self.servers.must
        served = self.symbols - self._due(LifePaid(life.announced), self.servers.must_at, doubled)
        return served >= life.announced + doubled + sum(must.values())

    def _waterbending(self, life: LifePaid, found: Prospect) -> int:
        """Return how much waterbending can pay.

        Reductions take all else first, so waterbend costs have what is due before a minimum beside the rest of that.
        """
        servers = self.servers
        free = [sum(pair) for pair in zip(servers.single_at, servers.bound_at, strict=True)]
        rows = zip(self.needs(life, free).all, servers.has_x, strict=True)
        # The slot of waterbend costs is the last, so sets without it come before all others.
        others = islice(rows, len(free) >> (WATERBEND_SLOT in servers.bits))
        due = max(need - has_x * found.taken for need, has_x in others)
        return max(0, found.base + found.doubled - max(0, due))

    def _fewest_doubled(self, needs: Needs, taken: int) -> int | None:
        """Return the fewest doubled services, reductions with floors taking so much off; None if no number will do."""
        servers = self.servers
        doubled = 0
        rows = zip(*needs, servers.mana_at, servers.single_at, servers.double_at, servers.has_x, strict=True)
        for every, strict, mana, single, double, has_x in rows:
            served = mana + single + has_x * taken
            if strict > served + double:
                return None
            doubled = max(doubled, every - served)
        return doubled

    def taken_above_floors(self, life: LifePaid, doubled: int) -> int:
        """Return what reductions with floors take off the mana that is announced."""
        if not self.servers.floors:
            return 0
        before = there = self.symbols - life.announced + doubled + self.demand.generic
        for floor, amount in self.servers.floors:
            there -= min(amount, max(0, there - floor))
        return before - there

    def pays(self, life: LifePaid) -> bool:
        """Return whether there is enough when so many symbols are paid with life."""
        found = self.prospect(life)
        return found is not None and found.mana <= self.usable(found)

    def usable(self, found: Prospect) -> int:
        """Return how much can be used of what there is."""
        return self.servers.total - max(0, self.servers.waterbending - found.waterbending)

    @property
    def most_life(self) -> int:
        """Number of symbols that life can pay for at all."""
        _, _, announced, instead, either = self.demand.groups
        return sum(map(sum, (announced.values(), instead.values(), either.values())))

    @property
    def comparisons(self) -> int:
        """Number of sets of slots, times the ways to pay with life, and to announce {2/W} where floors are there."""
        announced = sum(self.demand.announced.values())
        instead = self.most_life - announced
        splits = 1
        if self.refills:
            splits = (announced + 1) * (instead + 1)
        elif announced and (self.servers.floors or (instead and self.minimum)):
            splits = announced + 1
        announced = self.demand.most_doubled + 1 if self.servers.floors else 1
        return splits * announced << len(self.servers.bits)

    def ways_with_life(self, most: int) -> Iterator[LifePaid]:
        """Yield the ways to pay up to so many symbols with life of which one pays if any does."""
        most = min(most, self.most_life)
        announced = sum(self.demand.announced.values())
        instead = self.most_life - announced
        if self.refills:
            for some in range(min(most, announced), -1, -1):
                yield from (LifePaid(some, more) for more in range(min(most - some, instead), -1, -1))
        elif not (instead or self.servers.floors):
            yield LifePaid(most)
        elif not announced:
            yield LifePaid(0, most)
        elif not (self.servers.floors or self.minimum):
            yield LifePaid(most, shared=True)
        else:
            for some in range(min(most, announced), -1, -1):
                yield LifePaid(some, most - some)
