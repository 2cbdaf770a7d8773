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
the others go below: then the mana that is paid is at least the floor, or all the mana there was if that is less, minus
what the others take.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from math import prod

from symbols.engine.errors import TooLarge
from symbols.engine.ways.demand import BIT, X_SLOT, Ask, Counts
from symbols.engine.ways.hall import inside, touching

Units = Sequence[tuple[int, int]]

_MOST_HALVES = 500


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
        floors: the floors of reductions with their amounts, greatest floor first.
        minimum: the least mana of the total cost (601.2f).
        closed: the slots that reductions alone may serve.
        life_for: the slots that life may be paid for.
        roles: for each symbol of the reductions, among which of these it is, and its set of slots there.
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

    def group_of(self, ask: Ask) -> str:
        """Return among which symbols one that asks for mana of some slots is."""
        if ask.slots & self.life_for:
            return "either" if ask.group == "or generic" else "instead"
        return {"or life": "announced", "or generic": "or_generic"}.get(ask.group, "plain")

    @cached_property
    def used(self) -> int:
        """Set of all slots that some symbol asks for one of."""
        union = 0
        for slots in chain(self.plain, self.or_generic, self.announced, self.instead, self.either):
            union |= slots
        return union

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
        other.__dict__["_asked"], other.__dict__["_served"] = self._asked, self._served
        return other

    def _needs(self, lives: Lives) -> tuple[list[int], list[int]]:
        """Return for each set of slots how many symbols need a service there: of any kind, and without a dear one."""
        plain, or_generic, announced, instead, either = self._asked
        bound = [one + other for one, other in zip(self._served[2], self._served[3], strict=True)]
        cheap, hard = [], []
        for p, g, a, i, e, b in zip(plain, or_generic, announced, instead, either, bound, strict=True):
            if lives.shared:
                hard.append(p + max(0, a + i - lives.announced) - b)
                cheap.append(p + g + max(0, a + i + e - lives.announced) - b)
            else:
                left = max(0, a - lives.announced)
                hard.append(p + left + max(0, i - lives.instead) - b)
                cheap.append(p + g + left + max(0, i + e - lives.instead) - b)
        return cheap, hard

    def rank(self, lives: Lives) -> int:
        """Return how many symbols life and bound reductions can serve together."""
        return sum(group[-1] for group in self._asked) - max(0, *self._needs(lives)[0])

    @cached_property
    def possible(self) -> bool:
        """Whether reductions can do what the case is about: each of `must` serves a symbol."""
        alone = PayingCase(**{name: getattr(self, name) for name in PayingCase.__dataclass_fields__})
        alone.bound = Counter()
        return alone.rank(Lives(0)) == sum(self.must.values())

    def required(self, lives: Lives) -> int | None:
        """Return the mana that must be there in all; None when no mana can serve the rest."""
        found = self.split(lives)
        return None if found is None else found[0]

    def split(self, lives: Lives) -> tuple[int, int] | None:
        """Return the mana that must be there in all, and how many services are dear among that."""
        cheap, hard = self._needs(lives)
        single, double, _, _ = self._served
        dear = 0
        for need, must, mana, one, two in zip(cheap, hard, self._mana, single, double, strict=True):
            if must > mana + one + two:
                return None
            dear = max(dear, need - mana - one)
        others = self.generic_off + sum(self.single.values()) + 2 * sum(self.double.values())
        needed = max(0, *cheap) + dear + self.generic
        least = self._least(lives, dear, others) if self.floors or self.minimum else 0
        return max(0, needed - others - sum(amount for _, amount in self.floors), least), dear

    def _least(self, lives: Lives, dear: int, others: int) -> int:
        """Return what floors and an effect on the total leave to pay, less the life paid rather than mana."""
        symbols = sum(group[-1] for group in self._asked)
        announced = min(lives.announced, self._asked[2][-1])
        instead = self.rank(lives) - self.rank(Lives(lives.announced))
        there = symbols - announced + dear + self.generic
        bound = self.rank(Lives(0))
        found = self.minimum
        for floor, _ in self.floors:
            weaker = sum(amount for other, amount in self.floors if other < floor)
            found = max(found, min(there, floor) - others - weaker - bound)
        return found - instead

    def pays(self, lives: Lives) -> bool:
        """Return whether there is enough when so many symbols are paid with life."""
        required = self.required(lives)
        return required is not None and required <= self.total

    def ways(self, most: int) -> Iterator[Lives]:
        """Go through the ways to pay so many symbols with life."""
        announced, instead = sum(self.announced.values()), sum(self.instead.values()) + sum(self.either.values())
        if not instead:
            yield Lives(most)
        elif not announced:
            yield Lives(0, most)
        elif not (self.floors or self.minimum):
            yield Lives(most, shared=True)
        else:
            for some in range(min(most, announced) + 1):
                yield Lives(some, most - some)

    @property
    def most_lives(self) -> int:
        """Numbers of symbols that life can pay for at all."""
        return sum(sum(group.values()) for group in (self.announced, self.instead, self.either))


