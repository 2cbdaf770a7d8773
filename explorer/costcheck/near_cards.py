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


def near_cards(form: CheckForm, error: EngineError, loaded: Library) -> Mapping[str, object]:
    """`near`, names with the addresses of their checks, and `cards`, the day that the cards are from.

    Both are empty for what doesn't look like a name.
    """
    typed = form.typed.strip()
    if error.field not in ("cost", "card", None) or "{" in typed or not _WORD.search(typed) or not loaded.has_cards:
        return {}
    kept = {key: text for key, text in form.asked.items() if key != "cost"}
    near = [(one.name, addresses.check(card=one.name, **kept)) for one in card_names(loaded).find(typed, _MOST)]
    made = [file.made.date() if file.made else file.imported for file in card_files()]
    return {"near": near, "cards": max(made, default=None)}
