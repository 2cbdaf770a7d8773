"""A line of a board as it is read: what is found is blanked."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from symbols.sentences import COUNT_OR_ARTICLE, NUMBER_WORDS
from symbols.trials.board.era import data

MOST: Final = 9999
"""Greatest number that a line can have."""

_COUNTS: Final = {**COUNT_OR_ARTICLE, **{word: number for number, word in enumerate(NUMBER_WORDS) if number}}
NUMBER: Final = rf"(?:[-−–]?\d{{1,9}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))}|no|zero)"


@cache
def pattern(key: str) -> str:
    return str(data()["patterns"][key]).replace("<n>", NUMBER)


def compiled(key: str) -> re.Pattern[str]:
    return re.compile(pattern(key), re.IGNORECASE)


def without(match: re.Match[str], instead: str = "") -> str:
    """The text around a match."""
    return f"{match.string[: match.start()]} {instead}{match.string[match.end() :]}"


class UnreadableError(Exception):
    """A line isn't understood.

    Attributes:
        with_size: whether it only lacks power and toughness.
        is_unknown: whether it's only a name.
        says: the text of a card that may matter all the same.
    """

    def __init__(
        self, message: str, *, with_size: bool = False, is_unknown: bool = False, suggestion: str = "", says: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.is_unknown = is_unknown
        self.suggestion = suggestion
        self.says = says
        self.with_size = with_size


@dataclass(slots=True)
class Scanner:
    rest: str

    def take(self, pattern: str) -> re.Match[str] | None:
        """Search for a pattern, ignoring case, and blank what it matches."""
        match = re.search(pattern, self.rest, re.IGNORECASE)
        if match:
            self.rest = f"{self.rest[: match.start()]}{' ' * len(match[0])}{self.rest[match.end() :]}"
        return match

    def takes(self, pattern: str) -> bool:
        return self.take(pattern) is not None

    def number(self, pattern: str) -> int | None:
        """The number of the first group that has any; None without the pattern."""
        match = self.take(pattern)
        return number_of(next(filter(None, match.groups()))) if match else None


def number_of(text: str) -> int:
    """`3`, `three`, `a`, `no`."""
    word = text.lower().replace("−", "-").replace("–", "-")
    if word in {"no", "zero"}:
        return 0
    value = _COUNTS.get(word) or (int(word) if word.lstrip("-").isdigit() else 1)
    if abs(value) > MOST:
        raise UnreadableError(f"use numbers up to {MOST:,}.")
    return value
