"""Lines, tables and figures of a PDF, in reading order; without headers and page numbers."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.pdftypes import resolve1
from pdfplumber.page import Page

from explorer.policy.reading.margins import without_margins
from explorer.policy.reading.pieces import Figure, Line, Piece, PolicyError, Table
from symbols.sentences import counted

BULLETS = "•▪◦●■"
_MAX_PAGES = 200
# What pdfminer writes for a letter that its font doesn't map to one.
_UNMAPPED = "(cid:"
# Points: as far apart as two places can be and still be one.
_NEAR = 3
# Fewest lines that make a second column.
_COLUMN = 3
# In lines' heights: what separates a list from what follows it.
_APART = 1.8
# Least height and width of a figure, in points: less is a rule or a logo within a line.
_FIGURE = 40


def read_pdf(content: bytes) -> list[Piece]:
    """Everything that its pages print, but what each page has at its top or bottom.

    Raises:
        PolicyError: it is no PDF, broken, encrypted, has no text, or lacks a page.
    """
    if b"%PDF-" not in content[:1024]:
        raise PolicyError("This isn’t a PDF.")
    try:
        with pdfplumber.open(BytesIO(content)) as pdf:
            total, told = len(pdf.pages), resolve1(resolve1(pdf.doc.catalog["Pages"])["Count"])
            pages = [list(_pieces(page)) for page in pdf.pages[:_MAX_PAGES]]
    except Exception as error:
        if any(isinstance(each, PDFPasswordIncorrect) for each in (error, *error.args)):
            raise PolicyError("This PDF is encrypted. Import one without a password.") from error
        raise PolicyError("This PDF is broken or incomplete.") from error
    if total < told:
        raise PolicyError(f"It isn’t whole: this PDF says it has {counted(told, 'page')}, and has {total}.")
    if total > _MAX_PAGES:
        raise PolicyError(f"Too long: {counted(total, 'page')}. The limit is {_MAX_PAGES}.")
    if any(isinstance(piece, Line) and _UNMAPPED in piece.text for page in pages for piece in page):
        raise PolicyError("This PDF has letters that can’t be read as text.")
    pieces = list(without_margins(pages))
    if not any(isinstance(piece, Line) for piece in pieces):
        raise PolicyError("This PDF has no text, only pictures.")
    return pieces


def _pieces(page: Page) -> Iterator[Piece]:
    """A page from top to bottom: tables and figures between the lines around them, columns one after the other."""
    tables = [table for table in page.find_tables() if len(table.rows) > 1 and len(table.rows[0].cells) > 1]
    boxes = [table.bbox for table in tables]
    text = page.filter(lambda each: not any(_within(each, box) for box in boxes))
    found: list[tuple[float, list[Piece]]] = [
        (table.bbox[1], [Table(page.page_number, _cells(table.extract()))]) for table in tables
    ]
    found += [(top, [Figure(page.page_number)]) for top in _figures(page)]
    lines = text.extract_text_lines()
    block = _columns(lines)
    if block is not None:
        (top, bottom), split = block
        rows = text.filter(lambda each: top <= _middle(each) <= bottom)
        columns = [
            _lines(rows.filter(lambda each: each["x0"] < split - 1)),
            _lines(rows.filter(lambda each: each["x0"] >= split - 1)),
        ]
        found.append((top, [*columns[0], *columns[1]]))
        text = text.filter(lambda each: not top <= _middle(each) <= bottom)
    found += [(line.top, [line]) for line in _lines(text)]
    for _, pieces in sorted(found, key=lambda each: each[0]):
        yield from pieces


def _within(each: dict[str, Any], box: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = box
    return left <= (each["x0"] + each["x1"]) / 2 <= right and top <= _middle(each) <= bottom


def _middle(each: dict[str, Any]) -> float:
    return float(each["top"] + each["bottom"]) / 2


def _cells(rows: Iterable[Iterable[str | None]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(join_lines((cell or "").splitlines()) for cell in row) for row in rows)


def _figures(page: Page) -> Iterator[float]:
    for image in page.images:
        if min(image["bottom"] - image["top"], image["x1"] - image["x0"]) >= _FIGURE:
            yield float(image["top"])


def _columns(lines: Sequence[dict[str, Any]]) -> tuple[tuple[float, float], float] | None:
    """Top and bottom of a list in two columns, and where its second begins; None if there is none."""
    seconds = [
        (row, char["x0"]) for row, line in enumerate(lines) for char in line["chars"][1:] if char["text"] in BULLETS
    ]
    if len(seconds) < _COLUMN:
        return None
    first, last = seconds[0][0], seconds[-1][0]
    height = lines[first]["bottom"] - lines[first]["top"]
    # The first column may be longer.
    while last + 1 < len(lines) and lines[last + 1]["top"] - lines[last]["top"] < _APART * height:
        if lines[last + 1]["x0"] < lines[first]["x0"] - _NEAR:
            break
        last += 1
    return (lines[first]["top"] - 1, lines[last]["bottom"] + 1), min(place for _, place in seconds)


def _lines(page: Page) -> list[Line]:
    return [_line(page.page_number, line) for line in page.extract_text_lines()]


def _line(page: int, line: dict[str, Any]) -> Line:
    # PostgreSQL stores no null character.
    text, chars = line["text"].replace("\0", ""), line["chars"]
    styles = [_style(char) for char in chars]
    if len(chars) > 1 and chars[0]["text"] in BULLETS:
        # It has a font of its own.
        styles[0] = styles[1]
    bold = sum(1 for _ in _leading(style == "bold" for style in styles))
    return Line(
        page,
        text,
        left=line["x0"],
        right=line["x1"],
        top=line["top"],
        size=max(char["size"] for char in chars),
        lead=_length_of(text, bold),
        styled=all(style for style in styles),
    )


def _style(char: dict[str, Any]) -> str:
    name = char["fontname"]
    return "bold" if "Bold" in name else "slanted" if "Italic" in name or "Oblique" in name else ""


def _leading(flags: Iterable[bool]) -> Iterator[bool]:
    for flag, group in groupby(flags):
        return group if flag else iter(())
    return iter(())


def _length_of(text: str, printed: int) -> int:
    """Length of the beginning of a text with so many printed characters."""
    for place, char in enumerate(text):
        if not printed:
            return place
        printed -= not char.isspace()
    return len(text)


def join_lines(lines: Iterable[str]) -> str:
    """One text of several lines. A word broken at a line's end keeps its hyphen: whether it has one, no PDF tells."""
    joined = ""
    for line in lines:
        broken = joined[-1:] == "-" and joined[-2:-1].isalnum()
        joined = f"{joined}{line}" if broken or not joined else f"{joined} {line}"
    return " ".join(joined.split())
