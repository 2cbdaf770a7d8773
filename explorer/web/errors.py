"""Errors as pages show them, the same as JSON, and the pages of 400, 403, 404, 405, 429, 500 and 503."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse

from explorer.web.http import render_error
from symbols.engine import ErrorJson, error_json


@dataclass(frozen=True, slots=True)
class PageLink:
    """Link in a list; `number` is a rule number or a symbol drawn, `note` what to know before following it."""

    number: str
    words: str
    address: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class LinkList:
    title: str
    links: Sequence[PageLink]


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Content of an error page.

    Attributes:
        code: a short stable name for programs, such as `not_found`.
        lists: where to go on from here.
        hint: what `command` would fix.
    """

    code: str
    title: str
    message: str
    lists: Sequence[LinkList] = ()
    hint: str = ""
    command: str = ""

    def as_json(self) -> ErrorJson:
        return error_json(self.code, self.message)


class NotFound(Http404):
    """404 with a page of its own; lists without links are omitted."""

    def __init__(
        self, title: str, message: str, lists: Sequence[LinkList] = (), *, hint: str = "", command: str = ""
    ) -> None:
        super().__init__(message)
        shown = [each for each in lists if each.links]
        self.page = ErrorPage("not_found", title, message, shown, hint, command)


# Letters of an input that an error repeats.
_SHOWN = 40

ALLOWED = ("GET", "HEAD", "OPTIONS")
ALLOW = {"Allow": ", ".join(ALLOWED)}

# Retry-After (seconds): a restarted database answers again.
_SOON = 5
# Retry-After (seconds): somebody may have prepared the site.
_LATER = 60

_NO_PAGE = ErrorPage("not_found", "There’s no page here", "Check the address or search.")
_READ_ONLY = ErrorPage(
    "not_allowed",
    "This page is read-only",
    "This page is read-only. Use GET.",
)
_NO_METHOD = ErrorPage(
    "not_allowed",
    "That can’t be done here",
    "Use GET or POST.",
)
_OTHER_SITE = ErrorPage(
    "forbidden",
    "Another site sent you here",
    "Only this site’s own button does that. Open the home page and press it there.",
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
    "Try again in a few seconds. What you typed is in the address.",
)
_UNPREPARED = ErrorPage(
    "unprepared",
    "Pipwise isn’t set up yet",
    f"If this is your site, run {settings.PROGRAM_NAME} prepare and start it again. If not, try again in a minute.",
)
_REMOVED_PATHS = re.compile(r"/(?:admin|metrics)(?:/|$)")
_GONE = ErrorPage(
    "not_found",
    "This is gone",
    "Pipwise has no admin and no metrics any more. Its guide, docs/running.md, says what to use instead.",
)
_TOO_MANY = ErrorPage(
    "too_many_requests",
    "Too many requests",
    "Your network is asking for a lot of pages. Try again in {seconds} seconds.",
)
_BROKEN = ErrorPage(
    "server_error",
    "Pipwise hit an error",
    "Reload the page. What you typed is in the address.",
)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    # Earlier releases had Django's admin, and metrics.
    no_page = _GONE if _REMOVED_PATHS.match(request.path_info) else _NO_PAGE
    return _page(request, exception.page if isinstance(exception, NotFound) else no_page, 404)


def not_allowed(request: HttpRequest, *, takes_post: bool = False) -> HttpResponse:
    response = _page(request, _NO_METHOD if takes_post else _READ_ONLY, 405)
    response["Allow"] = f"{ALLOW['Allow']}, POST" if takes_post else ALLOW["Allow"]
    return response


def other_site(request: HttpRequest) -> HttpResponse:
    """Answer 403 to a POST from another site's page."""
    return _page(request, _OTHER_SITE, 403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    page = _TOO_MANY_FIELDS if isinstance(exception, TooManyFieldsSent) else _BAD_REQUEST
    return _page(request, page, 400, "error_plain.html")


def unavailable(request: HttpRequest) -> HttpResponse:
    return _try_again(request, _UNAVAILABLE, _SOON)


def unprepared(request: HttpRequest) -> HttpResponse:
    """Answer 503 until `prepare` has run."""
    return _try_again(request, _UNPREPARED, _LATER)


def too_many_page(seconds: int) -> ErrorPage:
    return replace(_TOO_MANY, message=_TOO_MANY.message.format(seconds=seconds))


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    return _try_again(request, too_many_page(seconds), seconds, HTTPStatus.TOO_MANY_REQUESTS)


def _try_again(
    request: HttpRequest, page: ErrorPage, seconds: int, status: int = HTTPStatus.SERVICE_UNAVAILABLE
) -> HttpResponse:
    response = _page(request, page, status, "error_plain.html")
    response["Retry-After"] = str(seconds)
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """Answer 500 without the database."""
    return _page(request, _BROKEN, 500, "error_plain.html")


def _page(request: HttpRequest, page: ErrorPage, status: int, template: str = "error.html") -> HttpResponse:
    return render_error(request, template, {"error": page}, page.as_json(), status)


def shorten(text: str) -> str:
    """A text short enough to repeat in a sentence, unprintable characters replaced."""
    seen = "".join(letter if letter.isprintable() else "�" for letter in text)
    return seen if len(seen) <= _SHOWN else f"{seen[: _SHOWN - 1]}…"
