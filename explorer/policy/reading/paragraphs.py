"""Lines to paragraphs, by what a reader sees: space between lines, indents, marks, and lines that end early."""

import re
from collections.abc import Sequence

from explorer.policy.reading.contents import Entry
from explorer.policy.reading.pdf import BULLETS, join_lines
from explorer.policy.reading.pieces import Figure, Line, Piece, Table
from explorer.policy.reading.tree import Kind, Paragraph

_MARK = re.compile(rf"^(?P<mark>[{BULLETS}]|(?:[A-Z]|[a-z]|\d{{1,2}}|[ivx]{{2,4}})[.)])\s+(?=\S)")
_EXAMPLES = re.compile(r"^Examples?:?$", re.IGNORECASE)
# “2.3: Made it clearer …”, in a list of changes.
_CHANGE = re.compile(r"^(?:\d+\.\d+|Appendix [A-Z]):")
_NEAR = 3
# In heights of a line: what separates two paragraphs.
_APART = 1.35
# Width of a letter, in its height; on the safe side.
_LETTER = 0.6
_LONGEST_HEADING = 200


class Paragraphs:
    """Paragraphs of one section, piece by piece."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self._done: list[Paragraph] = []
        self._margin = 0.0
        self._examples = False

    def add(self, piece: Piece | Entry) -> None:
        match piece:
            case Line():
                if self._lines and self._begins_anew(piece):
                    self._close()
                self._lines.append(piece)
                self._margin = max(self._margin, piece.right)
            case Table():
                self._close()
                self._done.append(Paragraph("table", rows=_compact(piece.rows)))
            case Figure():
                self._close()
                self._done.append(Paragraph("figure"))
            case Entry():
                self._close()
                self._append(Paragraph("heading", piece.title))

    def done(self) -> Sequence[Paragraph]:
        self._close()
        return self._done

    def _begins_anew(self, line: Line) -> bool:
        first, last = self._lines[0], self._lines[-1]
        if line.styled != last.styled and len(self._lines) == 1 and not _MARK.match(first.text):
            return True
        if line.page == last.page and line.top - last.top > _APART * max(line.size, last.size):
            return True
        marked = _MARK.match(line.text) is not None
        if marked and line.text[0] in BULLETS:
            return True
        if _MARK.match(first.text):
            # What goes on is indented under the text, not under the mark.
            if line.left < first.left - _NEAR:
                return True
            return line.left <= first.left + _NEAR and (marked or self._ends_early(last, line))
        moved = abs(line.left - first.left) > _NEAR
        return moved or bool(_CHANGE.match(line.text)) or self._ends_early(last, line)

    def _ends_early(self, last: Line, line: Line) -> bool:
        """Whether the next word would have found room."""
        word = line.text.split(maxsplit=1)[0]
        return last.right + _LETTER * line.size * (len(word) + 1) < self._margin

    def _close(self) -> None:
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        text, lead = join_lines(line.text for line in lines), _lead(lines)
        mark = _MARK.match(text)
        if mark is not None:
            kind: Kind = "example" if self._examples else "item"
            self._append(Paragraph(kind, text[mark.end() :], mark["mark"], max(0, lead - mark.end())))
        elif all(line.styled for line in lines) and len(text) < _LONGEST_HEADING and not text.endswith((".", ",")):
            self._append(Paragraph("heading", text))
        else:
            self._append(Paragraph("text", text, lead=lead))

    def _append(self, paragraph: Paragraph) -> None:
        if paragraph.kind == "heading":
            self._examples = _EXAMPLES.match(paragraph.text) is not None
        self._done.append(paragraph)


def _lead(lines: Sequence[Line]) -> int:
    """How much of the beginning of a paragraph is bold; 0 if all of it is."""
    total = 0
    for line in lines:
        total += line.lead + (1 if total else 0)
        if line.lead < len(line.text):
            return total
    return 0


def _compact(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Rows without empty cells: where cells are joined, a PDF has rules between them that bound nothing."""
    filled = [tuple(cell for cell in row if cell) for row in rows]
    return tuple(row for row in filled if row)
