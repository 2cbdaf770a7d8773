"""Cards as sources of mana, by name."""

from functools import lru_cache

from explorer.cards.mana_abilities import source_from
from explorer.cards.reading import card_at, card_names
from explorer.library.loaded import Library
from symbols.engine import BadRequest
from symbols.engine.sources import FindSource, Source, source_of

_NEAREST = 1


def find_source(loaded: Library) -> FindSource | None:
    """The lookup of cards for `read_sources`; None without cards."""
    return (lambda name: _source(loaded, " ".join(name.split()))) if loaded.has_cards else None


@lru_cache(maxsize=512)
def _source(loaded: Library, name: str) -> Source | None:
    """None if no card has the name.

    Raises:
        BadRequest: a near name is meant, or the card makes no mana that could be read.
    """
    names = card_names(loaded)
    # Players say “two Boros Signets”.
    named = names.named(name) or names.named(name.removesuffix("s"))
    card = card_at(named.slug) if named else None
    if card is None:
        return None
    faces = [source for face in card.faces if (source := source_from(face))]
    abilities = [ability for source in faces for ability in source.abilities]
    unread = [text for source in faces for text in source.unread]
    if not abilities and unread:
        message = f"{card.name} makes mana in a way that isn’t read here: “{unread[0][:120]}” "
        message += "Type what it makes, such as {G}{G}."
        raise BadRequest("unread_source", message)
    if not abilities:
        raise BadRequest("no_source", f"{card.name} has no mana ability.")
    first = card.faces[0]
    return source_of(card.name, abilities, types=first.type_line, colors=first.colors, unread=unread)


def source_named(loaded: Library, name: str) -> Source | None:
    """The card as a source; None if it makes no mana that is read."""
    try:
        return _source(loaded, name)
    except BadRequest:
        return None


def nearest_source(loaded: Library, name: str) -> str:
    """Name of the card that is probably meant; empty if none is near."""
    found = card_names(loaded).find(name, _NEAREST) if loaded.has_cards else ()
    return found[0].name if found else ""
