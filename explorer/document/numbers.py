"""Rule numbers: `1` a chapter, `107` a section, `107.4` a rule, `107.4f` a subrule."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile
from operator import eq
from string import ascii_lowercase
from typing import NamedTuple


class DocumentError(ValueError):
    """A document, or a number in it, that can't be read.

    Attributes:
        message: one sentence for the user, ending in a period.
        line: the line of the source, counted from 1.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message if self.line is None else f"Line {self.line}: {self.message}"


# Editions skip these since they look like 1 and 0. Some early editions used them, so they parse.
SKIPPED_LETTERS = "lo"

_SHAPE = re.compile(
    r"""\s*(?:
        (?P<chapter>[1-9])
      | (?P<section>[1-9]\d\d)
        (?:\s*\.\s*(?P<rule>[1-9]\d{0,2})(?:\s*(?P<letter>[a-zA-Z]))?)?
        (?:-(?P<repeat>[2-9]))?
    )\.?\s*""",
    re.VERBOSE,
)


class NumberKind(StrEnum):
    CHAPTER = "chapter"
    SECTION = "section"
    RULE = "rule"
    SUBRULE = "subrule"


class RuleNumber(NamedTuple):
    """A number of the Comprehensive Rules. Numbers sort in document order.

    Attributes:
        chapter: 1 to 9.
        section: 100 to 999, beginning with the chapter's digit; 0 in a chapter's own number.
        rule: 1 to 999; 0 if there is none.
        letter: lower case; empty unless it is a subrule.
        repeat: 0, or 2 to 9 for an item that an edition printed under an earlier item's number where the number meant
            can't be determined: `702.30d-2`.
    """

    chapter: int
    section: int = 0
    rule: int = 0
    letter: str = ""
    repeat: int = 0

    @classmethod
    def parse(cls, text: str) -> "RuleNumber":
        """Parse a number; a trailing period, spaces and a capital letter are allowed (`104 . 3A.`).

        Raises:
            DocumentError: the text is not a rule number.
        """
        number = cls.try_parse(text)
        if number is None:
            raise DocumentError(f"“{text[:40]}” isn’t a rule number. Type one such as 107, 107.4 or 107.4f.")
        return number

    @classmethod
    @lru_cache(maxsize=16384)
    def try_parse(cls, text: str) -> "RuleNumber | None":
        found = _SHAPE.fullmatch(text)
        if found is None:
            return None
        if found["chapter"]:
            return cls(int(found["chapter"]))
        section, rule, repeat = (int(found[name] or 0) for name in ("section", "rule", "repeat"))
        return cls(section // 100, section, rule, (found["letter"] or "").lower(), repeat)

    @classmethod
    def of(cls, section: int, rule: int = 0, letter: str = "") -> "RuleNumber":
        return cls(section // 100, section, rule, letter.lower())

    def __str__(self) -> str:
        """As cited, without a period: `107.4f`."""
        if not self.section:
            return str(self.chapter)
        again = f"-{self.repeat}" if self.repeat else ""
        if not self.rule:
            return f"{self.section}{again}"
        return f"{self.section}.{self.rule}{self.letter}{again}"

    @property
    def kind(self) -> NumberKind:
        if self.letter:
            return NumberKind.SUBRULE
        if self.rule:
            return NumberKind.RULE
        return NumberKind.SECTION if self.section else NumberKind.CHAPTER

    @property
    def parent(self) -> "RuleNumber | None":
        match self.kind:
            case NumberKind.SUBRULE:
                return RuleNumber(self.chapter, self.section, self.rule)
            case NumberKind.RULE:
                return RuleNumber(self.chapter, self.section)
            case NumberKind.SECTION:
                return RuleNumber(self.chapter)
            case _:
                return None

    @property
    def whole(self) -> "RuleNumber":
        """The rule that a subrule belongs to, 107.4 for 107.4f; else the number itself."""
        return RuleNumber(self.chapter, self.section, self.rule) if self.letter else self

    @property
    def sort_key(self) -> str:
        """Fixed-width digits (and the letter), so that any collation sorts numbers correctly.

        A key is a prefix of the keys of everything under it: `01`, `01107`, `01107004`, `01107004f`.
        """
        key = f"{self.chapter:02d}"
        if self.section:
            key += f"{self.section:03d}"
        if self.rule:
            key += f"{self.rule:03d}"
        return key + self.letter + (str(self.repeat) if self.repeat else "")

    @property
    def sort_key_after(self) -> str:
        """Upper bound (exclusive) of the keys of this number and everything under it."""
        key = self.sort_key
        if self.letter or self.repeat:
            return key + "0"
        return str(int(key) + 1).zfill(len(key))

    def contains(self, other: "RuleNumber") -> bool:
        return other.sort_key.startswith(self.sort_key)

    def follows(self, previous: "RuleNumber") -> bool:
        """Whether a complete document may have this number right after `previous`; letters l and o may be skipped."""
        if self.rule:
            if self.section != previous.section:
                return False
            if not self.letter:
                return self.rule == previous.rule + 1
            return self.rule == previous.rule and self.letter in _NEXT_LETTERS[previous.letter]
        if not self.section:
            return self.chapter == previous.chapter + 1
        if self.chapter != previous.chapter:
            return False
        if not previous.section:
            return self.section % 100 <= 1
        return self.section == previous.section + 1


def _next_letters(letter: str) -> str:
    if not letter:
        return "a"
    following = chr(ord(letter) + 1)
    if following in SKIPPED_LETTERS:
        return following + chr(ord(following) + 1)
    return following


_NEXT_LETTERS = {letter: _next_letters(letter) for letter in ["", *ascii_lowercase]}


def nearest(wanted: RuleNumber, numbers: Iterable[RuleNumber], limit: int = 5) -> list[RuleNumber]:
    """The numbers closest to `wanted`, in document order.

    Prefixes of `wanted` (107.4 for 107.44) come first, then numbers of the same rule, of the same section, and the
    rest; among equals, the ones closest to where `wanted` would be.
    """
    ordered = sorted(set(numbers))
    place = bisect_left(ordered, wanted)
    text = str(wanted)

    def distance(index: int) -> tuple[bool, int, int]:
        number = ordered[index]
        begins = number.rule > 0 and text.startswith(str(number))
        steps = place - index if index < place else index - place + 1
        return (not begins, -sum(takewhile(bool, map(eq, wanted, number))), steps)

    # Besides its neighbors, only prefixes, which are within its section, can be among the nearest.
    section = bisect_left(ordered, RuleNumber(wanted.chapter, wanted.section))
    near = range(min(section, max(0, place - limit)), min(len(ordered), place + limit))
    chosen = sorted(near, key=distance)[:limit]
    return [ordered[index] for index in sorted(chosen)]
