"""Printed lines as text, with their style and links."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from typing import Any

from pdfplumber.page import Page

from explorer.policy.reading.pieces import Line, Link, Style

BULLETS = "•▪◦●■"
_SOFT_HYPHEN = "\xad"
# PostgreSQL can't store null characters; the others are invisible.
_UNPRINTED = dict.fromkeys(map(ord, "\0\u200b\u2060\ufeff"))
# Symbol fonts, in which letters are drawn as bullets.
_SIGNS: Mapping[str, Mapping[str, str]] = {"Symbol": {"·": "•"}, "Wingdings": {"§": "▪", "l": "●", "n": "■"}}
_PRIVATE, _LAST_PRIVATE = 0xF000, 0xF0FF
# Word's bullet of nested lists.
_INNER_BULLET = ("o", "Courier")


def clean(page: Page) -> None:
    """Decode symbol fonts and ligatures, in place."""
    for char in page.chars:
        char["text"] = _readable(char["text"], char["fontname"])


def _readable(text: str, font: str) -> str:
    if len(text) == 1 and _PRIVATE <= ord(text) <= _LAST_PRIVATE:
        text = chr(ord(text) - _PRIVATE)
        font = font if any(name in font for name in _SIGNS) else "Symbol"
    for name, signs in _SIGNS.items():
        if name in font and text.strip():
            return signs.get(text, "•" if name == "Wingdings" else text)
    return unicodedata.normalize("NFKC", text) if "\ufb00" <= text <= "\ufb06" else text


def lines_of(page: Page, links: Sequence[Mapping[str, Any]]) -> list[Line]:
    return [_line(page.page_number, line, links) for line in page.extract_text_lines()]


def web_links(page: Page) -> list[Mapping[str, Any]]:
    return [link for link in page.hyperlinks if str(link["uri"]).startswith(("http://", "https://"))]


def _line(page: int, line: dict[str, Any], links: Sequence[Mapping[str, Any]]) -> Line:
    chars = line["chars"]
    text = _line_text(line["text"], chars)
    styles = [style_of(char) for char in chars]
    if len(chars) > 1 and text[0] in BULLETS:
        # Bullets have their own font.
        styles[0] = styles[1]
    first = styles[0]
    lead = _printed(char for char, style in zip(chars, _leading(styles), strict=False) if style == first)
    return Line(
        page,
        text,
        left=line["x0"],
        right=line["x1"],
        top=line["top"],
        size=max(char["size"] for char in chars),
        style=first,
        lead=length_of(text, lead) if first else 0,
        styled=all(styles),
        links=tuple(links_over(text, chars, links)),
    )


def _line_text(printed: str, chars: Sequence[Mapping[str, Any]]) -> str:
    text = " ".join(printed.translate(_UNPRINTED).split())
    text = text[:-1].replace(_SOFT_HYPHEN, "") + text[-1:]
    bullet, font = _INNER_BULLET
    return f"◦{text[1:]}" if text.startswith(f"{bullet} ") and font in chars[0]["fontname"] else text


def style_of(char: Mapping[str, Any]) -> Style:
    name = char["fontname"]
    return "bold" if "Bold" in name else "italic" if "Italic" in name or "Oblique" in name else ""


def _leading(styles: Sequence[Style]) -> Iterator[Style]:
    """The first run of equal styles."""
    return next((group for _, group in groupby(styles)), iter(()))


def links_over(text: str, chars: Sequence[Mapping[str, Any]], links: Sequence[Mapping[str, Any]]) -> Iterator[Link]:
    count = 0
    for target, group in groupby(chars, lambda char: _target(char, links)):
        start, count = count, count + _printed(group)
        if target:
            # The link starts after the space.
            first = length_of(text, start)
            first += text[first : first + 1] == " "
            yield Link(first, length_of(text, count), target)


def _target(char: Mapping[str, Any], links: Sequence[Mapping[str, Any]]) -> str:
    across, down = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    for link in links:
        if link["x0"] <= across <= link["x1"] and link["top"] <= down <= link["bottom"]:
            return str(link["uri"])
    return ""


def _printed(chars: Iterable[Mapping[str, Any]]) -> int:
    """Number of printed characters other than spaces."""
    return sum(len("".join(char["text"].translate(_UNPRINTED).split())) for char in chars)


def length_of(text: str, printed: int) -> int:
    """Length of the shortest prefix with `printed` characters other than spaces."""
    for place, char in enumerate(text):
        if not printed:
            return place
        printed -= not char.isspace()
    return len(text)


def join_lines(lines: Iterable[str]) -> str:
    return reduce(add_line, lines, "")


def add_line(text: str, line: str) -> str:
    """Append a line to a text.

    A word broken at a line's end loses a soft hyphen, but keeps a plain one: it may be part of the word.
    """
    if text.endswith(_SOFT_HYPHEN):
        return text[:-1] + line
    broken = text[-1:] == "-" and text[-2:-1].isalnum()
    return f"{text}{line}" if broken or not text else f"{text} {line}"
