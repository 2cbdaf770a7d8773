"""Cards and rulings in search results, as a group below the rules."""

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

_DEFAULT_RULINGS, _RULINGS_IF_NAMED = 3, 12


@dataclass(frozen=True, slots=True)
class ShownRulings:
    count: str
    shown: Sequence[ShownRuling]


@dataclass(frozen=True, slots=True)
class ReadOnCards:
    """Matching cards and rulings.

    Attributes:
        cards: the card that the query names; else, if there are no rules, those with similar names.
        rulings: those with all words; more of them if the query mentions rulings.
    """

    cards: Sequence[CardName]
    rulings: FoundRulings


def read_on_cards(typed: str, loaded: Library, *, or_nearly: bool) -> ReadOnCards | None:
    """Search cards (by similar names, too, with `or_nearly`) and rulings; None without any cards."""
    names = card_names(loaded)
    if not len(names):
        return None
    named = names.named(typed)
    cards = [named] if named else names.find(typed, _DEFAULT_RULINGS) if or_nearly else []
    return ReadOnCards(cards, find_rulings(typed, _RULINGS_IF_NAMED if "ruling" in folded(typed) else _DEFAULT_RULINGS))


def show_on_cards(read: ReadOnCards | None) -> dict[str, object]:
    if read is None:
        return {}
    as_cards = [(one.name, addresses.card(one.slug)) for one in read.cards]
    return {"as_cards": as_cards, "rulings": _show_rulings(read.rulings)}


def _show_rulings(found: FoundRulings) -> ShownRulings | None:
    if not found.best:
        return None
    shown = [show_ruling(one.ruling, (one.slug, one.name), None, set(), {}) for one in found.best]
    return ShownRulings(counted(found.total, "ruling"), shown)
