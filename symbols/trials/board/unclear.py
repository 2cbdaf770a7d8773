"""Lines that would be taken for something else: what to type instead."""

import re
from typing import Final

from symbols.trials.board.cards import SIZE, card_in
from symbols.trials.board.scanning import UnreadableError
from symbols.trials.printed import FindCard

SIZES: Final = re.compile(r"(?:,(?: and)?| and)\s+(?=(?:an? |my |opponent's )?\d+/\d+(?![\w/]| counter))")
_OWNERS: Final = re.compile(r"(?:,(?: and)?| and)\s+(?=(?:(?:my |your |an |the )?opponent's?|my) )", re.IGNORECASE)
_WITH_AURA: Final = re.compile(
    r"^(?P<host>[^\",;]*\d+/\d+[^\",;]*?),? (?:(?:enchanted|equipped) )?(?:with|by) (?:an? |the )?"
    r"(?P<what>aura|equipment)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_CARDS: Final = re.compile(
    r"(?<=\d)(?:,(?: and)?| and)\s+(?=(?-i:[A-Z])[^,;]*\b(?:damaged|dealt|took|with|[-+]?\d+/[-+]?\d+)\b)",
    re.IGNORECASE,
)
"""Between cards: `Goblin King damaged 2, Raging Goblin damaged 1`."""
_COMMANDER_DAMAGE: Final = re.compile(r"^(?:commander damage\b|\d+ commander damage\b)", re.IGNORECASE)


def refuse_unclear(text: str, find: FindCard) -> None:
    """Raises `UnreadableError`, with a suggestion, for a line that only looks like one permanent."""
    if match := _WITH_AURA.match(text):
        host, what, rest = match["host"], match["what"].capitalize(), match["rest"]
        lines = f"{host}; {what}{rest} on it" if '"' in rest else f"{host}{rest}; {what} on it"
        raise UnreadableError("give each permanent a line.", suggestion=lines)
    if '"' in text:
        return
    pieces = _OWNERS.split(text)
    if len(pieces) == 1 and SIZE.search(SIZES.split(text)[0]):
        pieces = SIZES.split(text)
    cards = _CARDS.split(text)
    if len(pieces) == 1 and all(card_in(one, find)[0] for one in cards):
        pieces = cards
    if len(pieces) > 1:
        raise UnreadableError("give each permanent a line.", suggestion="; ".join(pieces))
    if _COMMANDER_DAMAGE.match(text):
        raise UnreadableError("say who took it.", suggestion=f"you {text}")
