"""Log formatters, as text or JSON, that add the request's id and hide passwords."""

import logging
import re
import time
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any
from urllib.parse import quote

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
