"""Database that can't be read: whether an error says so, and the remedy for whoever runs the site."""

import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_unavailable(error: BaseException) -> bool:
    """Return whether an error means that the database can't be reached or read now, whatever it was asked."""
    return isinstance(error, (OperationalError, InterfaceError)) or _is_damaged(error)


def remedy(error: BaseException) -> str:
    """Return what is wrong with the database and what to do, in a line each."""
    if _is_damaged(error):
        file = Path(connection.settings_dict["NAME"])
        return (
            f"The database file {file} is damaged, or not a database.\n"
            f"Move it away. Then bring a backup back with {settings.PROGRAM_NAME} restore FILE, "
            f"or start anew with {settings.PROGRAM_NAME} up."
        )
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    return f"Can’t open the database: {reason}\nCheck DATABASE_URL."


def _is_damaged(error: BaseException) -> bool:
    """Return whether SQLite says that its file is damaged or no database at all."""
    cause = error.__cause__
    return (
        isinstance(error, DatabaseError)
        and isinstance(cause, sqlite3.Error)
        # The low byte is the kind; the rest says more.
        and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _DAMAGED
    )
