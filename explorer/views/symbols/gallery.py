"""Gallery of symbols, and the sheet of their drawings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from explorer import addresses
from explorer.http import HtmxRequest, keep_address
from explorer.views.symbols.drawings import drawing_of
from symbols.catalog.definitions import Definition, all_definitions
from symbols.catalog.finding import LONGEST, nearest, search

_SIZES = (14, 20, 48, 200)
_NEAREST = 4


@dataclass(frozen=True, slots=True)
class Tile:
    """One symbol in the gallery."""

    one: Definition
    address: str


@dataclass(frozen=True, slots=True)
class TilesOfKind:
    """Symbols of one kind."""

    kind: str
    tiles: Sequence[Tile]


@vary_on_headers("HX-Request")
@require_safe
def gallery(request: HtmxRequest) -> HttpResponse:
    """Show every symbol, by kind, or those that fit some words; to htmx, only the symbols."""
    words = " ".join(request.GET.get("q", "").replace("\0", " ").split())[:LONGEST]
    found = search(words)
    context = {
        "here": "symbols",
        "q": words,
        "families": _by_kind(found),
        "found": sum(one.like == one.code for one in found),
        "beside": any(one.like != one.code for one in found),
        "total": len(list(all_definitions())),
        "nearest": [_tile(one) for one in nearest(words, _NEAREST)] if not found else (),
    }
    if request.htmx:
        response = HttpResponse(render_to_string("symbols/gallery.html#shown", context, request))
        return keep_address(response, addresses.symbols(words))
    return render(request, "symbols/gallery.html", context)


@require_safe
def sheet(request: HttpRequest) -> HttpResponse:
    """Show every drawing at every size, for looking at them."""
    tiles = [_tile(one) for one in all_definitions()]
    example = drawing_of("W/U")
    return render(
        request, "symbols/sheet.html", {"here": "symbols", "sizes": _SIZES, "tiles": tiles, "example": example}
    )


def _tile(one: Definition) -> Tile:
    return Tile(one, addresses.symbol(one.slug))


def _by_kind(found: Iterable[Definition]) -> list[TilesOfKind]:
    return [
        TilesOfKind(kind, [_tile(one) for one in members]) for kind, members in groupby(found, key=lambda one: one.kind)
    ]
