"""From lines to a tree of numbered entries."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from explorer.document.heads import Head, read_head, settle_numbers
from explorer.document.lines import Line, is_wrapped
from explorer.document.numbers import Kind, RuleNumber
from explorer.document.tree import Entry, Paragraph

_EXAMPLE = re.compile(r"[_*]*Examples?\b[_*]*:")
# A title has no full stop of its own; sentences, even short ones, do.
_TITLE_LENGTH = 80
_SENTENCE_END = (".", ":", ";", "?", "!", ",", ")", "”", '"')


@dataclass(slots=True)
class Item:
    """A numbered item while it is being read.

    Attributes:
        line: where it begins, counted from 1.
        head: its number as it stands there.
        paragraphs: the words of each paragraph, in order, the head's first.
    """

    line: int
    head: Head
    paragraphs: list[str] = field(default_factory=list)


def read_body(lines: Sequence[Line]) -> tuple[list[Line], list[Entry]]:
    """Read the numbered part of a document.

    Args:
        lines: the lines from the first number up to the glossary.

    Returns:
        The lines before the first number, which belong to no entry; and the entries that stand
        highest (chapters, in a whole document), with everything under them.
    """
    gather = _gather_wrapped if is_wrapped(lines) else _gather
    stray, items = gather(lines)
    numbers = settle_numbers([item.head.number for item in items])
    return stray, nest([_entry(item, number) for item, number in zip(items, numbers, strict=True)])


def paragraph(text: str) -> Paragraph:
    """Return a paragraph, of the kind that its first word shows."""
    return Paragraph("example" if _EXAMPLE.match(text) else "text", text)


def _gather(lines: Sequence[Line]) -> tuple[list[Line], list[Item]]:
    """Divide lines that are whole paragraphs into items."""
    stray: list[Line] = []
    items: list[Item] = []
    for line in lines:
        head = read_head(line.text) if line.text[0].isdigit() else None
        if head is not None:
            items.append(Item(line.number, head, [head.text] if head.text else []))
        elif items:
            items[-1].paragraphs.append(line.text)
        else:
            stray.append(line)
    return stray, items


def _gather_wrapped(lines: Sequence[Line]) -> tuple[list[Line], list[Item]]:
    """Divide the lines of wrapped paragraphs into items.

    A line begins a paragraph after a blank line, set in, or with “Example:”. It begins an item
    after a blank line, or where its number goes on from the one before.
    """
    stray: list[Line] = []
    items: list[Item] = []
    for line in lines:
        head = read_head(line.text) if line.text[0].isdigit() else None
        if head is not None and _begins_item(line, head, items):
            items.append(Item(line.number, head, [head.text] if head.text else []))
        elif not items:
            stray.append(line)
        elif not items[-1].paragraphs or _begins_paragraph(line):
            items[-1].paragraphs.append(line.text)
        else:
            items[-1].paragraphs[-1] += f" {line.text}"
    return stray, items


def _begins_item(line: Line, head: Head, items: Sequence[Item]) -> bool:
    if not items or line.after_blank:
        return True
    return head.number.follows(items[-1].head.number)


def _begins_paragraph(line: Line) -> bool:
    return line.after_blank or line.indented or _EXAMPLE.match(line.text) is not None


def _entry(item: Item, number: RuleNumber) -> Entry:
    head = item.head
    printed = head.printed
    if number != head.number and not printed:
        printed = f"{head.number}{'' if head.number.letter else '.'} "
    if number.kind in (Kind.CHAPTER, Kind.SECTION):
        heading, *rest = item.paragraphs or [""]
        return Entry(number, printed, heading, tuple(map(paragraph, rest)))
    return Entry(number, printed, "", tuple(map(paragraph, item.paragraphs)))


def nest(entries: Iterable[Entry]) -> list[Entry]:
    """Put each entry under the nearest one before it whose number contains it."""
    roots: list[Entry] = []
    # Still open, widest first: each with the key of its number and the children found so far.
    above: list[tuple[str, Entry, list[Entry]]] = []

    def close() -> None:
        _, entry, children = above.pop()
        grown = _with_children(entry, children) if children else entry
        (above[-1][2] if above else roots).append(grown)

    for entry in entries:
        key = entry.number.sort_key
        while above and not (key.startswith(above[-1][0]) and key != above[-1][0]):
            close()
        above.append((key, entry, []))
    while above:
        close()
    return roots


def _with_children(entry: Entry, children: list[Entry]) -> Entry:
    heading = entry.heading
    if not heading and is_title(entry.paragraphs):
        heading = entry.paragraphs[0].text
    return Entry(entry.number, entry.printed, heading, entry.paragraphs, entry.dates, tuple(children))


def is_title(paragraphs: Sequence[Paragraph]) -> bool:
    """Return whether a wording is nothing but a title (“Flying”)."""
    if len(paragraphs) != 1:
        return False
    text = paragraphs[0].text
    return len(text) <= _TITLE_LENGTH and not text.endswith(_SENTENCE_END)
