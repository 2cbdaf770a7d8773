"""Objects that are called by name in their own text: whom such a text means, and how it reads elsewhere (201.5)."""

import re
from dataclasses import dataclass
from typing import Final

from symbols.engine.errors import BadRequest

__all__ = ["Mention", "mentions", "renamed"]

_BEFORE: Final = r"(?<![\w’'])"
_AFTER: Final = r"(?![\w])"


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a text where an object is named.

    Attributes:
        start: where it begins, in characters.
        end: just after it.
        full: whether the whole name stands there, and not a shortened one.
    """

    start: int
    end: int
    full: bool


def mentions(text: str, name: str, short: str = "", *, full_first: bool = False) -> tuple[Mention, ...]:
    """Return where a text names its object, by its name or by a shortened version of it (201.5c).

    Args:
        text: the text, which names things as cards do: letter case counts.
        name: the object's name.
        short: the shortened version, if there is one.
        full_first: whether a shortened version means the object only after its full name stood there, as editions up
            to those of the 2010s said.

    Raises:
        BadRequest: there is no name, or the shortened version is no part of it.
    """
    name, short = name.strip(), short.strip()
    if not name:
        raise BadRequest("no_name", "An object that is called by name has one.")
    if short and (short == name or not _pattern(short).search(name)):
        raise BadRequest("bad_short", f"“{short[:60]}” is no shorter version of “{name[:60]}”: it is no part of it.")
    found = {match.span(): True for match in _pattern(name).finditer(text)}
    first = min((start for start, _ in found), default=len(text))
    if short:
        for match in _pattern(short).finditer(text):
            inside = any(start <= match.start() and match.end() <= end for start, end in found if found[start, end])
            if not inside and (not full_first or match.start() > first):
                found[match.span()] = False
    return tuple(Mention(*span, full) for span, full in sorted(found.items()))


def renamed(text: str, name: str, other: str, short: str = "", *, full_first: bool = False) -> str:
    """Return how a text reads once an object with another name has gained it (201.5b).

    Each place where it names the object by its name, or by the shortened version that stands for it, names the other
    one instead. See `mentions` for the rest.

    Raises:
        BadRequest: there is no name, no other name, or the shortened version is no part of the name.
    """
    if not other.strip():
        raise BadRequest("no_name", "Say the name of the object that gains the ability.")
    pieces, place = [], 0
    for mention in mentions(text, name, short, full_first=full_first):
        pieces += [text[place : mention.start], other.strip()]
        place = mention.end
    return "".join([*pieces, text[place:]])


def _pattern(name: str) -> re.Pattern[str]:
    # A straight apostrophe and a curly one are the same letter of a name.
    letters = re.sub(r"['’]", "['’]", re.escape(name).replace("\\'", "'"))
    return re.compile(f"{_BEFORE}{letters}{_AFTER}")
