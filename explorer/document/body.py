"""Parse the numbered part of a document into a tree of entries."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from explorer.document.heads import Head, may_begin_item, read_doubtful_head, read_head, settle_numbers
from explorer.document.lines import MOST_PARAGRAPHS, Line, ParagraphBuilder, is_wrapped, paragraph, swallowed
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.tree import Entry, Paragraph

_LONGEST_HEADING = 120
# Titles, unlike short sentences, don't end in a period.
_TITLE_LENGTH = 80
_SENTENCE_END = (".", ":", ";", "?", "!", ",", ")", "”", '"')
_SENTENCE_STOP = (".", ")", "”", '"', "!", "?")
# After these words, a number that begins the next line is a reference, not a head.
_REFERRING_WORDS = frozenset(
    ["rule", "rules", "section", "sections", "see", "and", "or", "to", "in", "by", "of", "through"]
)


class Item(NamedTuple):
    """A numbered item being parsed; the number in its head isn't settled yet."""

    head: Head
    wording: ParagraphBuilder


def read_body(lines: Sequence[Line]) -> tuple[list[Line], list[Entry]]:
    """Parse the lines from the first number up to the glossary.

    Returns:
        The lines before the first number, and the top entries (chapters, in a whole document) with their children.

    Raises:
        DocumentError: a number is repeated too often, or an item has too many paragraphs, to be a rules document.
    """
    wrapped = is_wrapped(lines)
    stray: list[Line] = []
    items: list[Item] = []
    for index, line in enumerate(lines):
        head = _find_head(lines, index, items, wrapped=wrapped) if may_begin_item(line.text) else None
        if head is not None:
            items.append(Item(head, ParagraphBuilder(head.text, line)))
        elif items:
            items[-1].wording.add(line, wrapped=wrapped)
        else:
            stray.append(line)
    for item in items:
        if len(item.wording.texts) > MOST_PARAGRAPHS:
            raise swallowed(f"the number {item.head.number}", len(item.wording.texts))
    numbers = settle_numbers([item.head.number for item in items])
    return stray, nest(_entry(item, number) for item, number in zip(items, numbers, strict=True))


def _find_head(lines: Sequence[Line], index: int, items: Sequence[Item], *, wrapped: bool) -> Head | None:
    line = lines[index]
    head = read_head(line.text)
    if head is None:
        head = read_doubtful_head(line.text, items[-1].head.number) if items else None
    elif items and head.number.kind is NumberKind.CHAPTER and not _begins_chapter(lines, index, items):
        return None
    if head is None or not items or line.after_blank:
        return head
    return head if _begins_item(head, items[-1], wrapped=wrapped) else None


def _begins_item(head: Head, last: Item, *, wrapped: bool) -> bool:
    """Whether a number on the line right below other text begins an item.

    True if it follows the previous number, or a sentence ends before it. In an unwrapped document, true unless the
    text before it refers to that rule ("see rule" | "107.4").
    """
    # A title may end in a referring word: “The Magic Golden Rules”.
    if not last.wording.texts or not last.head.number.rule:
        return True
    before = last.wording.texts[-1]
    if before.rsplit(None, 1)[-1].lower() in _REFERRING_WORDS:
        return False
    if not wrapped or head.number.follows(last.head.number):
        return True
    return before.endswith(_SENTENCE_STOP) and not head.text[:1].islower()


def _begins_chapter(lines: Sequence[Line], index: int, items: Sequence[Item]) -> bool:
    # “2. ” may also begin an item of a list. The minimum, since one of the last numbers may be a typo.
    here = min(item.head.number.chapter for item in items[-3:])
    below = (lines[later].text for later in range(index + 1, len(lines)))
    heads = (read_head(text) for text in below if may_begin_item(text))
    following = next((found.number for found in heads if found is not None), None)
    if following is None:
        return lines[index].after_blank
    return following.kind is NumberKind.SECTION and following.chapter > here


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


def _has_title(wording: ParagraphBuilder) -> bool:
    """Whether a chapter or section has a title rather than a sentence (“This section is empty.”)."""
    if not wording.texts or any(index == 0 for index, _ in wording.breaks):
        return False
    return len(wording.texts[0]) <= _LONGEST_HEADING and wording.texts[0][-1] not in ".]"


def nest(entries: Iterable[Entry]) -> list[Entry]:
    """Nest each entry under the nearest earlier one whose number contains it."""
    roots: list[Entry] = []
    # Stack of open entries with their children so far, outermost first.
    above: list[tuple[Entry, list[Entry]]] = []

    def close() -> None:
        entry, children = above.pop()
        grown = _with_children(entry, children) if children else entry
        (above[-1][1] if above else roots).append(grown)

    for entry in entries:
        while above and not _lies_under(above[-1][0].number, entry.number):
            close()
        above.append((entry, []))
    while above:
        close()
    return roots


def _lies_under(one: RuleNumber, other: RuleNumber) -> bool:
    """Whether `other` belongs under `one`. A repeated number is a sibling of the first."""
    if one.rule:
        return other.letter != "" and not one.letter and one.rule == other.rule and one.section == other.section
    if one.section:
        return other.rule > 0 and one.section == other.section
    return other.section > 0 and one.chapter == other.chapter


def _with_children(entry: Entry, children: list[Entry]) -> Entry:
    heading = entry.heading
    if not heading and entry.number.rule and is_title(entry.paragraphs):
        heading = entry.paragraphs[0].text
    return replace(entry, heading=heading, children=tuple(children))


def is_title(paragraphs: Sequence[Paragraph]) -> bool:
    if len(paragraphs) != 1:
        return False
    text = paragraphs[0].text
    return len(text) <= _TITLE_LENGTH and not text.endswith(_SENTENCE_END)
