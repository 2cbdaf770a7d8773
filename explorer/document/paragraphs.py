"""Paragraphs put together from lines, in documents that wrap them and in documents that don't."""

import re
from collections.abc import Sequence

from explorer.document.lines import Line
from explorer.document.tree import Paragraph

# Longer lines than this are whole paragraphs: the document leaves wrapping to the reader's screen.
_WRAPPED_WIDTH = 160
_EXAMPLE = re.compile(r"[_*]*Examples?\b[_*]*:")
# A wrapped line may end in the middle of a compound: “state-” | “based effects”.
_BREAKABLE = re.compile(r"\w[-–—/]$")
# A sentence that ends this early in a line of a wrapped document ends its paragraph.
_EARLY = 60
_SENTENCE_END = (".", ")", "”", '"')


def is_wrapped(lines: Sequence[Line]) -> bool:
    """Return whether paragraphs are broken into lines of some width.

    Where they are, some line goes on with a small letter.
    """
    if any(len(line.text) > _WRAPPED_WIDTH for line in lines):
        return False
    return any(line.text[0].islower() and not line.after_blank for line in lines)


def is_example(text: str) -> bool:
    """Return whether a paragraph is an example, by its first word."""
    return text[0] in "E_*" and _EXAMPLE.match(text) is not None


def paragraph(text: str) -> Paragraph:
    """Return a paragraph, of the kind that its first word shows."""
    return Paragraph("example" if is_example(text) else "text", text)


class Gathering:
    """The paragraphs of one wording while they are being read.

    Attributes:
        texts: what there is of each.
        breaks: where a line ended in the middle of a compound: which paragraph (from 0), and how
            many letters of it came before.
    """

    __slots__ = ("_last", "breaks", "texts")

    def __init__(self, text: str = "", line: Line | None = None) -> None:
        """Begin with the words that a line ends with, if there are any."""
        self.texts = [text] if text else []
        self.breaks: list[tuple[int, int]] = []
        self._last = line if text else None

    def add(self, line: Line, *, wrapped: bool) -> None:
        """Add a line: as a new paragraph, or in a wrapped document to the last one."""
        before = self._last
        if not wrapped or before is None or _begins_paragraph(line, before):
            self.texts.append(line.text)
            self._last = line
            return
        last = self.texts[-1]
        if _ends_in_compound(before):
            self.breaks.append((len(self.texts) - 1, len(last)))
            self.texts[-1] = last + line.text
        else:
            self.texts[-1] = f"{last} {line.text}"
        self._last = line


def break_again(texts: Sequence[str], breaks: Sequence[tuple[int, int]]) -> list[str]:
    """Return paragraphs with the line ends put back that a source has in the middle of compounds."""
    broken = list(texts)
    for index, length in reversed(breaks):
        broken[index] = f"{broken[index][:length]}\n{broken[index][length:]}"
    return broken


def _ends_in_compound(line: Line) -> bool:
    """Return whether what follows on the next line belongs to the same word.

    Wrapped documents end a line with a space, unless it ends in the middle of a compound.
    """
    return not line.spaced and _BREAKABLE.search(line.text) is not None


def _begins_paragraph(line: Line, before: Line) -> bool:
    """Return whether a line of a wrapped document begins a paragraph, given the one before it."""
    if line.after_blank or line.indented or is_example(line.text):
        return True
    if not before.text.endswith(_SENTENCE_END) or line.text[0].islower():
        return False
    # The senses of a glossary entry are numbered: “1. A zone …”.
    is_sense = line.text[0].isdigit() and line.text[1:3] == ". "
    return is_sense or len(before.text) < _EARLY
