"""Find names of symbols in rule text: "the tap symbol", "hybrid mana symbols"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from symbols.catalog.definitions import all_definitions


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A name in `text[start:end]`; the name of a kind has several codes."""

    start: int
    end: int
    codes: tuple[str, ...]


def find_names(text: str) -> Iterator[NameSpan]:
    codes, pattern = _names()
    for match in pattern.finditer(text):
        yield NameSpan(match.start(), match.end(), codes[match[1].casefold()])


@cache
def _names() -> tuple[dict[str, tuple[str, ...]], re.Pattern[str]]:
    """Codes by name, and a pattern that matches every name, in the singular or the plural."""
    codes: dict[str, tuple[str, ...]] = {}
    for one in all_definitions():
        for name in one.named:
            codes[name.casefold()] = (*codes.get(name.casefold(), ()), one.code)
    longest_first = sorted(codes, key=len, reverse=True)
    names = "|".join(re.escape(name) for name in longest_first)
    return codes, re.compile(rf"(?<![\w-])({names})s?(?![\w-])", re.IGNORECASE)
