"""Names of symbols in rule text: "the tap symbol", "hybrid mana symbols"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from symbols.catalog.definitions import all_definitions


@dataclass(frozen=True, slots=True)
class NameSpan:
    """Name of symbols in a text.

    Attributes:
        start: offset of its first character.
        end: offset after its last one.
        codes: the symbols that it names; several where it names a kind.
    """

    start: int
    end: int
    codes: tuple[str, ...]


def find_names(text: str) -> Iterator[NameSpan]:
    """Yield the names of symbols in a text, in order."""
    codes, pattern = _names()
    for match in pattern.finditer(text):
        yield NameSpan(match.start(), match.end(), codes[match[1].casefold()])


@cache
def _names() -> tuple[dict[str, tuple[str, ...]], re.Pattern[str]]:
    """Return the symbols for each name, and a pattern of all names, in the singular or the plural."""
    codes: dict[str, tuple[str, ...]] = {}
    for one in all_definitions():
        for name in one.named:
            codes[name.casefold()] = (*codes.get(name.casefold(), ()), one.code)
    longest_first = sorted(codes, key=len, reverse=True)
    names = "|".join(re.escape(name) for name in longest_first)
    return codes, re.compile(rf"(?<![\w-])({names})s?(?![\w-])", re.IGNORECASE)
