"""Totals and payments by brute force: every announcement, every order of reductions, every way to pay each mana.

It shares nothing with the engine but the options of a symbol.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product

from symbols.engine.costs.symbols import ManaSymbol

COLORS = "WUBRG"
Needs = tuple[str, ...]
"""Mana to pay, one by one, in order: a type, `snow`, `generic`, or `x` for what X adds to the generic mana."""


@dataclass(frozen=True)
class Off:
    """Reduction."""

    symbols: tuple[ManaSymbol, ...]
    colored_only: bool = False
    floor: int = 0


@dataclass(frozen=True)
class Bill:
    """Cost to pay."""

    symbols: tuple[ManaSymbol, ...]
    off: tuple[Off, ...] = ()
    minimum: int = 0
    x: int = 0


@dataclass(frozen=True)
class Means:
    """Mana with its type and whether it is snow, creatures by their colors, and other helpers."""

    mana: tuple[tuple[str, bool], ...] = ()
    life: int = 20
    creatures: tuple[str, ...] = ()
    helpers: int = 0
    life_for: str = ""
    x_only: str = ""
    as_though: str = "as it is"
    words: tuple[str, ...] = field(default=(), compare=False)


def announced(bill: Bill) -> Iterator[tuple[Needs, int]]:
    """Every announcement, as mana and life."""
    seen = set()
    for options in product(*(symbol.options for symbol in bill.symbols)):
        needs: list[str] = []
        life = 0
        for symbol, option in zip(bill.symbols, options, strict=True):
            if option.slot == "life":
                life += int(option.amount)
            elif symbol.variable:
                needs += ["x"] * bill.x
            else:
                needs += [option.slot] * int(option.amount)
        found = (tuple(sorted(needs)), life)
        if found not in seen:
            seen.add(found)
            yield found


def _without(needs: Needs, one: str) -> Needs:
    place = needs.index(one)
    return needs[:place] + needs[place + 1 :]


@cache
def _one_off(needs: Needs, slot: str, off: Off) -> frozenset[Needs]:
    """Take one mana off, in every possible way."""
    if len(needs) <= off.floor and off.floor:
        return frozenset([needs])
    if slot != "generic" and slot in needs:
        return frozenset([_without(needs, slot)])
    if slot != "generic" and off.colored_only:
        return frozenset([needs])
    if off.colored_only:
        return frozenset([needs])
    return frozenset(_without(needs, each) for each in ("generic", "x") if each in needs) or frozenset([needs])


def _take_off(states: set[Needs], off: Off) -> set[Needs]:
    found: set[Needs] = set()
    halves = [
        [("generic" if o.slot == "snow" else o.slot, int(o.amount)) for o in symbol.options if o.slot != "life"]
        for symbol in off.symbols
    ]
    for chosen in product(*halves):
        # Colors come first: each takes its own color before the rest is left over for generic mana.
        some = set(states)
        for slot, amount in sorted(chosen, key=lambda half: half[0] == "generic"):
            for _ in range(amount):
                some = {after for needs in some for after in _one_off(needs, slot, off)}
        found |= some
    return found


def _totals_of(bill: Bill, needs: Needs, life: int) -> set[tuple[Needs, int]]:
    """Every total of one announcement, over all orders of reductions."""
    found = set()
    for order in set(permutations(bill.off)):
        states = {needs}
        for off in order:
            states = _take_off(states, off)
        for state in states:
            more = max(0, bill.minimum - len(state))
            found.add((tuple(sorted((*state, *["generic"] * more))), life))
    return found


@cache
def totals(bill: Bill) -> frozenset[tuple[Needs, int]]:
    return frozenset(total for needs, life in announced(bill) for total in _totals_of(bill, needs, life))


def payable_announcements(bill: Bill, means: Means) -> int:
    """X is generic mana like any other."""
    ways = {
        (tuple(sorted("generic" if need == "x" else need for need in needs)), life)
        for needs, life in announced(bill)
        if any(covers(*total, means) for total in _totals_of(bill, needs, life))
    }
    return len(ways)


def _fits(unit: tuple[str, bool], need: str, means: Means) -> bool:
    name, snow = unit
    if need == "generic":
        return True
    if need == "snow":
        return snow
    if need == "x":
        return not means.x_only or any(_fits(unit, each, means) for each in means.x_only)
    return name == need or means.as_though == "any type" or (means.as_though == "any color" and need != "C")


Spent = tuple[tuple[str, object], ...]
"""What is spent, sorted: `("mana", ("W", False))`, `("convoke", "WB")`, `("delve", "")`."""


def covering(needs: Needs, life: int, means: Means, numbers: Mapping[str, int]) -> frozenset[tuple[int, Spent]]:
    """Every way to pay for each mana: the life, and what else is spent.

    Args:
        life: how much can be paid.
        numbers: of helpers, by keyword.
    """
    pool = Counter([("mana", unit) for unit in means.mana] + [("convoke", colors) for colors in means.creatures])
    pool.update({(way, ""): count for way, count in numbers.items()})

    def fits(unit: tuple[str, object], need: str) -> bool:
        way, of = unit
        if way == "mana":
            return _fits(of, need, means)  # type: ignore[arg-type]
        return need in ("generic", "x") or (way == "convoke" and need in str(of))

    states: set[tuple[int, Spent]] = {(0, ())}
    for need in needs:
        after: set[tuple[int, Spent]] = set()
        for paid, spent in states:
            if need in means.life_for and paid + 2 <= life:
                after.add((paid + 2, spent))
            used = Counter(spent)
            after |= {
                (paid, tuple(sorted((*spent, unit), key=repr)))
                for unit, count in pool.items()
                if used[unit] < count and fits(unit, need)
            }
        states = after
    return frozenset(states)


def covers(needs: Needs, life: int, means: Means) -> bool:
    left = max(0, means.life) - life
    return left >= 0 and bool(covering(needs, left, means, {"delve": means.helpers}))


def payable(bill: Bill, means: Means) -> bool:
    order = sorted(totals(bill), key=lambda total: (len(total[0]), total[1]))
    return any(covers(needs, life, means) for needs, life in order)
