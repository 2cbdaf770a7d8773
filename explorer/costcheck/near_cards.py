"""Cards that someone may have meant who typed something that is neither a cost nor a card's name."""

import re
from collections.abc import Mapping

from explorer.cards.reading import card_files, card_names
from explorer.costcheck.form import CheckForm
from explorer.library.loaded import Library
from explorer.web import addresses
from symbols.engine import EngineError

_MOST = 3
_WORD = re.compile(r"[^\W\d_]{3}")
_OF_NAMES = {"no_cards", "unknown_source"}


def near_cards(form: CheckForm, error: EngineError, loaded: Library) -> Mapping[str, object]:
    """`near`, names with the addresses of their checks, and `cards`, the day that the cards are from.

    Both are missing for what doesn't look like a name. Without cards, `needs_cards` says whether it does.
    """
    typed = form.typed.strip()
    if not loaded.has_cards:
        return {"needs_cards": needs_cards(error, typed)}
    if not looks_like_a_card(error, typed):
        return {}
    kept = {key: text for key, text in form.asked.items() if key != "cost"}
    near = [(one.name, addresses.check(card=one.name, **kept)) for one in card_names(loaded).find(typed, _MOST)]
    made = [file.made.date() if file.made else file.imported for file in card_files()]
    return {"near": near, "cards": max(made, default=None)}


def needs_cards(error: EngineError, typed: str) -> str:
    """Whether the input is right once cards are loaded: `yes` if the error says that it names one, `maybe`, or ""."""
    if error.code in _OF_NAMES:
        return "yes"
    return "maybe" if error.code == "unknown_effect" or looks_like_a_card(error, typed) else ""


def looks_like_a_card(error: EngineError, typed: str) -> bool:
    return error.field in ("cost", "card", None) and "{" not in typed and bool(_WORD.search(typed))
