"""Database that can't be read or written: whether an error says so, and the remedy for whoever runs the site."""

import errno
import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# A limit on how large files may be is met as an error of the disk.
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
_NO_ROOM_FOR_FILES = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
# PostgreSQL's codes for a full disk, and for a server that is only read, as a replica is.
_DISK_FULL, _READ_ONLY = "53100", "25006"


def is_unavailable(error: BaseException) -> bool:
    """Return whether an error means that the database can't be reached or read now, whatever it was asked."""
    is_refused = isinstance(error, (OperationalError, InterfaceError)) or _state(error) == _READ_ONLY
    return is_refused or is_damaged(error)


def is_damaged(error: BaseException) -> bool:
    """Return whether an error means that the file of the database is damaged, or is none."""
    return _sqlite_code(error) in _DAMAGED


def is_without_room(error: OSError) -> bool:
    """Return whether a file couldn't be written because the disk is full."""
    return error.errno in _NO_ROOM_FOR_FILES


def remedy(error: BaseException) -> str:
    """Return what is wrong with the database, or with the disk that it is on, and what to do, in a line each."""
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, OSError):
        folder = Path(error.filename).parent if error.filename else settings.DATA_DIR
        return _make_room(folder, error.strerror or reason)
    file, code = Path(connection.settings_dict["NAME"]), _sqlite_code(error)
    if is_damaged(error):
        return (
            f"The database file {file} is damaged, or not a database.\n"
            "Move it away. Then put a backup in its place, as docs/running.md says, "
            f"or start anew with {settings.PROGRAM_NAME} up."
        )
    if code in _NO_ROOM:
        return _make_room(file.parent, reason)
    if code == sqlite3.SQLITE_READONLY:
        return f"Can’t write the database file {file}.\nLet this user write it and its folder, or set PIPWISE_DATA_DIR."
    if _state(error) == _READ_ONLY:
        return (
            "This database can only be read: it is a replica, or about to be one.\n"
            "Run this where the first machine writes, with the same version. A replica then catches up by itself."
        )
    if _state(error) == _DISK_FULL:
        return f"The database server has no room: {reason}.\nFree space on its disk, and run this again."
    return f"Can’t open the database: {reason.removesuffix('.')}.\nCheck DATABASE_URL."


def _make_room(folder: Path, reason: str) -> str:
    return (
        f"No room on the disk of the folder {folder}, or the disk is broken: {reason}.\n"
        "Free some space there, or set PIPWISE_DATA_DIR to a folder on another disk, and run this again. "
        "What was loaded before is still there."
    )


def _state(error: BaseException) -> str | None:
    """Return which kind of error PostgreSQL says it is; None for an error of anything else."""
    return getattr(error.__cause__, "sqlstate", None)


def _sqlite_code(error: BaseException) -> int | None:
    """Return which kind of error SQLite says it is; None for an error of anything else."""
    cause = error.__cause__
    if not (isinstance(error, DatabaseError) and isinstance(cause, sqlite3.Error)):
        return None
    # The low byte is the kind; the rest says more.
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF
