"""Normalize rule text before comparing it: typography, and terms that were renamed throughout."""

import re
from collections.abc import Sequence
from functools import lru_cache

from explorer.document.references import find_references
from explorer.document.tree import Paragraph
from symbols.data_files import read_data

# Italics and trademark signs come and go with the file format.
_DROPPED = re.compile(r"_|\((?:tm|r|TM|R)\)|[™®\u00ad]")
_TYPED = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "−": "-", "–": "-", "—": "-", "‑": "-", "\u00a0": " "}
    | {"…": "...", "\u2044": "/"}
)
_SPACES_AT_DASHES = re.compile(r"\s*-[\s-]*")
_SPACES = re.compile(r"\s+")
# Some files have “?” for letters that their encoding lacked.
_UNREADABLE = "?"
_WHAT_MAY_BE_UNREADABLE = str.maketrans("", "", "?'\"- ")
_UNREADABLE_APOSTROPHE = re.compile(r"(?<=[a-z])\?(?=[a-z])")

_LETTERS = re.compile(r"[A-Za-z]{2,}")
_CITED = re.compile(r"\b\d{3}(?:\.\d+[a-z]?)?(?:[-–][a-z])?\b")
# {oW} and {ocT} were {W} and {T}.
_OLD_SYMBOL = re.compile(r"\{oc?(?=[^}])")
_WORD = re.compile(r"\{[^{}]*\}|[a-z0-9#*/+½∞]+(?:'[a-z]+)?")
RENAMED: Sequence[tuple[str, str]] = [*read_data("renamed_terms.toml", "explorer").items()]
"""Terms that were renamed throughout, in the order in which they are replaced."""


def normalized(text: str) -> str:
    """Unify quotes, dashes and spacing."""
    text = _DROPPED.sub("", text).translate(_TYPED)
    return _SPACES.sub(" ", _SPACES_AT_DASHES.sub("-", text)).strip()


def is_same_text(one: str, other: str) -> bool:
    """Whether two texts differ only in quotes, dashes, spacing and unreadable letters."""
    if one == other:
        return True
    one, other = normalized(one), normalized(other)
    if one == other:
        return True
    if _UNREADABLE not in one and _UNREADABLE not in other:
        return False
    return one.translate(_WHAT_MAY_BE_UNREADABLE) == other.translate(_WHAT_MAY_BE_UNREADABLE)


def has_same_words(one: str, other: str) -> bool:
    """Fast check whether two texts may be equal except for rule numbers; only False is certain."""
    if _UNREADABLE in one or _UNREADABLE in other:
        return True
    # Rule numbers, quotes and dashes don't have two letters in a row.
    return _LETTERS.findall(_DROPPED.sub("", one)) == _LETTERS.findall(_DROPPED.sub("", other))


def joined(paragraphs: Sequence[Paragraph], heading: str = "") -> str:
    return " ".join(paragraph.text for paragraph in paragraphs) or heading


def without_citations(text: str) -> tuple[str, tuple[str, ...]]:
    """Replace each cited rule number by NUL; return the text and the numbers in order."""
    cited = [reference for reference in find_references(text) if reference.kind != "glossary"]
    parts: list[str] = []
    place = 0
    for reference in cited:
        parts += text[place : reference.start], "\x00"
        place = reference.end
    return "".join([*parts, text[place:]]), tuple(reference.target for reference in cited)


@lru_cache(maxsize=20_000)
def words_of(text: str) -> tuple[str, ...]:
    """Words to compare texts by: lower case, renamed terms unified, `#` for cited numbers."""
    plain = _CITED.sub("#", _DROPPED.sub("", text).translate(_TYPED).lower())
    if "{o" in plain:
        plain = _OLD_SYMBOL.sub("{", plain)
    if _UNREADABLE in plain:
        plain = _UNREADABLE_APOSTROPHE.sub("'", plain)
    for old, new in RENAMED:
        plain = plain.replace(old, new)
    return tuple(_WORD.findall(plain))
