"""Split a document, wrapped or not, into lines; join them into paragraphs; and compare it with its reproduction."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from explorer.document.numbers import DocumentError
from explorer.document.tree import Paragraph

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
    raw = raw_lines(text)
    indents = [len(raw[line.number - 1]) - len(raw[line.number - 1].lstrip()) for line in lines]
    usual = Counter(indents).most_common(1)[0][0]
    return [line._replace(indented=indent > usual) for line, indent in zip(lines, indents, strict=True)]


def visible(text: str) -> str:
    return text if text.isprintable() else text.translate(_NO_MARKS)


def raw_lines(text: str) -> list[str]:
    """Split text at CR LF, LF, CR (old Mac OS), and other line and page breaks; keep blank lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for end in _OTHER_LINE_ENDS:
        text = text.replace(end, "\n")
    return text.split("\n")


def find_heading(lines: Sequence[Line], names: Collection[str], start: int = 0) -> int | None:
    """The first line from `start` on that is one of the lower-case names, perhaps with capitals or `_marks:`."""
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


# Longer lines are whole paragraphs; a document with more than a few of them isn't wrapped.
_WRAPPED_WIDTH = 160
_FEW = 0.03
# “Example: ”; also “_Example:_”, “EXAMPLE:”, “• Example 2:”, “Example — ”.
_EXAMPLE_BEGINNINGS = frozenset("Ee_*•·-–" + MARKS)
_EXAMPLE = re.compile(
    rf"[_*•·\-–\s{MARKS}]*(?:Examples?|EXAMPLES?|examples?)\b(?:\s\d\d?\b)?[_*\s]*(?::|\.\s|[—–-]\s?(?=[A-Z“\"]))"
)
# No rule and no glossary entry has more.
MOST_PARAGRAPHS = 100
# A wrapped line may end within a compound: “state-” | “based effects”, “-1/-” | “1”.
_BREAKABLE = re.compile(r"[\w/][-–—/]$")
# A sentence that ends this early in a line of a wrapped document ends its paragraph.
_EARLY = 60
_SENTENCE_END = (".", ")", "”", '"')
_STOPS = (*_SENTENCE_END, ":", ";", "!", "?")


def is_wrapped(lines: Sequence[Line]) -> bool:
    """Whether paragraphs are broken into lines of some width; then some lines begin in lower case."""
    few = len(lines) * _FEW
    if sum(len(line.text) > _WRAPPED_WIDTH for line in lines) > few:
        return False
    return sum(line.text[0].islower() and not line.after_blank for line in lines) > few


def is_example(text: str) -> bool:
    return text[0] in _EXAMPLE_BEGINNINGS and _EXAMPLE.match(text) is not None


def paragraph(text: str) -> Paragraph:
    return Paragraph("example" if is_example(text) else "text", text)


def too_many_paragraphs(owner: str, paragraphs: int) -> DocumentError:
    """The error for an item (`owner`) with far too many paragraphs, after which others must have been missed."""
    return DocumentError(
        f"After {owner}, {paragraphs} paragraphs have no number, name or heading such as “Glossary”. "
        "Where they belong can’t be determined."
    )


class ParagraphBuilder:
    """The paragraphs of one wording while it is being parsed.

    `breaks` are line breaks within a compound (“state-” | “based”): the paragraph's index and the offset in it.
    """

    __slots__ = ("_last", "breaks", "texts")

    def __init__(self, text: str = "", line: Line | None = None) -> None:
        self.texts = [text] if text else []
        self.breaks: list[tuple[int, int]] = []
        self._last = line if text else None

    def add(self, line: Line, *, wrapped: bool) -> None:
        """Add a line to the last paragraph or as a new one; if not wrapped, to the last only in mid-sentence."""
        before = self._last
        if before is None or (_begins_paragraph(line, before) if wrapped else not _goes_on(line, before)):
            self.texts.append(line.text)
            self._last = line
            return
        last = self.texts[-1]
        if _ends_in_compound(before, line.text):
            self.breaks.append((len(self.texts) - 1, len(last)))
            self.texts[-1] = last + line.text
        else:
            self.texts[-1] = f"{last} {line.text}"
        self._last = line


def break_again(texts: Sequence[str], breaks: Sequence[tuple[int, int]]) -> list[str]:
    """Restore the source's line breaks within compounds."""
    broken = list(texts)
    for index, length in reversed(breaks):
        broken[index] = f"{broken[index][:length]}\n{broken[index][length:]}"
    return broken


def _ends_in_compound(line: Line, following: str) -> bool:
    """Whether the next line continues the same word. Wrapped lines end with a space, unless they break a compound."""
    if line.spaced:
        return False
    # “-” | “1/-1”
    return _BREAKABLE.search(line.text) is not None or (line.text.endswith(" -") and following[0].isdigit())


def _goes_on(line: Line, before: Line) -> bool:
    return line.text[0].islower() and not (
        line.after_blank or line.indented or before.text.endswith(_STOPS) or is_example(line.text)
    )


def _begins_paragraph(line: Line, before: Line) -> bool:
    if line.after_blank or line.indented or is_example(line.text):
        return True
    if not before.text.endswith(_SENTENCE_END) or line.text[0].islower():
        return False
    # A numbered sense of a glossary entry: “1. A zone …”.
    is_sense = line.text[0].isdigit() and line.text[1:3] == ". "
    return is_sense or len(before.text) < _EARLY
