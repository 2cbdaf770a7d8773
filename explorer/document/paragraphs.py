"""Join lines into paragraphs, in wrapped and unwrapped documents."""

import re
from collections.abc import Sequence

from explorer.document.document_error import DocumentError
from explorer.document.lines import MARKS, Line
from explorer.document.tree import Paragraph

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
    """Whether a paragraph begins with “Example:” or a variant of it."""
    return text[0] in _EXAMPLE_BEGINNINGS and _EXAMPLE.match(text) is not None


def paragraph(text: str) -> Paragraph:
    return Paragraph("example" if is_example(text) else "text", text)


def swallowed(owner: str, paragraphs: int) -> DocumentError:
    """The error for an item (`owner`) with far too many paragraphs, after which others must have been missed."""
    return DocumentError(
        f"After {owner}, {paragraphs} paragraphs have no number, name or heading such as “Glossary”. "
        "Where they belong can’t be determined."
    )


class ParagraphBuilder:
    """The paragraphs of one wording while it is being parsed.

    Attributes:
        breaks: line breaks within a compound (“state-” | “based”): the paragraph's index and the offset in it.
    """

    __slots__ = ("_last", "breaks", "texts")

    def __init__(self, text: str = "", line: Line | None = None) -> None:
        self.texts = [text] if text else []
        self.breaks: list[tuple[int, int]] = []
        self._last = line if text else None

    def add(self, line: Line, *, wrapped: bool) -> None:
        """Add a line as a new paragraph or to the last one.

        In an unwrapped document, only a line that continues in the middle of a sentence belongs to the last one.
        """
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
    """Whether the next line continues the same word.

    Wrapped documents end a line with a space, unless it breaks a compound.
    """
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
