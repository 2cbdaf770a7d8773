"""Words by which the rules about X are known, whatever number an edition gives them.

The answers cite rules by their numbers in the edition of 2025-06-06. Other editions number the same sentences
otherwise (the clause about a card in another zone was 107.3f until 2020), and their 107.3f says something else.
"""

from collections.abc import Iterator, Mapping
from typing import Final

__all__ = ["TELLING", "in_plain_letters", "numbers_of", "says"]

TELLING: Final[Mapping[str, str]] = {
    "107.1b": "it's possible for a game value, such as a creature's power, to be less than zero",
    "107.2": "anything needs to use a number that can't be determined",
    "107.3": "use the letter x as a placeholder",
    "107.3a": "chooses and announces the value of x",
    "107.3b": "the only legal choice for x is 0",
    "107.3c": "get to choose the value",
    "107.3d": "cost associated with a special action, such as a suspend cost or a morph cost",
    "107.3e": "uses the value of x chosen or defined for the other object",
    "107.3f": "x appears in the text of a spell or ability but not in",
    "107.3g": "if a card in any zone other than the stack has",
    "107.3h": "instructs a player to pay an object's mana cost",
    "107.3i": "all instances of x on an object",
    "107.3j": "if an object gains an ability, the value of x within that ability",
    "107.3k": "is independent of any other values of x",
    "107.3m": "enters-the-battlefield triggered ability or replacement effect refers to x",
    "107.3n": "delayed triggered ability created by a resolving",
    "107.3p": "use the letter y in addition",
    "202.3e": "x is treated as 0 while the object is not on the stack",
    "601.2b": "announces the value of that variable",
    "602.2b": "the remainder of the process for activating an ability is identical",
    "606.6": "can't be activated unless the permanent has at least that many loyalty counters",
    "702.37f": "morph cost includes x, other abilities of that permanent may also refer to x",
    "707.10": "to copy a spell, activated ability, or triggered ability means to put a copy of it onto the stack",
}
"""For each rule that answers cite, words that it has in every edition that says this, and no other rule has."""

_FORMER: Final[Mapping[str, tuple[str, ...]]] = {
    "107.2": ("104.2",),
    "107.3f": ("107.3e",),
    "107.3g": ("107.3f",),
    "107.3h": ("107.3g",),
    "107.3i": ("107.3g", "107.3h"),
    "107.3j": ("107.3h", "107.3i"),
    "107.3k": ("107.3j",),
    "107.3m": ("107.3k",),
    "107.3p": ("107.3h", "107.3i", "107.3m", "107.3n"),
    "702.37f": ("702.36f",),
    "707.10": ("706.10",),
}
"""Numbers that rules which decide have had in editions from 2003 to 2026."""


def numbers_of(rule: str) -> Iterator[str]:
    """Return the numbers under which editions have a rule, today's first."""
    yield rule
    yield from _FORMER.get(rule, ())


def in_plain_letters(words: str) -> str:
    """Return words in small letters, with straight quotes and single spaces, to be compared."""
    return " ".join(words.lower().replace("’", "'").split())


def says(rule: str, words: str) -> bool:
    """Return whether some rule's words, in plain letters, are those of a rule that answers cite.

    Args:
        rule: the number that answers cite.
        words: the words, as `in_plain_letters` gives them.
    """
    return TELLING[rule] in words
