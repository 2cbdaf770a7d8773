"""Typed text, as it is understood, and the words that are looked for."""

import re

from explorer.costcheck import too_long
from explorer.search.answers.choosing import missing_symbol
from explorer.search.understand.understanding import Asked, understand

# What is longer than this is no question; the engine has its own, wider limit for costs.
MOST_TYPED = 2_000
# A symbol by its code, in a question.
_CODE = re.compile(r"[{\[/]")
# Words outside of braces and brackets: what has some beside symbols is more than a cost.
_WORDS_BESIDE = re.compile(r"[^\W\d_]{2}")
_BRACED = re.compile(r"\{[^}]*\}?|\[[^\]]*\]?")
# What is looked for beside mana without a cost, and beside a creature and a change.
_MANA = "mana pool"
_CHANGED = "negative power"


def understood(typed: str) -> Asked:
    """Return what was typed as it is understood."""
    if len(typed) > MOST_TYPED:
        return Asked("cost", error=too_long(typed))
    return understand(typed)


def is_mistyped(typed: str, asked: Asked) -> bool:
    """Return whether a cost was typed that can't be read, rather than a question with symbols."""
    if asked.error is None or len(typed) > MOST_TYPED:
        return asked.error is not None
    return not missing_symbol(typed) and not _WORDS_BESIDE.search(_BRACED.sub(" ", typed))


def searched(typed: str, asked: Asked) -> str:
    """Return the words to look for: those that were typed, or those of the rules that are behind an answer."""
    if asked.kind == "payment":
        return (asked.cost.canonical or typed) if asked.cost else _MANA
    if asked.kind == "change":
        return _CHANGED
    if asked.kind == "words" and asked.symbol is not None and _CODE.search(typed):
        return asked.symbol.spellings[0]
    if (parts := missing_symbol(typed)) and asked.error is not None:
        return "Phyrexian mana symbol" if "P" in parts else "hybrid mana symbol"
    return str(asked.number) if asked.number is not None else typed
