"""Holding a cost against a pool where life pays for colors, only some mana for X, or reductions are of their own sort.

The answers are those of `symbols.engine.paying.special_question`; here costs and pools become its questions.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from symbols.engine.costs.cost import Values
from symbols.engine.paying.assignment import Units
from symbols.engine.paying.cases import Lives, PayingCase, Relief
from symbols.engine.paying.others import Helper
from symbols.engine.paying.payment import Payment
from symbols.engine.paying.pool import Mana, Pool, Unit
from symbols.engine.paying.special_assignment import SpecialAssignment
from symbols.engine.paying.special_question import Special
from symbols.engine.paying.spending import keeping_order
from symbols.engine.totals.changes import CostSymbol, CostToPay
from symbols.engine.ways.demand import BENT_SLOT, BIT, X_SLOT, Ask, ask_of, relief_of

MOST_TRIED = 2_000
"""How many sets of symbols are tried for the smallest that can't be paid."""


def is_special(to_pay: CostToPay, pool: Pool) -> bool:
    """Return whether a cost with a pool needs more than the comparisons of `symbols.engine.ways.hall`."""
    others = pool.others
    return bool(
        to_pay.has_special_reductions
        or others.life_for
        or (others.x_only and any(entry.symbol.variable == "X" for entry in to_pay.symbols))
        or (others.waterbend and is_waterbent(to_pay))
    )


def is_waterbent(to_pay: CostToPay) -> bool:
    """Return whether a waterbend cost is only part of what is paid, so that the rest can't be paid so (701.67b)."""
    waterbent = {entry.waterbent for entry in to_pay.symbols}
    return True in waterbent and bool(False in waterbent or to_pay.changes.minimum)


def asks_of(pool: Pool, values: Values, symbols: Sequence[CostSymbol]) -> list[Ask]:
    """Return what symbols ask for, X as mana of its own where only some may be spent on it."""
    found = []
    for entry in symbols:
        ask = ask_of(entry.symbol)
        if entry.symbol.variable:
            value = values.get(entry.symbol.variable, 0)
            own = pool.others.x_only and entry.symbol.variable == "X"
            slots = X_SLOT | BENT_SLOT if entry.waterbent else X_SLOT
            ask = Ask("plain", slots, value) if own else replace(ask, generic=value)
        found.append(ask)
    return found


def units_of(to_pay: CostToPay, pool: Pool, values: Values, places: Iterable[int] | None = None) -> Units:
    """Return what there is to pay with, each sort with the slots that it can serve.

    Only the generic mana of waterbend costs can be paid by waterbending, where other costs are there (701.67b).

    Args:
        to_pay: the cost.
        pool: what there is to pay with.
        values: the values of variables.
        places: the places of the symbols that are to be paid; all of them if they are left out.
    """
    x_only = sum(BIT[name] for name in pool.others.x_only)
    found: list[tuple[Unit, int]] = []
    for unit, slots in pool.units:
        if isinstance(unit, Helper) and unit.way == "waterbend" and is_waterbent(to_pay):
            bent = unit.times(min(unit.count, _waterbend_generic(to_pay, values, places)))
            found.append((bent, slots | BENT_SLOT))
            continue
        for_x = not x_only or not isinstance(unit, Mana) or slots & x_only
        found.append((unit, slots | X_SLOT if for_x else slots))
    return found


def _waterbend_generic(to_pay: CostToPay, values: Values, places: Iterable[int] | None) -> int:
    asked = to_pay.symbols if places is None else [to_pay.symbols[place] for place in places]
    symbols = [entry.symbol for entry in asked if entry.waterbent]
    return sum(values.get(s.variable, 0) if s.variable else ask_of(s).generic for s in symbols)


