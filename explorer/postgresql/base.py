"""Django's PostgreSQL, given up where it is silent: a server that is frozen accepts connections, and answers nothing.

`DATABASES["default"]["PATIENCE"]` is how many seconds a page waits for one answer; without it, as in an import, there
is no limit. Once a server is silent, nobody waits for it, except that every few seconds one page tries it again.
"""

import time
from collections.abc import Generator
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError

# Seconds between the pages that try a silent server.
_PAUSE = 5.0
_SILENT = "The database server didn’t answer a moment ago"


class _Silence:
    """Time until which nobody asks the server (monotonic seconds); none where it isn't silent."""

    until: float | None = None


class DatabaseWrapper(base.DatabaseWrapper):
    """Connection of Django's that waits no longer than its `PATIENCE`."""

    @property
    def patience(self) -> float | None:
        """Seconds to wait for an answer; None for any time."""
        return self.settings_dict.get("PATIENCE")

    def get_connection_params(self) -> dict[str, Any]:
        """Return what to connect with: the server, too, gives up what takes longer."""
        found: dict[str, Any] = super().get_connection_params()
        given = found.get("options", "")
        if self.patience and "statement_timeout" not in given:
            # Sooner, so that a server that works can say so itself.
            found["options"] = f"{given} -c statement_timeout={round(self.patience * 5000 / 6)}".strip()
        return found

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection[Any]:
        """Connect, unless the server was silent a moment ago.

        Raises:
            OperationalError: it was, or it can't be reached.
        """
        if not self.patience:
            plain: Connection[Any] = super().get_new_connection(conn_params)
            return plain
        _refuse_while_silent()
        begun = time.monotonic()
        try:
            connection: Connection[Any] = super().get_new_connection(conn_params)
        except OperationalError:
            if time.monotonic() - begun >= float(conn_params["connect_timeout"]):
                _Silence.until = time.monotonic() + _PAUSE
            raise
        _Silence.until = None
        # Cursors wait by this.
        connection.wait = _Waiting(connection, self.patience)  # type: ignore[method-assign, assignment]
        return connection


class _Waiting:
    """Connection's own `wait`, with an end (seconds)."""

    def __init__(self, connection: Connection[Any], patience: float) -> None:
        self.wait = connection.wait
        self.close = connection.pgconn.finish
        self.patience = patience

    def __call__(self, steps: Generator[Any, Any, Any], *interval: float, **options: Any) -> Any:
        """Wait for the server to answer.

        Raises:
            OperationalError: it didn't, and the connection is closed: an answer that comes later is another query's.
                Or it was silent a moment ago.
        """
        begun = time.monotonic()
        if _Silence.until is not None and begun < _Silence.until:
            raise OperationalError(_SILENT)
        try:
            return self.wait(steps, *interval, **{"timeout": self.patience, **options})
        except OperationalError as failed:
            # A code is the server's own word, however late it comes.
            if failed.sqlstate or time.monotonic() - begun < self.patience:
                raise
            self.close()
            _Silence.until = time.monotonic() + _PAUSE
            raise OperationalError(f"The database server didn’t answer for {self.patience:g} seconds") from None


def _refuse_while_silent() -> None:
    """Return for whoever may try the server: everybody, or one reader at a time where it was silent.

    Raises:
        OperationalError: it was silent a moment ago.
    """
    now = time.monotonic()
    if _Silence.until is not None:
        if now < _Silence.until:
            raise OperationalError(_SILENT)
        _Silence.until = now + _PAUSE
