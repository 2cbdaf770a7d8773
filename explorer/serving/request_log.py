"""Request log: an id, duration and query time for each request."""

import logging
import re
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django.utils.log import log_response

from explorer.serving.logs import REQUEST_ID

_log = logging.getLogger(__name__)

# A UUID, or another id as proxies generate it.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._=-]{7,63}")
_LONGEST_PATH = 300
# RFC 9110's longest has 7 letters, WebDAV's 17.
_LONGEST_METHOD = 20


class DatabaseTime:
    """`execute_wrapper` that counts queries, and the seconds until their first rows."""

    def __init__(self) -> None:
        self.queries = 0
        self.seconds = 0.0

    def __call__(self, execute: Callable[..., Any], *query: Any) -> Any:
        started = time.perf_counter()
        try:
            return execute(*query)
        finally:
            self.queries += 1
            self.seconds += time.perf_counter() - started


class RequestLogMiddleware:
    """Log each request with an id, duration and query time: all if logs are JSON, else those over `PIPWISE_SLOW`.

    The id is a trusted proxy's `X-Request-ID`, else a new one; the response has it too. The query string is never
    logged: it is user input.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = REQUEST_ID.set(_id_from_proxy(request) or uuid4().hex)
        database = DatabaseTime()
        started = time.perf_counter()
        try:
            with connection.execute_wrapper(database):
                response = self.get_response(request)
            took = time.perf_counter() - started
            response.headers["X-Request-ID"] = REQUEST_ID.get()
            if not response.streaming:
                # Keeps connections alive. Django's own middleware doesn't see all errors.
                response.headers.setdefault("Content-Length", str(len(response.content)))
            if settings.DEBUG:
                response.headers["Server-Timing"] = (
                    f'db;dur={_ms(database.seconds)};desc="{database.queries} queries", total;dur={_ms(took)}'
                )
            if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                # Django would log it later, without the request's id.
                log_response(
                    "%s: %s", response.reason_phrase, request.path[:_LONGEST_PATH], request=request, response=response
                )
            _log_request(request, response, took, database)
        finally:
            REQUEST_ID.reset(before)
        return response


def _id_from_proxy(request: HttpRequest) -> str:
    """`X-Request-ID` from a trusted proxy; empty if it is missing or malformed."""
    given: str = request.META.get("HTTP_X_REQUEST_ID", "") if settings.PROXIES else ""
    return given if _ID.fullmatch(given) else ""


def _log_request(request: HttpRequest, response: HttpResponse, took: float, database: DatabaseTime) -> None:
    is_slow = 0 < settings.SLOW <= took * 1000
    level = logging.WARNING if is_slow else logging.INFO
    if not _log.isEnabledFor(level):
        return
    method, path = (request.method or "")[:_LONGEST_METHOD], escape_uri_path(request.path)[:_LONGEST_PATH]
    _log.log(
        level,
        "%s %s: %d in %s ms, of which %s ms in the database (queries: %d)",
        *(method, path, response.status_code, _ms(took), _ms(database.seconds), database.queries),
        extra={
            "method": method,
            "path": path,
            "status": response.status_code,
            "milliseconds": _ms(took),
            "database_milliseconds": _ms(database.seconds),
            "queries": database.queries,
            "slow": is_slow,
        },
    )


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
