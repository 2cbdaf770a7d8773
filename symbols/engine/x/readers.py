"""Reading the parameters of an address: words that stand for what a situation says, and what to say of others."""

from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import Final, TypeVar

from symbols.engine.x.errors import SituationError
from symbols.engine.x.possible import label
from symbols.engine.x.words import Definition, Letter, Method, Origin, Place, Subject, Zone

__all__ = ["one", "said_in_words", "truth", "word", "words"]

_YES: Final = frozenset({"1", "yes", "true", "on"})
_NO: Final = frozenset({"", "0", "no", "false", "off"})
_LONGEST_ECHO: Final = 40

_Word = TypeVar("_Word", Subject, Zone, Place, Definition, Method, Origin, Letter)

_KINDS: Final[Mapping[str, type[StrEnum]]] = {
    "what": Subject,
    "zone": Zone,
    "in": Place,
    "defined": Definition,
    "how": Method,
    "origin": Origin,
    "letter": Letter,
}
_ABOUT: Final[Mapping[str, str]] = {
    "what": "what X is on",
    "zone": "where that is",
    "in": "where X stands",
    "defined": "whether the text says what X is",
    "formula": "the words that define X",
    "gives": "the number that the text gives",
    "how": "how it is cast or activated",
    "gained": "whether the ability was gained",
    "refers": "whether it speaks of another object",
    "other": "the other object's number",
    "announced": "the number announced",
    "origin": "what it came from",
    "was": "the number there",
    "least": "the least that X can be",
    "letter": "which letter it is",
}
"""What each parameter is about, in words."""


def said_in_words(key: str, value: str) -> str:
    """Return what a word of an address means; the word itself where it is none, or stands for itself."""
    kind = _KINDS.get(key)
    if kind is None or value not in set(kind):
        return value
    return label(kind(value))  # type: ignore[arg-type]


def word(kind: type[_Word], value: str, key: str) -> _Word:
    """Return the word of a kind that stands in an address.

    Raises:
        SituationError: there is no such word; the nearest is suggested.
    """
    for each in kind:
        if value.lower() in {each.value.lower(), label(each).lower()}:
            return each
    names = {name: each for each in kind for name in (label(each).lower(), each.value.lower())}
    near = get_close_matches(value.lower(), names, n=1)
    # With a word near enough there is no need to name them all.
    can = "" if near else f" That can be: {'; '.join(label(each) for each in kind)}."
    raise SituationError(
        f"“{value[:_LONGEST_ECHO]}” doesn't say {_ABOUT[key]}.{can}",
        field=key,
        suggestion=names[near[0]].value if near else None,
    )


def words(values: list[str], key: str) -> frozenset[Place]:
    """Return the places that are named, with commas between them or one by one."""
    parts = (part.strip() for value in values for part in value.split(","))
    return frozenset(word(Place, part, key) for part in parts if part)


def one(values: list[str], key: str) -> str:
    """Return the only value given.

    Raises:
        SituationError: there are several, and they differ.
    """
    if len(set(values)) > 1:
        raise SituationError(f"More than one thing is said of {_ABOUT[key]}, and they differ.", field=key)
    return values[0]


def truth(values: list[str], key: str) -> bool:
    """Return whether something is so."""
    value = one(values, key).lower()
    if value not in _YES | _NO:
        about = _ABOUT[key]
        raise SituationError(f"“{value[:_LONGEST_ECHO]}” doesn't say {about}: that is 1 for yes, 0 for no.", field=key)
    return value in _YES
