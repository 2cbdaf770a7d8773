"""Interpret the query, and choose the words to search for."""

import re

from explorer.costcheck import too_long
from explorer.search.answers.choosing import missing_symbol
from explorer.search.understand.understanding import Interpretation, understand

# Longer queries are rejected; the engine has its own, higher limit for costs.
MOST_TYPED = 2_000
# A symbol by its code.
_CODE = re.compile(r"[{\[/]")
# With words outside of braces and brackets, a query is more than a cost.
_WORDS_BESIDE = re.compile(r"[^\W\d_]{2}")
_BRACED = re.compile(r"\{[^}]*\}?|\[[^\]]*\]?")
# Searched for a pool without a cost, and for a change of a creature's power and toughness.
_POOL_QUERY = "mana pool"
_CHANGE_QUERY = "negative power"


def understood(typed: str) -> Interpretation:
    if len(typed) > MOST_TYPED:
        return Interpretation("cost", error=too_long(typed))
    return understand(typed)


def is_mistyped(typed: str, asked: Interpretation) -> bool:
    """Whether the query is an unreadable cost rather than a question with symbols."""
    if asked.error is None or len(typed) > MOST_TYPED:
        return asked.error is not None
    return not missing_symbol(typed) and not _WORDS_BESIDE.search(_BRACED.sub(" ", typed))


def searched(typed: str, asked: Interpretation) -> str:
    """The words to search for: the query, or words of the rules behind an answer."""
    if asked.kind == "payment":
        return (asked.cost.canonical or typed) if asked.cost else _POOL_QUERY
    if asked.kind == "change":
        return _CHANGE_QUERY
    if asked.kind == "words" and asked.symbol is not None and _CODE.search(typed):
        return asked.symbol.spellings[0]
    if (parts := missing_symbol(typed)) and asked.error is not None:
        return "Phyrexian mana symbol" if "P" in parts else "hybrid mana symbol"
    return str(asked.number) if asked.number is not None else typed
