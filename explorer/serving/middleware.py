"""Middleware for every URL: HEAD, allowed methods, 503, health probes, and errors as JSON."""

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
"""Paths whose errors are JSON whatever the client prefers."""

# Headers of the HTML body, dropped when JSON replaces it.
_CONTENT_HEADERS = {"content-type", "content-length", "content-encoding", "etag"}


class HeadAsGet:
    """Answers `HEAD` as `GET`, without the body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
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
    """Answers `OPTIONS`, and 405 to all methods but `GET`.

    A view that accepts `POST` has the attribute `takes_post`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_: object) -> HttpResponse | None:
        if request.method == "GET" or (request.method == "POST" and hasattr(view, "takes_post")):
            return None
        return HttpResponse(headers=ALLOW) if request.method == "OPTIONS" else not_allowed(request)


class Unavailable:
    """Answers 503 until the site is prepared and while the database can't be read; the log says what to do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        _has_static_files()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            if not is_prepared():
                _log.error("The site isn’t prepared. Run %s prepare, and start the site again.", settings.PROGRAM_NAME)
                return unprepared(request)
        except Error as error:
            return self._refused(request, error)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return self._refused(request, error) if is_unavailable(error) else None

    def _refused(self, request: HttpRequest, error: Exception) -> HttpResponse:
        _reconnect()
        _log.error("%s", remedy(error).replace("\n", " "))
        return unavailable(request)


class _Prepared:
    """Whether this process has seen that everything is prepared; once True, it stays so."""

    is_so = False


def is_prepared() -> bool:
    """Whether database, derived data and static files match this version of the code."""
    if not _Prepared.is_so:
        _Prepared.is_so = _has_static_files() and is_up_to_date()
    return _Prepared.is_so


@cache
def _has_static_files() -> bool:
    """Whether static files were collected when this process started; later ones aren't served."""
    return settings.DEBUG or bool(collected())


class TransferEncoding:
    """Answers 400 to any encoding of a body but chunked, against request smuggling."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # RFC 9112, 6.1: chunked at most once.
        if request.headers.get("Transfer-Encoding", "chunked").strip().lower() == "chunked":
            return self.get_response(request)
        response = bad_request(request, SuspiciousOperation())
        response.headers["Connection"] = "close"
        return response


def _reconnect() -> None:
    """Give the next query a new connection: the database file may have been replaced."""
    if not connection.in_atomic_block:
        connection.close()


class Probes:
    """Answers `/healthz` (this process runs) and `/readyz` (it has rules to show), for any Host."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info not in _PROBES:
            return self.get_response(request)
        if request.method != "GET":
            return HttpResponseNotAllowed(ALLOWED)
        return _PROBES[request.path_info]()


def _liveness() -> HttpResponse:
    return _probe_response({"status": "ok"})


def _readiness() -> HttpResponse:
    try:
        if not is_prepared():
            return _probe_response({"status": "unprepared"}, HTTPStatus.SERVICE_UNAVAILABLE)
        loaded = library()
    except Error:
        _reconnect()
        return _probe_response({"status": "unavailable"}, HTTPStatus.SERVICE_UNAVAILABLE)
    if loaded.newest is None:
        return _probe_response({"status": "empty"}, HTTPStatus.SERVICE_UNAVAILABLE)
    return _probe_response({"status": "ok", "editions": len(loaded.editions), "newest": loaded.newest.iso})


def _probe_response(body: dict[str, object], status: int = HTTPStatus.OK) -> HttpResponse:
    return JsonResponse(body, status=status, headers={"Cache-Control": "no-store"})


_PROBES: Mapping[str, Callable[[], HttpResponse]] = {"/healthz": _liveness, "/readyz": _readiness}


class JsonErrors:
    """Turns every error into `{"error": …}` where the client prefers JSON to HTML, or the API requires it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
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
        other_headers = {name: value for name, value in response.items() if name.lower() not in _CONTENT_HEADERS}
        answer = dict(shaped(request.path_info, error, response.status_code))
        return JsonResponse(answer, status=response.status_code, headers=other_headers)


def _error_of(status: int) -> ErrorJson:
    """Error from a status alone, such as `gone` with “Gone.”."""
    phrase = HTTPStatus(status).phrase
    return error_json(phrase.lower().replace(" ", "_"), f"{phrase}.")
