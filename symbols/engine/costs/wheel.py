"""The color wheel: the order in which cards print any set of colors.

White, blue, black, red and green stand on a wheel in that order. A set of colors is printed by going around it one
step at a time if that meets them all without a gap (`WU`, `GWU`, `UBRG`), else two steps at a time (`WB`, `URW`). All
five begin with white. This gives both the pairs within a symbol (107.4e) and the order of symbols in a cost.
"""

from itertools import combinations

from symbols.engine.costs.slots import COLORS, Color


def _orders() -> dict[frozenset[Color], tuple[Color, ...]]:
    orders: dict[frozenset[Color], tuple[Color, ...]] = {frozenset(): ()}
    for size in range(1, len(COLORS) + 1):
        for step in (1, 2):
            for first in range(len(COLORS)):
                order = tuple(COLORS[(first + step * i) % len(COLORS)] for i in range(size))
                orders.setdefault(frozenset(order), order)
    return orders


_ORDERS = _orders()

PAIRS: tuple[tuple[Color, Color], ...] = tuple(
    (order[0], order[1]) for order in (_ORDERS[frozenset(two)] for two in combinations(COLORS, 2))
)


def color_order(colors: frozenset[Color]) -> tuple[Color, ...]:
    return _ORDERS[colors]
