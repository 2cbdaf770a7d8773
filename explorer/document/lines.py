"""Document's text as lines: what every later step of the reader works on."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from explorer.document.document_error import DocumentError

# Form feed, vertical tab (a line break within a paragraph, from word processors), next line, and
# Unicode's separators of lines and paragraphs.
_OTHER_LINE_ENDS = "\f\v\x85\u2028\u2029"
# Marks without width that word processors and web pages leave in text.
MARKS = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\xad"
_NO_MARKS = dict.fromkeys(map(ord, MARKS))
# What may stand around a heading: “_Credits_”, “Contents:”.
_AROUND_HEADINGS = " _*#=:"
# A document of fewer lines is too short to tell how it is spaced.
_ENOUGH_LINES = 100
# A double-spaced document has at most one in so many lines without a blank one above it.
_RARE = 50


class Line(NamedTuple):
    """One line that isn't blank.

    Attributes:
        number: its place in the source, counted from 1.
        text: its words, white space collapsed.
        indented: whether the source sets it in, more than most of its lines.
        after_blank: whether the line above it is blank, or there is none. In a document that is
            double-spaced throughout, whether there is more room above it than above most lines.
        spaced: whether white space follows its words.
    """

    number: int
    text: str
    indented: bool
    after_blank: bool
    spaced: bool


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that aren't blank."""
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
    if len(lines) < _ENOUGH_LINES:
        return lines
    if set_in * 2 > len(lines):
        lines = _less_indented(lines, text)
    if tight * _RARE < len(lines):
        lines = _less_spaced(lines)
    return lines


def _less_spaced(lines: list[Line]) -> list[Line]:
    """Return the lines of a double-spaced document as they would be in a single-spaced one."""
    before = [0, *(line.number for line in lines)]
    wide = [line.number - above > 2 for line, above in zip(lines, before, strict=False)]
    if sum(wide) * 5 < len(lines):
        return lines
    return [line._replace(after_blank=is_wide) for line, is_wide in zip(lines, wide, strict=True)]


def _less_indented(lines: list[Line], text: str) -> list[Line]:
    """Return the lines of a document that is set in as a whole as if its margin were at the left."""
    raw = raw_lines(text)
    indents = [len(raw[line.number - 1]) - len(raw[line.number - 1].lstrip()) for line in lines]
    usual = Counter(indents).most_common(1)[0][0]
    return [line._replace(indented=indent > usual) for line, indent in zip(lines, indents, strict=True)]


def visible(text: str) -> str:
    """Return a text without the marks in it that have no width."""
    return text if text.isprintable() else text.translate(_NO_MARKS)


def raw_lines(text: str) -> list[str]:
    """Return the lines of a text, blank ones too, without their ends.

    Lines end in CR LF, LF, or CR alone (old Mac OS), also in mixtures, and in the marks that word
    processors and printers break lines and pages with.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for end in _OTHER_LINE_ENDS:
        text = text.replace(end, "\n")
    return text.split("\n")


def find_heading(lines: Sequence[Line], names: Collection[str], start: int = 0) -> int | None:
    """Return the index of the first line from `start` on that says just one of some names.

    Args:
        lines: where to look.
        names: the names, in small letters; a line may have capitals and `_marks:` around it.
        start: the first index to look at.
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
    """Compare two texts with white space collapsed.

    Returns:
        None if they are equal; else the line of `one` where they part, counted from 1, and the
        words of each that stand there.
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
    """Compare a source with the text put together again from its tree.

    Raises:
        DocumentError: they differ; it names the first place.
    """
    difference = first_difference(source, rebuilt)
    if difference is not None:
        line, mine, yours = difference
        raise DocumentError(
            f"Pipwise can’t reproduce this document exactly. It has “{mine}”; Pipwise gives “{yours}”.",
            line,
        )
