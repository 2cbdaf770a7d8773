"""The numbers at the beginnings of lines: which of them begin a rule, and which one they mean."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.document.numbers import Kind, RuleNumber

# “1. Game Concepts”, “107. Numbers and Symbols”, “107.4. The”, “107.4f Phyrexian”; and as misprints
# have it: “606.5 If”, “901.4.All”, “702.93a. Soulbond”, “205. 3 A”.
_HEAD = re.compile(
    r"""(?P<number>
        [1-9](?=\.\s)
      | [1-9]\d\d
        (?: \s?\.\s? [1-9]\d{0,2}
            (?: [a-z](?=[\s.A-Z“"{]) | \s[a-z](?=\.|\s[^a-z]) )?
        )?
    )
    (?P<dot>\.?)
    (?P<gap>\s*)
    (?:(?<=\s) | (?<=[a-z])(?=[A-Z“"{]) | (?<=\.)(?=\D) | $)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Head:
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
    number = RuleNumber.try_parse(found["number"])
    if number is None or (number.kind is Kind.SECTION and not found["dot"]):
        return None
    beginning, rest = found[0], text[found.end() :]
    usual = beginning == (usual_head(number) + " " if rest else usual_head(number))
    return Head(number, "" if usual else beginning, rest)


def settle_numbers(shown: Sequence[RuleNumber]) -> list[RuleNumber]:
    """Return the number that each item of a document means, given those it shows.

    A number that goes on from the one before, or leaves some out, is taken at its word. One that
    runs backwards or far ahead of what follows is a misprint: it gets the number that comes next.
    A number shown twice where the next one is taken keeps it, marked as a repetition.
    """
    printed = Counter(shown)
    taken: set[RuleNumber] = set()
    settled: list[RuleNumber] = []
    for index, number in enumerate(shown):
        previous = settled[-1] if settled else None
        ahead = shown[index + 1 : index + 3]
        meant = number
        if number in taken or not _in_sequence(previous, number, ahead):
            meant = _meant(previous, number, printed, taken)
        taken.add(meant)
        settled.append(meant)
    return settled


def _in_sequence(previous: RuleNumber | None, number: RuleNumber, ahead: Sequence[RuleNumber]) -> bool:
    if previous is None or number.follows(previous):
        return True
    return previous < number and (not ahead or any(number < later for later in ahead))


def _meant(
    previous: RuleNumber | None,
    number: RuleNumber,
    printed: Counter[RuleNumber],
    taken: set[RuleNumber],
) -> RuleNumber:
    if previous is not None:
        for candidate in _successors(previous, number.kind):
            if candidate not in taken and not printed[candidate]:
                return candidate
    if number not in taken:
        return number
    repeat = 2
    while (again := _repeated(number, repeat)) in taken:
        repeat += 1
    return again


def _repeated(number: RuleNumber, repeat: int) -> RuleNumber:
    return RuleNumber(number.chapter, number.section, number.rule, number.letter, repeat)


def _successors(previous: RuleNumber, kind: Kind) -> list[RuleNumber]:
    """Return the numbers of one kind that may come right after another number."""
    match kind:
        case Kind.SUBRULE if previous.rule:
            letter = "a" if not previous.letter else chr(ord(previous.letter) + 1)
            if letter in "lo":
                letter = chr(ord(letter) + 1)
            return [RuleNumber.of(previous.section, previous.rule, letter)] if letter <= "z" else []
        case Kind.RULE if previous.section:
            return [RuleNumber.of(previous.section, previous.rule + 1)]
        case _:
            return []
