"""Rules for every address: pages are only read, and errors are JSON for programs."""

import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from explorer.api.service import shaped
from explorer.importing.prepare import is_up_to_date
from explorer.importing.unavailable import is_unavailable, remedy
from explorer.library.loaded import library
from explorer.serving.storage import collected
from explorer.web.error_handlers import ALLOW, ALLOWED, bad_request, not_allowed, unavailable, unprepared
from explorer.web.http import ErrorResponse
from symbols.engine import ErrorJson, error_json

_log = logging.getLogger(__name__)

FOR_PROGRAMS = re.compile(settings.CORS_URLS_REGEX)
"""Addresses that answer with JSON whatever the client prefers."""

# What is said of the page's content, and not of JSON in its place.
_OF_CONTENT = {"content-type", "content-length", "content-encoding", "etag"}


class HeadAsGet:
    """Answers `HEAD` as `GET`, without the content."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        response = self.get_response(request)
        request.method = "HEAD"
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = ()
        elif isinstance(response, HttpResponse):
            response.headers["Content-Length"] = str(len(response.content))
            response.content = b""
        return response


class ReadOnly:
    """Answers `OPTIONS` for every page, and refuses all that is not `GET`.

    A view that is more than read has the attribute `takes_post`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_: object) -> HttpResponse | None:
        """Answer in place of the page, where it is not to be read."""
        if request.method == "GET" or (request.method == "POST" and hasattr(view, "takes_post")):
            return None
        return HttpResponse(headers=ALLOW) if request.method == "OPTIONS" else not_allowed(request)


class Unavailable:
    """Answers 503 until the site is prepared and while the database can't be read; the log says what to do about it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        _has_static_files()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        try:
            if not is_prepared():
                _log.error("The site isn’t prepared. Run %s prepare, and start the site again.", settings.PROGRAM_NAME)
                return unprepared(request)
        except Error as error:
            return self._refused(request, error)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer in place of a page that the database had no answer for."""
        return self._refused(request, error) if is_unavailable(error) else None

    def _refused(self, request: HttpRequest, error: Exception) -> HttpResponse:
        _ask_anew()
        _log.error("%s", remedy(error).replace("\n", " "))
        return unavailable(request)


class _Prepared:
    """Whether this process has seen that everything is prepared for its code, which then stays so."""

    is_so = False


def is_prepared() -> bool:
    """Return whether database, derived data and static files are those of this version."""
    if not _Prepared.is_so:
        _Prepared.is_so = _has_static_files() and is_up_to_date()
    return _Prepared.is_so


@cache
def _has_static_files() -> bool:
    """Return whether there were static files as this process started; later ones it doesn't serve."""
    return settings.DEBUG or bool(collected())


class TransferEncoding:
    """Answers 400 where a body is encoded other than in chunks: the next proxy might read another request in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        # RFC 9112, 6.1: chunked at most once.
        if request.headers.get("Transfer-Encoding", "chunked").strip().lower() == "chunked":
            return self.get_response(request)
        response = bad_request(request, SuspiciousOperation())
        response.headers["Connection"] = "close"
        return response


def _ask_anew() -> None:
    """Have whoever asks next get a new connection: by then the file may be another one, of the same name."""
    if not connection.in_atomic_block:
        connection.close()


class Probes:
    """Answers `/healthz` and `/readyz`, for whoever watches the site; whatever name it is asked by.

    The first says that this process answers, the second that it has rules to show.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        if request.path_info not in _PROBES:
            return self.get_response(request)
        if request.method != "GET":
            return HttpResponseNotAllowed(ALLOWED)
        return _PROBES[request.path_info]()


def _liveness() -> HttpResponse:
    return _probed({"status": "ok"})


def _readiness() -> HttpResponse:
    """Return 200 with how many editions are loaded; 503 where there are none, or they can't be read."""
    try:
        if not is_prepared():
            return _probed({"status": "unprepared"}, HTTPStatus.SERVICE_UNAVAILABLE)
        loaded = library()
    except Error:
        _ask_anew()
        return _probed({"status": "unavailable"}, HTTPStatus.SERVICE_UNAVAILABLE)
    if loaded.newest is None:
        return _probed({"status": "empty"}, HTTPStatus.SERVICE_UNAVAILABLE)
    return _probed({"status": "ok", "editions": len(loaded.editions), "newest": loaded.newest.iso})


def _probed(found: dict[str, object], status: int = HTTPStatus.OK) -> HttpResponse:
    return JsonResponse(found, status=status, headers={"Cache-Control": "no-store"})


_PROBES: Mapping[str, Callable[[], HttpResponse]] = {"/healthz": _liveness, "/readyz": _readiness}


class JsonErrors:
    """Answers every error with `{"error": …}` where the client prefers JSON to HTML, or as the API there does."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; the status and the other headers of an error stay as they are."""
        response = self.get_response(request)
        if response.status_code < HTTPStatus.BAD_REQUEST:
            return response
        patch_vary_headers(response, ["Accept"])
        if response.get("Content-Type", "").startswith("application/json"):
            return response
        for_programs = FOR_PROGRAMS.match(request.path_info)
        if not for_programs and request.get_preferred_type(["text/html", "application/json"]) != "application/json":
            return response
        error = response.error if isinstance(response, ErrorResponse) else _error_of(response.status_code)
        kept = {name: value for name, value in response.items() if name.lower() not in _OF_CONTENT}
        answer = dict(shaped(request.path_info, error, response.status_code))
        return JsonResponse(answer, status=response.status_code, headers=kept)


def _error_of(status: int) -> ErrorJson:
    """Return the error of a response that names none: its status, as code and as a sentence."""
    phrase = HTTPStatus(status).phrase
    return error_json(phrase.lower().replace(" ", "_"), f"{phrase}.")