@dataclass(frozen=True)
class Special:
    """Question whether a cost can be paid, for one value of X.

    Attributes:
        asks: what each symbol asks for; X, where only some mana may be spent on it, as plain symbols of `X_SLOT`, with
            their number in `generic`.
        reliefs: what each symbol of the reductions takes off.
        units: what there is to pay with: the set of slots, and how much.
        life_for: the set of slots that life may be paid for.
        minimum: the least mana of the total cost.
    """

    asks: Sequence[Ask]
    reliefs: Sequence[Relief]
    units: Units
    life_for: int = 0
    minimum: int = 0

    @cached_property
    def cases(self) -> list[PayingCase]:
        """All cases, those in which more reductions are free first."""
        delicate = [bit for bit in self._bits_of_reductions if self._is_delicate(bit)]
        found = [
            case
            for count in range(len(delicate), -1, -1)
            for closed in combinations(delicate, count)
            for halves in self._halves()
            for case in [self._case(sum(delicate), sum(closed), halves)]
        ]
        return [case for case in found if case.possible]

    @property
    def _bits_of_reductions(self) -> list[int]:
        union = 0
        for relief in self.reliefs:
            if relief.ask.group == "plain" and not relief.colored_only:
                union |= relief.ask.slots
        return [bit for bit in BIT.values() if union & bit]

    @property
    def of_x_alone(self) -> tuple[int, int] | None:
        """Mana that X asks for where nothing else does and nothing is reduced, and how much may be spent on it."""
        if self.reliefs or any(ask.slots != X_SLOT for ask in self.asks):
            return None
        return sum(ask.generic for ask in self.asks), sum(count for slots, count in self.units if slots & X_SLOT)

    @property
    def _has_x(self) -> bool:
        return any(ask.slots == X_SLOT for ask in self.asks)

    def _is_delicate(self, bit: int) -> bool:
        """Return whether it matters if a reduction takes this color first: not all that pays for it pays for all."""
        strict = self._has_x and any(slots & bit and not slots & X_SLOT for slots, _ in self.units)
        return bool(self.life_for & bit) or strict

    def _halves(self) -> Iterator[Counts]:
        """Go through how many reductions by `{2/W}` take generic mana, where X is a slot of its own."""
        doubles = Counter(relief.ask.slots for relief in self.reliefs if self._is_double(relief))
        if not (doubles and self._has_x):
            yield Counter()
            return
        if prod(count + 1 for count in doubles.values()) > _MOST_HALVES:
            raise TooLarge("too_many_ways", "So many hybrid reductions are too many beside mana for X only.")
        found: list[Counts] = [Counter()]
        for slots, count in doubles.items():
            found = [Counter({**some, slots: number}) for some in found for number in range(count + 1)]
        yield from found

    def _is_double(self, relief: Relief) -> bool:
        return relief.ask.group == "or generic" and not relief.colored_only

    def _case(self, delicate: int, closed: int, halves: Counts) -> PayingCase:
        case = PayingCase(minimum=self.minimum, closed=closed, life_for=self.life_for & ~closed)
        for ask in self.asks:
            self._enter(ask, case)
        for slots, count in self.units:
            case.full[slots] += count
        spill = X_SLOT if self._has_x else 0
        left = Counter(halves)
        floors: Counts = Counter()
        for relief in self.reliefs:
            name, slots, count = self._role(relief, delicate & ~closed, spill, left)
            case.roles.append((name, slots))
            if name == "generic":
                case.generic_off += count
            elif name == "floors":
                floors[relief.floor] += count
            else:
                getattr(case, name)[slots] += count
        ordered = tuple(sorted(floors.items(), reverse=True))
        if spill:
            case.single[spill] += self._taken_above_floors(case, ordered)
        else:
            case.floors = ordered
        return case

    def _role(self, relief: Relief, must: int, spill: int, halves: Counts) -> tuple[str, int, int]:
        """Return among which reductions of a case one is, its set of slots there, and how much it counts.

        Args:
            relief: the reduction.
            must: the slots whose reductions serve a symbol.
            spill: the slot of X, where it is one of its own.
            halves: how many reductions by `{2/W}` are still to take generic mana; counted down.
        """
        slots = relief.ask.slots
        if relief.floor:
            return "floors", 0, relief.ask.generic
        if relief.colored_only:
            return "bound", slots, 1 if slots else 0
        if self._is_double(relief):
            if not spill:
                return "double", slots, 1
            generic = halves[slots] > 0
            halves[slots] -= generic
            return ("single", spill, 2) if generic else ("must", slots, 1)
        if slots:
            return ("single", slots | spill, 1) if slots & ~must else ("must", slots, 1)
        return ("single", spill, relief.ask.generic) if spill else ("generic", 0, relief.ask.generic)

    def _enter(self, ask: Ask, case: PayingCase) -> None:
        if ask.slots == X_SLOT:
            case.plain[X_SLOT] += ask.generic
            return
        case.generic += ask.generic
        if not ask.slots:
            return
        getattr(case, case.group_of(ask))[ask.slots] += 1

    def _taken_above_floors(self, case: PayingCase, floors: Sequence[tuple[int, int]]) -> int:
        """Return what reductions with floors take off when all symbols are announced as one mana each."""
        symbols = sum(chain.from_iterable(g.values() for g in (case.plain, case.or_generic, case.instead, case.either)))
        there = symbols + case.generic
        before = there
        for floor, amount in floors:
            there -= min(amount, max(0, there - floor))
        return before - there

    def _lives(self, most: int) -> Iterator[tuple[PayingCase, Lives]]:
        for case in self.cases:
            for lives in case.ways(min(most, case.most_lives)):
                yield case, lives

    def pays(self, most: int) -> bool:
        """Return whether there is enough when up to so many symbols are paid with life."""
        return any(case.pays(lives) for case, lives in self._lives(most))

    def fewest_lives(self, most: int) -> int | None:
        """Return the fewest symbols that must be paid with life; None when even `most` of them don't help."""
        if not self.pays(most):
            return None
        low, high = 0, max(0, min(most, len(self.asks)))
        while low < high:
            middle = (low + high) // 2
            if self.pays(middle):
                high = middle
            else:
                low = middle + 1
        return low

    def best(self, lives: int) -> tuple[PayingCase, Lives]:
        """Return the case in which the fewest mana pays, where it is known that so many lives are enough."""
        paying = [(case, some) for case, some in self._lives(lives) if case.pays(some)]
        return min(paying, key=lambda each: each[0].required(each[1]) or 0)

    def shortage(self, most: int) -> tuple[int, int] | None:
        """Return how much must be there and how much is, where something is lacking; None where types are lacking."""
        required = [(case.required(lives), case) for case, lives in self._lives(most)]
        known = [(needed, case.total) for needed, case in required if needed is not None]
        return min(known, default=None)
