"""Pieces of English sentences that several parts of the site put together."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

_MANA_VALUE_SINCE: Final = date(2021, 4, 22)

# Not within words, dates and symbols: “107.1a-c”, “2026-01-16”, “[-1]”.
_HYPHEN_FOR_MINUS: Final = re.compile(r"(?<![\w.\[{}\]–-])-(?=\d)")


def with_minus(text: str) -> str:
    """Return a text of ours with a true minus sign before negative numbers; what people type keeps its hyphen."""
    return _HYPHEN_FOR_MINUS.sub("−", text)


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words with commas, and the last with a word: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def mana_value_term(day: date | None) -> str:
    """Return what the rules of a day call the mana value (202.3); of today, where there is no day."""
    return "mana value" if day is None or day >= _MANA_VALUE_SINCE else "converted mana cost"


def in_terms_of(day: date | None, text: str) -> str:
    """Return a text that has the term of a day's rules for the mana value."""
    term = mana_value_term(day)
    return text.replace("mana value", term).replace("Mana value", term.capitalize())
