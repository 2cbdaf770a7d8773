"""Trial: which symbols the bare Phyrexian symbol means (107.4g), {H} since 2024 and {P} before."""

import re
from typing import Final

from symbols.engine.costs import ManaSymbol
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

MOST_ROWS: Final = 24

_BARE = re.compile(r"the phyrexian symbol (\{[a-z]\})", re.IGNORECASE)


def phyrexian(inputs: Inputs, reading: Reading) -> Outcome:
    cost = inputs.cost_or_none("cost")
    if cost is None or not cost.symbols:
        raise inputs.error("cost", "type some mana symbols, such as {1}{W/P}.")
    words = reading.words("107.4g")
    bare = match[1].upper() if (match := _BARE.search(words)) else "{H}"
    many = "five" if "any of the five" in words.lower() else "fifteen"
    meant = [symbol for symbol in cost.symbols if _is_meant(symbol, many)]
    them = "".join(map(str, meant))
    sentence = f"{bare} means {'this symbol' if len(meant) == 1 else 'these symbols'} of the cost: {them}."
    return Outcome(
        sentence=sentence if meant else f"{bare} means no symbol of this cost.",
        steps=(Step("107.4g", f"In text, {bare} stands for any of the {many} Phyrexian mana symbols.", decides=True),),
        facts={"symbol": bare, "meant": [str(symbol) for symbol in meant], "count": len(meant), "of": many},
        rows=tuple(
            Row(str(symbol), "a Phyrexian mana symbol" if _is_meant(symbol, many) else "no Phyrexian mana symbol")
            for symbol in list(dict.fromkeys(cost.canonical_symbols))[:MOST_ROWS]
        ),
    )


def _is_meant(symbol: ManaSymbol, many: str) -> bool:
    """Whether a symbol is one of the edition's Phyrexian symbols: five, or fifteen with the hybrid ones."""
    return symbol.kind == "phyrexian" or (many == "fifteen" and symbol.kind == "hybrid phyrexian")
