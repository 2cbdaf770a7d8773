"""Cards as sources of mana, by name."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from explorer.cards.mana_abilities import source_from
from explorer.cards.reading import card_at, card_names, names_and_faces
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from symbols.engine import BadRequest
from symbols.engine.sources import BASIC_LAND_TYPES, FindSource, Source

_NEAREST = 4


def find_source(loaded: Library) -> FindSource | None:
    """Lookup for `read_sources`; None without cards."""
    return (lambda name: _source(loaded, " ".join(name.split()))) if loaded.has_cards else None


@lru_cache(maxsize=512)
def _source(loaded: Library, name: str) -> Source | None:
    """None if no card has the name.

    Raises:
        BadRequest: the card has no mana ability.
    """
    names = card_names(loaded)
    # Players say “two Boros Signets”.
    named = names.named(name) or names.named(name.removesuffix("s"))
    card = card_at(named.slug) if named else None
    if card is None:
        return None
    own = [face for face in card.faces if plain_words(face.name) == plain_words(name)] or card.faces[:1]
    # A modal card on the table is its land, even if its front face is a spell.
    faces = [*own, *(card.faces if card.layout == "modal_dfc" else ())]
    source = next((source for face in faces if (source := source_from(face))), None)
    if source is None:
        raise BadRequest("no_source", f"{card.name} has no mana ability.")
    return source if len(card.faces) > 1 else replace(source, name=card.name)


def source_named(loaded: Library, name: str) -> Source | None:
    """The card as a source; None if it has no mana ability that is understood."""
    try:
        source = _source(loaded, name)
    except BadRequest:
        return None
    return source if source and source.abilities else None


def nearest_source(loaded: Library, name: str) -> str:
    """Name of the closest card that makes mana; empty if there is none."""
    found = card_names(loaded).find(name, _NEAREST) if loaded.has_cards else ()
    return next((one.name for one in found if source_named(loaded, one.name)), "")


@lru_cache(maxsize=2)
def makers_of_mana(loaded: Library) -> frozenset[str]:
    """Names of the cards that may have a mana ability, by their words and land types."""
    if not loaded.has_cards:
        return frozenset()
    return frozenset(name.name for name, faces in names_and_faces() if any(map(_may_make_mana, faces)))


def _may_make_mana(face: Mapping[str, str]) -> bool:
    text, types = face.get("text", ""), face.get("type_line", "")
    return ("add " in text.lower() and "{" in text) or any(one in types for one in BASIC_LAND_TYPES)
