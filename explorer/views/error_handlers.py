"""Pages for errors: not found, not allowed, not understood, and broken."""

from django.http import HttpRequest, HttpResponse

from explorer.errors import ErrorPage, NotFound
from explorer.http import render_error

ALLOW = {"Allow": "GET, HEAD, OPTIONS"}
"""Header that says what every address takes."""

_NO_PAGE = ErrorPage("not_found", "This page is not here", "Nothing has this address. It may have been mistyped.")
_READ_ONLY = ErrorPage(
    "not_allowed",
    "Pages here are only read",
    "This site takes no POST: everything it can be asked stands in an address.",
)
_BAD_REQUEST = ErrorPage(
    "bad_request",
    "That request can’t be read",
    "The address holds something that no page of this site understands, or the site is not known by the name you used.",
)
_BROKEN = ErrorPage(
    "server_error",
    "Something broke here",
    "This page could not be made, and that is Pipwise’s fault, not yours. Nothing you typed has been lost: it is still "
    "in the address.",
)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404 in the site's own look."""
    return _page(request, exception.page if isinstance(exception, NotFound) else _NO_PAGE, 404)


def not_allowed(request: HttpRequest) -> HttpResponse:
    """Answer 405: pages here are only read."""
    response = _page(request, _READ_ONLY, 405)
    response["Allow"] = ALLOW["Allow"]
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Answer 400 in the site's own look."""
    return _page(request, _BAD_REQUEST, 400, "error_plain.html")


def broken(request: HttpRequest) -> HttpResponse:
    """Answer 500 in the site's own look; asks nothing of the database."""
    return _page(request, _BROKEN, 500, "error_plain.html")


def _page(request: HttpRequest, page: ErrorPage, status: int, template: str = "error.html") -> HttpResponse:
    return render_error(request, template, {"error": page}, page.as_json(), status)
