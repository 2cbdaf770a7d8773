"""Descriptions of what objects become: “a 1/1 blue Frog”, “an Island in addition to its other types”."""

import re
from typing import Final

from symbols.trials.layers.notes import Note
from symbols.trials.layers.operations import Gain, Operation
from symbols.trials.layers.sizes import MANA_VALUE, SetPowerToughness
from symbols.trials.layers.types import EveryType, LoseTypes, SetColors, SetTypes
from symbols.trials.layers.words import (
    COLORS,
    classify_words,
    is_keyword,
    lower_first,
    outside_quotes,
    singular,
    split_outside,
    supertype_named,
    type_named,
)

_ALSO: Final = re.compile(r",? in addition to (?:its|their) other ([\w, ]+?)(?= with |, |$)|,? in addition$")
_STILL: Final = re.compile(r",? that (?:is|are) still (?:an? )?[\w ]+")
BASE: Final = re.compile(
    r"(?:base )?power and (?:base )?toughness (?:(?P<pt>(?:\d+|X)/(?:\d+|X))"
    r"|each (?:equal to )?(?:its|that \w+'s) (?:mana value|converted mana cost))"
)
_LEADING: Final = re.compile(r"^(?:an? )?((?:\d+|X)/(?:\d+|X))\b,?\s*")
_WITH: Final = re.compile(r"\b(?:with|that has)\b")
_NO_LONGER: Final = re.compile(r"^(?:no longer|not) an? ([\w ]+)$")
_EVERY: Final = re.compile(r"(?:is )?every (creature|basic land) type|(?:of )?all (creature) types")
_CHOSEN_COLOR: Final = re.compile(
    r"^the (?:chosen colors?|colors?(?: or colors)? of (?:your|its controller's) choice)$"
)
_CHOSEN_TYPE: Final = re.compile(
    r"^the (?:chosen (?:(?:creature|land|basic land) )?types?|(?:creature|basic land|land) types? of your choice)$"
    r"|^that type$"
)
_FILLER: Final = frozenset({"a", "an", "and", "the", "token", "tokens", "card", "also", "still"})


def read_description(text: str, note: Note, *, plural: bool) -> list[Operation] | None:
    """Parse what follows “is” or “becomes”; None if it isn't understood.

    Raises:
        MissingNoteError: a choice isn't said.
    """
    text, also, also_colors = _without_also(text.strip().rstrip("."))
    if match := _NO_LONGER.match(text):
        return read_negative(match[1])
    if _CHOSEN_COLOR.match(text):
        return [SetColors(note.colors(), also)]
    if text in {"all colors", "all five colors"}:
        return [SetColors(tuple(COLORS.values()))]
    if _CHOSEN_TYPE.match(text):
        return [SetTypes(subtypes=note.types(), also=also)]
    every, has = _EVERY.search(text), _WITH.search(outside_quotes(text))
    parts = _read_with(text[has.end() :].strip(), note) if has else []
    if every:
        parts.append(EveryType(land=every[1] == "basic land"))
    text = _EVERY.sub("", text[: has.start()].strip().rstrip(",") if has else text).strip()
    if match := _LEADING.match(text):
        parts.append(base_of(match[1], note))
        text = text[match.end() :]
    words = classify_words(text, _FILLER)
    if words is None:
        return None
    if words.colors is not None:
        parts.insert(0, SetColors(words.colors, also and also_colors))
    if words.types or words.subtypes or words.supertypes:
        subtypes = tuple(map(singular, words.subtypes)) if plural else words.subtypes
        parts.insert(0, SetTypes(words.types, subtypes, words.supertypes, also))
    return parts or None


def read_negative(text: str) -> list[Operation] | None:
    """Parse what follows “isn't a”."""
    words = text.split()
    types, supertypes = tuple(filter(None, map(type_named, words))), tuple(filter(None, map(supertype_named, words)))
    return [LoseTypes(types, (), supertypes)] if len(types) + len(supertypes) == len(words) else None


def _without_also(text: str) -> tuple[str, bool, bool]:
    """The text without “in addition to …”; whether it adds types; whether it adds colors."""
    outside = outside_quotes(text)
    still, also = _STILL.search(outside), _ALSO.search(outside)
    cuts = sorted((found.span() for found in (still, also) if found), reverse=True)
    for start, end in cuts:
        text = text[:start] + text[end:]
    return text.strip(), bool(cuts), "color" in (also[1] or "" if also else "")


def _read_with(text: str, note: Note) -> list[Operation]:
    """What follows “with”: base power and toughness, abilities."""
    parts: list[Operation] = []
    if base := BASE.search(outside_quotes(text)):
        parts.append(base_of(base["pt"], note))
        text = (text[: base.start()] + text[base.end() :]).strip().strip(",").removeprefix("and ").removesuffix(" and")
    if abilities := read_abilities(_EVERY.sub("", text).strip()):
        parts.append(Gain(abilities, note.text))
    return parts


def base_of(pair: str | None, note: Note) -> SetPowerToughness:
    if not pair:
        return SetPowerToughness(MANA_VALUE, MANA_VALUE)
    power, toughness = (note.number() if one == "X" else int(one) for one in pair.split("/"))
    return SetPowerToughness(power, toughness)


def read_abilities(text: str) -> tuple[str, ...] | None:
    """Parse a list of keywords and quoted abilities; None if one is neither."""
    found: list[str] = []
    for part in split_outside(text, r",? and |,? or |, "):
        one = part.strip().rstrip(".,").strip()
        if one.startswith('"') and len(one) > 2:
            found.append(one[1:].removesuffix('"'))
        elif one.startswith("from ") and found and found[-1].startswith("protection from "):
            found.append(f"protection {one}")
        elif is_keyword(one) or one == "this ability":
            found.append(lower_first(one))
        elif one:
            return None
    return tuple(found)
