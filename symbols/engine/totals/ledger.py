"""How a total cost adds up, line by line, from the mana cost to what is locked in (601.2f).

{X}{R} with X = 3, {1} more and {2} less   ->   {3}{R}, +{1}, -{2}, in all {2}{R}
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isinf
from typing import Final, Literal

from symbols.engine.costs.cost import Cost, Values
from symbols.engine.costs.parts import PayLife
from symbols.engine.costs.slots import SLOTS, Amount, Amounts, Slot, amount_as_json
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.steps import take
from symbols.engine.totals.announcing import Source
from symbols.engine.totals.by_order import ORDER, Half, Mana, after_reduction, choices_of, in_order, without
from symbols.engine.totals.changes import CostToPay

LineKind = Source | Literal["free", "reduction", "minimum", "total"]

_WORK: Final = 20_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line."""

    kind: LineKind
    cost: Cost | None  # None for a minimum, the total, and where nothing is paid
    place: int  # its index among the costs, or the reductions, of that kind
    amount: Amounts  # added to the total; negative if taken off
    unvalued: tuple[str, ...] = ()  # its variables without a value, once for each symbol
    left: Amount = 0  # what a reduction couldn't take off

    @property
    def parts(self) -> tuple[str, ...]:
        """Nonmana parts; life of `Pay 2 life` is in the amount."""
        return tuple(part.text for part in self.cost.parts) if self.cost and self.kind != "reduction" else ()

    def amount_as_json(self) -> dict[str, int | float | str]:
        """By slot; `X` is the number of X without a value."""
        open_ = {name: self.unvalued.count(name) for name in dict.fromkeys(self.unvalued)}
        return {**{slot: amount_as_json(amount) for slot, amount in self.amount.items()}, **open_}


def ledger_of(to_pay: CostToPay, total: Amounts | None, given: Values) -> list[Line]:
    """The last line is the total; without one, what is to be added and taken off.

    Args:
        to_pay: every choice that the total depends on is announced in it.
        given: values of the variables that have one.
    """
    lines = list(_added(to_pay, given))
    if total is None:
        return [*lines, *_reductions(to_pay)]
    before = in_order(_sum(lines))
    found = _taken(to_pay, before, in_order(total))
    lines += found
    reached = _sum(lines)
    missing = {slot: without(total.get(slot, 0), reached.get(slot, 0)) for slot in SLOTS}
    if any(missing.values()) and not any(isinf(amount) for line in lines for amount in line.amount.values()):
        lines.append(Line("minimum", None, 0, Amounts(missing)))
    return [*lines, Line("total", None, 0, total)]


def _added(to_pay: CostToPay, given: Values) -> Iterator[Line]:
    if to_pay.changes.without_paying:
        yield Line("free", None, 0, Amounts())
    places: dict[Source, int] = {}
    for source, cost in to_pay.costs:
        place = places.setdefault(source, 0)
        places[source] += 1
        unvalued = tuple(one.variable for one in cost.symbols if one.variable and one.variable not in given)
        life = sum(to_pay.life_of(part) for part in cost.parts if isinstance(part, PayLife))
        mana = [pair for one in cost.symbols for pair in _amounts(one, given)]
        yield Line(source, cost, place, Amounts([*mana, ("life", life)]), unvalued)


def _amounts(symbol: ManaSymbol, given: Values) -> Iterator[tuple[Slot, Amount]]:
    """Nothing for a symbol with a choice that isn't announced."""
    if symbol.variable:
        yield "generic", given.get(symbol.variable, 0)
    elif not symbol.is_choice:
        yield symbol.options[0].slot, symbol.options[0].amount


def _sum(lines: Sequence[Line]) -> Amounts:
    return Amounts([pair for line in lines for pair in line.amount.items()])


def _reductions(to_pay: CostToPay) -> Iterator[Line]:
    for place, cost in enumerate(to_pay.changes.reductions):
        amounts = Amounts([pair for symbol in cost.symbols for pair in _amounts(symbol, {})])
        yield Line("reduction", cost, place, Amounts({slot: -amount for slot, amount in amounts.items()}))


def _taken(to_pay: CostToPay, before: Mana, total: Mana) -> list[Line]:
    """What each reduction takes off in an order that leads to the total."""
    reductions = to_pay.changes.reductions
    way = _Search(reductions, to_pay.changes.minimum, total).way(before, tuple(range(len(reductions))))
    lines: list[Line] = []
    mana = before
    if way is None:
        off = {slot: without(now, then) for slot, now, then in zip(ORDER, total, before, strict=True) if now < then}
        return [Line("reduction", None, 0, Amounts(off))]
    for place, halves in way:
        after = after_reduction(reductions[place], halves, mana)
        requested = sum(amount for _, amount in halves)
        off = _taken_off(mana, after, requested)
        left = without(requested, sum(off.values()))
        amounts = Amounts({slot: -amount for slot, amount in off.items()})
        lines.append(Line("reduction", reductions[place], place, amounts, (), left))
        mana = after
    return lines


def _taken_off(before: Mana, after: Mana, requested: Amount) -> dict[Slot, Amount]:
    """By slot. Infinity stays infinite when `requested` is taken off it."""
    off = {slot: without(then, now) for slot, now, then in zip(ORDER, after, before, strict=True)}
    rest = without(requested, sum(off.values()))
    endless = (slot for slot, now, then in zip(ORDER, after, before, strict=True) if isinf(then) and isinf(now))
    return {**off, **dict.fromkeys(endless, rest)}


class _Search:
    """Search for reductions in some order, each with a choice of halves, that lead to a total."""

    def __init__(self, reductions: Sequence[Cost], minimum: int, total: Mana) -> None:
        self._reductions, self._minimum, self._total = reductions, minimum, total
        self._seen: set[tuple[Mana, tuple[int, ...]]] = set()
        self._work = 0

    def way(self, mana: Mana, waiting: tuple[int, ...]) -> list[tuple[int, tuple[Half, ...]]] | None:
        """None if there is none, or if finding it takes too long."""
        if not waiting:
            return [] if self._reaches(mana) else None
        if (mana, waiting) in self._seen or self._work > _WORK:
            return None
        self._seen.add((mana, waiting))
        for at, place in enumerate(waiting):
            rest = waiting[:at] + waiting[at + 1 :]
            for halves in choices_of(self._reductions[place], _WORK):
                self._work += 1
                take(1)
                after = self.way(after_reduction(self._reductions[place], halves, mana), rest)
                if after is not None:
                    return [(place, halves), *after]
        return None

    def _reaches(self, mana: Mana) -> bool:
        missing = max(0, self._minimum - sum(mana))
        return all(
            now + (missing if slot == "generic" else 0) == then
            for slot, now, then in zip(ORDER, mana, self._total, strict=True)
        )
