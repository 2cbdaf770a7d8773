"""Question whether a cost can be paid where `symbols.engine.paying.cases` is needed, and which case of it pays."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import prod

from symbols.engine.errors import TooLarge
from symbols.engine.paying.cases import AnnouncedAsks, Lives, PayingCase, Relief, union_of
from symbols.engine.ways.demand import BENT_SLOT, BIT, X_SLOT, Ask, Counts

Units = Sequence[tuple[int, int]]

_MOST_HALVES = 500


@dataclass(frozen=True)
class Special:
    """Question whether a cost can be paid, for one value of X.

    Attributes:
        readings: what the symbols ask for, in each way to announce those on which it depends what can waterbend.
        reliefs: what each symbol of the reductions takes off.
        units: what there is to pay with: the set of slots, and how much; `BENT_SLOT` where only some of it can pay.
        life_for: the set of slots that life may be paid for.
        minimum: the least mana of the total cost.
    """

    readings: Sequence[AnnouncedAsks]
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
            for reading in self.readings
            for case in [self._case(reading, sum(delicate), sum(closed), halves)]
        ]
        return [case for case in found if case.possible]

    def most_there(self, most: int) -> int:
        """Return everything there is to pay with, where as much of it as can be waterbends.

        Args:
            most: how many symbols can be paid with life.
        """
        splits = ((case.total, case.split(lives)) for case, lives in self._lives(most))
        return max((total - split.idle for total, split in splits if split), default=0)

    @property
    def _bits_of_reductions(self) -> list[int]:
        union = union_of(each.ask.slots for each in self.reliefs if self._is_plain(each))
        return [bit for bit in BIT.values() if union & bit]

    def shortage_of_types(self, most: int) -> tuple[int, int]:
        """Return how much mana of their types the symbols need, what helps counted, and how much there is of those.

        Args:
            most: how many symbols can be paid with life.
        """
        slots = union_of(ask.slots for reading in self.readings for ask in reading.asks)
        most_lacking = max(sum(max(1, ask.generic) + 1 for ask in reading.asks) for reading in self.readings)

        def would_do(more: int) -> bool:
            return replace(self, units=[*self.units, (slots, more)]).pays(most)

        lacking = 1 + bisect_left(range(1, most_lacking), 1, key=would_do)
        there = sum(count for served, count in self.units if served & slots)
        return there + lacking, there

    @property
    def _has_x(self) -> bool:
        return any(ask.slots & X_SLOT for ask in self.readings[0].asks)

    @property
    def _splits_doubles(self) -> bool:
        return self._has_x or self._refills or any(relief.floor for relief in self.reliefs)

    @property
    def _refills(self) -> bool:
        return bool(self.minimum) and any(slots & BENT_SLOT for slots, _ in self.units)

    def _is_delicate(self, bit: int) -> bool:
        """Return whether it matters if a reduction takes this color first: not all that pays for it pays for all."""
        strict = self._has_x and any(slots & bit and not slots & X_SLOT for slots, _ in self.units)
        return bool(self.life_for & bit) or strict

    def _halves(self) -> Iterator[Counts]:
        """Go through how many reductions by `{2/W}` take generic mana, beside floors or a slot for X alone."""
        doubles = Counter(relief.ask.slots for relief in self.reliefs if self._is_double(relief))
        if not (doubles and self._splits_doubles):
            yield Counter()
            return
        if prod(count + 1 for count in doubles.values()) > _MOST_HALVES:
            message = "These reductions have too many symbols such as {2/W} to try both halves of each. Use fewer."
            raise TooLarge("too_many_ways", message)
        found: list[Counts] = [Counter()]
        for slots, count in doubles.items():
            found = [Counter({**some, slots: number}) for some in found for number in range(count + 1)]
        yield from found

    def _is_plain(self, relief: Relief) -> bool:
        """Return whether it takes its own color first, as matters of one of colored mana only beside a minimum.

        So does the half of `{2/W}` that takes less, where more may be taken of what waterbends.
        """
        if self._is_double(relief):
            return self._refills
        return relief.ask.group == "plain" and (not relief.colored_only or bool(self.minimum))

    def _is_double(self, relief: Relief) -> bool:
        return relief.ask.group == "or generic" and not relief.colored_only

    def _case(self, reading: AnnouncedAsks, delicate: int, closed: int, halves: Counts) -> PayingCase:
        case = PayingCase(reading=reading, minimum=self.minimum, closed=closed, life_for=self.life_for & ~closed)
        for ask in reading.asks:
            self._enter(ask, case)
        for unit in self.units:
            case.full[unit[0]] += reading.usable(unit)
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
        case.floors = tuple(sorted(floors.items(), reverse=True))
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
            serves = self._is_plain(relief) and not slots & ~must
            return "must" if serves else "bound", slots, 1 if slots else 0
        if self._is_double(relief):
            if not self._splits_doubles:
                return "double", slots, 1
            if halves[slots]:
                halves[slots] -= 1
                return ("single", spill, 2) if spill else ("generic", 0, 2)
            if not self._refills:
                return "must", slots, 1
        if slots:
            return ("single", slots | spill, 1) if slots & ~must else ("must", slots, 1)
        return ("single", spill, relief.ask.generic) if spill else ("generic", 0, relief.ask.generic)

    def _enter(self, ask: Ask, case: PayingCase) -> None:
        if ask.slots & X_SLOT:
            case.plain[ask.slots] += ask.generic
            return
        case.generic += ask.generic
        if not ask.slots:
            return
        getattr(case, case.group_of(ask))[ask.slots] += 1

    def _lives(self, most: int) -> Iterator[tuple[PayingCase, Lives]]:
        for case in self.cases:
            for lives in case.ways(min(most, case.most_lives)):
                yield case, lives

    def pays(self, most: int) -> bool:
        """Return whether there is enough when up to so many symbols are paid with life."""
        hopeful = (case for case in self.cases if case.may_pay(most))
        return any(case.pays(lives) for case in hopeful for lives in case.ways(min(most, case.most_lives)))

    def fewest_lives(self, most: int) -> int | None:
        """Return the fewest symbols that must be paid with life; None when even `most` of them don't help."""
        if not self.pays(most):
            return None
        return bisect_left(range(max(0, min(most, len(self.readings[0].asks)))), 1, key=self.pays)

    def best(self, lives: int) -> tuple[PayingCase, Lives]:
        """Return the case in which the fewest mana pays, where it is known that so many lives are enough."""
        paying = [(case, some) for case, some in self._lives(lives) if case.pays(some)]
        return min(paying, key=lambda each: each[0].required(each[1]) or 0)

    def shortage(self, most: int) -> tuple[int, int] | None:
        """Return how much must be there and how much is, where something is lacking; None where types are lacking."""
        required = [(case.required(lives), case) for case, lives in self._lives(most)]
        known = [(needed, case.total) for needed, case in required if needed is not None]
        return min(known, default=None)
