"""Rules in plain words: short explanations of our own, for newcomers, never official."""

import tomllib
from dataclasses import dataclass
from functools import cache

from explorer.library.default import DATA
from symbols.plain_text import plain_text


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a rule means in plain words.

    Attributes:
        number: the rule's number in the edition of 2025-06-06.
        phrase: something the rule says wherever it means this.
        text: the explanation; may hold symbols in braces.
    """

    number: str
    phrase: str
    text: str


def plain_words(number: str, words: str) -> str:
    """Return a rule in plain words, or nothing where we have none for it.

    Args:
        number: the rule's number.
        words: the rule's own words in the edition being read. Another edition may have another rule under the number.
    """
    found = explanations().get(number)
    return found.text if found and plain_text(found.phrase) in plain_text(words) else ""


@cache
def explanations() -> dict[str, Explanation]:
    """Return every explanation by the number of its rule."""
    with (DATA / "plain_words.toml").open("rb") as file:
        rows = tomllib.load(file)["rule"]
    return {row["number"]: Explanation(**row) for row in rows}
