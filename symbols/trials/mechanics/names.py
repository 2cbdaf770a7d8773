"""Texts that name their own object: where they do, and how they read on another object (201.5)."""

import re
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest

# Hyphens are part of a word: Ice-Fang Coatl is not called Ice.
_BEFORE: Final = r"(?<![\w’'‐‑-])"
_AFTER: Final = r"(?![\w]|[‐‑-]\w)"
_CAPITAL_AFTER: Final = re.compile(r"\s+[A-Z]")
_CAPITAL_BEFORE: Final = re.compile(r"(?P<start>^|[.:;,—(“\"]\s*)?(?<![\w’'-])[A-Z][\w’'-]*(?: of| of the)?\s+$")


@dataclass(frozen=True, slots=True)
class Mention:
    """An object's name in `text[start:end]`; not `full` if shortened."""

    start: int
    end: int
    full: bool


def mentions(text: str, name: str, short: str = "", *, full_first: bool = False) -> tuple[Mention, ...]:
    """Find where a text names its object, by its name or by a shortened version of it (201.5c); case-sensitive.

    Args:
        short: the shortened version, or empty.
        full_first: whether a shortened version counts only after the full name, as in editions up to the 2010s.

    Raises:
        BadRequest: the name is empty, or the shortened version isn't part of it.
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
    """Return the text as it reads once an object with another name has gained it (201.5b); see `mentions`.

    Raises:
        BadRequest: a name is empty, or the shortened version isn't part of the name.
    """
    if not other.strip():
        raise BadRequest("no_name", "Type the name of the object that gains the ability.")
    pieces, place = [], 0
    for mention in mentions(text, name, short, full_first=full_first):
        pieces += [text[place : mention.start], other.strip()]
        place = mention.end
    return "".join([*pieces, text[place:]])


def longer_names(text: str, name: str) -> tuple[str, ...]:
    """Return longer names in a text that a name is part of: for Ice, `Ice Cave` and `Ice-Fang Coatl`.

    Capital letters are all there is to go by, so show the user what was taken for a name.
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
    """Whether capitalized words before or after a name make it part of a longer one."""
    own = match.re
    follows = _CAPITAL_AFTER.match(text, match.end())
    # The same name twice in a row is two names.
    if follows and not own.match(text, follows.end() - 1):
        return True
    before = _CAPITAL_BEFORE.search(text[: match.start()])
    # The first word of a sentence is capitalized anyway.
    return before is not None and before["start"] is None and not own.search(before[0])


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(f"{_BEFORE}{_letters(name)}{_AFTER}")


def _letters(name: str) -> str:
    # Straight and curly apostrophes are equal.
    return re.sub(r"['’]", "['’]", re.escape(name).replace("\\'", "'"))
