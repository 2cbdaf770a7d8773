"""Announcements of a cost (601.2b): listed lazily, counted without listing, and tested for membership.

    {W/U}{W/U}{2/B}   ->   six: {W}{W}{B}, {W}{U}{B}, {U}{U}{B} and the same with {2} for {B}

Each symbol that can be paid in several ways offers a few *slots*. An announcement chooses one for each symbol, and
two with equal amounts are the same (107.4e, 107.4f). A choice is one unit, whatever it pays: `{2/W}` announced as
generic mana is one choice of two generic mana, a Phyrexian symbol paid with life one of two life. The vectors of
choices are the integer points of a sum of simplices, a *transversal polymatroid*: a vector can be announced exactly
when its choices in every set of slots are at most the symbols that offer one of them, and all its choices are as many
as the symbols (Hall; Rado; Edmonds).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isinf, isnan

from symbols.engine.costs.order import in_printed_order
from symbols.engine.costs.slots import COLORS, MANA_TYPES, SLOTS, Amount, Amounts, ManaType, Slot, amount_as_text
from symbols.engine.costs.symbols import ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.ways.counting import count_choices

AMOUNT_EACH: Mapping[Slot, int] = {slot: 2 if slot in ("generic", "life") else 1 for slot in SLOTS}
"""What one choice of a slot pays: 2 generic mana (107.4e), 2 life (107.4f), 1 of other mana."""

Kinds = Mapping[tuple[Slot, ...], int]
"""Number of symbols by the slots they offer."""


class Announcements:
    """Nonhybrid equivalents of a cost (601.2b), each an `Amounts`, as a lazy collection.

    Iteration yields the least life first, then the fewest generic mana, then the most mana of the colors printed first.
    `in`, `bool` and `count()` don't list. A cost without mana symbols has one announcement, of nothing.
    """

    def __init__(self, symbols: Iterable[ManaSymbol], values: Mapping[str, int] | None = None) -> None:
        given = in_printed_order(symbols)
        self.symbols = given
        self.values = dict(values or {})
        self._choosers = tuple(symbol for symbol in given if symbol.is_choice)
        self.fixed: Amounts = Amounts(self._fixed_pairs())
        """Amounts in every announcement: the symbols without a choice."""

    def _fixed_pairs(self) -> Iterator[tuple[Slot, Amount]]:
        for symbol in self.symbols:
            if not symbol.is_choice:
                (option,) = symbol.options
                times = 1 if symbol.variable is None else self.values.get(symbol.variable, 0)
                yield option.slot, option.amount * times

    @cached_property
    def kinds(self) -> Kinds:
        """Number of symbols with a choice, by the slots they offer."""
        return Counter(tuple(option.slot for option in symbol.options) for symbol in self._choosers)

    @cached_property
    def _slots(self) -> tuple[Slot, ...]:
        offered = list(dict.fromkeys(slot for kind in self.kinds for slot in kind))
        first = [slot for slot in ("life", "generic") if slot in offered]
        return (*first, *(slot for slot in offered if slot not in first))

    @cached_property
    def _most(self) -> Sequence[int]:
        """Rank function of the polymatroid: for each set of slots, the number of symbols that offer any of them."""
        masks = [(sum(1 << self._slots.index(slot) for slot in kind), count) for kind, count in self.kinds.items()]
        sets = range(1 << len(self._slots))
        return [sum(count for mask, count in masks if mask & chosen) for chosen in sets]

    def count(self) -> int:
        """Exact, however large (see `counting.py`)."""
        return count_choices(tuple(self.kinds.items())) if self.kinds else 1

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Amounts]:
        if not self.kinds:
            yield self.fixed
            return
        for choices in self._vectors(len(self._slots), self._most):
            yield self._amounts(zip(self._slots, choices, strict=True))

    def _amounts(self, choices: Iterable[tuple[Slot, int]]) -> Amounts:
        return self.fixed + {slot: number * AMOUNT_EACH[slot] for slot, number in choices}

    def _vectors(self, width: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the choices for the last `width` slots; `most` bounds the choices in each set of them.

        Fixing the choices of one slot leaves a polymatroid on the rest: the new bound of a set is the lesser of its own
        and of its bound together with the fixed slot, less what is fixed. So there are no dead ends.
        """
        if width == 1:
            yield (most[1],)
            return
        slot = self._slots[-width]
        least = most[-1] - most[-2]
        values = range(least, most[1] + 1)
        for value in values if AMOUNT_EACH[slot] > 1 else reversed(values):
            rest = [min(alone, both - value) for alone, both in zip(most[::2], most[1::2], strict=True)]
            for others in self._vectors(width - 1, rest):
                yield (value, *others)

    def __contains__(self, amounts: object) -> bool:
        return isinstance(amounts, Mapping) and self._choices(amounts) is not None

    def _choices(self, amounts: Mapping[Slot, Amount]) -> dict[Slot, int] | None:
        """Choices with these amounts; None if there are none."""
        choices = self._differences(amounts)
        if choices is None:
            return None
        total = len(self._choosers)
        if "generic" in choices and isinf(self.fixed.get("generic", 0)):
            choices["generic"] = total - sum(choices.values())
        if any(number < 0 for number in choices.values()) or sum(choices.values()) != total:
            return None
        sums = [0]
        for slot in self._slots:
            sums += [held + choices[slot] for held in sums]
        fits = all(held <= most for held, most in zip(sums, self._most, strict=True))
        return choices if fits else None

    def _differences(self, amounts: Mapping[Slot, Amount]) -> dict[Slot, int] | None:
        """Choices for the amounts beyond the fixed ones; None if they aren't whole numbers of choices."""
        choices: dict[Slot, int] = dict.fromkeys(self._slots, 0)
        for name in {*amounts, *self.fixed, *self._slots}:
            amount, fixed = amounts.get(name, 0), self.fixed.get(name, 0)
            if not isinstance(amount, int | float | Fraction) or isnan(amount):
                return None
            if amount == fixed:
                continue
            if name not in choices or isinf(amount) or isinf(fixed):
                return None
            number, rest = divmod(amount - fixed, AMOUNT_EACH[name])
            if rest:
                return None
            choices[name] = int(number)
        return choices


