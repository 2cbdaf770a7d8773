"""Lines of the log, as text or as JSON: each names the request that it is about, and none has a password."""

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
"""Name of the request that this thread answers; empty between requests."""

# Shorter ones would be found within other words, and guessed anyway.
_SHORTEST_SECRET = 6
_HIDDEN = "********"
# In addresses and among the settings of a connection, whoever’s they are: up to what comes next there.
_SECRETS_BY_NAME = re.compile(
    r"(?i)(?P<before>\b(?:\w*passw(?:or)?d|pwd|\w*secret(?:[_-]?key)?|\w*token|api[_-]?key)=|://[^\s/:@]*:)"
    r"(?P<own>[^\s&;#\"'@]+)"
)
# Django hands over the request itself, which has what people typed.
_LEFT_OUT = ("request", "server_time")


class PlainLine(logging.Formatter):
    """Line of text, for people: `WARNING explorer.serving.request_log: … [name of the request]`."""

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        super().__init__("{levelname} {name}: {message}", style="{")
        self.secrets = hideable(secrets)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Return the first line; a traceback follows it."""
        named = REQUEST_ID.get()
        return super().formatMessage(record) + (f" [{named}]" if named else "")

    def format(self, record: logging.LogRecord) -> str:
        """Return all lines of a record."""
        return without(self.secrets, super().format(record))


class JsonLine(JsonFormatter):
    """JSON on a line of its own, for programs.

    It has `time` (UTC), `level`, `logger` and `message`; where there is one, `request_id`; of errors, a `traceback`.
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
            reserved_attrs=[*RESERVED_ATTRS, *_LEFT_OUT],
        )
        self.secrets = hideable(secrets)

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Add the request's name, and hide secrets."""
        if named := REQUEST_ID.get():
            log_data["request_id"] = named
        return {
            name: without(self.secrets, value) if isinstance(value, str) else value for name, value in log_data.items()
        }


def hideable(secrets: Sequence[str]) -> list[str]:
    """Return what must not be in any line: secrets of some length, as they are and as addresses have them."""
    spelled = {form for one in secrets if len(one) >= _SHORTEST_SECRET for form in (one, quote(one), quote(one, ""))}
    return sorted(spelled, key=len, reverse=True)


def without(secrets: Sequence[str], text: str) -> str:
    """Return a text with stars in place of each secret, and of what is called a password, a secret or a token there."""
    for secret in secrets:
        text = text.replace(secret, _HIDDEN)
    return _SECRETS_BY_NAME.sub(rf"\g<before>{_HIDDEN}", text)
