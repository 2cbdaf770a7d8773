"""Cards that someone may have meant who typed something that is neither a cost nor a card's name."""

import re
from collections.abc import Callable

from explorer.cards.reading import card_files, card_names
from explorer.library.loaded import Library
from symbols.engine import EngineError

_MOST = 3
_WORD = re.compile(r"[^\W\d_]{3}")
_OF_NAMES = {"no_cards", "unknown_source"}


def near_cards(typed: str, error: EngineError, loaded: Library, address_of: Callable[[str], str]) -> dict[str, object]:
    """`near`, names with their addresses, and `cards`, the day that the cards are from.

    Both are missing for what doesn't look like a name. Without cards, `needs_cards` says whether it does.
    """
    if not loaded.has_cards:
        return {"needs_cards": _needs_cards(error, typed)}
    if not _looks_like_a_card(error, typed):
        return {}
    near = [(one.name, address_of(one.name)) for one in card_names(loaded).find(typed, _MOST)]
    made = [file.made.date() if file.made else file.imported for file in card_files()]
    return {"near": near, "cards": max(made, default=None)}


def _needs_cards(error: EngineError, typed: str) -> str:
    """Whether the input is right once cards are loaded: `yes` if the error says that it names one, `maybe`, or ""."""
    if error.code in _OF_NAMES:
        return "yes"
    return "maybe" if error.code == "unknown_effect" or _looks_like_a_card(error, typed) else ""


def _looks_like_a_card(error: EngineError, typed: str) -> bool:
    return error.field in ("cost", "card", None) and "{" not in typed and bool(_WORD.search(typed))
