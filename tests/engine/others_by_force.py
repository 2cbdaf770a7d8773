"""Paying in other ways than mana the slow way: every announcement, every order of reductions, everything for each mana.

It shares nothing with the engine but the options of a symbol.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product

from symbols.engine.costs.symbols import ManaSymbol

COLORS = "WUBRG"
Needs = tuple[str, ...]
"""Mana to pay, one by one, in order: a type, `snow`, `generic`, or `x` for what X adds to the generic mana."""


@dataclass(frozen=True)
class Off:
    """A reduction."""

    symbols: tuple[ManaSymbol, ...]
    colored_only: bool = False
    floor: int = 0


@dataclass(frozen=True)
class Bill:
    """What is to be paid."""

    symbols: tuple[ManaSymbol, ...]
    off: tuple[Off, ...] = ()
    minimum: int = 0
    x: int = 0


@dataclass(frozen=True)
class Means:
    """What there is to pay with: mana with its type and whether it is snow, creatures by their colors, and the rest."""

    mana: tuple[tuple[str, bool], ...] = ()
    life: int = 20
    creatures: tuple[str, ...] = ()
    helpers: int = 0
    life_for: str = ""
    x_only: str = ""
    as_though: str = "as it is"
    words: tuple[str, ...] = field(default=(), compare=False)


def announced(bill: Bill) -> Iterator[tuple[Needs, int]]:
    """Every way to announce, as mana and life."""
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
    """Take one mana off, in every way that is possible."""
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


@cache
def totals(bill: Bill) -> frozenset[tuple[Needs, int]]:
    """Every total cost, over all announcements and all orders of reductions."""
    found = set()
    for needs, life in announced(bill):
        for order in set(permutations(bill.off)):
            states = {needs}
            for off in order:
                states = _take_off(states, off)
            for state in states:
                more = max(0, bill.minimum - len(state))
                found.add((tuple(sorted((*state, *["generic"] * more))), life))
    return frozenset(found)


def _fits(unit: tuple[str, bool], need: str, means: Means) -> bool:
    name, snow = unit
    if need == "generic":
        return True
    if need == "snow":
        return snow
    if need == "x":
        return not means.x_only or any(_fits(unit, each, means) for each in means.x_only)
    return name == need or means.as_though == "any type" or (means.as_though == "any color" and need != "C")


def covers(needs: Needs, life: int, means: Means) -> bool:
    """Tell whether something can be found for each mana, trying everything."""

    @cache
    def rest(place: int, mana: Sequence[tuple[str, bool]], creatures: Sequence[str], helpers: int, left: int) -> bool:
        if place == len(needs):
            return True
        need = needs[place]
        if need in means.life_for and left >= 2 and rest(place + 1, mana, creatures, helpers, left - 2):
            return True
        for unit in set(mana):
            if _fits(unit, need, means):
                i = mana.index(unit)
                if rest(place + 1, (*mana[:i], *mana[i + 1 :]), creatures, helpers, left):
                    return True
        for colors in set(creatures):
            if need in ("generic", "x") or need in colors:
                i = creatures.index(colors)
                if rest(place + 1, mana, (*creatures[:i], *creatures[i + 1 :]), helpers, left):
                    return True
        return need in ("generic", "x") and helpers > 0 and rest(place + 1, mana, creatures, helpers - 1, left)

    left = max(0, means.life) - life
    return left >= 0 and rest(0, tuple(sorted(means.mana)), tuple(sorted(means.creatures)), means.helpers, left)


def payable(bill: Bill, means: Means) -> bool:
    """Tell whether some total can be paid."""
    order = sorted(totals(bill), key=lambda total: (len(total[0]), total[1]))
    return any(covers(needs, life, means) for needs, life in order)
