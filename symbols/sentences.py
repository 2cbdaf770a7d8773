"""Helpers for English sentences: lists, numbers, minus signs, and the rules' terms at a given date."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from symbols.data_files import read_data

_MANA_VALUE_SINCE: Final = date(2021, 4, 22)
_TERMS_BEFORE: Final = [(table["day"], table["terms"]) for table in read_data("terms.toml")["before"]]

NUMBER_WORDS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
COUNT_WORDS: Final = {word: number for number, word in enumerate(NUMBER_WORDS[1:11], 1)}
"""What each of the words `one` to `ten` stands for."""
COUNT_OR_ARTICLE: Final = {"a": 1, "an": 1, **COUNT_WORDS}

# Not within words, dates and symbols: “107.1a-c”, “2026-01-16”, “[-1]”.
_SHELL_QUOTED: Final = re.compile(r"'([^']*)'")
_HYPHEN_FOR_MINUS: Final = re.compile(r"(?<![\w.\[{}\]–-])-(?=\d)")

_VOWEL: Final = re.compile(r"[aeiou8]|1[18](?:\d{3})*\b", re.IGNORECASE)


def with_minus(text: str) -> str:
    """Put a true minus sign before negative numbers, for our own text only: user input keeps its hyphens."""
    return _HYPHEN_FOR_MINUS.sub("−", text)


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words as English does: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def a_or_an(words: str) -> str:
    """`an 8/8` and `an 11000/1`, too."""
    return f"an {words}" if _VOWEL.match(words) else f"a {words}"


def capital(text: str) -> str:
    """With a capital first letter, at the start of a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def as_sentence(text: str) -> str:
    """Help of an option on the command line, for a page: capitalized, with a period, and with “” for shell quotes."""
    shown = _SHELL_QUOTED.sub(r"“\1”", text)
    return f"{capital(shown).removesuffix('.')}."


def read_count(word: str) -> int:
    """What `3`, `three` or `a` counts; 0 for other words."""
    return COUNT_OR_ARTICLE.get(word.lower()) or (int(word) if word.isdigit() else 0)


def number_word(number: int, *, none: str = "none") -> str:
    """`two`, `1,000`; `none` for 0."""
    if number == 0:
        return none
    return NUMBER_WORDS[number] if 0 < number <= 12 else f"{number:,}"


def counted(count: int, what: str) -> str:
    """Count in words: `1 ruling`, `2,345 rulings`."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def mana_value_term(day: date | None) -> str:
    """What the rules of a day call the mana value (202.3); None is today."""
    return "mana value" if day is None or day >= _MANA_VALUE_SINCE else "converted mana cost"


def in_terms_of(day: date | None, text: str) -> str:
    """Replace today's terms with those of the rules of a day, such as “converted mana cost” or “played” (601)."""
    term = mana_value_term(day)
    text = text.replace("mana value", term).replace("Mana value", term.capitalize())
    for since, terms in _TERMS_BEFORE:
        if day is not None and day < since:
            for now, then in terms.items():
                text = text.replace(now, then)
    return text
