"""Pieces of English sentences that several parts of the site put together."""

from collections.abc import Sequence


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words with commas, and the last with a word: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
