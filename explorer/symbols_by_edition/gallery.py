"""Views of the gallery of symbols, of a sheet of all drawings, and of one drawing."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.template.loader import render_to_string

from explorer.not_found.pages import no_such_symbol
from explorer.symbols_by_edition.drawings import drawing_of
from explorer.web import addresses
from explorer.web.http import FOR_GOOD, HtmxRequest, update_address_bar
from explorer.web.page_cache import query_parameters
from symbols.catalog.definitions import all_definitions, by_slug
from symbols.catalog.finding import LONGEST, nearest, resolve, search

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
def drawing(request: HttpRequest, asked: str) -> HttpResponse:
    """One symbol as SVG.

    With the current version in `?v=`, as pages link it, it may be cached forever; without, it must be revalidated.
    Other sites may use both.
    """
    found = resolve(asked)
    if found is None:
        raise no_such_symbol(asked)
    if found.slug != asked:
        return HttpResponsePermanentRedirect(addresses.symbol_drawing(found.slug))
    drawn = drawing_of(by_slug(asked).code)
    response = HttpResponse(drawn.svg, content_type="image/svg+xml")
    is_versioned = request.GET.get("v") == drawn.version
    response["Cache-Control"] = FOR_GOOD["Cache-Control"] if is_versioned else "public, no-cache"
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
