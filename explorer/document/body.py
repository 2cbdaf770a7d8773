"""From lines to a tree of numbered entries."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from explorer.document.heads import Head, read_head, settle_numbers
from explorer.document.lines import Line
from explorer.document.numbers import RuleNumber
from explorer.document.paragraphs import Gathering, is_wrapped, paragraph
from explorer.document.tree import Entry, Paragraph

_LONGEST_HEADING = 120
# A title has no full stop of its own; sentences, even short ones, do.
_TITLE_LENGTH = 80
_SENTENCE_END = (".", ":", ";", "?", "!", ",", ")", "”", '"')
# After these words, a number at the beginning of the next line is what they speak of.
_REFERRING = frozenset(["rule", "rules", "section", "sections", "see", "and", "or", "to", "in", "by", "of", "through"])


class Item(NamedTuple):
    """A numbered item while it is being read: its number as it stands there, and its wording."""

    head: Head
    wording: Gathering


def read_body(lines: Sequence[Line]) -> tuple[list[Line], list[Entry]]:
    """Read the numbered part of a document.

    Args:
        lines: the lines from the first number up to the glossary.

    Returns:
        The lines before the first number, which belong to no entry; and the entries that stand
        highest (chapters, in a whole document), with everything under them.
    """
    wrapped = is_wrapped(lines)
    stray: list[Line] = []
    items: list[Item] = []
    for line in lines:
        head = read_head(line.text) if line.text[0].isdigit() else None
        if head is not None and (not wrapped or _begins_item(line, head, items)):
            items.append(Item(head, Gathering(head.text, line)))
        elif items:
            items[-1].wording.add(line, wrapped=wrapped)
        else:
            stray.append(line)
    numbers = settle_numbers([item.head.number for item in items])
    return stray, nest(_entry(item, number) for item, number in zip(items, numbers, strict=True))


def _begins_item(line: Line, head: Head, items: Sequence[Item]) -> bool:
    """Return whether a number at the beginning of a line of a wrapped document begins an item.

    It does after a blank line; and elsewhere where it goes on from the number before, unless the
    words before it speak of that rule.
    """
    if not items or line.after_blank:
        return True
    last = items[-1]
    if not head.number.follows(last.head.number):
        return False
    # A title may end in such a word: “The Magic Golden Rules”.
    words = last.wording.texts[-1].split() if last.wording.texts and last.head.number.rule else []
    return not words or words[-1].lower() not in _REFERRING


def _entry(item: Item, number: RuleNumber) -> Entry:
    head, texts = item.head, item.wording.texts
    printed = head.printed
    if number != head.number and not printed:
        printed = f"{head.number} " if head.number.letter else f"{head.number}. "
    breaks = tuple(item.wording.breaks)
    if not number.rule and _has_title(item.wording):
        heading, *texts = texts
        breaks = tuple((index - 1, length) for index, length in breaks)
        return Entry(number, printed, heading, tuple(map(paragraph, texts)), breaks=breaks)
    return Entry(number, printed, "", tuple(map(paragraph, texts)), breaks=breaks)


def _has_title(wording: Gathering) -> bool:
    """Return whether a chapter or section has a title, not a sentence (“This section is empty.”)."""
    if not wording.texts or any(index == 0 for index, _ in wording.breaks):
        return False
    return len(wording.texts[0]) <= _LONGEST_HEADING and wording.texts[0][-1] not in ".]"


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
    if not heading and entry.number.rule and is_title(entry.paragraphs):
        heading = entry.paragraphs[0].text
    return Entry(
        entry.number,
        entry.printed,
        heading,
        entry.paragraphs,
        entry.dates,
        tuple(children),
        entry.breaks,
    )


def is_title(paragraphs: Sequence[Paragraph]) -> bool:
    """Return whether a wording is nothing but a title (“Flying”)."""
    if len(paragraphs) != 1:
        return False
    text = paragraphs[0].text
    return len(text) <= _TITLE_LENGTH and not text.endswith(_SENTENCE_END)
