"""Paying where who may serve what depends on more than types of mana: life for a color, mana for X only, own floors.

The comparisons of `symbols.engine.ways.hall` rest on one thing: whatever pays for a symbol could pay for generic mana
instead, so that it never matters whether a reduction takes its own type first (118.7b, 118.7c). That is no longer so
where life may be paid for a color, where only some mana may be spent on X, and where a reduction is of colored mana
only. Then two kinds of servers come in:

* *bound* servers serve symbols and never generic mana: life, and reductions with nothing left over for generic mana.
  Each saves one mana wherever it serves, so as many of them serve as can.
* X is a slot of its own, that some mana, everything but mana, and reductions of generic mana serve.

A reduction by a color takes generic mana only when no mana of that color is left in the cost. So for each color of
which that matters there are two cases: either reductions serve all that is announced of the color, and what is left of
them may serve generic mana; or each of them serves a symbol of its color, bound to it. A cost can be paid if it can be
in one of the cases. Within a case the comparisons are those of `hall`, with one more: the dual of the assignment now
has prices 0 (bound), 1 (mana) and 2 (dear), and as many sums of shortages.

A reduction with a floor of its own takes nothing that would leave less mana than the floor. It is applied first, since
the others go below. What it takes depends on how much mana is announced, so it follows from the numbers of symbols that
are announced as life and as two generic mana; the fewest of the latter that do are best.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import chain, islice
from operator import or_
from typing import NamedTuple

from symbols.engine.ways.demand import BENT_SLOT, X_SLOT, Ask, Counts
from symbols.engine.ways.hall import inside, touching


def union_of(sets: Iterable[int]) -> int:
    """Return the union of sets of slots."""
    return reduce(or_, sets, 0)


@dataclass(frozen=True, slots=True)
class Relief:
    """Amounts that one symbol of a reduction takes off.

    Attributes:
        ask: as `symbols.engine.ways.demand.relief_of` has it.
        colored_only: whether nothing of it is ever left over for generic mana.
        floor: the least mana that it leaves; 0 for none of its own. Only generic amounts have one.
    """

    ask: Ask
    colored_only: bool = False
    floor: int = 0


@dataclass(frozen=True, slots=True)
class AnnouncedAsks:
    """Asks of symbols, announced in one way.

    Attributes:
        asks: for each symbol; X, where only some mana may be spent on it, as plain symbols of `X_SLOT` (and
            `BENT_SLOT`), with their number in `generic`.
        bent: the generic mana of waterbend costs among it, that alone can be paid by waterbending (701.67b).
    """

    asks: Sequence[Ask] = ()
    bent: int = 0

    def usable(self, unit: tuple[int, int]) -> int:
        """Return how much of one sort can pay, given the slots that it serves and how much there is."""
        slots, count = unit
        return min(count, self.bent) if slots & BENT_SLOT else count


@dataclass(frozen=True, slots=True)
class Lives:
    """Numbers of symbols paid with life: as announced (107.4f), and rather than mana of the total cost.

    Attributes:
        announced: for symbols that only their own option of life allows.
        instead: for colors that life may be paid for.
        shared: whether the two together are `announced`, in whatever proportion.
    """

    announced: int
    instead: int = 0
    shared: bool = False


class Split(NamedTuple):
    """Mana that a case takes.

    Attributes:
        mana: the mana that must be there in all.
        dear: how many services are dear among that.
        idle: what there is to waterbend that can't: reductions took its generic mana, and a minimum asks for other.
    """

    mana: int
    dear: int
    idle: int = 0


@dataclass
class PayingCase:
    """Demand and servers in one case. The counts are by sets of slots, `X_SLOT` among them.

    Attributes:
        plain, or_generic: symbols without life, as in `Demand`; X is plain where only some mana may be spent on it.
        announced: symbols that life may be announced for, and that no life may be paid for otherwise.
        instead, either: symbols with a color that life may be paid for; `either`: those that two generic mana can pay.
        generic: the generic mana, without such an X.
        full: mana and whatever else can serve generic mana too, by what it can serve.
        single, double, generic_off: reductions, as in `Demand`.
        must: reductions that serve a symbol in this case; `bound`: those of colored mana only.
        floors: the floors of reductions with their amounts, greatest floor first. There is no `double` beside them.
        minimum: the least mana of the total cost (601.2f).
        closed: the slots that reductions alone may serve.
        life_for: the slots that life may be paid for.
        roles: for each symbol of the reductions, among which of these it is, and its set of slots there.
        reading: what the symbols ask for in this case.
    """

    plain: Counts = field(default_factory=Counter)
    or_generic: Counts = field(default_factory=Counter)
    announced: Counts = field(default_factory=Counter)
    instead: Counts = field(default_factory=Counter)
    either: Counts = field(default_factory=Counter)
    generic: int = 0
    full: Counts = field(default_factory=Counter)
    single: Counts = field(default_factory=Counter)
    double: Counts = field(default_factory=Counter)
    generic_off: int = 0
    must: Counts = field(default_factory=Counter)
    bound: Counts = field(default_factory=Counter)
    floors: tuple[tuple[int, int], ...] = ()
    minimum: int = 0
    closed: int = 0
    life_for: int = 0
    roles: list[tuple[str, int]] = field(default_factory=list)
    reading: AnnouncedAsks = AnnouncedAsks()

    def group_of(self, ask: Ask) -> str:
        """Return among which symbols one that asks for mana of some slots is."""
        if ask.slots & self.life_for:
            return "either" if ask.group == "or generic" else "instead"
        return {"or life": "announced", "or generic": "or_generic"}.get(ask.group, "plain")

    @cached_property
    def used(self) -> int:
        """Set of all slots that some symbol asks for one of."""
        return union_of(chain(self.plain, self.or_generic, self.announced, self.instead, self.either))

    @cached_property
    def _bits(self) -> list[int]:
        return [1 << place for place in range(self.used.bit_length()) if self.used >> place & 1]

    def _pack(self, counts: Counts, closed: int = 0) -> Counts:
        packed: Counts = Counter()
        for slots, count in counts.items():
            packed[sum(1 << i for i, bit in enumerate(self._bits) if slots & bit & ~closed)] += count
        return packed

    @cached_property
    def _asked(self) -> list[list[int]]:
        places = len(self._bits)
        groups = (self.plain, self.or_generic, self.announced, self.instead, self.either)
        return [inside(self._pack(group), places) for group in groups]

    @cached_property
    def _served(self) -> list[list[int]]:
        places = len(self._bits)
        return [touching(self._pack(group), places) for group in (self.single, self.double, self.must, self.bound)]

    @cached_property
    def _for_x(self) -> list[int]:
        """For each set of slots, 1 if X is in it and a slot of its own."""
        return touching(Counter({sum(1 << i for i, bit in enumerate(self._bits) if bit == X_SLOT): 1}), len(self._bits))

    @cached_property
    def _mana(self) -> list[int]:
        return touching(self._pack(self.full, self.closed), len(self._bits))

    @property
    def total(self) -> int:
        """Everything there is that can serve generic mana."""
        return sum(self.full.values())

    def with_full(self, full: Counts) -> "PayingCase":
        """Return the same case with other mana to pay with."""
        other = PayingCase(**{name: getattr(self, name) for name in PayingCase.__dataclass_fields__})
        other.full = full
        for name in ("_asked", "_served", "_for_x"):
            other.__dict__[name] = getattr(self, name)
        return other

    def _needs(self, lives: Lives, *served: list[int], dear: int = 0) -> tuple[list[int], list[int]]:
        """Return for each set of slots how many symbols need a service there: of any kind, and without a dear one.

        Args:
            lives: how many symbols are paid with life.
            served: how many each sort of other servers can serve there, for nothing.
            dear: how many symbols are announced as two generic mana.
        """
        plain, or_generic, announced, instead, either = self._asked
        cheap, hard = [], []
        for p, g, a, i, e, *b in zip(plain, or_generic, announced, instead, either, *served, strict=True):
            if lives.shared:
                hard.append(p + max(0, a + i - lives.announced) - sum(b))
                cheap.append(p + g + max(0, a + i + e - lives.announced) - sum(b))
            else:
                left = p + max(0, a - lives.announced) - sum(b)
                hard.append(left + max(0, i - lives.instead))
                cheap.append(
                    left + max(0, g - dear) + max(0, i - lives.instead, i + e - lives.instead - max(0, dear - g))
                )
        return cheap, hard

    def _rank(self, lives: Lives, *served: list[int], dear: int = 0) -> int:
        """Return how many symbols can be served so, dear services among them."""
        return sum(group[-1] for group in self._asked) - max(0, *self._needs(lives, *served, dear=dear)[0])

    @cached_property
    def possible(self) -> bool:
        """Whether reductions can do what the case is about: each of `must` serves a symbol."""
        return self._rank(Lives(0), self._served[2]) == sum(self.must.values())

    def required(self, lives: Lives) -> int | None:
        """Return the mana that must be there in all, beside what is idle; None when no mana can serve the rest."""
        found = self.split(lives)
        return None if found is None else found.mana + found.idle

    def split(self, lives: Lives) -> Split | None:
        """Return the mana that must be there; None when no mana can serve the rest."""
        dear = self._fewest_dear(lives)
        if dear is None:
            return None
        _, _, must, bound = self._served
        forced, taken = (dear, self.taken_above_floors(lives, dear)) if self.floors else (0, 0)
        needed = self._unserved(self._rank(lives, must, bound, dear=forced) - forced) + dear - taken
        if not (self.floors or self.minimum):
            return Split(max(0, needed), dear)
        announced = self._rank(Lives(lives.announced), must, dear=forced)
        if self.floors and announced < lives.announced + dear + sum(self.must.values()):
            return None
        instead = self._rank(lives, must, dear=forced) - announced
        return Split(max(0, needed, self.minimum - instead), dear, self._idle(lives, needed, taken))

    @property
    def _bending(self) -> int:
        """Number of those that can waterbend, were no generic mana of waterbend costs reduced."""
        return sum(count for slots, count in self.full.items() if slots & BENT_SLOT)

    @property
    def _refills(self) -> bool:
        """Whether reductions may take what could be paid by waterbending, and a minimum then asks for other mana."""
        return bool(self.minimum and self._bending and self.roles)

    def _idle(self, lives: Lives, needed: int, taken: int) -> int:
        """Return how much can't waterbend where so much is needed before a minimum; nothing is dear.

        Reductions take all else first, so waterbend costs have what is needed beside the symbols that are left of that.
        """
        if not self._refills:
            return 0
        single, _, must, bound = self._served
        rows = zip(self._needs(lives, single, must, bound)[0], self._for_x, strict=True)
        # The slot of waterbend costs is the last, so sets without it are those before.
        without = islice(rows, len(single) >> bool(self.used & BENT_SLOT))
        others = max(need - for_x * taken for need, for_x in without)
        return max(0, self._bending - max(0, needed - max(0, others)))

    def _unserved(self, served: int) -> int:
        """Return the mana that is left to pay where so many symbols are served for nothing, with no service dear."""
        others = self.generic_off + sum(self.single.values()) + 2 * sum(self.double.values())
        return sum(group[-1] for group in self._asked) - served + self.generic - others

    def may_pay(self, most: int) -> bool:
        """Return whether there could be enough with up to so many lives: quickly, were all floors exceeded."""
        if not self.floors:
            return True
        lives, taken = Lives(most, shared=True), sum(amount for _, amount in self.floors)
        dear = self._dear(lives, taken)
        return dear is not None and self._unserved(self._rank(lives, *self._served[2:])) + dear - taken <= self.total

    def _fewest_dear(self, lives: Lives) -> int | None:
        """Return the fewest dear services that leave nothing unserved; None when no mana can serve the rest.

        With floors, more of them let more be taken off, of X too.
        """
        if not self.floors:
            return self._dear(lives, 0)
        most = self._asked[1][-1] + self._asked[4][-1]

        def serve(dear: int) -> bool:
            found = self._dear(lives, self.taken_above_floors(lives, dear))
            return found is not None and found <= dear

        fewest = bisect_left(range(most + 1), 1, key=serve)
        return fewest if fewest <= most else None

    def _dear(self, lives: Lives, taken: int) -> int | None:
        """Return the same where reductions with floors take so much off."""
        single, double, *bound = self._served
        dear = 0
        rows = zip(*self._needs(lives, *bound), self._mana, single, double, self._for_x, strict=True)
        for need, must, mana, one, two, for_x in rows:
            ordinary = mana + one + for_x * taken
            if must > ordinary + two:
                return None
            dear = max(dear, need - ordinary)
        return dear

    def taken_above_floors(self, lives: Lives, dear: int) -> int:
        """Return what reductions with floors take off, so many symbols announced as life and as two generic mana."""
        before = there = sum(group[-1] for group in self._asked) - lives.announced + dear + self.generic
        for floor, amount in self.floors:
            there -= min(amount, max(0, there - floor))
        return before - there

    def pays(self, lives: Lives) -> bool:
        """Return whether there is enough when so many symbols are paid with life."""
        required = self.required(lives)
        return required is not None and required <= self.total

    def ways(self, most: int) -> Iterator[Lives]:
        """Go through the ways to pay so many symbols with life."""
        announced, instead = sum(self.announced.values()), sum(self.instead.values()) + sum(self.either.values())
        if self._refills:
            for some in range(min(most, announced), -1, -1):
                yield from (Lives(some, more) for more in range(min(most - some, instead), -1, -1))
        elif not (instead or self.floors):
            yield Lives(most)
        elif not announced:
            yield Lives(0, most)
        elif not (self.floors or self.minimum):
            yield Lives(most, shared=True)
        else:
            for some in range(min(most, announced), -1, -1):
                yield Lives(some, most - some)

    @property
    def most_lives(self) -> int:
        """Numbers of symbols that life can pay for at all."""
        return sum(sum(group.values()) for group in (self.announced, self.instead, self.either))
