"""The mana abilities of a card, read from its text, and those that aren't understood (605.1a, 305.6)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from explorer.cards.card import REMINDER, CardFace
from symbols.engine import EngineError
from symbols.engine.sources import ManaAbility, Source, read_ability, source_of

_BASIC: Final = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_ADDS = re.compile(r"\badds?\b[^.]*(?:\{[WUBRGCSX0-9/P]+\}|\bmana\b)", re.IGNORECASE)
_ABILITY = re.compile(r"^(?P<cost>[^:\"“]+):\s*(?P<effect>add\b.+)$", re.IGNORECASE)
_ABILITY_WORD = re.compile(r"^[A-Z][A-Za-z' -]+ — ")
_TARGET = re.compile(r"\btarget\b", re.IGNORECASE)
_NOT_ITS_OWN = re.compile(r"^(?:when|whenever|at the beginning|[+−-]?[0-9X]+:|[^:]*[\"“])", re.IGNORECASE)
_OWN = re.compile(r"\b(?:this (?:land|artifact|creature|enchantment|permanent|token)|it)\b", re.IGNORECASE)


@lru_cache(maxsize=1024)
def source_from(face: CardFace) -> Source | None:
    """A face as a source; None if no text of it could make mana.

    Basic land types have their ability even where the text doesn't spell it out (305.6).
    """
    if not any(kind in face.type_line for kind in ("Land", "Artifact", "Creature", "Enchantment", "Planeswalker")):
        return None
    abilities: list[ManaAbility] = []
    unread: list[str] = []
    for paragraph in _paragraphs(face):
        try:
            found = _read(paragraph)
        except EngineError:
            unread.append(paragraph)
            continue
        abilities += found
        if not found and _ADDS.search(paragraph):
            unread.append(paragraph)
    own = {made for ability in abilities if not ability.cost.symbols for made in ability.makes}
    for name, type_ in _BASIC.items():
        if re.search(rf"\b{name}\b", face.type_line.partition("—")[2]) and (type_,) not in own:
            abilities.append(read_ability(f"{{T}}: Add {{{type_}}}."))
    if not abilities and not unread:
        return None
    is_land = "Land" in face.type_line
    return source_of(face.name, abilities, snow="Snow" in face.type_line, land=is_land, unread=unread)


def _paragraphs(face: CardFace) -> Iterator[str]:
    short = re.escape(face.name.partition(",")[0])
    names = re.compile(rf"(?:{re.escape(face.name)}|\b{short}\b)")
    for line in REMINDER.sub("", face.text).split("\n"):
        text = _ABILITY_WORD.sub("", names.sub("this permanent", line).strip())
        # Of what others do when it is tapped, of tokens and of what it gives to others, nobody pays with it.
        if text and not _NOT_ITS_OWN.match(text):
            yield text


def _read(paragraph: str) -> list[ManaAbility]:
    """The mana ability of a paragraph; none if it has none.

    Raises:
        EngineError: it may be one, but isn't understood.
    """
    match = _ABILITY.match(paragraph)
    if match is None or _TARGET.search(paragraph):
        return []
    effect = match["effect"].replace(" to your mana pool", "")
    return [read_ability(f"{_short_cost(match['cost'])}: {effect}")]


def _short_cost(cost: str) -> str:
    return re.sub(rf"\bsacrifice {_OWN.pattern}", "Sacrifice it", cost, flags=re.IGNORECASE)
