"""Understand questions about the parts of a card, and about type lines.

color identity of Kenrith   power of Tarmogoyf in hand   what color is Dryad Arbor
mana value of Fire // Ice on the stack   Legendary Creature — Elf   is Elf a creature type
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from explorer.cards.names import CardName
from explorer.cards.reading import card_names
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from symbols.trials.card_parts.card import is_type_line
from symbols.trials.layers.words import singular
from symbols.trials.type_lines import DASH

PARTS, TYPES = "card-parts", "type-line"

_WHAT: Final = r"(?:what(?:['’]s|\s+is|\s+are)\s+)?(?:the\s+)?"
_ZONE: Final = r"hand|graveyard|library|exile|stack|battlefield"
_IN: Final = r",?\s+(?:(?:while|when)\s+)?(?:in|on)\s+(?:(?:my|your|the|a)\s+)?"
_WHERE, _ZONED = rf"(?:{_IN}(?P<where>{_ZONE}))?", rf"(?:{_IN}(?P<zone>{_ZONE}))?"
_ASKED: Final = {
    "identity": r"colou?r\s+identity",
    "value": r"(?:mana\s+value|converted\s+mana\s+cost|cmc|mv)",
    "size": r"(?:power(?:\s+and\s+toughness)?|toughness|loyalty|defense|size)",
    "color": r"colou?rs?",
}
"""By what the Try it calls it; the name of the card has to be whole but for the first two."""

_BEGUN: Final = frozenset({"identity", "value"})
_PARTS: Final = {
    about: re.compile(
        rf"{_WHAT}{part}\s+(?:of|for)\s+(?P<name>.+?){_WHERE}"
        rf"|{_WHAT}(?P<owner>.+?)(?:['’]s?)?\s+{part}{_ZONED}",
        re.IGNORECASE,
    )
    for about, part in _ASKED.items()
}
_COLOR: Final = re.compile(rf"(?:what|which)\s+colou?rs?\s+(?:is|are)\s+(?P<name>.+?){_WHERE}", re.IGNORECASE)
_KINDS: Final = ("creature", "artifact", "enchantment", "land", "planeswalker", "battle")
_IS_TYPE: Final = re.compile(
    rf"(?:is|are)\s+(?:an?\s+)?[\"“]?(?P<word>[\w'’-]+(?:\s+[\w'’-]+)??)[\"”]?\s+(?:an?\s+)?(?:(?:valid|legal|real)\s+)?"
    rf"(?P<kind>{'|'.join(_KINDS)})\s+(?:sub)?types?"
    r"|can\s+(?:i|you)\s+(?:choose|name|call)\s+(?P<chosen>[\w'’-]+(?:\s+[\w'’-]+)?)\s+as\s+(?:an?|the)\s+creature\s+type",
    re.IGNORECASE,
)


def read_parts(text: str, library: Callable[[], Library]) -> tuple[str, Mapping[str, str]] | None:
    """The Try it that answers, with its fields; None for other texts."""
    if DASH.search(text) and is_type_line(text):
        return TYPES, {"line": text}
    if match := _IS_TYPE.fullmatch(text):
        return _type(match)
    if match := _COLOR.fullmatch(text):
        return _part("color", match["name"], match["where"], library())
    for about, pattern in _PARTS.items():
        if match := pattern.fullmatch(text):
            return _part(about, match["name"] or match["owner"], match["where"] or match["zone"], library())
    return None


def _type(match: re.Match[str]) -> tuple[str, Mapping[str, str]]:
    kind = (match["kind"] or "creature").lower()
    word = match["word"] or match["chosen"]
    word = singular(word.capitalize()) if match[0].lower().startswith("are ") else word
    if kind == "creature":
        return TYPES, {"line": word, "about": "choose"}
    return TYPES, {"line": f"{kind.capitalize()} — {word}"}


def _part(about: str, name: str, zone: str | None, loaded: Library) -> tuple[str, Mapping[str, str]] | None:
    card = _card(name, loaded, begun=about in _BEGUN)
    if card is None:
        return None
    where = (zone or "").lower()
    where = where if where in {"stack", "battlefield"} else "elsewhere"
    is_second = plain_words(name) == plain_words(card.name.partition(" // ")[2])
    return PARTS, {"card": card.name, "about": about, "where": where, "up": "second" if is_second else "first"}


def _card(name: str, loaded: Library, *, begun: bool) -> CardName | None:
    """The card of a name, or of the only one that begins with it: players ask for the power of many things."""
    if not loaded.has_cards:
        return None
    names = card_names(loaded)
    exact = names.named(name)
    found = names.begun(name, 2) if begun and not exact else []
    return exact or (found[0] if len(found) == 1 else None)
