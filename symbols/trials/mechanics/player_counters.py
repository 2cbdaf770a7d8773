"""Costs paid with a player's counters: energy and tickets (107.14, 107.17)."""

import re
from typing import Final

from symbols.engine import BadRequest, Cost, read_cost
from symbols.engine.costs import Energy, Tickets

__all__ = ["read_counter_cost"]

_NUMBERED: Final = re.compile(r"\{\s*TK\s*([0-9]+)\s*\}", re.ASCII | re.IGNORECASE)


def read_counter_cost(text: str) -> Cost:
    """Read a cost that is paid with counters alone: `{E}{E}`, `{TK}`, `{TK5}`, `Pay X {E}`.

    `{TK5}` stands for a ticket symbol with a number inside it, which is a cost of so many tickets (107.17a).

    Raises:
        EngineError: it is no cost, or asks for something else too.
    """
    cost = read_cost(_NUMBERED.sub(r", Pay \1 {TK},", text).replace(",,", ",").strip(" ,"))
    if cost.symbols or not cost.parts or not all(isinstance(part, Energy | Tickets) for part in cost.parts):
        raise BadRequest(
            "not_counters", "This is about energy and tickets alone: a cost such as {E}{E}, {TK} or {TK5}."
        )
    return cost
