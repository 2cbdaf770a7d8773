"""Error for an unknown card, with the closest names."""

from explorer.cards.reading import card_names
from explorer.library.loaded import Library
from explorer.web import addresses
from explorer.web.downloads import FETCH_CARDS
from explorer.web.errors import LinkList, NotFound, PageLink, shorten

MAX_CLOSEST = 6


def no_such_card(slug: str, loaded: Library) -> NotFound:
    names, words = card_names(loaded), slug.replace("-", " ")
    if not len(names):
        return NotFound(
            "That card isn’t loaded",
            "Pipwise doesn’t come with cards.",
            hint="To download them from Scryfall, run:",
            command=FETCH_CARDS,
        )
    near = [PageLink("", one.name, addresses.card(one.slug)) for one in names.find(words, MAX_CLOSEST)]
    search = PageLink("", f"Search the rules for “{shorten(words)}”", addresses.search(words[:200]))
    return NotFound(
        "That card isn’t here",
        f"Pipwise has no card called “{shorten(words)}”. Check the spelling, or its cards may be out of date.",
        [LinkList("Closest names", near), LinkList("You could", [search])],
    )
