"""The numbers at the beginnings of lines: which of them begin a rule, and which one they mean."""

import re
from collections import Counter
from collections.abc import Sequence, Set
from typing import NamedTuple

from explorer.document.errors import DocumentError
from explorer.document.numbers import SKIPPED_LETTERS, Kind, RuleNumber

# “1. Game Concepts”, “107. Numbers and Symbols”, “107.4. The”, “107.4f Phyrexian”; and as misprints
# have it: “606.5 If”, “901.4.All”, “702.93a. Soulbond”, “205. 3 A”.
_HEAD = re.compile(
    r"""(?:
        ([1-9]) (?=\.\s)
      | ([1-9]\d\d)
        (?: \s?\.\s? ([1-9]\d{0,2})
            (?: ([a-z])(?=[\s.A-Z“"{]) | \s([a-z])(?=\.|\s[^a-z]) )?
        )?
    )
    (\.?) \s*
    (?: (?<=\s) | (?<=[a-z])(?=[A-Z“"{]) | (?<=\.)(?=\D) | $ )""",
    re.VERBOSE,
)
# Editions print a number twice at most.
_MOST_REPEATED = 20


class Head(NamedTuple):
    """The beginning of a numbered item.

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
    return str(number) if number.kind is Kind.SUBRULE else f"{number}."


def read_head(text: str) -> Head | None:
    """Return the number that a line begins with, or None where it begins with none."""
    found = _HEAD.match(text)
    if found is None:
        return None
    chapter, section, rule, letter, spaced_letter, dot = found.groups("")
    if chapter:
        number = RuleNumber(int(chapter))
        usual = f"{chapter}. "
    elif rule:
        letter = letter or spaced_letter
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


def settle_numbers(shown: Sequence[RuleNumber]) -> list[RuleNumber]:
    """Return the number that each item of a document means, given those it shows.

    A number that goes on from the one before, or leaves some out, is taken at its word. One that
    runs backwards, or far ahead of what follows, or leaves one out and then stands there twice,
    is a misprint: it gets the number that comes next. A number shown twice where the next one is
    taken keeps it, marked as a repetition.

    Raises:
        DocumentError: a number stands there so often that this can be no document of rules.
    """
    printed = Counter(shown)
    most, times = next(iter(printed.most_common(1)), (None, 0))
    if times > _MOST_REPEATED:
        raise DocumentError(f"The number {most} stands there {times:,} times, so this is no document of rules.")
    repeated = {number for number, times in printed.items() if times > 1}
    settled: list[RuleNumber] = []
    taken: set[RuleNumber] = set()
    for index, number in enumerate(shown):
        meant = number
        if (settled and not number.follows(settled[-1])) or number in repeated:
            ahead = shown[index + 1 : index + 3]
            again = number in repeated and number in taken
            if again or not _in_sequence(settled, number, ahead):
                meant = _meant(settled, taken, number, printed)
        settled.append(meant)
        taken.add(meant)
    return settled


def _in_sequence(settled: Sequence[RuleNumber], number: RuleNumber, ahead: Sequence[RuleNumber]) -> bool:
    if not settled or number.follows(settled[-1]):
        return True
    if number == next(iter(ahead), None):
        return False
    return settled[-1] < number and (not ahead or any(number < later for later in ahead))


def _meant(
    settled: Sequence[RuleNumber], taken: Set[RuleNumber], number: RuleNumber, printed: Counter[RuleNumber]
) -> RuleNumber:
    if settled:
        candidate = _successor(settled[-1], number.kind)
        if candidate is not None and candidate not in taken and not printed[candidate]:
            return candidate
    if number not in taken:
        return number
    repeat = 2
    while (again := _repeated(number, repeat)) in taken:
        repeat += 1
    return again


def _repeated(number: RuleNumber, repeat: int) -> RuleNumber:
    return RuleNumber(number.chapter, number.section, number.rule, number.letter, repeat)


def _successor(previous: RuleNumber, kind: Kind) -> RuleNumber | None:
    """Return the number of one kind that comes right after another number, if there is one."""
    if kind is Kind.SUBRULE and previous.rule:
        letter = "a" if not previous.letter else chr(ord(previous.letter) + 1)
        if letter in SKIPPED_LETTERS:
            letter = chr(ord(letter) + 1)
        return RuleNumber.of(previous.section, previous.rule, letter) if letter <= "z" else None
    if kind is Kind.RULE and previous.section:
        return RuleNumber.of(previous.section, previous.rule + 1)
    return None
