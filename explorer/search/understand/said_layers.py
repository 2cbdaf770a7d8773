"""Understand a permanent with what affects it: `serra angel, turn to frog, glorious anthem, a +1/+1 counter`."""

import re
from collections.abc import Callable, Iterator, Mapping

from explorer.cards.printed import printed_card
from explorer.library.loaded import Library
from symbols.trials.layers.lines import LineError, read_board
from symbols.trials.layers.systems import NEWEST

_LEAD = re.compile(r"^(?:(?:what(?:['’]s| is)|how big is)\s+)?(?:an?\s+|my\s+|the\s+)?", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*[,;]\s*(?:(?:and|then)\s+)?|\s+then\s+", re.IGNORECASE)
_MOST_TYPED, _MOST_ITEMS = 300, 12


def read_layers(typed: str, library: Callable[[], Library]) -> Mapping[str, str] | None:
    """The permanent and the effects for the Try it; None for other texts."""
    if not re.search("[,;]", typed) or len(typed) > _MOST_TYPED:
        return None
    loaded = library()
    if not loaded.has_cards:
        return None
    items = list(_items(_LEAD.sub("", typed.strip(" ?!."), count=1), loaded))
    if not 2 <= len(items) <= _MOST_ITEMS or printed_card(items[0], loaded) is None:
        return None
    try:
        read = read_board(items[:1], items[1:], lambda name: printed_card(name, loaded), NEWEST)
    except LineError:
        return None
    # Cards that change nothing are a list of something else.
    lines = read.lines[1:]
    sources = {one.line for one in read.board.effects}
    sources |= {effect.line for effect in read.board.static_effects(read.board.start)}
    if not all(line.number in sources for line in lines):
        return None
    return {"objects": items[0], "effects": "\n".join(items[1:])}


def _items(text: str, loaded: Library) -> Iterator[str]:
    """What stands between commas, the longest names of cards together: `urborg, tomb of yawgmoth`."""
    pieces = [one for one in _SEPARATOR.split(text) if one]
    place = 0
    while place < len(pieces):
        both = ", ".join(pieces[place : place + 2])
        is_one = len(pieces) > place + 1 and printed_card(both, loaded) is not None
        yield both if is_one else pieces[place]
        place += 2 if is_one else 1
