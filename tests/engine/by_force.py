"""Paying for small costs the slow way: every announcement, every choice among reductions, every set of mana.

It shares nothing with the engine but the options of a symbol, and follows 601.2b, 118.7 and 601.2f to the letter.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from symbols.engine.costs.slots import MANA_TYPES
from symbols.engine.costs.symbols import ManaSymbol

Vector = frozenset[tuple[str, int]]
"""Amounts by slot, those that are zero left out."""
Unit = tuple[str, bool]
"""One mana: its type, and whether it is from a snow source."""


def vector(amounts: Mapping[Any, Any]) -> Vector:
    """Write amounts as a vector."""
    return frozenset((slot, amount) for slot, amount in amounts.items() if amount)


def _sums(offers: Sequence[Sequence[tuple[str, int]]]) -> Iterator[Counter[str]]:
    seen = set()
    for choice in product(*offers):
        total: Counter[str] = Counter()
        for slot, amount in choice:
            total[slot] += amount
        if vector(total) not in seen:
            seen.add(vector(total))
            yield total


def announcements(symbols: Sequence[ManaSymbol], x: int = 0) -> list[Counter[str]]:
    """All ways to announce symbols, X having a value."""
    return list(_sums([[(o.slot, int(o.amount) * (x if s.variable else 1)) for o in s.options] for s in symbols]))


def reductions(symbols: Sequence[ManaSymbol]) -> list[Counter[str]]:
    """All ways to choose what reductions take off: a half (118.7e), never life (118.7f), snow as generic (118.7g)."""
    offers = []
    for symbol in symbols:
        halves = [("generic" if o.slot == "snow" else o.slot, int(o.amount)) for o in symbol.options]
        offers.append([half for half in halves if half[0] != "life"])
    return list(_sums(offers))


def reduced(announced: Counter[str], taken: Counter[str], minimum: int = 0) -> dict[str, int]:
    """Apply reductions to an announced cost, one mana at a time (118.7a-d), then a least total (601.2f)."""
    cost = dict(announced)
    for slot, amount in taken.items():
        for _ in range(amount):
            place = slot if cost.get(slot, 0) else "generic"
            cost[place] = max(0, cost.get(place, 0) - 1)
    mana = sum(amount for slot, amount in cost.items() if slot != "life")
    cost["generic"] = cost.get("generic", 0) + max(0, minimum - mana)
    return cost


def totals(symbols: Sequence[ManaSymbol], off: Sequence[ManaSymbol] = (), minimum: int = 0, x: int = 0) -> set[Vector]:
    """All total costs."""
    choices = reductions(off)
    return {vector(reduced(cost, taken, minimum)) for cost in announcements(symbols, x) for taken in choices}


def covers(mana: Sequence[Unit], total: Vector, as_though: str = "as it is") -> bool:
    """Tell whether some mana pays for a total cost, by trying who pays for what."""
    amounts = dict(total)
    asked = [slot for slot in (*MANA_TYPES, "snow") for _ in range(amounts.get(slot, 0))]
    if len(mana) < len(asked) + amounts.get("generic", 0):
        return False
    paying: dict[int, int] = {}

    def fits(unit: Unit, slot: str) -> bool:
        name, snow = unit
        if slot == "snow":
            return snow
        return name == slot or as_though == "any type" or (as_though == "any color" and slot != "C")

    def place(symbol: int, tried: set[int]) -> bool:
        for number, unit in enumerate(mana):
            if number not in tried and fits(unit, asked[symbol]):
                tried.add(number)
                if number not in paying or place(paying[number], tried):
                    paying[number] = symbol
                    return True
        return False

    return all(place(symbol, set()) for symbol in range(len(asked)))


def affordable(all_totals: set[Vector], mana: Sequence[Unit], life: int, as_though: str = "as it is") -> list[Vector]:
    """The totals that can be paid."""
    found = []
    for total in all_totals:
        paid = dict(total).get("life", 0)
        if (paid == 0 or paid <= life) and covers(mana, total, as_though):
            found.append(total)
    return found


def size(total: Vector) -> int:
    """How many mana a total costs."""
    return sum(amount for slot, amount in total if slot != "life")


def best(found: Sequence[Vector]) -> tuple[int, int]:
    """The least life, and the fewest mana with that much life."""
    return min((dict(total).get("life", 0), size(total)) for total in found)


def usefulness(kept: Sequence[Unit]) -> tuple[object, ...]:
    """How much mana that is left is worth keeping: greater is better."""
    counts = Counter(kept)

    def colors(snow: bool) -> list[int]:
        return sorted(counts[name, snow] for name in "WUBRG")

    return (
        sum(colors(True)),
        colors(True),
        counts["C", True],
        sum(colors(False)),
        colors(False),
        counts["C", False],
    )


def most_useful_left(found: Sequence[Vector], mana: Sequence[Unit], as_though: str) -> tuple[object, ...]:
    """The most useful mana that can be left after paying with the least life and the fewest mana."""
    life, count = best(found)
    chosen = [t for t in found if dict(t).get("life", 0) == life and size(t) == count]
    return max(
        usefulness(list((Counter(mana) - Counter(spent)).elements()))
        for spent in {tuple(sorted(spent)) for spent in combinations(mana, count)}
        if any(covers(spent, total, as_though) for total in chosen)
    )
