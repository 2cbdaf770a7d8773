"""View of a symbol's drawing."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from explorer.not_found.pages import no_such_symbol
from explorer.symbols_by_edition.drawings import drawing_of
from explorer.web import addresses
from explorer.web.http import FOR_GOOD
from explorer.web.page_cache import query_parameters
from symbols.catalog.definitions import by_slug
from symbols.catalog.finding import resolve


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
