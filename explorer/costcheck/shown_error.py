"""Errors for the pages of the checker and casting, with cards that may have been meant."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from explorer.cards.reading import card_files, card_names
from explorer.costcheck.check import CARD
from explorer.costcheck.option_fields import LABELS
from explorer.library.loaded import Library
from explorer.web import addresses
from explorer.web.downloads import GET_CARDS
from symbols.engine import MAX_LENGTH, EngineError, TooLarge

# Longer quotes are truncated.
_MAX_QUOTED = 400
_INVISIBLE = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_DIRECTIONS = dict.fromkeys([0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "�")


@dataclass(frozen=True, slots=True)
class ShownError:
    message: str
    before: str
    wrong: str
    after: str
    expected: str
    suggestion: str
    suggestion_address: str
    field: str = "cost"

    @property
    def marked(self) -> bool:
        return bool(self.before or self.wrong or self.after)


def show_error(options: Mapping[str, str], error: EngineError, *, address: str = "check") -> ShownError:
    """`options` is the request; the suggestion links to the page `address`, which is `check` or `home`."""
    field = error.field or "cost"
    typed = options.get(field, "")
    mended = error.mended(typed)
    before = wrong = after = ""
    # The message quotes the card's whole name.
    if error.start is not None and error.end is not None and field != CARD:
        before, wrong, after = _split_around(typed, error.start, error.end)
    lead = addresses.home(mended) if address == "home" else addresses.check(**{**options, field: mended})
    return ShownError(
        message=message_of(error, LABELS),
        before=before,
        wrong=wrong,
        after=after,
        expected=error.expected or "",
        suggestion=mended,
        suggestion_address=lead if mended else "",
        field=field,
    )


def message_of(error: EngineError, labels: Mapping[str, str]) -> str:
    return error.message_for(labels).removesuffix(GET_CARDS)


def too_long(typed: str) -> EngineError:
    return TooLarge("too_long", f"That’s {len(typed):,} characters. Use {MAX_LENGTH:,} or fewer.")


def _split_around(typed: str, start: int, end: int) -> tuple[str, str, str]:
    """Input before, at and after the error, each truncated."""
    before = ("…" if start > _MAX_QUOTED else "") + _visible(typed[max(0, start - _MAX_QUOTED) : start])
    wrong = _visible(typed[start:end][:_MAX_QUOTED]) + ("…" if end - start > _MAX_QUOTED else "")
    after = _visible(typed[end:][:_MAX_QUOTED]) + ("…" if len(typed) - end > _MAX_QUOTED else "")
    return before, wrong, after


def _visible(text: str) -> str:
    """Replace control characters and direction marks by visible ones."""
    return text.translate(_INVISIBLE).translate(_DIRECTIONS)


_MAX_CLOSEST = 3
_WORD = re.compile(r"[^\W\d_]{3}")
_UNKNOWN_NAMES = {"no_cards", "unknown_source"}


def near_cards(typed: str, error: EngineError, loaded: Library, address_of: Callable[[str], str]) -> dict[str, object]:
    """Context: `near`, names with their addresses, and `cards`, the date of the cards.

    Empty for text that doesn't look like a name. Without cards, only `needs_cards`.
    """
    if not loaded.has_cards:
        return {"needs_cards": _needs_cards(error, typed)}
    if not _looks_like_a_card(error, typed):
        return {}
    near = [(one.name, address_of(one.name)) for one in card_names(loaded).find(typed, _MAX_CLOSEST)]
    made = [file.made.date() if file.made else file.imported for file in card_files()]
    return {"near": near, "cards": max(made, default=None)}


def _needs_cards(error: EngineError, typed: str) -> str:
    """Whether loading cards would help: `yes`, `maybe`, or empty."""
    if error.code in _UNKNOWN_NAMES:
        return "yes"
    return "maybe" if error.code == "unknown_effect" or _looks_like_a_card(error, typed) else ""


def _looks_like_a_card(error: EngineError, typed: str) -> bool:
    return error.field in ("cost", "card", None) and "{" not in typed and bool(_WORD.search(typed))
