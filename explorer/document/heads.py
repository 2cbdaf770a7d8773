"""Numbers at the beginnings of lines: which of them begin a rule, and which one they mean."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from explorer.document.document_error import DocumentError
from explorer.document.lines import MARKS, visible
from explorer.document.numbers import SKIPPED_LETTERS, NumberKind, RuleNumber

# Most heads are “107.4. ” and “107.4f ”.
_USUAL_HEAD = re.compile(r"([1-9]\d\d)\.([1-9]\d{0,2})(?:\. |([a-z]) )(?=\S)")
# “1. Game Concepts”, “107. Numbers and Symbols”, “107.4. The”, “107.4f Phyrexian”; and as misprints
# have it: “606.5 If”, “901.4.All”, “702.93a. Soulbond”, “205. 3 A”, “205..3 A”, “702.19B If”.
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
# Numbers that only their place can vouch for: “107,4 The”, “1074f The”, “(107.4f) The”, “107.4f: The”.
_DOUBTFUL_HEAD = re.compile(r"[_*(\[•§]{0,2}([1-9]\d\d)[.,;:]?\s?([1-9]\d{0,2})([a-z]?)[.,;:)\]_*]{0,3}\s(?=[^\sa-z])")
# “509 Declare Blockers Step”, no sentence.
_DOUBTFUL_HEADING = re.compile(r"([1-9]\d\d)()()[,:;]?\s(?=[A-Z][^.]{2,60}$)")
_BEGINNINGS = frozenset("123456789_*([•§" + MARKS)
# No number, however it is printed, takes more room than this.
_LONGEST_PRINTED = 24
# Editions print a number twice at most; a number has room for one digit to tell repetitions by.
_MOST_REPEATED = 9


class Head(NamedTuple):
    """Beginning of a numbered item.

    Attributes:
        number: the number it shows.
        printed: the line up to its first word, if that isn't the usual way; else empty.
        text: what follows it on the line.
    """

    number: RuleNumber
    printed: str
    text: str


def usual_head(number: RuleNumber) -> str:
    """Return the way official documents print a number: with a full stop, but not a subrule's."""
    return str(number) if number.kind is NumberKind.SUBRULE else f"{number}."


def may_begin_item(text: str) -> bool:
    """Return whether the first letter of a line allows a number to be read from it."""
    return text[0] in _BEGINNINGS


def read_head(text: str) -> Head | None:
    """Return the number that a line begins with, or None where it begins with none."""
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
        # The words follow on the next line.
        beginning = beginning.rstrip() + " "
    if beginning == usual:
        beginning = ""
    return Head(number, beginning, rest)


def read_doubtful_head(text: str, previous: RuleNumber) -> Head | None:
    """Return the number that a line may begin with, where it is the one that comes next.

    Args:
        text: a line that `read_head` finds no number in.
        previous: the number before it.
    """
    found = _DOUBTFUL_HEAD.match(text) or _DOUBTFUL_HEADING.match(text)
    if found is None:
        return None
    section, rule, letter = found.groups()
    number = RuleNumber.of(int(section), int(rule or 0), letter or "")
    return Head(number, found[0], text[found.end() :]) if number.follows(previous) else None


def _read_marked_head(text: str) -> Head | None:
    """Read a head from a line that has marks without width in it."""
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


def settle_numbers(shown: Sequence[RuleNumber]) -> list[RuleNumber]:
    """Return the number that each item of a document means, given those it shows.

    A number that goes on from the one before, or leaves some out, is taken at its word. One that
    runs backwards, or far ahead of what follows, or leaves one out and then stands there twice,
    is a misprint: it gets the number that fits between its neighbors, or else the one that comes
    next. A number shown twice where the next one is taken keeps it, marked as a repetition.

    Raises:
        DocumentError: a number stands there so often that this can be no document of rules.
    """
    printed = Counter(shown)
    most, times = next(iter(printed.most_common(1)), (None, 0))
    if times > _MOST_REPEATED:
        raise DocumentError(f"The number {most} appears {times:,} times, so this isn’t a rules document.")
    settled: list[RuleNumber] = []
    taken: set[RuleNumber] = set()
    for index, number in enumerate(shown):
        meant = number
        if number.kind is NumberKind.CHAPTER:
            meant = _chapter(number, shown[index + 1 : index + 2], taken)
        elif (settled and not number.follows(settled[-1])) or printed[number] > 1:
            meant = _meant(settled, number, shown[index + 1 : index + 3], printed, taken)
        settled.append(meant)
        taken.add(meant)
    return settled


def _chapter(number: RuleNumber, ahead: Sequence[RuleNumber], taken: Set[RuleNumber]) -> RuleNumber:
    """Return the chapter that a chapter's number means: the one whose sections come next."""
    meant = RuleNumber(ahead[0].chapter) if ahead and ahead[0].kind is NumberKind.SECTION else number
    if meant in taken:
        meant = number
    if meant in taken:
        raise DocumentError(f"Chapter {number} appears twice.")
    return meant


def _in_sequence(settled: Sequence[RuleNumber], number: RuleNumber, ahead: Sequence[RuleNumber]) -> bool:
    if not settled or number.follows(settled[-1]):
        return True
    if number == next(iter(ahead), None):
        return False
    return settled[-1] < number and (not ahead or any(number < later for later in ahead))


def _meant(
    settled: Sequence[RuleNumber],
    number: RuleNumber,
    ahead: Sequence[RuleNumber],
    printed: Counter[RuleNumber],
    taken: Set[RuleNumber],
) -> RuleNumber:
    if number not in taken and settled and number.follows(settled[-1]):
        return number
    if settled:
        # The kind of a number can be relied on, but not where the one before it is printed again.
        kinds = [number.kind, NumberKind.RULE, NumberKind.SUBRULE] if number == settled[-1] else [number.kind]
        free = [following for following in _successors(settled[-1], kinds) if not printed[following]]
        free = [following for following in free if following not in taken]
        if ahead and (not ahead[0].follows(number) or _is_astray(settled[-1], number, printed)):
            fitting = next((following for following in free if ahead[0].follows(following)), None)
            if fitting is not None:
                return fitting
        if number not in taken and _in_sequence(settled, number, ahead):
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
    """Return whether a number of a whole document has no place, though what follows would allow it.

    Its section or its rule isn't there, or it leaves out more than one number.
    """
    if not number.rule or not (printed[RuleNumber(1)] and printed[RuleNumber(3)]):
        return False
    if not printed[RuleNumber.of(number.section)]:
        return True
    if number.letter and not printed[RuleNumber.of(number.section, number.rule)]:
        return True
    skipped = _successor(previous, number.kind)
    return skipped is not None and number != skipped and number != _successor(skipped, number.kind)


def _successors(previous: RuleNumber, kinds: Sequence[NumberKind]) -> Iterator[RuleNumber]:
    """Yield the number of each kind that may come right after a number."""
    for kind in kinds:
        following = _successor(previous, kind)
        if following is not None:
            yield following


def _successor(previous: RuleNumber, kind: NumberKind) -> RuleNumber | None:
    """Return the number of one kind that comes right after another number, if there is one."""
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
