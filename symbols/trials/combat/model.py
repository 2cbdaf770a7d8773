"""An integer program, built a constraint at a time, and the bounds of linear expressions in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from symbols.engine.sources.program import Program


@dataclass(frozen=True, slots=True)
class Linear:
    """Linear expression: the factors of variables, and a constant."""

    terms: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    constant: int = 0

    def __add__(self, other: "Linear | int") -> "Linear":
        if isinstance(other, int):
            return Linear(self.terms, self.constant + other)
        terms = dict(self.terms)
        for variable, factor in other.terms.items():
            terms[variable] = terms.get(variable, 0) + factor
        terms = {variable: factor for variable, factor in terms.items() if factor}
        return Linear(terms, self.constant + other.constant)

    def __mul__(self, factor: int) -> "Linear":
        return Linear({variable: own * factor for variable, own in self.terms.items()}, self.constant * factor)

    def __sub__(self, other: "Linear | int") -> "Linear":
        return self + other * -1


ZERO, ONE = Linear(), Linear(constant=1)


def total(sums: Iterable[Linear]) -> Linear:
    return sum(sums, start=ZERO)


def negated(bit: Linear) -> Linear:
    return ONE - bit


class Model:
    """An integer program. A *bit* is 0 or 1; constants stay constants, so that most constraints cost nothing."""

    def __init__(self) -> None:
        self._program = Program()
        self._most: list[int] = []
        self._solutions: list[list[int]] = []
        self._known: dict[frozenset[tuple[int, int]], tuple[int, int]] = {}

    def number(self, most: int) -> Linear:
        self._most.append(most)
        self._solutions.clear()
        return Linear({self._program.variable(most, whole=True): 1})

    def lowest(self, value: Linear) -> int:
        """A lower bound, from the bounds of each variable alone."""
        return value.constant + sum(min(0, factor * self._most[at]) for at, factor in value.terms.items())

    def highest(self, value: Linear) -> int:
        return -self.lowest(value * -1)

    def at_most(self, less: Linear, more: Linear) -> None:
        over = less - more
        if self.highest(over) > 0:
            self._program.at_most(over.terms.items(), -over.constant)

    def equal(self, one: Linear, other: Linear) -> None:
        over = one - other
        self._program.exactly(over.terms.items(), -over.constant)

    def reaches(self, value: Linear, amount: int) -> Linear:
        """Whether the value is at least `amount`: a bit."""
        if self.lowest(value) >= amount:
            return ONE
        if self.highest(value) < amount:
            return ZERO
        bit = self.number(1)
        low, high = self.lowest(value), self.highest(value)
        self.at_most(bit * (amount - low) + low, value)
        self.at_most(value, bit * (high - amount + 1) + (amount - 1))
        return bit

    def any_of(self, bits: Iterable[Linear]) -> Linear:
        return self.reaches(total(bits), 1)

    def all_of(self, bits: Iterable[Linear]) -> Linear:
        return negated(self.any_of(map(negated, bits)))

    def may_reach(self, value: Linear, amount: int) -> Linear:
        """A bit that may be 1 only where the value is at least `amount`; it may always be 0."""
        if self.lowest(value) >= amount or self.highest(value) < amount:
            return ONE if self.lowest(value) >= amount else ZERO
        bit = self.number(1)
        self.at_most(bit * amount, value)
        return bit

    def positive(self, value: Linear) -> Linear:
        """The value, or 0 if it's negative."""
        low, high = self.lowest(value), self.highest(value)
        if low >= 0 or high <= 0:
            return value if low >= 0 else ZERO
        found, is_over = self.number(high), self.number(1)
        self.at_most(value, found)
        self.at_most(found, value + negated(is_over) * -low)
        self.at_most(found, is_over * high)
        return found

    def part_of(self, value: Linear) -> Linear:
        """A number that is at most the value."""
        found = self.number(self.highest(value))
        self.at_most(found, value)
        return found

    def where(self, bit: Linear, value: Linear) -> Linear:
        """The value, which isn't negative, where the bit is 1, else 0."""
        if not bit.terms:
            return value * bit.constant
        if not value.terms:
            return bit * value.constant
        high = self.highest(value)
        found = self.number(high)
        self.at_most(found, bit * high)
        self.at_most(found, value)
        self.at_most(value - negated(bit) * high, found)
        return found

    def one_of(self, ways: Sequence[Sequence[int]]) -> list[Linear]:
        """Bits that are together as in one of `ways`."""
        chosen = [self.number(1) for _ in ways]
        self.equal(total(chosen), ONE)
        return [total(bit * way[at] for bit, way in zip(chosen, ways, strict=True)) for at in range(len(ways[0]))]

    def all_ways(self, bits: Sequence[Linear], most: int) -> list[tuple[int, ...]] | None:
        """All combinations of values that the bits may have; None for more than `most`."""
        rows = [self._program.at_most(bit.terms.items(), 1 - bit.constant) for bit in bits]
        found: list[tuple[int, ...]] = []

        def find(before: tuple[int, ...]) -> None:
            if len(found) > most or not self._solve(ZERO, greatest=False):
                return
            if len(before) == len(bits):
                found.append(before)
                return
            bit, row = bits[len(before)], rows[len(before)]
            for value in (0, 1) if bit.terms else (bit.constant,):
                self._program.change(row, value - bit.constant, value - bit.constant)
                find((*before, value))
            self._program.change(row, -bit.constant, 1 - bit.constant)

        find(())
        return found if len(found) <= most else None

    def can_hold(self) -> bool:
        return bool(self._solutions) or self._solve(ZERO, greatest=False)

    def bounds(self, value: Linear) -> tuple[int, int]:
        """The least and the greatest value. Raises `TooLarge`."""
        if not value.terms:
            return value.constant, value.constant
        key = frozenset(value.terms.items())
        if key not in self._known:
            varying = Linear(value.terms)
            if self._range(varying)[0] > self.lowest(varying):
                self._solve(varying, greatest=False)
            if self._range(varying)[1] < self.highest(varying):
                self._solve(varying, greatest=True)
            self._known[key] = self._range(varying)
        least, most = self._known[key]
        return least + value.constant, most + value.constant

    def seed(self, value: Linear) -> None:
        self._solve(value, greatest=False)

    def can_reach(self, value: Linear, amount: int) -> bool:
        """Whether a value may be at least `amount`; solutions found before may tell. Raises `TooLarge`."""
        if self.lowest(value) >= amount or self.highest(value) < amount:
            return self.lowest(value) >= amount
        known = any(_value(value, solution) >= amount for solution in self._solutions)
        return known or self.bounds(value)[1] >= amount

    def example(self, values: Iterable[Linear], *, of: Linear) -> list[int]:
        """The values in a solution with the greatest `of`."""
        self.can_hold()
        self.bounds(of)
        best = max(self._solutions, key=lambda solution: _value(of, solution))
        return [_value(value, best) for value in values]

    def _range(self, value: Linear) -> tuple[int, int]:
        """The least and the greatest value in the solutions found so far."""
        if not self.can_hold():
            raise ValueError(value)
        found = [_value(value, solution) for solution in self._solutions]
        return min(found), max(found)

    def _solve(self, value: Linear, *, greatest: bool) -> bool:
        solution = self._program.solve(value.terms, greatest=greatest) if self._most else ()
        if solution is None:
            return False
        self._solutions.append([round(each) for each in solution])
        return True


def _value(value: Linear, solution: list[int]) -> int:
    return value.constant + sum(factor * solution[variable] for variable, factor in value.terms.items())
