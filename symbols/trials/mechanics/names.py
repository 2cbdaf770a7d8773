"""Objects that are called by name in their own text: whom such a text means, and how it reads elsewhere (201.5)."""

import re
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest

# A hyphen is part of a word as a letter is: Ice-Fang Coatl is not called Ice.
_BEFORE: Final = r"(?<![\w’'‐‑-])"
_AFTER: Final = r"(?![\w]|[‐‑-]\w)"
_CAPITAL_AFTER: Final = re.compile(r"\s+[A-Z]")
_CAPITAL_BEFORE: Final = re.compile(r"(?P<start>^|[.:;,—(“\"]\s*)?(?<![\w’'-])[A-Z][\w’'-]*(?: of| of the)?\s+$")


@dataclass(frozen=True, slots=True)
class Mention:
    """Place in a text where an object is named.

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
        raise BadRequest("no_name", "Type the object’s name.")
    if short and (short == name or not _pattern(short).search(name)):
        raise BadRequest("bad_short", f"“{short[:60]}” isn’t a shorter version of “{name[:60]}”: it isn’t part of it.")
    found = {match.span(): True for match in _pattern(name).finditer(text) if not _within_longer(text, match)}
    first = min((start for start, _ in found), default=len(text))
    if short:
        for match in _pattern(short).finditer(text):
            inside = any(start <= match.start() and match.end() <= end for start, end in found if found[start, end])
            if not inside and not _within_longer(text, match) and (not full_first or match.start() > first):
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
        raise BadRequest("no_name", "Type the name of the object that gains the ability.")
    pieces, place = [], 0
    for mention in mentions(text, name, short, full_first=full_first):
        pieces += [text[place : mention.start], other.strip()]
        place = mention.end
    return "".join([*pieces, text[place:]])


def longer_names(text: str, name: str) -> tuple[str, ...]:
    """Return the longer names in a text that a name is a part of, as Ice is of Ice Cave and of Ice-Fang Coatl.

    Nothing but capital letters tells a name from other words; so a reader should be told what was taken for one.
    """
    letters = re.compile(rf"(?<![\w’']){_letters(name.strip())}(?!\w)")
    own = {mention.start for mention in mentions(text, name)}
    found = []
    for match in letters.finditer(text):
        if match.start() not in own:
            before = _CAPITAL_BEFORE.search(text[: match.start()])
            words = re.match(r"(?:[‐‑-]\w[\w’']*)?(?:\s+[A-Z][\w’'-]*)*", text[match.end() :])
            start = before.start() if before and before["start"] is None else match.start()
            found.append((text[start : match.end()] + (words[0] if words else "")).strip())
    return tuple(dict.fromkeys(found))


def _within_longer(text: str, match: re.Match[str]) -> bool:
    """Return whether the words around a name make it a part of another, with a capital after or before them."""
    own = match.re
    follows = _CAPITAL_AFTER.match(text, match.end())
    # Twice the same name is that name twice.
    if follows and not own.match(text, follows.end() - 1):
        return True
    before = _CAPITAL_BEFORE.search(text[: match.start()])
    # The first word of a sentence has its capital for that.
    return before is not None and before["start"] is None and not own.search(before[0])


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(f"{_BEFORE}{_letters(name)}{_AFTER}")


def _letters(name: str) -> str:
    # A straight apostrophe and a curly one are the same letter of a name.
    return re.sub(r"['’]", "['’]", re.escape(name).replace("\\'", "'"))