@dataclass(frozen=True, slots=True)
class Announced:
    """Mana symbols without a choice in printed order, numbers added up, and the life paid (107.4f)."""

    symbols: tuple[ManaSymbol, ...]
    life: int

    def __str__(self) -> str:
        return "".join(map(str, self.symbols))


def announced(announcements: Announcements, amounts: Mapping[Slot, Amount]) -> Announced:
    """Variables without a value stay variables."""
    fixed = announcements.fixed
    symbols: list[ManaSymbol] = []
    number = 0
    for symbol in announcements.symbols:
        if symbol.kind == "generic":
            number += int(symbol.code)
        elif symbol.variable in announcements.values:
            number += announcements.values[symbol.variable]
        elif not symbol.is_choice:
            symbols.append(symbol)
    for slot in MANA_TYPES:
        symbols += [mana_symbol(slot)] * int(amounts.get(slot, 0) - fixed.get(slot, 0))
    chosen = amounts.get("generic", 0)
    # inf - inf is NaN, and a cost with {∞} has no other generic choice.
    number += int(chosen - fixed.get("generic", 0)) if chosen not in (0, float("inf")) else 0
    if number or not (symbols or amounts.get("life")):
        symbols.append(generic_symbol(number))
    return Announced(in_printed_order(symbols), int(amounts.get("life", 0)))


def mana_as_text(amounts: Mapping[Slot, Amount]) -> str:
    """A number, snow, then each type: `{2}{S}{C}{W}`."""
    generic = amounts.get("generic", 0)
    numbers = [generic] if isinf(generic) else [generic // 1, generic % 1]
    pieces = [f"{{{amount_as_text(number)}}}" for number in numbers if number]
    pieces.append("{S}" * int(amounts.get("snow", 0)))
    types: tuple[ManaType, ...] = ("C", *COLORS)
    for name in types:
        whole, half = divmod(amounts.get(name, 0), 1)
        pieces += [f"{{{name}}}" * int(whole), f"{{H{name}}}" if half else ""]
    return "".join(pieces)
