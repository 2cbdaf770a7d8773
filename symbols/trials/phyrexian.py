"""Trying what the bare Phyrexian symbol means: rule 107.4g, {H} since 2024 and {P} before."""

import re
from collections.abc import Mapping
from typing import Final

from symbols.engine.costs import ManaSymbol
from symbols.trials.asked import Asked
from symbols.trials.places import found_at
from symbols.trials.trial import Control, Outcome, Placement, Reading, Row, Step, Trial, TrialError, Try
from symbols.trials.typed import cost_in

__all__ = ["PHYREXIAN"]

MOST_ROWS: Final = 24

_BARE = re.compile(r"the phyrexian symbol (\{[a-z]\})", re.IGNORECASE)
_PLACES: Final = (Placement("107.4g", "with no colored background"),)
_COST: Final = Control(
    key="cost", label="Cost", kind="cost", default="{1}{W/P}{G/U/P}", hint="Any cost, such as {2}{B/P} or 1 g/u/p."
)


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    cost = cost_in(Asked(said, PHYREXIAN.controls), _COST)
    if cost is None or not cost.symbols:
        raise TrialError("Cost: type some mana symbols, such as {1}{W/P}.", field="cost")
    rule, words = found_at(reading, _PLACES)
    bare = match[1].upper() if (match := _BARE.search(words)) else "{H}"
    many = "five" if "any of the five" in words.lower() else "fifteen"
    meant = [symbol for symbol in cost.symbols if _is_meant(symbol, many)]
    them = "".join(map(str, meant))
    if meant:
        sentence = f"{bare} means {'this symbol' if len(meant) == 1 else 'these symbols'} of the cost: {them}."
    else:
        sentence = f"{bare} means no symbol of this cost."
    return Outcome(
        sentence=sentence,
        steps=(Step(rule, f"In text, {bare} stands for any of the {many} Phyrexian mana symbols.", decides=True),),
        facts={"symbol": bare, "meant": [str(symbol) for symbol in meant], "count": len(meant), "of": many},
        rows=tuple(
            Row(str(symbol), "a Phyrexian mana symbol" if _is_meant(symbol, many) else "no Phyrexian mana symbol")
            for symbol in list(dict.fromkeys(cost.canonical_symbols))[:MOST_ROWS]
        ),
    )


def _is_meant(symbol: ManaSymbol, many: str) -> bool:
    """Return whether a symbol is one of those that an edition has: five of one color, with ten hybrid ones fifteen."""
    return symbol.kind == "phyrexian" or (many == "fifteen" and symbol.kind == "hybrid phyrexian")


PHYREXIAN: Final = Trial(
    slug="phyrexian",
    title="What a bare Phyrexian symbol means",
    lead="A text that speaks of {H} means any Phyrexian mana symbol. See which symbols of a cost those are.",
    controls=(_COST,),
    run=_run,
    places=(
        Placement(
            "107.4g",
            "with no colored background",
            tries=tuple(Try(one, {"cost": one}) for one in ("{W/P}{W/P}", "{G/U/P}", "{2}{B/P}", "{2/W}{W/U}")),
        ),
    ),
)
