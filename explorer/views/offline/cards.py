"""Cards without a network: the names and costs of all of them, and how they look."""

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from explorer.cards.reading import names_and_costs
from explorer.document.tree import plain_words
from explorer.views.search.suggestions import Suggestion
from symbols.catalog.text import find_symbols
from symbols.rendering import pip


def card_data() -> Mapping[str, Any]:
    """Return what the worker knows of cards.

    `cards` has a line for each: its name, its cost, and its slug where that isn't made from the name as others are,
    with tabs between. `pips` are the drawings of the symbols in costs. `option` is a suggestion, with places
    for its words and its address.
    """
    lines: list[str] = []
    codes: set[str] = set()
    for card, cost in names_and_costs():
        own = "" if plain_words(card.name).replace(" ", "-") == card.slug else card.slug
        lines.append("\t".join((card.name, cost, own)).rstrip("\t"))
        codes.update(one.code for one in find_symbols(cost))
    option = Suggestion("§words§", "Card", "§address§")
    return {
        "cards": "\n".join(lines),
        "pips": {f"{{{code}}}": pip(code) for code in sorted(codes)},
        "option": render_to_string("search/_suggestions.html", {"suggestions": [option]}).strip(),
    }
