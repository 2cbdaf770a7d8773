"""Rules in plain words: short explanations of our own, for newcomers, never official."""

from collections.abc import Mapping
from functools import cache

from explorer.citations import says
from symbols.data_files import read_data
from symbols.plain_text import plain_text


def plain_words(number: str, words: str) -> str:
    """Return a rule in plain words, or nothing where we have none for it.

    Args:
        number: the rule's number.
        words: the rule's own words in the edition being read. Another edition may have another rule under the number.
    """
    return explanations().get(number, "") if says(number, plain_text(words)) else ""


@cache
def explanations() -> Mapping[str, str]:
    """Return every explanation by the stable name of its rule; symbols stand in it in braces."""
    return read_data("plain_words.toml", "explorer")
