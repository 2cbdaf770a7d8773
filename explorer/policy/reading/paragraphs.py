"""Group lines into paragraphs by spacing, indents, list marks, and short lines."""

import re
from collections.abc import Sequence

from explorer.policy.reading.contents import Entry
from explorer.policy.reading.lines import BULLETS, add_line
from explorer.policy.reading.pieces import Figure, Line, Link, Piece, Table
from explorer.policy.reading.tree import Kind, Paragraph

_MARK = re.compile(rf"^(?P<mark>[{BULLETS}]|(?:[A-Z]|[a-z]|\d{{1,2}}|[ivx]{{2,4}})[.)])\s+(?=\S)")
# “Example:” before an example, on the same line.
_EXAMPLE = re.compile(r"^Example:\s+(?=\S)")
_EXAMPLES = re.compile(r"^Examples?:?$", re.IGNORECASE)
# “2.3: Made it clearer …”, in a list of changes.
_CHANGE = re.compile(r"^(?:\d+\.\d+|Appendix [A-Z]):")
_NEAR = 3
# Least distance of paragraphs, in line heights.
_APART = 1.35
# Width of a wide letter, relative to its height.
_LETTER = 0.6
_LONGEST_HEADING = 200
_ENDS = ":?!."


class Paragraphs:
    """Collects the paragraphs of one section."""

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
                self._done.append(Paragraph("table", rows=piece.rows, head=piece.head, links=piece.links))
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
            # An item continues under its text, not under its mark.
            if line.left < first.left - _NEAR:
                return True
            return line.left <= first.left + _NEAR and (marked or self._ends_early(last, line))
        moved = abs(line.left - first.left) > _NEAR
        return moved or bool(_CHANGE.match(line.text)) or self._ends_early(last, line)

    def _ends_early(self, last: Line, line: Line) -> bool:
        """Whether the next word would have fit on the last line."""
        word = line.text.split(maxsplit=1)[0]
        return last.right + _LETTER * line.size * (len(word) + 1) < self._margin

    def _close(self) -> None:
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        text, lead, links = _joined(lines)
        is_styled = all(line.styled for line in lines)
        if mark := _MARK.match(text):
            self._append(_marked("example" if self._examples else "item", mark, lead, links))
        elif (mark := _EXAMPLE.match(text)) and mark.end() == lead + 1:
            self._append(_marked("example", mark, 0, links))
        elif is_styled and len(text) < _LONGEST_HEADING and not text.endswith((".", ",")):
            is_bold = all(line.style == "bold" for line in lines)
            self._append(Paragraph("heading", text, lead=len(text) if is_bold else 0, links=links))
        else:
            self._append(Paragraph("text", text, lead=lead, links=links))

    def _append(self, paragraph: Paragraph) -> None:
        if paragraph.kind == "heading":
            self._examples = _EXAMPLES.match(paragraph.text) is not None
        self._done.append(paragraph)


def _marked(kind: Kind, mark: re.Match[str], lead: int, links: Sequence[Link]) -> Paragraph:
    end = mark.end()
    moved = tuple(Link(max(link.start - end, 0), link.end - end, link.target) for link in links if link.end > end)
    return Paragraph(kind, mark.string[end:], mark[0].strip(), max(0, lead - end), links=moved)


def _joined(lines: Sequence[Line]) -> tuple[str, int, tuple[Link, ...]]:
    """Text of a paragraph's lines, the length of its run-in heading, and its links."""
    text, styled, is_leading = "", 0, True
    links: list[Link] = []
    for line in lines:
        text = add_line(text, line.text)
        start = len(text) - len(line.text)
        if is_leading and line.style == lines[0].style:
            styled = start + line.lead
        is_leading = is_leading and line.lead == len(line.text)
        for link in line.links:
            own = Link(start + link.start, start + link.end, link.target)
            # A link over two lines.
            if links and links[-1].target == own.target and own.start - links[-1].end <= 1:
                own = Link(links.pop().start, own.end, own.target)
            links.append(own)
    return text, 0 if is_leading else _run_in(text, styled), tuple(links)


def _run_in(text: str, styled: int) -> int:
    """Length of a run-in heading such as “Upgrade:”: styled text up to a punctuation mark."""
    end = styled + (text[styled : styled + 1] == ":")
    return end if styled and text[end - 1] in _ENDS and text[end : end + 1] == " " else 0
