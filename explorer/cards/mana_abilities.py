"""Mana abilities of a card by its text, and those that aren't understood (605.1a, 305.6)."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from explorer.cards.card import REMINDER, CardFace
from symbols.engine import EngineError
from symbols.engine.sources import BASIC_LAND_TYPES, ManaAbility, Source, read_abilities, source_of

_ADDS = re.compile(r"\badds?\b[^.]*(?:\{[WUBRGCSX0-9/P]+\}|\bmana\b)", re.IGNORECASE)
_ABILITY = re.compile(
    r"^(?P<cost>[^:\"“]+):\s*"
    r"(?P<effect>(?:(?:choose a (?:color|player)\b[^.]*\. )?(?:that player |a player of your choice )?adds?\b).+)$",
    re.IGNORECASE,
)
_ABILITY_WORD = re.compile(r"^[A-Z][A-Za-z' -]+ — ")
_TARGET = re.compile(r"\btarget\b", re.IGNORECASE)
_NOT_ITS_OWN = re.compile(r"^(?:when|whenever|at the beginning|[+−-]?[0-9X]+:|[^:]*[\"“])", re.IGNORECASE)
# Abilities that it gives, mana abilities that trigger (605.1b), and land types that it gives (305.7).
_BY_OTHERS = re.compile(
    r"\b(?:has|have|gains?) [“\"][^“”\"]*\badd\b|\bwhenever [^.]*\btap(?:s|ped)?\b[^.]*\bfor mana\b[^.]*\badds?\b"
    r"|\b(?:is|are) (?:an? )?(?:plains|islands?|swamps?|mountains?|forests?|every basic land type)\b[^.]* in addition",
    re.IGNORECASE,
)
_GIVES_TYPE = re.compile(r"^Each land is an? (\w+) in addition")
_HASTE = re.compile(r"^(?:[a-z ,]+, )?haste\b", re.IGNORECASE | re.MULTILINE)
_OWN = re.compile(r"\b(?:this (?:land|artifact|creature|enchantment|permanent|token)|it)\b", re.IGNORECASE)


@lru_cache(maxsize=1024)
def source_from(face: CardFace) -> Source | None:
    """None if nothing in its text can make mana. Basic land types have their ability without text (305.6)."""
    if not any(kind in face.type_line for kind in ("Land", "Artifact", "Creature", "Enchantment", "Planeswalker")):
        return None
    abilities: list[ManaAbility] = []
    unread: list[str] = []
    for paragraph in _paragraphs(face):
        try:
            given = _GIVES_TYPE.search(paragraph) if "Land" in face.type_line else None
            # A land that gives all lands a type has it, too.
            found = read_abilities(f"{{T}}: Add {{{BASIC_LAND_TYPES[given[1]]}}}.") if given else _read(paragraph)
        except EngineError:
            unread.append(paragraph)
            continue
        abilities += found
        if _gives(paragraph) or (not found and _ADDS.search(paragraph) and "create" not in paragraph):
            unread.append(paragraph)
    own = {made for ability in abilities if not (ability.cost.symbols or ability.unknown) for made in ability.makes}
    for name, type_ in BASIC_LAND_TYPES.items():
        if re.search(rf"\b{name}\b", face.type_line.partition("—")[2]) and (type_,) not in own:
            abilities += read_abilities(f"{{T}}: Add {{{type_}}}.")
    if not abilities and not unread:
        return None
    return source_of(
        face.name,
        abilities,
        types=face.type_line,
        colors=face.colors,
        has_haste=_HASTE.search(face.text) is not None,
        unread=unread,
    )


def _paragraphs(face: CardFace) -> Iterator[str]:
    short = re.escape(face.name.partition(",")[0])
    names = re.compile(rf"(?:{re.escape(face.name)}|\b{short}\b)")
    is_leveled = False
    for line in REMINDER.sub("", face.text).split("\n"):
        text = _ABILITY_WORD.sub("", names.sub("this permanent", line).strip())
        is_leveled = is_leveled or text.startswith("LEVEL ")
        if is_leveled and _ADDS.search(text):
            # It has the ability only at some levels, and its level is unknown.
            yield f"At a level: {text}"
            continue
        # Triggers of tapping it, tokens, and abilities that it gives to others are no mana of its own.
        if text and (_gives(text) or not _NOT_ITS_OWN.match(text)):
            yield text


def _gives(text: str) -> bool:
    """Whether it makes other permanents make mana; tokens are listed by themselves."""
    return _BY_OTHERS.search(text) is not None and "create" not in text


def _read(paragraph: str) -> Sequence[ManaAbility]:
    """Mana abilities of a paragraph.

    Raises:
        EngineError: there seems to be one, but it isn't understood.
    """
    match = _ABILITY.match(paragraph)
    if match is None or _TARGET.search(paragraph):
        return []
    return read_abilities(f"{_short_cost(match['cost'])}: {match['effect']}")


def _short_cost(cost: str) -> str:
    return re.sub(rf"\bsacrifice {_OWN.pattern}", "Sacrifice it", cost, flags=re.IGNORECASE)
