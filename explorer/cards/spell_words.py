"""The words of `spell_text.toml`: numbers of targets and modes, and conditions on what was paid."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from symbols.data_files import read_data

DATA = read_data("spell_text.toml", "explorer")
_NUMBERS: Mapping[str, int] = DATA["numbers"]
_NUMBER = "|".join([*_NUMBERS, "[0-9]{1,3}"])
_COUNTS: Sequence[tuple[re.Pattern[str], int | str, int | str]] = [
    (re.compile(pattern.replace("NUMBER", f"(?P<number>{_NUMBER})")), least, most)
    for pattern, least, most in DATA["counts"]["rows"]
]
_VARIABLE = re.compile(DATA["counts"]["variables"])
ANY_NUMBER, ALL = -1, -2

COUNT = "|".join([*(pattern.pattern.replace("?P<number>", "?:") for pattern, _, _ in _COUNTS), _VARIABLE.pattern])
"""Pattern for any words that `count_in` reads."""

_CONDITIONS: Sequence[Mapping[str, Any]] = DATA["condition"]
_ITSELF = r"(?:~|this (?:spell|creature|permanent|Aura|enchantment))"


def _condition_pattern(row: Mapping[str, Any], at: int) -> str:
    text = str(row["text"]).replace("~", _ITSELF)
    text = text.replace("?P<not>", f"?P<not{at}>").replace("?P<name>", f"?P<name{at}>")
    return f"(?P<c{at}>{text})"


CONDITION = re.compile(
    rf"[Ii]f (?:{'|'.join(_condition_pattern(row, at) for at, row in enumerate(_CONDITIONS))})(?= |[,.]|$)"
)
"""Matches a condition on what was paid for a spell."""


class Count(NamedTuple):
    """Number in words: `most` is None for any number; of a variable, `is_up_to` says that it is only the maximum."""

    least: int
    most: int | None
    variable: str = ""
    is_up_to: bool = False


@lru_cache(maxsize=512)
def count_in(words: str) -> Count | None:
    """Number in words such as `up to two`; None if it isn't one."""
    words = words[:1].lower() + words[1:] if words != "X" else words
    for pattern, least, most in _COUNTS:
        match = pattern.fullmatch(words)
        if match is not None:
            value = number_in(match.groupdict().get("number") or "0")
            lower, upper = (value if bound == "N" else int(bound) for bound in (least, most))
            return Count(lower, None if upper == ANY_NUMBER else upper)
    if _VARIABLE.fullmatch(words):
        return Count(0, None, words.removeprefix("up to "), words.startswith("up to "))
    return None


def number_in(word: str) -> int:
    return _NUMBERS[word] if word in _NUMBERS else int(word)


def as_digits(word: str) -> str:
    return str(_NUMBERS.get(word, word))


def keyword_of(condition: re.Match[str]) -> str:
    """Keyword in lowercase whose cost a match of `CONDITION` is about."""
    at = _row_of(condition)
    named = condition.groupdict().get(f"name{at}") or ""
    name = str(_CONDITIONS[at]["name"]).format(name=named.lower())
    return str(DATA["keywords"].get(name, name))


def is_negative(condition: re.Match[str]) -> bool:
    return "n't" in (condition.groupdict().get(f"not{_row_of(condition)}") or "")


def _row_of(condition: re.Match[str]) -> int:
    return next(at for at in range(len(_CONDITIONS)) if condition[f"c{at}"] is not None)
