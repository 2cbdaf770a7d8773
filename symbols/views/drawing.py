"""The drawing of one symbol, alone."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from explorer import addresses
from symbols.definitions import UnknownSymbolError, by_slug
from symbols.definitions import slug as code_slug
from symbols.glyphs import draw

DAY = 86_400


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
