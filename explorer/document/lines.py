"""Split a document into lines, and compare it with its reproduction."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from explorer.document.document_error import DocumentError

# Form feed, vertical tab (a line break within a paragraph, in word processors), next line, and Unicode's line and
# paragraph separators.
_OTHER_LINE_ENDS = "\f\v\x85\u2028\u2029"
# Zero-width characters that word processors and web pages leave in text.
MARKS = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\xad"
_NO_MARKS = dict.fromkeys(map(ord, MARKS))
# “_Credits_”, “Contents:”
_AROUND_HEADINGS = " _*#=:"
# Too few lines to tell how a document is spaced.
_MIN_LINES = 100
# In a double-spaced document, at most one in this many lines has no blank one above.
_RARE = 50


class Line(NamedTuple):
    """A line that isn't blank.

    Attributes:
        number: its place in the source, counted from 1.
        text: its words, white space collapsed.
        indented: indented more than most of the document.
        after_blank: the line above is blank or there is none. In a double-spaced document, there are more blank lines
            above it than usual.
        spaced: trailing white space.
    """

    number: int
    text: str
    indented: bool
    after_blank: bool
    spaced: bool


def split_lines(text: str) -> list[Line]:
    lines: list[Line] = []
    after_blank = True
    set_in = tight = 0
    for number, raw in enumerate(raw_lines(text), 1):
        words = raw.strip()
        if not words:
            after_blank = True
            continue
        indented = spaced = False
        if len(words) != len(raw):
            indented, spaced = raw[0].isspace(), raw[-1].isspace()
            set_in += indented
        if "  " in words or not words.isprintable():
            words = " ".join(words.split())
        lines.append(Line(number, words, indented, after_blank, spaced))
        if after_blank:
            after_blank = False
        else:
            tight += 1
    if len(lines) < _MIN_LINES:
        return lines
    if set_in * 2 > len(lines):
        lines = _less_indented(lines, text)
    if tight * _RARE < len(lines):
        lines = _less_spaced(lines)
    return lines


def _less_spaced(lines: list[Line]) -> list[Line]:
    """Adjust `after_blank` for a double-spaced document."""
    before = [0, *(line.number for line in lines)]
    wide = [line.number - above > 2 for line, above in zip(lines, before, strict=False)]
    if sum(wide) * 5 < len(lines):
        return lines
    return [line._replace(after_blank=is_wide) for line, is_wide in zip(lines, wide, strict=True)]


def _less_indented(lines: list[Line], text: str) -> list[Line]:
    """Adjust `indented` for a document that is indented as a whole."""
    raw = raw_lines(text)
    indents = [len(raw[line.number - 1]) - len(raw[line.number - 1].lstrip()) for line in lines]
    usual = Counter(indents).most_common(1)[0][0]
    return [line._replace(indented=indent > usual) for line, indent in zip(lines, indents, strict=True)]


def visible(text: str) -> str:
    """Remove zero-width characters."""
    return text if text.isprintable() else text.translate(_NO_MARKS)


def raw_lines(text: str) -> list[str]:
    """Split text at CR LF, LF, CR (old Mac OS), and other line and page breaks; keep blank lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for end in _OTHER_LINE_ENDS:
        text = text.replace(end, "\n")
    return text.split("\n")


def find_heading(lines: Sequence[Line], names: Collection[str], start: int = 0) -> int | None:
    """The index of the first line from `start` on that consists of one of the names.

    Names are in lower case; a line may have capitals and `_marks:` around it.
    """
    longest = max(map(len, names)) + 6
    for index in range(start, len(lines)):
        line = lines[index].text
        if len(line) > longest:
            continue
        words = visible(line).strip(_AROUND_HEADINGS)
        if words[:1].isupper() and words.casefold() in names:
            return index
    return None


def first_difference(one: str, other: str) -> tuple[int, str, str] | None:
    """Compare two texts, ignoring white space.

    Returns:
        None if they are equal; else the line of `one` where they diverge, counted from 1, and the next words of each.
    """
    mine, yours = one.split(), other.split()
    if mine == yours:
        return None
    place = next(
        (index for index, (a, b) in enumerate(zip(mine, yours, strict=False)) if a != b),
        min(len(mine), len(yours)),
    )
    seen = 0
    line = 1
    for line, raw in enumerate(raw_lines(one), 1):  # noqa: B007 (the last line counts)
        seen += len(raw.split())
        if seen > place:
            break
    return line, " ".join(mine[place : place + 8]), " ".join(yours[place : place + 8])


def refuse_if_different(source: str, rebuilt: str) -> None:
    """Compare a source with the text written from its tree.

    Raises:
        DocumentError: they differ; it quotes the first difference.
    """
    difference = first_difference(source, rebuilt)
    if difference is not None:
        line, mine, yours = difference
        raise DocumentError(
            f"Pipwise can’t reproduce this document exactly. It has “{mine}”; Pipwise gives “{yours}”.",
            line,
        )
