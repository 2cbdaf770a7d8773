"""Which of rules 118.7a to 118.7g says what a cost reduction takes off.

    {2}{W} with {U} less: the cost has no blue mana, so {U} reduces generic mana (118.7b)

A reduction by mana of a type reduces generic mana if the cost has no mana of that type (118.7b), and any excess over
that mana does as well (118.7c, 118.7d). How much of it the cost has can depend on what is announced for its hybrid and
Phyrexian symbols (601.2b), so that several of these rules may apply.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from symbols.engine.citations import Citation
from symbols.engine.costs.slots import MANA_NAMES, MANA_TYPES, Amount, ManaType
from symbols.engine.costs.symbols import ManaSymbol


def reduction_citations(symbols: Sequence[ManaSymbol], reductions: Sequence[ManaSymbol]) -> Iterator[Citation]:
    """Yield what the reductions do to all symbols to pay, increases included (601.2f), with the rules."""
    for symbol in reductions:
        yield from _of_symbol(symbol)
    for mana in MANA_TYPES:
        yield from _of_type(mana, _range(mana, symbols), _range(mana, reductions, reducing=True))


def _of_symbol(symbol: ManaSymbol) -> Iterator[Citation]:
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
    """Range of a type's mana in a cost: least, least nonzero, and most."""

    least: Amount
    some: Amount
    most: Amount


def _range(mana: ManaType, symbols: Sequence[ManaSymbol], *, reducing: bool = False) -> _Range:
    """Range of a type's mana over all announcements. A reduction is never by life (118.7f)."""
    fixed: list[Amount] = []
    chosen: list[Amount] = []
    for symbol in symbols:
        options = [option for option in symbol.options if not (reducing and option.slot == "life")]
        amounts = [option.amount for option in options if option.slot == mana]
        (chosen if len(options) > 1 else fixed).extend(amounts)
    least = sum(fixed)
    return _Range(least, least or min(chosen, default=0), least + sum(chosen))


def _of_type(mana: ManaType, cost_range: _Range, reduction_range: _Range) -> Iterator[Citation]:
    if not reduction_range.most:
        return
    name = MANA_NAMES[mana]
    if not cost_range.most:
        yield Citation(f"The cost has no {name} mana, so a {name} reduction reduces generic mana.", "118.7b")
        return
    rule = "118.7d" if mana == "C" else "118.7c"
    yield Citation(f"A {name} reduction reduces the cost’s {name} mana.", rule)
    if reduction_range.most > cost_range.some:
        yield Citation(f"If it’s more than the cost’s {name} mana, the rest reduces generic mana.", rule)
    if not cost_range.least:
        yield Citation(f"If no {name} mana is announced, a {name} reduction reduces generic mana.", "118.7b")
