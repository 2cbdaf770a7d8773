"""Rules in plain words: short explanations of our own, for newcomers."""

from collections.abc import Mapping
from functools import cache

from explorer.citations import says
from symbols.data_files import read_data
from symbols.plain_text import plain_text


def plain_words(number: str, words: str) -> str:
    """Empty where we have none.

    Args:
        words: the rule's text in this edition, as another edition may have another rule under the number.
    """
    return explanations().get(number, "") if says(number, plain_text(words)) else ""


@cache
def explanations() -> Mapping[str, str]:
    """By the stable name of the rule. Symbols are in braces."""
    return read_data("plain_words.toml", "explorer")
