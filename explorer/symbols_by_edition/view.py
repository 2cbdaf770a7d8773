"""Views of the gallery of symbols, of a sheet of all drawings, of one drawing, and of a symbol's page."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from explorer.cards.reading import cards_meeting
from explorer.cards.shown_rulings import show_cards_met
from explorer.not_found.pages import no_such_symbol
from explorer.not_found.path_arguments import handle_not_found
from explorer.symbols_by_edition.history import history_of
from explorer.symbols_by_edition.page import mana_facts, notations_of, quotes_of
from explorer.symbols_by_edition.query import SymbolFacts, facts_on
from explorer.symbols_by_edition.uses import uses_of
from explorer.web import addresses
from explorer.web.http import FOR_GOOD, HtmxRequest, update_address_bar
from explorer.web.page_cache import query_parameters
from symbols.catalog.definitions import Definition, all_definitions, by_slug, definition, slug
from symbols.catalog.finding import LONGEST, nearest, resolve, search
from symbols.engine import EngineError, read_cost
from symbols.glyphs import draw

_VERSION_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Drawing:
    """SVG of a symbol; `version` is a digest of it."""

    svg: str
    version: str
    address: str
    #: Address with the version, cacheable forever; `address` has the newest drawing.
    lasting: str


@lru_cache(maxsize=2048)
def drawing_of(code: str) -> Drawing:
    svg = draw(code)
    version = hashlib.sha256(svg.encode()).hexdigest()[:_VERSION_LENGTH]
    return Drawing(
        svg, version, addresses.symbol_drawing(slug(code)), addresses.symbol_drawing(slug(code), version=version)
    )


_SIZES = (14, 20, 48, 200)
_NEAREST = 4
# Kinds that are open at first; the others are folded.
_OPEN_KINDS = frozenset(
    {"colored mana", "colorless mana", "snow mana", "hybrid mana", "monocolored hybrid mana", "Phyrexian mana"}
)


@query_parameters(["q"], headers=["HX-Request"])
def gallery(request: HtmxRequest) -> HttpResponse:
    """All symbols by kind, or search results; for htmx, only the symbols."""
    words = " ".join(request.GET.get("q", "").replace("\0", " ").split())[:LONGEST]
    found = search(words)
    context = {
        "here": "symbols",
        "q": words,
        "open_kinds": _OPEN_KINDS,
        "families": [(kind, list(members)) for kind, members in groupby(found, key=lambda one: one.kind)],
        "found": sum(one.like == one.code for one in found),
        "beside": any(one.like != one.code for one in found),
        "total": len(list(all_definitions())),
        "nearest": () if found else nearest(words, _NEAREST),
    }
    if request.htmx:
        response = HttpResponse(render_to_string("symbols/gallery.html#shown", context, request))
        return update_address_bar(response, addresses.symbols(words))
    context["canonical"] = request.build_absolute_uri(addresses.symbols(words))
    return render(request, "symbols/gallery.html", context)


def sheet(request: HttpRequest) -> HttpResponse:
    """Every drawing at every size, for visual inspection."""
    context = {
        "here": "symbols",
        "canonical": request.build_absolute_uri(),
        "sizes": _SIZES,
        "every": list(all_definitions()),
        "example": drawing_of("W/U"),
    }
    return render(request, "symbols/sheet.html", context)


@query_parameters(["v"])
def drawing(request: HttpRequest, code: str) -> HttpResponse:
    """One symbol as SVG.

    With the current version in `?v=`, as pages link it, it may be cached forever; without, it must be revalidated.
    Other sites may use both.
    """
    found = resolve(code)
    if found is None:
        raise no_such_symbol(code)
    if found.slug != code:
        return HttpResponsePermanentRedirect(addresses.symbol_drawing(found.slug))
    drawn = drawing_of(by_slug(code).code)
    response = HttpResponse(drawn.svg, content_type="image/svg+xml")
    is_versioned = request.GET.get("v") == drawn.version
    response["Cache-Control"] = FOR_GOOD["Cache-Control"] if is_versioned else "public, no-cache"
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


_DRAWING = ".svg"


@handle_not_found
@query_parameters(["edition"])
def symbol(request: HttpRequest, code: str) -> HttpResponse:
    """A symbol, under `?edition=` if given. Other spellings redirect to it."""
    if code.casefold().endswith(_DRAWING) and (drawn := resolve(code[: -len(_DRAWING)])):
        return HttpResponsePermanentRedirect(addresses.symbol_drawing(drawn.slug))
    one = resolve(code)
    if one is None:
        raise no_such_symbol(code)
    if one.slug != code:
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
    try:
        return bool(one.written) and bool(read_cost(one.written))
    except EngineError:
        return False


def _neighbors(one: Definition) -> dict[str, Definition | None]:
    every = list(all_definitions())
    at = every.index(definition(one.like))
    return {"previous": every[at - 1] if at else None, "next": every[at + 1] if at + 1 < len(every) else None}
