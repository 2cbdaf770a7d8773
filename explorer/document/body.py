"""Parse the numbered part of a document into a tree of entries: which numbers begin a rule, and which a typo meant."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from explorer.document.lines import (
    MARKS,
    MOST_PARAGRAPHS,
    Line,
    ParagraphBuilder,
    is_wrapped,
    paragraph,
    too_many_paragraphs,
    visible,
)
from explorer.document.numbers import SKIPPED_LETTERS, DocumentError, NumberKind, RuleNumber
from explorer.document.tree import Entry, Paragraph, nest

# Most heads are “107.4. ” and “107.4f ”.
_USUAL_HEAD = re.compile(r"([1-9]\d\d)\.([1-9]\d{0,2})(?:\. |([a-z]) )(?=\S)")
# “1. Game Concepts”, “107. Numbers and Symbols”, “107.4. The”, “107.4f Phyrexian”; and with typos:
# “606.5 If”, “901.4.All”, “702.93a. Soulbond”, “205. 3 A”, “205..3 A”, “702.19B If”.
_HEAD = re.compile(
    r"""(?:
        ([1-9]) (?=\.\s)
      | ([1-9]\d\d)
        (?: \s?\.{1,2}\s? ([1-9]\d{0,2})
            (?: ([a-z])(?=[\s.A-Z“"{]|$)
              | ([A-Z])(?=\.?\s+[^a-z\s]|\.?$)
              | \s([a-z])(?=\.|\s[^a-z]|$)
            )?
        )?
    )
    (\.{0,2}) \s*
    (?: (?<=\s) | (?<=[a-z])(?=[A-Z“"{]) | (?<=\.)(?=\D) | $ )""",
    re.VERBOSE,
)
# Accepted only if it is the next number: “107,4 The”, “1074f The”, “(107.4f) The”, “107.4f: The”.
_DOUBTFUL_HEAD = re.compile(r"[_*(\[•§]{0,2}([1-9]\d\d)[.,;:]?\s?([1-9]\d{0,2})([a-z]?)[.,;:)\]_*]{0,3}\s(?=[^\sa-z])")
# “509 Declare Blockers Step”, not a sentence.
_DOUBTFUL_HEADING = re.compile(r"([1-9]\d\d)()()[,:;]?\s(?=[A-Z][^.]{2,60}$)")
_FIRST_LETTERS = frozenset("123456789_*([•§" + MARKS)
# However strangely a number is printed, it isn't longer.
_LONGEST_PRINTED = 24
# Official editions print a number at most twice; `RuleNumber.repeat` is one digit.
_MOST_REPEATED = 9


class Head(NamedTuple):
    """The number that begins an item, the line up to its first word if printed unusually (else empty), and the rest."""

    number: RuleNumber
    printed: str
    text: str


def usual_head(number: RuleNumber) -> str:
    """As documents print it: `107.4f`, but `107.4.` with a period."""
    return str(number) if number.kind is NumberKind.SUBRULE else f"{number}."


def may_begin_item(text: str) -> bool:
    return text[0] in _FIRST_LETTERS


def read_head(text: str) -> Head | None:
    usual = _USUAL_HEAD.match(text)
    if usual is not None:
        section, rule, letter = usual.groups("")
        return Head(RuleNumber(int(section[0]), int(section), int(rule), letter), "", text[usual.end() :])
    return _read_plain_head(text) if text[:_LONGEST_PRINTED].isprintable() else _read_marked_head(text)


def _read_plain_head(text: str) -> Head | None:
    found = _HEAD.match(text)
    if found is None:
        return None
    chapter, section, rule, letter, capital, spaced_letter, dot = found.groups("")
    if chapter:
        number = RuleNumber(int(chapter))
        usual = f"{chapter}. "
    elif rule:
        letter = letter or capital.lower() or spaced_letter
        number = RuleNumber(int(section[0]), int(section), int(rule), letter)
        usual = f"{section}.{rule}{letter} " if letter else f"{section}.{rule}. "
    elif dot:
        number = RuleNumber(int(section[0]), int(section))
        usual = f"{section}. "
    else:
        return None
    beginning, rest = found[0], text[found.end() :]
    if not rest:
        # The text begins on the next line.
        beginning = beginning.rstrip() + " "
    if beginning == usual:
        beginning = ""
    return Head(number, beginning, rest)


def read_doubtful_head(text: str, previous: RuleNumber) -> Head | None:
    """Parse a malformed number that `read_head` rejects, if it is the one that comes next."""
    found = _DOUBTFUL_HEAD.match(text) or _DOUBTFUL_HEADING.match(text)
    if found is None:
        return None
    section, rule, letter = found.groups()
    number = RuleNumber.of(int(section), int(rule or 0), letter or "")
    return Head(number, found[0], text[found.end() :]) if number.follows(previous) else None


def _read_marked_head(text: str) -> Head | None:
    shown = visible(text)
    head = _read_plain_head(shown)
    if head is None:
        return None
    rest = len(shown) - len(head.text)
    end = 0
    while rest:
        rest -= text[end] not in MARKS
        end += 1
    printed = text[:end]
    if len(printed) > _LONGEST_PRINTED:
        return None
    return head._replace(text=text[end:], printed=head.printed if printed == shown[:end] else printed)


def correct_numbers(shown: Sequence[RuleNumber]) -> list[RuleNumber]:
    """Correct typos in the numbers of a document.

    A number that continues the sequence or skips some is trusted. One that goes backwards, jumps far ahead of its
    successors, or skips one and then occurs twice, is a typo for the number that fits between its neighbors, or else
    for the next one. A repeated number that can't be corrected keeps its number with a `repeat`.

    Raises:
        DocumentError: a number occurs too often for a rules document.
    """
    printed = Counter(shown)
    most, times = next(iter(printed.most_common(1)), (None, 0))
    if times > _MOST_REPEATED:
        raise DocumentError(f"The number {most} appears {times:,} times, so this isn’t a rules document.")
    corrected: list[RuleNumber] = []
    taken: set[RuleNumber] = set()
    for index, number in enumerate(shown):
        meant = number
        if number.kind is NumberKind.CHAPTER:
            meant = _chapter(number, shown[index + 1 : index + 2], taken)
        elif (corrected and not number.follows(corrected[-1])) or printed[number] > 1:
            meant = _meant(corrected, number, shown[index + 1 : index + 3], printed, taken)
        corrected.append(meant)
        taken.add(meant)
    return corrected


def _chapter(number: RuleNumber, ahead: Sequence[RuleNumber], taken: Set[RuleNumber]) -> RuleNumber:
    # The sections that follow tell the chapter.
    meant = RuleNumber(ahead[0].chapter) if ahead and ahead[0].kind is NumberKind.SECTION else number
    if meant in taken:
        meant = number
    if meant in taken:
        raise DocumentError(f"Chapter {number} appears twice.")
    return meant


def _meant(
    corrected: Sequence[RuleNumber],
    number: RuleNumber,
    ahead: Sequence[RuleNumber],
    printed: Counter[RuleNumber],
    taken: Set[RuleNumber],
) -> RuleNumber:
    if number not in taken and corrected and number.follows(corrected[-1]):
        return number
    if corrected:
        # Typos don't change a number's kind, except where the previous number is repeated.
        kinds = [number.kind, NumberKind.RULE, NumberKind.SUBRULE] if number == corrected[-1] else [number.kind]
        successors = (_successor(corrected[-1], kind) for kind in kinds)
        free = [one for one in successors if one and not printed[one] and one not in taken]
        if ahead and (not ahead[0].follows(number) or _is_astray(corrected[-1], number, printed)):
            fitting = next((following for following in free if ahead[0].follows(following)), None)
            if fitting is not None:
                return fitting
        skips_some = corrected[-1] < number and number not in ahead[:1]
        if number not in taken and skips_some and (not ahead or number < max(ahead)):
            return number
        if free and free[0].kind is number.kind and number.rule:
            return free[0]
    if number not in taken:
        return number
    repeat = 2
    while (again := number._replace(repeat=repeat)) in taken:
        repeat += 1
    return again


def _is_astray(previous: RuleNumber, number: RuleNumber, printed: Counter[RuleNumber]) -> bool:
    """Whether a number is out of place in a whole document, even if what follows would allow it."""
    if not number.rule or not (printed[RuleNumber(1)] and printed[RuleNumber(3)]):
        return False
    if not printed[RuleNumber.of(number.section)]:
        return True
    if number.letter and not printed[RuleNumber.of(number.section, number.rule)]:
        return True
    skipped = _successor(previous, number.kind)
    return skipped is not None and number != skipped and number != _successor(skipped, number.kind)


def _successor(previous: RuleNumber, kind: NumberKind) -> RuleNumber | None:
    if kind is NumberKind.SUBRULE and previous.rule:
        letter = "a" if not previous.letter else chr(ord(previous.letter) + 1)
        if letter in SKIPPED_LETTERS:
            letter = chr(ord(letter) + 1)
        return RuleNumber.of(previous.section, previous.rule, letter) if letter <= "z" else None
    if kind is NumberKind.RULE and previous.section:
        return RuleNumber.of(previous.section, previous.rule + 1)
    if kind is NumberKind.SECTION:
        following = RuleNumber.of(previous.section + 1 if previous.section else previous.chapter * 100)
        return following if following.chapter == previous.chapter else None
    return None


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
    """A numbered item being parsed; the number in its head isn't corrected yet."""

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
            raise too_many_paragraphs(f"the number {item.head.number}", len(item.wording.texts))
    numbers = correct_numbers([item.head.number for item in items])
    return stray, nest_entries(_entry(item, number) for item, number in zip(items, numbers, strict=True))


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


def nest_entries(entries: Iterable[Entry]) -> list[Entry]:
    return nest(entries, lambda entry: entry.number, _with_children)


def _with_children(entry: Entry, children: tuple[Entry, ...]) -> Entry:
    heading = entry.heading
    if not heading and entry.number.rule and is_title(entry.paragraphs):
        heading = entry.paragraphs[0].text
    return replace(entry, heading=heading, children=children)


def is_title(paragraphs: Sequence[Paragraph]) -> bool:
    if len(paragraphs) != 1:
        return False
    text = paragraphs[0].text
    return len(text) <= _TITLE_LENGTH and not text.endswith(_SENTENCE_END)
