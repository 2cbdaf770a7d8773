"""Drawing of one symbol, alone."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.views.decorators.http import condition

from explorer import addresses
from explorer.http import keep_for
from explorer.views.not_found import no_such_symbol
from explorer.views.symbols.drawings import Drawing, drawing_of
from symbols.catalog.definitions import by_slug
from symbols.catalog.finding import resolve


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
    return _serve(request, asked)


def _drawing(asked: str) -> Drawing:
    return drawing_of(by_slug(asked).code)


@condition(etag_func=lambda _, asked: f'"{_drawing(asked).version}"')
def _serve(request: HttpRequest, asked: str) -> HttpResponse:
    drawn = _drawing(asked)
    response = HttpResponse(drawn.svg, content_type="image/svg+xml")
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return keep_for(response, lasting=request.GET.get("v") == drawn.version)