def question(
    to_pay: CostToPay,
    pool: Pool,
    values: Values | None = None,
    asks: Sequence[Ask] | None = None,
    minimum: int | None = None,
    places: Sequence[int] | None = None,
) -> Special:
    """Return the question whether a pool can pay.

    Args:
        to_pay: the cost.
        pool: what there is to pay with.
        values: the values of variables; those of the cost if they are left out.
        asks: what is to be paid; everything if it is left out.
        minimum: the least mana of the total; the one of the cost if it is left out.
        places: the places of the symbols that ask for it; all of them if they are left out.
    """
    known = to_pay.values if values is None else values
    reliefs = [
        Relief(relief_of(symbol), bool(special and special.colored_only), special.floor if special else 0)
        for symbol, special in to_pay.reductions_by_symbol
    ]
    return Special(
        asks_of(pool, known, to_pay.symbols) if asks is None else asks,
        reliefs,
        [(slots, unit.count) for unit, slots in units_of(to_pay, pool, known, places)],
        sum(BIT[color] for color in pool.others.life_for),
        to_pay.changes.minimum if minimum is None else minimum,
    )


def payment_of(to_pay: CostToPay, pool: Pool, lives: int) -> Payment:
    """Return a payment with so many lives, the fewest that pay, that keeps what is most useful.

    As in `symbols.engine.paying.spending`, but colors are kept in their order and not evenly.
    """
    special = question(to_pay, pool)
    case, some = special.best(lives)
    units = units_of(to_pay, pool, to_pay.values)
    spent = _choose(case, some, units)
    case = case.with_full(_full(units, spent))
    return SpecialAssignment(case, special.asks, units, spent, some).write_out(to_pay, pool)


def _full(units: Units, spent: Sequence[int]) -> Counter[int]:
    full: Counter[int] = Counter()
    for (_, slots), count in zip(units, spent, strict=True):
        full[slots] += count
    return full


def _choose(case: PayingCase, lives: Lives, units: Units) -> list[int]:
    """Return how much of each sort to spend: as little as can be of what is kept first, and so on."""
    spent = [unit.count for unit, _ in units]
    bound = case.required(lives) or 0

    def pays(place: int, count: int) -> bool:
        tried = [*spent[:place], count, *spent[place + 1 :]]
        less = case.with_full(_full(units, tried))
        required = less.required(lives)
        return required is not None and required <= min(less.total, max(bound, 0))

    for group in keeping_order(units):
        for place in group:
            low, high = 0, spent[place]
            while low < high:
                middle = (low + high) // 2
                if pays(place, middle):
                    high = middle
                else:
                    low = middle + 1
            spent[place] = low
    return spent


def smallest_unpaid(to_pay: CostToPay, pool: Pool, most: int) -> tuple[tuple[int, ...], Special] | None:
    """Return the places of the fewest symbols that can't be paid, and the question about them; None if all can be.

    Symbols that are alike are not tried twice. Where trying all takes more than `MOST_TRIED` questions, it is a set
    from which no symbol can be left out.

    Args:
        to_pay: the cost.
        pool: what there is to pay with.
        most: how many symbols can be paid with life.
    """
    asks = asks_of(pool, to_pay.values, to_pay.symbols)
    alike: dict[tuple[Ask, bool], list[int]] = {}
    for place, sort in enumerate(zip(asks, (entry.waterbent for entry in to_pay.symbols), strict=True)):
        alike.setdefault(sort, []).append(place)

    def only(places: Sequence[int]) -> Special:
        return question(to_pay, pool, asks=[asks[place] for place in places], minimum=0, places=places)

    kept = list(range(len(asks)))
    if only(kept).pays(most):
        return None
    sets = (places for size in range(1, len(asks)) for places in _some(list(alike.values()), size))
    for places in islice(sets, MOST_TRIED):
        if not only(places).pays(most):
            return tuple(sorted(places)), only(sorted(places))
    for place in reversed(kept if next(sets, None) else []):
        fewer = [each for each in kept if each != place]
        if not only(fewer).pays(most):
            kept = fewer
    return tuple(kept), only(kept)


def _some(sorts: Sequence[Sequence[int]], size: int) -> Iterator[list[int]]:
    """Go through the ways to take so many, from each sort the first ones."""
    if size > sum(map(len, sorts)):
        return
    if not sorts:
        yield []
        return
    for count in range(min(size, len(sorts[0])), -1, -1):
        for rest in _some(sorts[1:], size - count):
            yield [*sorts[0][:count], *rest]
