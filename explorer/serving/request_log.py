"""Request log: an id, duration and query time for each request; and formatters of the log, as text or JSON."""

import logging
import re
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django.utils.log import log_response
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""Id of the current request; empty between requests."""

# Shorter ones would match within other words, and could be guessed anyway.
_SHORTEST_SECRET = 6
_HIDDEN = "********"
# Passwords and tokens by name, in URLs and connection strings.
_SECRETS_BY_NAME = re.compile(
    r"(?i)(?P<before>\b(?:\w*passw(?:or)?d|pwd|\w*secret(?:[_-]?key)?|\w*token|api[_-]?key)=|://[^\s/:@]*:)"
    r"(?P<own>[^\s&;#\"'@]+)"
)
# Django passes the request itself, which has user input.
_OMITTED = ("request", "server_time")


class PlainLine(logging.Formatter):
    """`WARNING explorer.serving.request_log: … [request id]`."""

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        super().__init__("{levelname} {name}: {message}", style="{")
        self.secrets = hideable(secrets)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        request_id = REQUEST_ID.get()
        return super().formatMessage(record) + (f" [{request_id}]" if request_id else "")

    def format(self, record: logging.LogRecord) -> str:
        return without(self.secrets, super().format(record))


class JsonLine(JsonFormatter):
    """One JSON object a line.

    It has `time` (UTC), `level`, `logger` and `message`; within a request, `request_id`; for errors, `traceback`.
    """

    converter = time.gmtime  # type: ignore[assignment]
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        super().__init__(
            ["asctime", "levelname", "name", "message"],
            rename_fields={
                "asctime": "time",
                "levelname": "level",
                "name": "logger",
                "exc_info": "traceback",
                "status_code": "status",
            },
            reserved_attrs=[*RESERVED_ATTRS, *_OMITTED],
        )
        self.secrets = hideable(secrets)

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        if request_id := REQUEST_ID.get():
            log_data["request_id"] = request_id
        return {
            name: without(self.secrets, value) if isinstance(value, str) else value for name, value in log_data.items()
        }


def hideable(secrets: Sequence[str]) -> list[str]:
    """Secrets long enough to hide, longest first, as they are and percent-encoded."""
    spelled = {form for one in secrets if len(one) >= _SHORTEST_SECRET for form in (one, quote(one), quote(one, ""))}
    return sorted(spelled, key=len, reverse=True)


def without(secrets: Sequence[str], text: str) -> str:
    """Mask each secret, and any value that follows a name such as `password=`."""
    for secret in secrets:
        text = text.replace(secret, _HIDDEN)
    return _SECRETS_BY_NAME.sub(rf"\g<before>{_HIDDEN}", text)


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
