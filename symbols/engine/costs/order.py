"""Printed order of the symbols in a mana cost.

First variables, then numbers, colorless and snow, then the symbols that begin with a number, `{2/W}`, then all other
colored symbols. Colors follow the wheel (`symbols.engine.costs.wheel`), over all colors of the cost. A colored symbol
sorts by the first of its colors in that order; among those with the same one, the plain symbol goes before mixed ones,
and of two pairs the one whose second color is nearer goes first: `{G/W}{W}{W/U}`, `{W/B}{U}`, `{1}{B}{B/G}{G}`.

Four or five colors go all the way around the wheel, so no color comes first: a pair then sorts by the color that it is
printed with first, and pairs that form a chain, each beginning where the last one ended, are printed as that chain:
`{W/U}{U/B}{B/R}{R/G}{G/W}`, `{U/R}{R/G}{G/W}{W/B}`.
"""

from collections.abc import Callable, Iterable

from symbols.engine.costs.slots import Amount, Color
from symbols.engine.costs.symbols import Kind, ManaSymbol
from symbols.engine.costs.wheel import color_order

Key = tuple[Amount | str, ...]

_VARIABLE, _NUMBER, _COLORLESS, _SNOW, _PART_NUMBER, _COLORED = range(6)

_UNCOLORED: dict[Kind, int] = {
    "variable": _VARIABLE,
    "infinity": _NUMBER,
    "generic": _NUMBER,
    "half": _NUMBER,
    "colorless": _COLORLESS,
    "snow": _SNOW,
}

_ONE_COLOR: dict[Kind, int] = {
    "colored": 0,
    "half": 1,
    "colorless hybrid": 3,
    "phyrexian": 4,
}


def in_printed_order(symbols: Iterable[ManaSymbol]) -> tuple[ManaSymbol, ...]:
    given = tuple(symbols)
    return tuple(sorted(given, key=_key({symbol for symbol in given if symbol.colors})))


def _key(colored: set[ManaSymbol]) -> Callable[[ManaSymbol], Key]:
    colors = frozenset(color for symbol in colored for color in symbol.colors)
    order = color_order(colors)
    if len(colors) >= 4:
        order = _chain({symbol.colors for symbol in colored}, len(colors)) or order
    place = {color: index for index, color in enumerate(order)}
    is_full_circle = len(colors) >= 4

    def key(symbol: ManaSymbol) -> Key:
        if not symbol.colors:
            by_name = symbol.variable or ""
            return (_UNCOLORED[symbol.kind], -symbol.mana_value, by_name)
        places = [place[color] for color in symbol.colors]
        if symbol.kind == "monocolored hybrid":
            return (_PART_NUMBER, *places)
        if len(places) == 1:
            return (_COLORED, places[0], -1, _ONE_COLOR[symbol.kind])
        if not is_full_circle:
            places.sort()
        return (_COLORED, *places, symbol.kind != "hybrid")

    return key


def _chain(color_sets: set[tuple[Color, ...]], size: int) -> tuple[Color, ...]:
    """`WU UB BR` -> `WUBR`; empty if the pairs don't form a single chain."""
    pairs = [pair for pair in color_sets if len(pair) == 2]
    following = dict(pairs)
    starts = set(following) - set(following.values())
    if not len(pairs) == len(following) == size - 1 or len(starts) != 1:
        return ()
    chain = [starts.pop()]
    while chain[-1] in following and len(chain) < size:
        chain.append(following[chain[-1]])
    return tuple(chain) if len(set(chain)) == size else ()
