"""Finding the smallest set of symbols that a pool can't pay for: Hall's violator.

A cost can't be paid when at some set of slots one of two comparisons of `symbols.engine.ways.hall` fails:

* *types*: more symbols need one mana of these slots than there are mana and reductions for them;
* *amount*: everything together, with each symbol of these slots that finds no mana there counted once more, is
  more than the mana and the reductions there are.

Leaving symbols away lowers the left side by what they weigh, so the smallest set that still fails takes the heaviest
symbols first. Symbols that life can pay for weigh nothing until there are more of them than life pays for.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from symbols.engine.ways.demand import Ask
from symbols.engine.ways.hall import Inequalities

Comparison = Literal["types", "amount"]


@dataclass(frozen=True, slots=True)
class Violator:
    """Smallest set of symbols that can't be paid for.

    Attributes:
        comparison: which comparison fails.
        slots: the set of slots at which it fails, packed as in `Inequalities`.
        symbols: the places of the symbols among those asked about.
        needed: the mana they need: of these slots, or in all.
        available: the mana of the pool that is of these slots, or all of it.
    """

    comparison: Comparison
    slots: int
    symbols: tuple[int, ...]
    needed: int
    available: int


@dataclass(frozen=True, slots=True)
class _Shortest:
    """Fewest symbols that suffice for a comparison to fail."""

    size: int
    comparison: Comparison
    slots: int
    with_life: bool = False


class Violators:
    """Comparisons that fail for a cost which a pool can't pay.

    Args:
        inequalities: the demand against the pool.
        asks: what each symbol asks for, with the values of variables entered as generic amounts.
    """

    def __init__(self, inequalities: Inequalities, asks: Sequence[Ask]) -> None:
        self._inequalities = inequalities
        self._asks = asks
        self._heavy = sorted((ask.generic for ask in asks if ask.generic > 1), reverse=True)
        self._heavy_sums = list(accumulate(self._heavy))
        self._light = sum(1 for ask in asks if ask.generic == 1)

    def smallest(self, lives: int) -> Violator | None:
        """Return a smallest set that can't be paid for; None when the whole cost can be.

        Of equally small sets one that fails by types comes first, then one with fewer slots.

        Args:
            lives: how many symbols can be paid with life.
        """
        failures = self._failures(lives)
        found = min(
            failures, key=lambda f: (f.size, f.comparison != "types", f.slots.bit_count(), f.slots), default=None
        )
        if found is None:
            return None
        if found.comparison == "types":
            return self._of_types(found, lives)
        return self._of_amount(found, lives)

    def _failures(self, lives: int) -> Iterator[_Shortest]:
        table = self._inequalities
        for slots in range(1 << table.places):
            served = table.mana[slots] + table.single[slots] + table.double[slots]
            plain, choice = table.plain[slots], table.or_life[slots]
            if plain > served:
                yield _Shortest(served + 1, "types", slots)
            elif plain + choice - lives > served and choice > lives:
                yield _Shortest(served + lives + 1, "types", slots, with_life=True)
            yield from self._failures_of_amount(slots, lives)

    def _failures_of_amount(self, slots: int, lives: int) -> Iterator[_Shortest]:
        table = self._inequalities
        threshold = self._threshold(slots)
        twos = table.plain[slots] + table.or_generic[slots]
        ones = table.plain[-1] + table.or_generic[-1] - twos
        size = self._fewest(threshold, twos, ones)
        if size is not None:
            yield _Shortest(size, "amount", slots)
        choice, everywhere = table.or_life[slots], table.or_life[-1]
        if everywhere > lives:
            more = max(0, choice - lives)
            size = self._fewest(threshold, twos + more, ones + everywhere - max(choice, lives))
            if size is not None:
                yield _Shortest(size + lives, "amount", slots, with_life=True)

    def _threshold(self, slots: int) -> int:
        """Return what the symbols must weigh for the comparison of amounts to fail."""
        table = self._inequalities
        return table.total + table.relief + table.mana[slots] + table.single[slots] + 1

    def _fewest(self, weight: int, twos: int, ones: int) -> int | None:
        """Return how few symbols weigh so much, of the numbers, of so many that weigh two, and that weigh one."""
        heavy = bisect_left(self._heavy_sums, weight)
        if heavy < len(self._heavy):
            return heavy + 1
        weight -= self._heavy_sums[-1] if self._heavy_sums else 0
        if weight <= 2 * twos:
            return heavy + (weight + 1) // 2
        weight -= 2 * twos
        return heavy + twos + weight if weight <= ones + self._light else None

    def _of_types(self, failure: _Shortest, lives: int) -> Violator:
        within = [
            place
            for group in ("plain", "or life")
            for place, ask in enumerate(self._asks)
            if ask.group == group and ask.slots and self._inside(ask, failure.slots)
        ]
        if failure.with_life:
            # Those that life can pay for come first: more of them than it pays for are needed.
            within.sort(key=lambda place: self._asks[place].group)
        chosen = tuple(sorted(within[: failure.size]))
        union = 0
        for place in chosen:
            union |= self._inequalities.pack(self._asks[place].slots)
        table = self._inequalities
        paid = min(lives, sum(1 for place in chosen if self._asks[place].group == "or life"))
        needed = len(chosen) - paid - table.single[union] - table.double[union]
        return Violator("types", union, chosen, needed, table.mana[union])

    def _of_amount(self, failure: _Shortest, lives: int) -> Violator:
        weights = self._weights(failure, lives)
        order = sorted(weights, key=lambda place: (-weights[place], place))
        threshold = self._threshold(failure.slots)
        chosen, weight = [place for place in weights if not weights[place]], 0
        for place in order:
            if weight >= threshold:
                break
            chosen.append(place)
            weight += weights[place]
        needed = self._inequalities.total + weight - threshold + 1
        return Violator("amount", failure.slots, tuple(sorted(chosen)), needed, self._inequalities.total)

    def _weights(self, failure: _Shortest, lives: int) -> dict[int, int]:
        """Return what each symbol weighs; nothing for those that life pays for, which must be in the set."""
        weights: dict[int, int] = {}
        choices: list[tuple[int, int]] = []
        for place, ask in enumerate(self._asks):
            weight = 1 + self._inside(ask, failure.slots) if ask.slots else ask.generic
            if ask.group == "or life":
                choices.append((weight, place))
            elif weight:
                weights[place] = weight
        if failure.with_life:
            choices.sort(key=lambda choice: (-choice[0], choice[1]))
            for number, (weight, place) in enumerate(choices):
                weights[place] = 0 if number < lives else weight
        return weights

    def _inside(self, ask: Ask, slots: int) -> bool:
        return not self._inequalities.pack(ask.slots) & ~slots
