"""Holding a cost against a pool where life pays for colors, only some mana for X, or reductions are of their own sort.

The answers are those of `symbols.engine.paying.special_question`; here costs and pools become its questions.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from math import prod

from symbols.engine.costs.cost import Values
from symbols.engine.costs.slots import Amount, Slot
from symbols.engine.costs.symbols import ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.errors import TooLarge
from symbols.engine.paying.assignment import Units
from symbols.engine.paying.cases import AnnouncedAsks, Lives, PayingCase, Relief
from symbols.engine.paying.others import Helper
from symbols.engine.paying.payment import Payment
from symbols.engine.paying.pool import Mana, Pool, Unit
from symbols.engine.paying.special_assignment import SpecialAssignment
from symbols.engine.paying.special_question import Special
from symbols.engine.paying.spending import keeping_order
from symbols.engine.totals.changes import CostSymbol, CostToPay, Source
from symbols.engine.ways.announcements import Announcements
from symbols.engine.ways.demand import BENT_SLOT, BIT, X_SLOT, Ask, ask_of, relief_of

MOST_TRIED = 2_000
"""How many sets of symbols are tried for the smallest that can't be paid."""

_MOST_READINGS = 64


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


def units_of(to_pay: CostToPay, pool: Pool) -> Units:
    """Return what there is to pay with, each sort with the slots that it can serve.

    Only the generic mana of waterbend costs can be paid by waterbending, where other costs are there (701.67b).
    """
    x_only = sum(BIT[name] for name in pool.others.x_only)
    found: list[tuple[Unit, int]] = []
    for unit, slots in pool.units:
        bent = BENT_SLOT if isinstance(unit, Helper) and unit.way == "waterbend" and is_waterbent(to_pay) else 0
        for_x = not bent and (not x_only or not isinstance(unit, Mana) or slots & x_only)
        found.append((unit, slots | bent | (X_SLOT if for_x else 0)))
    return found


def _readings(to_pay: CostToPay, pool: Pool, symbols: Sequence[CostSymbol]) -> Iterator[Sequence[CostSymbol]]:
    """Go through the ways to announce {2/W}, where it depends on them what waterbending pays.

    Those are the ones in waterbend costs; and all, where reductions may take those instead and a minimum asks for more.

    Raises:
        TooLarge: there are more than `_MOST_READINGS`.
    """
    sorts: dict[tuple[ManaSymbol, Source], list[int]] = {}
    refilled = to_pay.reductions and to_pay.changes.minimum
    for place, entry in enumerate(symbols if pool.others.waterbend and is_waterbent(to_pay) else ()):
        if (entry.waterbent or refilled) and ask_of(entry.symbol).group == "or generic":
            sorts.setdefault((entry.symbol, entry.source), []).append(place)
    if prod(len(places) + 1 for places in sorts.values()) > _MOST_READINGS:
        message = "This waterbending has too many symbols such as {2/W} to try both halves of each. Use fewer."
        raise TooLarge("too_many_ways", message)
    for counts in product(*(range(len(places) + 1) for places in sorts.values())):
        found = list(symbols)
        for places, count in zip(sorts.values(), counts, strict=True):
            for number, place in enumerate(places):
                found[place] = _announced(symbols[place], generic=number < count)
        yield found


def _announced(entry: CostSymbol, *, generic: bool) -> CostSymbol:
    """Return {2/W} as its generic half or as the other one."""
    option = next(each for each in entry.symbol.options if (each.slot == "generic") == generic)
    return replace(entry, symbol=generic_symbol(int(option.amount)) if generic else mana_symbol(option.slot))


def _bent(values: Values, symbols: Iterable[CostSymbol]) -> int:
    """Return the generic mana of waterbend costs."""
    of_waterbend = [entry.symbol for entry in symbols if entry.waterbent]
    return sum(values.get(s.variable, 0) if s.variable else ask_of(s).generic for s in of_waterbend)


def question(
    to_pay: CostToPay,
    pool: Pool,
    values: Values | None = None,
    symbols: Sequence[CostSymbol] | None = None,
    minimum: int | None = None,
) -> Special:
    """Return the question whether a pool can pay.

    Args:
        to_pay: the cost.
        pool: what there is to pay with.
        values: the values of variables; those of the cost if they are left out.
        symbols: what is to be paid; everything if it is left out.
        minimum: the least mana of the total; the one of the cost if it is left out.
    """
    known = to_pay.values if values is None else values
    ways = _readings(to_pay, pool, to_pay.symbols if symbols is None else symbols)
    readings = [AnnouncedAsks(asks_of(pool, known, way), _bent(known, way)) for way in ways]
    return _special(to_pay, pool, readings, to_pay.changes.minimum if minimum is None else minimum)


def question_announced(
    to_pay: CostToPay, pool: Pool, amounts: Mapping[Slot, Amount], added: Collection[Source]
) -> Special | None:
    """Return the question whether a pool can pay what an announcement comes to; None where it is none of the cost.

    Args:
        to_pay: the cost.
        pool: what there is to pay with.
        amounts: what is announced for symbols.
        added: the kinds of cost whose symbols are not among those, and that are announced in whatever way.
    """
    readings = []
    for way in _readings(to_pay, pool, to_pay.symbols):
        others = [entry for entry in way if entry.source in added]
        known = [entry for entry in way if entry.source not in added]
        if way != list(to_pay.symbols) and amounts not in Announcements([e.symbol for e in known], to_pay.values):
            continue
        own_x = [ask for ask in asks_of(pool, to_pay.values, known) if ask.slots & X_SLOT]
        generic = int(amounts.get("generic", 0)) - sum(ask.generic for ask in own_x)
        asks = [*asks_of(pool, to_pay.values, others), *own_x, Ask("generic", 0, generic)]
        asks += [Ask("plain", BIT[slot]) for slot in BIT for _ in range(int(amounts.get(slot, 0)))]
        readings.append(AnnouncedAsks(asks, _bent(to_pay.values, way)))
    return _special(to_pay, pool, readings, to_pay.changes.minimum) if readings else None


def _special(to_pay: CostToPay, pool: Pool, readings: Sequence[AnnouncedAsks], minimum: int) -> Special:
    reliefs = [
        Relief(relief_of(symbol), bool(special and special.colored_only), special.floor if special else 0)
        for symbol, special in to_pay.reductions_by_symbol
    ]
    units = [(slots, unit.count) for unit, slots in units_of(to_pay, pool)]
    return Special(readings, reliefs, units, sum(BIT[color] for color in pool.others.life_for), minimum)


def payment_of(to_pay: CostToPay, pool: Pool, lives: int) -> Payment:
    """Return a payment with so many lives, the fewest that pay, that keeps what is most useful.

    As in `symbols.engine.paying.spending`, but colors are kept in their order and not evenly.
    """
    case, some = question(to_pay, pool).best(lives)
    units = [(unit.times(case.reading.usable((slots, unit.count))), slots) for unit, slots in units_of(to_pay, pool)]
    spent = _choose(case, some, units)
    case = case.with_full(_full(units, spent))
    return SpecialAssignment(case, units, spent, some).write_out(to_pay, pool)


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
        return question(to_pay, pool, symbols=[to_pay.symbols[place] for place in places], minimum=0)

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
