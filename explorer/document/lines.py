"""A document's text as lines: what every later step of the reader works on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.document.errors import DocumentError

# CR LF, LF, CR alone (old Mac OS), and mixtures. Python's splitlines knows more line ends (form
# feeds, U+2028 …) than a rules document means.
_LINE_END = re.compile(r"\r\n|\r|\n")

# Longer lines than this are whole paragraphs: the document leaves wrapping to the reader's screen.
_WRAPPED_WIDTH = 160


@dataclass(frozen=True, slots=True)
class Line:
    """One line that isn't blank.

    Attributes:
        number: its place in the source, counted from 1.
        text: its words, white space collapsed.
        indented: whether the source sets it in.
        after_blank: whether the line above it is blank, or there is none.
    """

    number: int
    text: str
    indented: bool
    after_blank: bool


def collapse(text: str) -> str:
    """Return text with every run of white space as one space, and none at the ends."""
    return " ".join(text.split())


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that aren't blank."""
    lines = []
    after_blank = True
    for number, raw in enumerate(_LINE_END.split(text), 1):
        words = collapse(raw)
        if words:
            lines.append(Line(number, words, raw[0].isspace(), after_blank))
        after_blank = not words
    return lines


def is_wrapped(lines: Sequence[Line]) -> bool:
    """Return whether paragraphs are broken into lines of a fixed width."""
    return max((len(line.text) for line in lines), default=0) <= _WRAPPED_WIDTH


def join_wrapped(lines: Sequence[Line]) -> str:
    """Return the paragraph that the lines of a wrapped one make."""
    return " ".join(line.text for line in lines)


def find_line(lines: Sequence[Line], text: str, start: int = 0) -> int | None:
    """Return the index of the first line from `start` on that says just `text`, in any case."""
    wanted = text.casefold()
    for index in range(start, len(lines)):
        if lines[index].text.casefold() == wanted:
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
    for line, raw in enumerate(_LINE_END.split(one), 1):  # noqa: B007 (the last line counts)
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
            f"The document doesn't come out as it went in: it has “{mine}” "
            f"where reading and writing it again gives “{yours}”.",
            line,
        )
