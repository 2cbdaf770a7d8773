"""Cards by name, as trials read them."""

from dataclasses import asdict
from functools import lru_cache

from explorer.cards.parts import parts_of
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
    face = card.face_named(name) or card.faces[0]
    faces = tuple(PrintedCard(**asdict(one)) for one in card.faces) if len(card.faces) > 1 else ()
    # The result of melding has no card of its own that could be cast.
    is_melded = card.layout == "meld" and not face.mana_cost and card.mana_value > 0
    melded = int(card.mana_value) if is_melded else None
    layout = parts_of(card).layout or card.layout
    return PrintedCard(**asdict(face), layout=layout, faces=faces, melded=melded)
