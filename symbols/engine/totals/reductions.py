"""Rules 118.7a to 118.7g: which of them says what a cost reduction takes off.

    {2}{W} with {U} less: the cost has no blue mana, so it takes one generic mana off (118.7b)

A reduction by mana of a type takes generic mana where the cost asks for no mana of that type (118.7b), and what it
has left over where the cost asks for less of it (118.7c, 118.7d). How much the cost asks for can depend on what is
announced for its hybrid and Phyrexian symbols (601.2b), so that more than one of them may apply.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from symbols.engine.citations import Citation
from symbols.engine.costs.slots import MANA_NAMES, MANA_TYPES, Amount, ManaType
from symbols.engine.costs.symbols import ManaSymbol


def reduction_citations(symbols: Sequence[ManaSymbol], reductions: Sequence[ManaSymbol]) -> Iterator[Citation]:
    """Yield what the reductions of a cost do, each with its rule.

    Args:
        symbols: everything that is to be paid, increases included (601.2f).
        reductions: the symbols of the reductions.
    """
    for symbol in reductions:
        yield from _of_symbol(symbol)
    for mana in MANA_TYPES:
        yield from _of_type(mana, _range(mana, symbols), _range(mana, reductions, reducing=True))


def _of_symbol(symbol: ManaSymbol) -> Iterator[Citation]:
    """Yield how a symbol says what is reduced."""
    match symbol.kind:
        case "snow":
            yield Citation("A reduction by snow mana reduces generic mana.", "118.7g")
        case "phyrexian":
            yield Citation("A reduction by a Phyrexian symbol reduces its color.", "118.7f")
        case "hybrid phyrexian":
            yield Citation("A reduction by a Phyrexian symbol reduces its color.", "118.7f")
            yield Citation("A hybrid Phyrexian symbol is both of its colors.", "107.4f")
        case "hybrid" | "monocolored hybrid" | "colorless hybrid":
            yield Citation("For a hybrid reduction, its player chooses a half.", "118.7e")
        case _ if symbol.options[0].slot == "generic":
            yield Citation("A generic reduction affects generic mana only.", "118.7a")


class _Range(NamedTuple):
    """Range of the mana of a type that symbols can stand for: least, least that is not nothing, and most."""

    least: Amount
    some: Amount
    most: Amount


def _range(mana: ManaType, symbols: Sequence[ManaSymbol], *, reducing: bool = False) -> _Range:
    """Return how much mana of a type symbols can stand for. A reduction is never an amount of life (118.7f)."""
    fixed: list[Amount] = []
    chosen: list[Amount] = []
    for symbol in symbols:
        options = [option for option in symbol.options if not (reducing and option.slot == "life")]
        amounts = [option.amount for option in options if option.slot == mana]
        (chosen if len(options) > 1 else fixed).extend(amounts)
    least = sum(fixed)
    return _Range(least, least or min(chosen, default=0), least + sum(chosen))


def _of_type(mana: ManaType, asked: _Range, reduced: _Range) -> Iterator[Citation]:
    """Yield what becomes of a reduction by mana of one type, if there is any."""
    if not reduced.most:
        return
    name = MANA_NAMES[mana]
    if not asked.most:
        yield Citation(f"The cost has no {name} mana, so a {name} reduction reduces generic mana.", "118.7b")
        return
    rule = "118.7d" if mana == "C" else "118.7c"
    yield Citation(f"A {name} reduction reduces the cost’s {name} mana.", rule)
    if reduced.most > asked.some:
        yield Citation(f"If it’s more than the cost’s {name} mana, the rest reduces generic mana.", rule)
    if not asked.least:
        yield Citation(f"If no {name} mana is announced, a {name} reduction reduces generic mana.", "118.7b")
