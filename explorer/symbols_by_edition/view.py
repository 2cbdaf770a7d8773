"""View of a symbol's page."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.utils import timezone

from explorer.cards.reading import cards_meeting
from explorer.cards.shown_rulings import show_cards_met
from explorer.not_found import pages as not_found
from explorer.symbols_by_edition.drawings import drawing_of
from explorer.symbols_by_edition.history import history_of
from explorer.symbols_by_edition.page import mana_facts, notations_of, quotes_of
from explorer.symbols_by_edition.query import SymbolFacts, facts_on
from explorer.symbols_by_edition.uses import uses_of
from explorer.web import addresses
from explorer.web.page_cache import query_parameters
from symbols.catalog.definitions import Definition, all_definitions, definition
from symbols.catalog.finding import resolve
from symbols.engine import EngineError, read_cost

_DRAWING = ".svg"


@not_found.handle_not_found
@query_parameters(["edition"])
def symbol(request: HttpRequest, asked: str) -> HttpResponse:
    """A symbol, under `?edition=` if given. Other spellings redirect to it."""
    if asked.casefold().endswith(_DRAWING) and (drawn := resolve(asked[: -len(_DRAWING)])):
        return HttpResponsePermanentRedirect(addresses.symbol_drawing(drawn.slug))
    one = resolve(asked)
    if one is None:
        raise not_found.no_such_symbol(asked)
    if one.slug != asked:
        return HttpResponsePermanentRedirect(addresses.symbol(one.slug))
    facts = facts_on(one, request.GET.get("edition", ""))
    met = cards_meeting(f"{{{one.code}}}", facts.loaded)
    context = _context(one, facts) | {"met": show_cards_met(met, None) if met else None}
    context["canonical"] = request.build_absolute_uri(context["address"])
    return render(request, "symbols/symbol.html", context)


def _context(one: Definition, facts: SymbolFacts) -> dict[str, Any]:
    edition, newest = facts.edition, facts.loaded.newest
    said = facts.said.get(edition.date) if edition else None
    address = addresses.symbol(one.slug)
    history = history_of(one, facts.loaded, facts.said, timezone.localdate(), facts.life)
    return {
        "here": "symbols",
        "one": one,
        "newest": newest,
        "edition": edition,
        "lacking": said is not None and said.known is False,
        "address": addresses.keeping(address, edition.date) if edition else address,
        "pinned": addresses.keeping(address, newest.date) if newest and not edition else "",
        "drawing": drawing_of(one.code),
        "mana": mana_facts(one, facts.citations),
        "history": history,
        "said": quotes_of(one, facts, history),
        "uses": uses_of(
            one, facts.uses, facts.loaded.up_to(edition) if edition else facts.loaded, pinned=bool(edition)
        ),
        "written": notations_of(one, history),
        "check": addresses.check(one.written) if _is_cost(one) else "",
        "kin": [each for each in all_definitions() if each.kind == one.kind],
        **_neighbors(one),
    }


def _is_cost(one: Definition) -> bool:
    """Whether the checker accepts the symbol as a cost."""
    try:
        return bool(one.written) and bool(read_cost(one.written))
    except EngineError:
        return False


def _neighbors(one: Definition) -> dict[str, Definition | None]:
    """Neighbors in the gallery. A composed symbol has those of its `like`."""
    codes = [each.code for each in all_definitions()]
    at = codes.index(one.like)
    before = codes[at - 1] if at else None
    after = codes[at + 1] if at + 1 < len(codes) else None
    return {
        "previous": definition(before) if before else None,
        "next": definition(after) if after else None,
    }
