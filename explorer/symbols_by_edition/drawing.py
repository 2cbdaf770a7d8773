"""Drawing of one symbol, alone."""

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
    """Serve one symbol as an SVG document of its own.

    The address with the drawing's version, which is the one that pages hand out, is good for ever. The plain one shows
    the newest drawing, and is asked for again each time, which costs nothing where nothing changed. Other sites may
    take both.
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
