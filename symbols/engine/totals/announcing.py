"""Costs with the choices that a player has announced (601.2b).

{1}{B/P}{B/P}, announced as {B} and as 2 life   ->   {1}{B}, Pay 2 life
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import PayLife
from symbols.engine.costs.slots import MANA_TYPES, Slot
from symbols.engine.costs.symbols import ManaSymbol, Option, generic_symbol, mana_symbol
from symbols.engine.errors import BadRequest
from symbols.sentences import join_words

Source = Literal["cost", "alternative cost", "additional cost", "increase", "commander tax"]

_LIFE: Final = 2
_PIECE: Final = re.compile(
    r"\{?(?P<type>[wubrgc])\}?|\{?(?P<generic>2)\}?|(?:2\s*)?(?P<life>life)|(?P<open>[-?])", re.IGNORECASE
)


def read_announced(text: str) -> tuple[Option | None, ...]:
    """`B, 2 life`: one choice for each symbol that has one; `?` leaves it to the payment."""
    found: list[Option | None] = []
    for piece in re.finditer(r"[^,;]+", text):
        match = _PIECE.fullmatch(piece[0].strip())
        if match is None:
            message = f"“{piece[0].strip()}” isn’t a way to pay for a symbol. Type W, U, B, R, G, C, 2 or 2 life."
            raise BadRequest("bad_announcement", message, start=piece.start(), end=piece.end())
        found.append(_option(match))
    return tuple(found)


def _option(match: re.Match[str]) -> Option | None:
    if match["open"]:
        return None
    if match["type"]:
        return Option(next(name for name in MANA_TYPES if name == match["type"].upper()), 1)
    return Option("life" if match["life"] else "generic", _LIFE)


def announced_as_text(options: Iterable[Option | None]) -> str:
    """Inverse of `read_announced`."""
    return ", ".join("?" if one is None else option_as_text(one) for one in options)


def option_as_text(option: Option) -> str:
    """`B`, `2`, `2 life`."""
    names: dict[Slot, str] = {"life": f"{_LIFE} life", "generic": f"{_LIFE}"}
    return names.get(option.slot, option.slot)


def announced_costs(
    costs: Iterable[tuple[Source, Cost]], announced: Sequence[Option | None]
) -> tuple[tuple[Source, Cost], ...]:
    waiting = iter(announced)
    found = tuple((source, _chosen(cost, waiting)) for source, cost in costs)
    if any(option is not None for option in waiting):
        message = "That’s more choices than the cost has hybrid or Phyrexian symbols."
        raise BadRequest("bad_announcement", message).in_field("announced")
    return found


def _chosen(cost: Cost, waiting: Iterator[Option | None]) -> Cost:
    symbols: list[ManaSymbol] = []
    spans: list[tuple[int, int]] = []
    waterbent: list[int] = []
    life: list[PayLife] = []
    for place, (symbol, span) in enumerate(zip(cost.symbols, cost.spans, strict=True)):
        option = next(waiting, None) if symbol.is_choice else None
        if option is not None and option not in symbol.options:
            ways = join_words([_in_words(each) for each in symbol.options], "or")
            message = f"{symbol} is paid with {ways}, not with {_in_words(option)}."
            raise BadRequest("not_an_option", message).in_field("announced")
        if option is not None and option.slot == "life":
            life.append(PayLife(int(option.amount), start=span[0], end=span[1]))
            continue
        if place in cost.waterbent:
            waterbent.append(len(symbols))
        symbols.append(_symbol(symbol, option))
        spans.append(span)
    return replace(
        cost,
        symbols=tuple(symbols),
        typed_spans=tuple(spans),
        waterbent=tuple(waterbent),
        parts=(*cost.parts, *life),
    )


def _symbol(symbol: ManaSymbol, option: Option | None) -> ManaSymbol:
    if option is None:
        return symbol
    return generic_symbol(int(option.amount)) if option.slot == "generic" else mana_symbol(option.slot)


def _in_words(option: Option) -> str:
    return f"{option.amount} life" if option.slot == "life" else str(_symbol(mana_symbol("C"), option))
