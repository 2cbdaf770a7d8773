"""Cards by name, as trials read them."""

from functools import lru_cache

from explorer.cards.reading import card_names, cards_at
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from symbols.trials.printed import PrintedCard


@lru_cache(maxsize=256)
def printed_card(name: str, loaded: Library) -> PrintedCard | None:
    """The card, or its face, with exactly this name; one query if there is one."""
    found = card_names(loaded).named(name) if loaded.has_cards and plain_words(name) else None
    card = cards_at([found.slug]).get(found.slug) if found else None
    if card is None:
        return None
    face = next((one for one in card.faces if plain_words(one.name) == plain_words(name)), card.faces[0])
    return PrintedCard(face.name, face.mana_cost, face.type_line, face.text, face.colors, face.power, face.toughness)
