"""Find tables on a page, with ruled lines around their cells or without."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pdfplumber.page import Page
from pdfplumber.table import Table as RuledTable

from explorer.policy.reading.lines import BULLETS, add_line, length_of, links_over, style_of
from explorer.policy.reading.pieces import Link, Row, Table

Box = tuple[float, float, float, float]
# Tolerance, in points.
_NEAR = 3
# Word's margins of a cell, left and right, in points.
_MARGINS = 11
# Line endings and beginnings at which a cell has a line break.
_ENDS, _BEGINS = re.compile(r"[).;:]$"), re.compile(rf"[A-Z\d{BULLETS}]")
# Least distance of two cells and greatest distance of two rows, in letter heights.
_GAP, _ROW = 2.1, 2.6
_FEWEST_ROWS = 3


class _Cell(str):
    """Text of a cell, with its links."""

    __slots__ = ("links",)
    links: tuple[Link, ...]


def _cell_of(text: str, links: Sequence[Link]) -> str:
    if not links:
        return text
    cell = _Cell(text)
    cell.links = tuple(links)
    return cell


def _table(page: int, rows: tuple[Row, ...], head: int) -> Table:
    return Table(page, rows, head, tuple(_links_of(rows)))


def _links_of(rows: Sequence[Row]) -> Iterator[Link]:
    """Links of cells, at their offsets in `Paragraph.words`, with “ | ” between cells and “ / ” for line breaks."""
    at = 0
    for row in rows:
        for cell in filter(None, row):
            for start, end, target in cell.links if isinstance(cell, _Cell) else ():
                yield Link(at + _width(cell[:start]), at + _width(cell[:end]), target)
            at += _width(cell) + 3
        # Empty cells have a “ | ” too, and a row ends with one line break instead.
        at += 3 * row.count("") - 2


def _width(text: str) -> int:
    return len(text) + 2 * text.count("\n")


def within(each: dict[str, Any], box: Box) -> bool:
    left, top, right, bottom = box
    return left <= (each["x0"] + each["x1"]) / 2 <= right and top <= middle(each) <= bottom


def middle(each: dict[str, Any]) -> float:
    return float(each["top"] + each["bottom"]) / 2


def inside(page: Page, box: Box) -> Page:
    return page.filter(lambda each: within(each, box))


def outside(page: Page, boxes: Sequence[Box]) -> Page:
    return page.filter(lambda each: not any(within(each, box) for box in boxes))


def ruled_tables(page: Page, links: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Box, Table]]:
    for table in page.find_tables():
        if len(table.rows) > 1 and len(table.rows[0].cells) > 1:
            yield table.bbox, _ruled(page, table, links)


def _ruled(page: Page, table: RuledTable, links: Sequence[Mapping[str, Any]]) -> Table:
    lefts = [
        min((cell[0] for row in table.rows if (cell := row.cells[place])), default=0.0)
        for place in range(len(table.rows[0].cells))
    ]
    rows, heads = [], []
    for row in table.rows:
        cells: list[str | None] = []
        chars = []
        right = 0.0
        for left, box in zip(lefts, row.cells, strict=True):
            if box is None:
                # Merged with the cell to the left, or the one above.
                cells.append(None if cells and right > left + _NEAR else "")
                continue
            own = inside(page, box).extract_text_lines()
            chars += [char for line in own for char in line["chars"]]
            cells.append(_cell(own, box[2] - box[0], links))
            right = box[2]
        if any(cells):
            rows.append(cells)
            heads.append(all(style_of(char) == "bold" for char in chars))
    head = next((place for place, is_head in enumerate(heads) if not is_head), 1)
    return _table(page.page_number, _compact(rows), head)


def _cell(lines: Sequence[dict[str, Any]], width: float, links: Sequence[Mapping[str, Any]]) -> str:
    """Join a cell's lines, keeping line breaks that its width didn't force."""
    text, last = "", None
    found: list[Link] = []
    for line in lines:
        own = " ".join(line["text"].split())
        word = line["chars"][: len(own.split()[0])]
        needed = word[-1]["x1"] - word[0]["x0"] + word[0]["size"] / 3
        is_forced = last is None or last["x1"] - last["x0"] + needed > width - _MARGINS
        is_next = own[0] in BULLETS or bool(_ENDS.search(text) and _BEGINS.match(own))
        text = f"{text}\n{own}" if text and (is_next or not is_forced) else add_line(text, own)
        start = len(text) - len(own)
        found += (
            Link(start + each.start, start + each.end, each.target) for each in links_over(own, line["chars"], links)
        )
        last = line
    return _cell_of(text, found)


def _compact(rows: Sequence[Sequence[str | None]]) -> tuple[Row, ...]:
    """Remove empty columns, and merge two adjacent columns if no row has both cells."""
    columns = [list(column) for column in zip(*rows, strict=True) if any(column)]
    place = 0
    while place + 1 < len(columns):
        pairs = list(zip(columns[place], columns[place + 1], strict=True))
        if all(not (left and right) for left, right in pairs):
            columns[place : place + 2] = [
                [left or right or ("" if "" in (left, right) else None) for left, right in pairs]
            ]
        else:
            place += 1
    return tuple(zip(*columns, strict=True))


@dataclass(slots=True)
class _Row:
    """A line split into cells, with their left and right edges."""

    line: dict[str, Any]
    cells: list[tuple[float, float, str]]

    @property
    def is_one(self) -> bool:
        return len(self.cells) == 1


@dataclass(slots=True)
class _Block:
    rows: list[_Row] = field(default_factory=list)

    def columns(self) -> list[tuple[float, float]]:
        """Left and right edge of each column; overlapping cells share one."""
        edges = sorted((left, right) for row in self.rows if not row.is_one for left, right, _ in row.cells)
        found: list[tuple[float, float]] = []
        for left, right in edges:
            if found and left < found[-1][1]:
                found[-1] = (found[-1][0], max(right, found[-1][1]))
            else:
                found.append((left, right))
        return found

    def box(self, page: Page) -> Box:
        return 0, self.rows[0].line["top"] - 1, float(page.width), self.rows[-1].line["bottom"] + 1


def unruled_tables(page: Page, links: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Box, Table]]:
    """Tables without ruled lines: consecutive lines whose widely spaced parts are aligned in columns."""
    for block in _blocks([_split(line, links) for line in page.extract_text_lines()]):
        columns = block.columns()
        if len(columns) == max(len(row.cells) for row in block.rows):
            rows = [_placed(row, columns) for row in block.rows]
            if all(row[0] and row[0][0] in BULLETS for row in rows):
                # A list with columns.
                rows = [(_without_bullet(row[0] or ""), *row[1:]) for row in rows]
            bold = [all(style_of(char) == "bold" for char in row.line["chars"]) for row in block.rows]
            head = next((place for place, is_bold in enumerate(bold) if not is_bold), 1)
            yield block.box(page), _table(page.page_number, tuple(rows), head)


def _without_bullet(cell: str) -> str:
    text = cell[1:].strip()
    gone = len(cell) - len(text)
    links = cell.links if isinstance(cell, _Cell) else ()
    return _cell_of(text, [Link(max(start - gone, 0), end - gone, target) for start, end, target in links])


def _blocks(rows: Sequence[_Row]) -> Iterator[_Block]:
    block = _Block()
    for row in [*rows, None]:
        if row is not None and (_goes_on(block, row) if block.rows else not row.is_one):
            block.rows.append(row)
            continue
        while block.rows and block.rows[-1].is_one:
            block.rows.pop()
        if sum(not each.is_one for each in block.rows) >= _FEWEST_ROWS:
            yield block
        block = _Block([row] if row is not None and not row.is_one else [])


def _goes_on(block: _Block, row: _Row) -> bool:
    """Whether a line belongs to the table above; a single cell must fit in the first column."""
    last = block.rows[-1].line
    if row.line["top"] - last["top"] > _ROW * (last["bottom"] - last["top"]):
        return False
    columns = block.columns()
    is_aligned = abs(row.cells[0][0] - columns[0][0]) < _NEAR and row.cells[0][1] < columns[1][0]
    return not row.is_one or is_aligned


def _split(line: dict[str, Any], links: Sequence[Mapping[str, Any]]) -> _Row:
    chars, text = line["chars"], " ".join(line["text"].split())
    ends = [
        place
        for place in range(1, len(chars))
        if chars[place]["x0"] - chars[place - 1]["x1"] > _GAP * chars[place]["size"]
    ]
    bounds = [0, *ends, len(chars)] if "...." not in text else [0, len(chars)]
    cells = []
    for start, end in pairwise(bounds):
        own = text[length_of(text, start) : length_of(text, end)].strip()
        linked = list(links_over(own, chars[start:end], links))
        cells.append((chars[start]["x0"], chars[end - 1]["x1"], _cell_of(own, linked)))
    return _Row(line, cells)


def _placed(row: _Row, columns: Sequence[tuple[float, float]]) -> Row:
    if row.is_one:
        return (row.cells[0][2], *[None] * (len(columns) - 1))
    return tuple(
        next((text for left, right, text in row.cells if left < edges[1] and right > edges[0]), "") for edges in columns
    )
