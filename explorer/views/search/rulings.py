"""Cards and rulings among the results of a search: a group of their own, below the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer import addresses
from explorer.cards.reading import card_names
from explorer.library.loaded import Library
from explorer.prose.rulings import ShownRuling, show_ruling
from explorer.search.rulings import find_rulings
from explorer.search.words import folded

_FEW, _MANY = 3, 12


@dataclass(frozen=True, slots=True)
class ShownRulings:
    """Rulings that were found.

    Attributes:
        count: how many, in words.
        shown: the best of them.
    """

    count: str
    shown: Sequence[ShownRuling]


def found_rulings(typed: str, loaded: Library) -> ShownRulings | None:
    """Return the rulings that have all words, more of them where rulings are asked for; None without any."""
    if not len(card_names(loaded)):
        return None
    found = find_rulings(typed, _MANY if "ruling" in folded(typed) else _FEW)
    if not found.best:
        return None
    shown = [show_ruling(one.ruling, (one.slug, one.name), None, set(), {}) for one in found.best]
    return ShownRulings(f"{found.total:,} ruling{'' if found.total == 1 else 's'}", shown)


def cards_named(typed: str, loaded: Library, *, or_nearly: bool) -> Sequence[tuple[str, str]]:
    """Return name and address of the card that was typed; else, if wanted, of those with names nearly so."""
    names = card_names(loaded)
    named = names.named(typed)
    found = [named] if named else names.find(typed, _FEW) if or_nearly else []
    return [(one.name, addresses.card(one.slug)) for one in found]
