"""The checker, and the pages and drawings of symbols."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.views.decorators.vary import vary_on_headers

from explorer import addresses
from symbols import showing
from symbols.definitions import Definition, UnknownSymbolError, all_definitions, by_slug
from symbols.definitions import slug as code_slug
from symbols.engine.errors import EngineError
from symbols.glyphs import draw

TRIES = (
    "{X}{R}",
    "{2/W}{2/U}{2/B}{2/R}{2/G}",
    "{G/W}{G/W}",
    "{W/P}{W/P}",
    "{X}{X}{2/W}{G/W/P}",
    "{1}{C/W}{S}",
    "{2}{W}, {T}",
)
DAY = 86_400


@dataclass(frozen=True, slots=True)
class Family:
    """The symbols of one kind, for the gallery."""

    kind: str
    members: Sequence[Definition]


@vary_on_headers("HX-Request")
def check(request: HttpRequest) -> HttpResponse:
    """Show what a cost means; to htmx, only the answer or the problem."""
    typed = request.GET.get("cost", "")
    context: dict[str, object] = {"here": "check", "typed": typed}
    if typed.strip():
        try:
            context["answer"] = showing.answer(typed)
        except EngineError as error:
            context["problem"] = showing.problem(typed, error)
    if "answer" not in context:
        context["tries"] = [{"cost": cost, "address": addresses.check(cost)} for cost in TRIES]
    if request.htmx:
        return showing.partial(request, "check/check.html", context, addresses.check(typed))
    return render(request, "check/check.html", context, status=422 if "problem" in context else 200)


def gallery(request: HttpRequest) -> HttpResponse:
    """Show every symbol, by kind."""
    families = [
        Family(kind, list(members))
        for kind, members in groupby(sorted(all_definitions(), key=lambda one: one.order), key=lambda one: one.kind)
    ]
    total = sum(len(family.members) for family in families)
    context = {"here": "symbols", "families": families, "total": total}
    return render(request, "symbols/gallery.html", context)


def drawing(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve one symbol as an SVG document of its own."""
    try:
        code = by_slug(slug).code
    except UnknownSymbolError as error:
        raise Http404(f"There is no symbol “{slug[:40]}”.") from error
    if code_slug(code) != slug:
        return HttpResponsePermanentRedirect(addresses.symbol_drawing(code_slug(code)))
    response = HttpResponse(draw(code), content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={DAY}"
    return response
