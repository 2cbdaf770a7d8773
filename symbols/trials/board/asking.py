"""Lines that would be taken for something else: what to type instead."""

import re
from typing import Final

from symbols.trials.board.scanning import UnreadableError

_SIZE: Final = re.compile(r"(?<![\w/+-])\d+/\d+(?! counter)")
SIZES: Final = re.compile(r"(?:,(?: and)?| and)\s+(?=(?:an? |my |opponent's )?\d+/\d+(?![\w/]| counter))")
_OWNERS: Final = re.compile(r"(?:,(?: and)?| and)\s+(?=(?:(?:my |your |an |the )?opponent's?|my) )", re.IGNORECASE)
_COMMANDER_DAMAGE: Final = re.compile(r"^(?:commander damage\b|\d+ commander damage\b)", re.IGNORECASE)


def refuse_unclear(text: str) -> None:
    """Raises `UnreadableError` for what only looks like a permanent."""
    if '"' in text:
        return
    pieces = _OWNERS.split(text)
    if len(pieces) == 1 and _SIZE.search(SIZES.split(text)[0]):
        pieces = SIZES.split(text)
    if len(pieces) > 1:
        raise UnreadableError("give each permanent a line.", suggestion="; ".join(pieces))
    if _COMMANDER_DAMAGE.match(text):
        raise UnreadableError("say who took it.", suggestion=f"you {text}")
