"""Cards and rulings among the results of a search: a group of their own, below the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.cards.names import CardName
from explorer.cards.reading import card_names
from explorer.cards.shown_rulings import ShownRuling, show_ruling
from explorer.library.loaded import Library
from explorer.search.index.rulings import FoundRulings, find_rulings
from explorer.search.words.splitting import folded
from explorer.web import addresses
from symbols.sentences import counted

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


@dataclass(frozen=True, slots=True)
class ReadOnCards:
    """Cards and rulings that were found.

    Attributes:
        cards: the card that was typed; else, where no rule was found, those with names nearly so.
        rulings: those that have all words, more of them where rulings are asked for.
    """

    cards: Sequence[CardName]
    rulings: FoundRulings


def read_on_cards(typed: str, loaded: Library, *, or_nearly: bool) -> ReadOnCards | None:
    """Return the cards and the rulings that were found for some words; None where there are no cards.

    Args:
        typed: the words.
        loaded: the editions that are loaded.
        or_nearly: whether cards count whose names are nearly so.
    """
    names = card_names(loaded)
    if not len(names):
        return None
    named = names.named(typed)
    cards = [named] if named else names.find(typed, _FEW) if or_nearly else []
    return ReadOnCards(cards, find_rulings(typed, _MANY if "ruling" in folded(typed) else _FEW))


def show_on_cards(read: ReadOnCards | None) -> dict[str, object]:
    """Return what a page of results says of the cards and rulings that were found."""
    if read is None:
        return {}
    as_cards = [(one.name, addresses.card(one.slug)) for one in read.cards]
    return {"as_cards": as_cards, "rulings": _show_rulings(read.rulings)}


def _show_rulings(found: FoundRulings) -> ShownRulings | None:
    if not found.best:
        return None
    shown = [show_ruling(one.ruling, (one.slug, one.name), None, set(), {}) for one in found.best]
    return ShownRulings(counted(found.total, "ruling"), shown)
