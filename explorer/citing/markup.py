"""Blank out markup, keeping all offsets. Pure."""

import html
import re
from collections.abc import Callable

from explorer.document.number_runs import DASHES

_DASHES = frozenset(DASHES) - {"-"}
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,5}|[a-zA-Z]{2,8});")
_TAG = re.compile(
    r"</?(?P<name>[a-zA-Z][\w-]*)(?:\s[^<>]*)?/?>|<!--(?:(?!<!--|-->).)*-->"
    # BBCode, in small letters, since [B] is a symbol, and in pairs: “[i]f a player”.
    r"|\[(?P<letter>[biu])\](?=.{0,400}\[/(?P=letter)\])|\[/[biu]\]"
    r"|\[/?(?:url|(?i:quote)|color|size)(?:=[^\[\]]*)?\]",
    re.DOTALL,
)
LINE, CELL = "\v", "|"
"""Separators of HTML blocks, and of cells of tables and templates."""
_MARKS = {
    **dict.fromkeys(("p", "div", "li", "br", "tr", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "footer"), LINE),
    **dict.fromkeys(("td", "th", "dd"), CELL),
}
# `{{quote|`, `|source=` and `}}`
_TEMPLATE = re.compile(r"\{\{\s*[A-Za-z][\w \-]*(?=\|)|(?<=\|)[ ]*[A-Za-z]\w*[ ]*=(?!=)|\}\}(?!\})")
# `[704.5k](https://…)`
_LINK_TARGET = re.compile(r"\]\([^()\s]*\)")


def with_spaced_entities(text: str) -> str:
    """Replace entities with their character, padded with spaces; dashes are repeated instead."""
    return _without_entities(text, _spaced) if "&" in text else text


def _spaced(letter: str, length: int) -> str:
    return letter * length if letter in _DASHES else letter.center(length)


def without_markup(text: str) -> str:
    """Replace tags with spaces, LINE or CELL, `<q>` with “ ”, and entities with their character, padded with NULs."""
    plain = _TAG.sub(_in_place_of, text)
    if "&" in plain:
        plain = _without_entities(plain, lambda letter, length: letter.ljust(length, "\0"))
    if "](" in plain:
        plain = _LINK_TARGET.sub(lambda link: " " * len(link[0]), plain)
    return _TEMPLATE.sub(lambda part: (CELL if part[0] == "}}" else " ").ljust(len(part[0])), plain)


def _without_entities(text: str, fill: Callable[[str, int], str]) -> str:
    return _ENTITY.sub(lambda entity: fill(html.unescape(entity[0])[:1], len(entity[0])), text)


def _in_place_of(tag: re.Match[str]) -> str:
    name = (tag["name"] or "").lower()
    if name == "q":
        return ("”" if tag[0].startswith("</") else "“").ljust(len(tag[0]), "\0")
    return _MARKS.get(name, " ").ljust(len(tag[0]))
