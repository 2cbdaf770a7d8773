"""Read the lines, tables and figures of a PDF, in reading order."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.pdftypes import resolve1
from pdfplumber.page import Page

from explorer.policy.reading.lines import BULLETS, clean, lines_of, web_links
from explorer.policy.reading.margins import without_margins
from explorer.policy.reading.pieces import Figure, Line, Piece, PolicyError
from explorer.policy.reading.tables import inside, outside, ruled_tables, unruled_tables
from symbols.sentences import counted

_MAX_PAGES = 200
# pdfminer's placeholder for glyphs without a character.
_UNMAPPED = "(cid:"
# Tolerance, in points.
_NEAR = 3
# Fewest lines of a second column.
_COLUMN = 3
# Least distance of a list from what follows, in line heights.
_APART = 1.8
# Least height and width of a figure, in points; smaller images are rules or inline logos.
_FIGURE = 40


def read_pdf(content: bytes) -> list[Piece]:
    """Read a PDF, without headers, footers and page numbers.

    Raises:
        PolicyError: it isn't a PDF, is broken or encrypted, has no text, or lacks a page.
    """
    if b"%PDF-" not in content[:1024]:
        raise PolicyError("This isn’t a PDF.")
    try:
        with pdfplumber.open(BytesIO(content)) as pdf:
            total, stated = len(pdf.pages), resolve1(resolve1(pdf.doc.catalog["Pages"])["Count"])
            pages = [list(_pieces(page)) for page in pdf.pages[:_MAX_PAGES]]
    except Exception as error:
        if any(isinstance(each, PDFPasswordIncorrect) for each in (error, *error.args)):
            raise PolicyError("This PDF is encrypted. Import one without a password.") from error
        raise PolicyError("This PDF is broken or incomplete.") from error
    if total < stated:
        raise PolicyError(f"It isn’t whole: this PDF says it has {counted(stated, 'page')}, and has {total}.")
    if total > _MAX_PAGES:
        raise PolicyError(f"Too long: {counted(total, 'page')}. The limit is {_MAX_PAGES}.")
    if any(isinstance(piece, Line) and _UNMAPPED in piece.text for page in pages for piece in page):
        raise PolicyError("This PDF has letters that can’t be read as text.")
    pieces = list(without_margins(pages))
    if not any(isinstance(piece, Line) for piece in pieces):
        raise PolicyError("This PDF has no text, only pictures.")
    return pieces


def _pieces(page: Page) -> Iterator[Piece]:
    """A page from top to bottom, the second column after the first."""
    clean(page)
    links = web_links(page)
    tables = list(ruled_tables(page, links))
    text = outside(page, [box for box, _ in tables])
    found: list[tuple[float, Sequence[Piece]]] = [(top, [Figure(page.page_number)]) for top in _figures(page)]
    lists = list(_columns(text.extract_text_lines()))
    for (top, bottom), split in lists:
        first, second = (0, top, split, bottom), (split, top, float(page.width), bottom)
        found.append((top, [*lines_of(inside(text, first), links), *lines_of(inside(text, second), links)]))
    text = outside(text, [(0, top, float(page.width), bottom) for (top, bottom), _ in lists])
    unruled = list(unruled_tables(text, links))
    text = outside(text, [box for box, _ in unruled])
    found += [(box[1], [table]) for box, table in (*tables, *unruled)]
    found += [(line.top, [line]) for line in lines_of(text, links)]
    for _, pieces in sorted(found, key=lambda each: each[0]):
        yield from pieces


def _figures(page: Page) -> Iterator[float]:
    for image in page.images:
        if min(image["bottom"] - image["top"], image["x1"] - image["x0"]) >= _FIGURE:
            yield float(image["top"])


def _columns(lines: Sequence[dict[str, Any]]) -> Iterator[tuple[tuple[float, float], float]]:
    """Top and bottom of each two-column list, and the left edge of its second column."""
    seconds = {
        row: char["x0"] for row, line in enumerate(lines) for char in line["chars"][1:] if char["text"] in BULLETS
    }
    ended = -1
    for first in seconds:
        if first <= ended:
            continue
        ended = _end_of_columns(lines, first)
        own = [place for row, place in seconds.items() if first <= row <= ended]
        if len(own) >= _COLUMN:
            yield (lines[first]["top"] - 1, lines[ended]["bottom"] + 1), min(own)


def _end_of_columns(lines: Sequence[dict[str, Any]], first: int) -> int:
    """Index of a list's last line; either column may be longer."""
    last, height = first, lines[first]["bottom"] - lines[first]["top"]
    while last + 1 < len(lines) and lines[last + 1]["top"] - lines[last]["top"] < _APART * height:
        if lines[last + 1]["x0"] < lines[first]["x0"] - _NEAR:
            break
        last += 1
    return last
