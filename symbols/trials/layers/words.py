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
_KEYWORD_STARTS: Final = tuple(f"{word} " for word in _WORDS["keywords_with"])

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
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def type_named(word: str) -> str:
    """The card type of a word such as `creatures`; empty if it is none."""
    name = singular(word.lower()).capitalize()
    return name if name in TYPES else ""


def supertype_named(word: str) -> str:
    name = word.capitalize()
    return name if name in SUPERTYPES else ""


def is_subtype(word: str) -> bool:
    """Whether a word may be a subtype: it's capitalized, and no other type."""
    return re.fullmatch(r"[A-Z][\w'-]+", word) is not None and not type_named(word) and not supertype_named(word)


class Described(NamedTuple):
    """Colors, as letters, and types of a description; None for no color words."""

    colors: tuple[str, ...] | None
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]


def classify_words(text: str, filler: Collection[str]) -> Described | None:
    """Sort the words of a description into colors and types; None if one is neither of these nor `filler`."""
    colors: tuple[str, ...] | None = None
    supertypes: list[str] = []
    types: list[str] = []
    subtypes: list[str] = []
    for word in re.split(r"[\s,]+", text):
        lower = word.lower()
        if not word or lower in filler:
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
    return lower in _KEYWORDS or lower.startswith(_KEYWORD_STARTS)


def lower_first(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def outside_quotes(text: str) -> str:
    """Replace quotations by underscores of the same length, so that places in the text stay."""
    found, depth = "", 0
    for place, sign in enumerate(text):
        if sign == '"':
            opens = place + 1 < len(text) and text[place + 1] not in " .,)" and (not place or text[place - 1] in ' ("')
            depth = depth + 1 if opens else max(0, depth - 1)
        found += "_" if depth or sign == '"' else sign
    return found


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
        for form in (str.lower, str.capitalize):
            text = re.sub(rf"\b(non)?{form(old)}\b", rf"\g<1>{form(new)}", text)
        return text
    forms = [plural for plural, name in _IRREGULAR.items() if name == old]
    text = re.sub(rf"\b(?:{'|'.join(map(re.escape, [f'{old}s', *forms]))})\b", f"{new}s", text)
    return re.sub(rf"\b{re.escape(old)}\b", new, text)
