"""A document's text as lines: what every later step of the reader works on."""

from collections.abc import Sequence
from typing import NamedTuple

from explorer.document.errors import DocumentError


class Line(NamedTuple):
    """One line that isn't blank.

    Attributes:
        number: its place in the source, counted from 1.
        text: its words, white space collapsed.
        indented: whether the source sets it in.
        after_blank: whether the line above it is blank, or there is none.
        spaced: whether white space follows its words.
    """

    number: int
    text: str
    indented: bool
    after_blank: bool
    spaced: bool


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that aren't blank."""
    lines = []
    after_blank = True
    for number, raw in enumerate(raw_lines(text), 1):
        words = raw.strip()
        if words:
            whole = len(words) == len(raw)
            indented = not whole and raw[0].isspace()
            spaced = not whole and raw[-1].isspace()
            if "  " in words or not words.isprintable():
                words = " ".join(words.split())
            lines.append(Line(number, words, indented, after_blank, spaced))
            after_blank = False
        else:
            after_blank = True
    return lines


def raw_lines(text: str) -> list[str]:
    """Return the lines of a text, blank ones too, without their ends.

    Lines end in CR LF, LF, or CR alone (old Mac OS), also in mixtures. Python's splitlines knows
    more line ends (form feeds, U+2028 …) than a rules document means.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def find_line(lines: Sequence[Line], text: str, start: int = 0) -> int | None:
    """Return the index of the first line from `start` on that says just `text`, in any case."""
    wanted, length = text.casefold(), len(text)
    for index in range(start, len(lines)):
        line = lines[index].text
        if len(line) == length and line.casefold() == wanted:
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
            f"The document doesn't come out as it went in: it has “{mine}” "
            f"where reading and writing it again gives “{yours}”.",
            line,
        )
