"""Words of continuous effects: types, colors, keywords, and their forms."""

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from symbols.data_files import read_data

_WORDS: Final = read_data("layers.toml")["words"]

TYPES: Final = tuple(_WORDS["types"])
SUPERTYPES: Final = tuple(_WORDS["supertypes"])
COLORS: Final = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_NAMES: Final = {letter: name for name, letter in COLORS.items()}
BASIC_LANDS: Final[dict[str, str]] = _WORDS["basic_lands"]
_KIND_OF: Final = {subtype: kind for kind, listed in _WORDS["subtypes"].items() for subtype in listed}
_SINGULAR: Final = frozenset(_WORDS["singular"]["words"])
_IRREGULAR: Final[dict[str, str]] = _WORDS["singular"]["irregular"]
_KEYWORDS: Final = frozenset(_WORDS["keywords"])
_KEYWORDS_WITH: Final = tuple(_WORDS["keywords_with"])

CREATURE: Final = "Creature"
LAND: Final = "Land"


def kind_of(subtype: str) -> str:
    """The card type that a subtype belongs to (205.3), `Creature` for unknown ones."""
    return str(_KIND_OF.get(subtype, CREATURE))


def singular(word: str) -> str:
    """`Goblins` -> `Goblin`, `creatures` -> `creature`."""
    if word in _SINGULAR:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word == "sorceries":
        return "sorcery"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def type_named(word: str) -> str:
    """The card type of a word such as `creatures`; empty if it is none."""
    name = singular(word.lower()).capitalize()
    return name if name in TYPES else ""


def supertype_named(word: str) -> str:
    name = word.capitalize()
    return name if name in SUPERTYPES else ""


def is_subtype(word: str) -> bool:
    """Whether a word looks like a subtype, which are capitalized."""
    return re.fullmatch(r"[A-Z][\w'-]+", word) is not None and not type_named(word) and not supertype_named(word)


class Described(NamedTuple):
    """Colors, as letters, and types in the words of a description; None if no color is said."""

    colors: tuple[str, ...] | None
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]


def sorted_words(text: str, passed_over: Collection[str]) -> Described | None:
    """What the words of a description are; None if one is none of these, and not `passed_over`."""
    colors: tuple[str, ...] | None = None
    supertypes: list[str] = []
    types: list[str] = []
    subtypes: list[str] = []
    for word in re.split(r"[\s,]+", text):
        lower = word.lower()
        if not word or lower in passed_over:
            continue
        if lower in COLORS:
            colors = (*(colors or ()), COLORS[lower])
        elif lower == "colorless":
            colors = ()
        elif kind := type_named(word):
            types.append(kind)
        elif kind := supertype_named(word):
            supertypes.append(kind)
        elif is_subtype(word):
            subtypes.append(word)
        else:
            return None
    return Described(colors, tuple(supertypes), tuple(types), tuple(subtypes))


def is_keyword(text: str) -> bool:
    lower = text.lower()
    return lower in _KEYWORDS or lower.startswith(tuple(f"{word} " for word in _KEYWORDS_WITH))


def outside_quotes(text: str) -> str:
    """The text with what is within quotation marks blanked out, at the same places."""
    found, depth = [], 0
    for place, sign in enumerate(text):
        if sign == '"':
            opens = place + 1 < len(text) and text[place + 1] not in " .,)" and (not place or text[place - 1] in ' ("')
            depth = depth + 1 if opens else max(0, depth - 1)
            found.append("_")
        else:
            found.append("_" if depth else sign)
    return "".join(found)


def split_outside(text: str, pattern: str) -> Iterator[str]:
    """Split a text where the pattern is outside quotation marks."""
    start = 0
    for match in re.finditer(pattern, outside_quotes(text)):
        yield text[start : match.start()]
        start = match.end()
    yield text[start:]


def replaced(text: str, old: str, new: str) -> str:
    """Replace a color word or a subtype, also in its plural."""
    if old.lower() in COLORS:
        pairs = ((old.lower(), new.lower()), (old.capitalize(), new.capitalize()))
        for one, other in pairs:
            text = re.sub(rf"\b(non)?{one}\b", rf"\g<1>{other}", text)
        return text
    forms = [plural for plural, name in _IRREGULAR.items() if name == old]
    text = re.sub(rf"\b(?:{'|'.join(map(re.escape, [f'{old}s', *forms]))})\b", f"{new}s", text)
    return re.sub(rf"\b{re.escape(old)}\b", new, text)
