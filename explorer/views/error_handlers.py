"""Pages for errors: not found, not allowed, not understood, and broken."""

from dataclasses import replace
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, HttpResponse

from explorer.errors import ErrorPage, NotFound
from explorer.http import render_error

ALLOW = {"Allow": "GET, HEAD, OPTIONS"}
"""Header that says what every address takes."""

# Seconds after which a database that was started anew answers again.
_SOON = 5

_NO_PAGE = ErrorPage("not_found", "There’s no page here", "Check the address or search.")
_READ_ONLY = ErrorPage(
    "not_allowed",
    "This page is read-only",
    "This page is read-only. Use GET.",
)
_OLD_FORM = ErrorPage(
    "forbidden",
    "That button has expired",
    "Go back, reload the page, and press it again. Cookies must be on.",
)
_BAD_REQUEST = ErrorPage(
    "bad_request",
    "Invalid address",
    "This address or site name isn’t valid.",
)
_TOO_MANY_FIELDS = ErrorPage(
    "too_many_parameters",
    "Too many parameters",
    f"Give {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,} parameters or fewer.",
)
_UNAVAILABLE = ErrorPage(
    "unavailable",
    "Pipwise can’t reach its rules",
    "Try again in a few seconds; the address keeps your input.",
)
_TOO_MANY = ErrorPage(
    "too_many_requests",
    "Too many requests",
    "Your network asks for a lot of pages. Try again in {seconds} seconds.",
)
_BROKEN = ErrorPage(
    "server_error",
    "Pipwise hit an error",
    "Reload; the address keeps your input.",
)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404 in the site's own look."""
    return _page(request, exception.page if isinstance(exception, NotFound) else _NO_PAGE, 404)


def not_allowed(request: HttpRequest) -> HttpResponse:
    """Answer 405: pages here are only read."""
    response = _page(request, _READ_ONLY, 405)
    response["Allow"] = ALLOW["Allow"]
    return response


def old_form(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Answer 403 for the one button there is, where its form is out of date."""
    return _page(request, _OLD_FORM, 403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 in the site's own look."""
    page = _TOO_MANY_FIELDS if isinstance(exception, TooManyFieldsSent) else _BAD_REQUEST
    return _page(request, page, 400, "error_plain.html")


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 in the site's own look while the database can't be read, with when to ask again."""
    response = _page(request, _UNAVAILABLE, HTTPStatus.SERVICE_UNAVAILABLE, "error_plain.html")
    response["Retry-After"] = str(_SOON)
    return response


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429, with when to ask again."""
    page = replace(_TOO_MANY, message=_TOO_MANY.message.format(seconds=seconds))
    response = _page(request, page, HTTPStatus.TOO_MANY_REQUESTS, "error_plain.html")
    response["Retry-After"] = str(seconds)
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """Answer 500 in the site's own look; asks nothing of the database."""
    return _page(request, _BROKEN, 500, "error_plain.html")


def _page(request: HttpRequest, page: ErrorPage, status: int, template: str = "error.html") -> HttpResponse:
    return render_error(request, template, {"error": page}, page.as_json(), status)
