"""Django's SQLite, whose file is private to the user who runs the site, as the secret key is."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Connection of Django's that makes a private file where there is none."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """Connect. What SQLite puts beside the file has the file's mode."""
        if not self.is_in_memory_db():
            # One that is there keeps its mode. If it can't be made, SQLite says so.
            with suppress(OSError):
                Path(conn_params["database"]).touch(mode=0o600, exist_ok=False)
        made: sqlite3.Connection = super().get_new_connection(conn_params)
        return made
