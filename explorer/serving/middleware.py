"""Middleware for every URL: HEAD, allowed methods, 503, health probes, errors as JSON, and the rate limit."""

import ipaddress
import logging
import math
import re
import time
from collections.abc import Callable, Mapping
from functools import cache
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

from explorer.api.service import shaped
from explorer.importing.prepare import is_up_to_date
from explorer.importing.unavailable import is_unavailable, remedy
from explorer.library.loaded import library
from explorer.serving.inlining import collected
from explorer.web.errors import ALLOW, ALLOWED, bad_request, not_allowed, too_many, unavailable, unprepared
from explorer.web.http import ErrorResponse, Middleware
from explorer.web.page_cache import is_from_cache
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


class ReadOnly(Middleware):
    """Answers `OPTIONS`, and 405 to all methods but `GET`.

    A view that accepts `POST` has the attribute `takes_post`. The API's one such route is in `TEXTS`.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_: object) -> HttpResponse | None:
        takes_post = hasattr(view, "takes_post") or request.path_info in TEXTS
        if request.method == "GET" or (request.method == "POST" and takes_post):
            return None
        if request.method != "OPTIONS":
            return not_allowed(request, takes_post=takes_post)
        return HttpResponse(headers={"Allow": f"{ALLOW['Allow']}, POST"} if takes_post else ALLOW)


class Unavailable(Middleware):
    """Answers 503 until the site is prepared and while the database can't be read; the log says what to do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
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


class TransferEncoding(Middleware):
    """Answers 400 to any encoding of a body but chunked, against request smuggling."""

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


class Probes(Middleware):
    """Answers `/healthz` (this process runs) and `/readyz` (it has rules to show), for any Host."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info not in _PROBES:
            return self.get_response(request)
        if request.method != "GET":
            return HttpResponseNotAllowed(ALLOWED)
        return _PROBES[request.path_info]()


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


_PROBES: Mapping[str, Callable[[], HttpResponse]] = {
    "/healthz": lambda: _probe_response({"status": "ok"}),
    "/readyz": _readiness,
}


class JsonErrors(Middleware):
    """Turns every error into `{"error": …}` where the client prefers JSON to HTML, or the API requires it."""

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


# Prefix length of one household's or venue's network.
_IPV6_NETWORK = 64
FORMS = 10
"""POST requests a minute: there are two buttons."""
TEXTS = {"/citations/": 60, "/api/citations": 60}
"""Paths that texts are sent to by POST, with how many a minute."""
UNCACHED_COST = 10
"""What a rendered page counts for; one from the cache, or a 304, counts for 1."""
PROCESSOR_TIME = 30_000
"""Milliseconds of processor time a minute, about what `PIPWISE_RATE` ordinary pages take."""


class RateLimitMiddleware(Middleware):
    """Answers 429 to a client over `PIPWISE_RATE` pages, `PROCESSOR_TIME` or `FORMS` a minute.

    Each process counts for itself. Ten times as many cached pages are allowed: a hall of players has one address, and
    reads the same pages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self.pages = RateLimitItemPerMinute(settings.RATE * UNCACHED_COST) if settings.RATE else None
        self.forms = RateLimitItemPerMinute(FORMS)
        self.texts = {path: RateLimitItemPerMinute(count, namespace=path) for path, count in TEXTS.items()}
        self.processor = RateLimitItemPerMinute(PROCESSOR_TIME)
        self.limiter = SlidingWindowCounterRateLimiter(storage_from_string("memory://"))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        client, limit = network(client_ip(request)), self.pages
        if request.method == "POST":
            limit = self.texts.get(request.path_info, self.forms)
        if settings.RATE and not self.limiter.test(self.processor, client):
            return self._refuse(request, self.processor, client)
        if limit is None or self.limiter.hit(limit, client):
            started = time.thread_time()
            response = self.get_response(request)
            self._spend(client, time.thread_time() - started)
            # Clients retry while the database is out of reach.
            is_free = is_from_cache(request) or response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
            if limit is self.pages and limit and not is_free:
                self.limiter.hit(limit, client, cost=UNCACHED_COST - 1)
            return response
        return self._refuse(request, limit, client)

    def _spend(self, client: str, seconds: float) -> None:
        """Count processor time, up to the limit: `hit` refuses a cost beyond what remains."""
        room = self.limiter.get_window_stats(self.processor, client).remaining
        if cost := min(round(seconds * 1000), room):
            self.limiter.hit(self.processor, client, cost=cost)

    def _refuse(self, request: HttpRequest, limit: RateLimitItem, client: str) -> HttpResponse:
        again = self.limiter.get_window_stats(limit, client).reset_time - time.time()
        return too_many(request, max(1, math.ceil(again)))


def client_ip(request: HttpRequest) -> str:
    """The client's address as seen by the outermost trusted proxy."""
    seen: str = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        # Each proxy appends its client; anything before the trusted proxies' entries may be forged.
        passed = [each.strip() for each in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if each.strip()]
        seen = passed[-settings.PROXIES] if len(passed) >= settings.PROXIES else seen
    return seen


def network(ip: str) -> str:
    """The /64 network of an IPv6 address; IPv4 as it is, also when mapped ("::ffff:192.0.2.1")."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return ip
    address = getattr(address, "ipv4_mapped", None) or address
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _IPV6_NETWORK), strict=False))
    return str(address)
