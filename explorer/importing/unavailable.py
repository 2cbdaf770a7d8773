"""Database and disk errors: what they mean, and what an operator can do."""

import errno
import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# A limit on file sizes shows as an I/O error.
_SQLITE_DISK_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
_DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
# PostgreSQL's SQLSTATE for a full disk, and for a read-only server such as a replica.
_DISK_FULL, _READ_ONLY = "53100", "25006"


def is_unavailable(error: BaseException) -> bool:
    """Whether the database can't be reached or read now, whatever the query."""
    is_refused = isinstance(error, (OperationalError, InterfaceError)) or _sqlstate(error) == _READ_ONLY
    return is_refused or is_damaged(error)


def is_damaged(error: BaseException) -> bool:
    """Whether the SQLite file is corrupt, or no database."""
    return _sqlite_code(error) in _DAMAGED


def is_disk_full(error: OSError) -> bool:
    return error.errno in _DISK_FULL_ERRNOS


def remedy(error: BaseException) -> str:
    """What is wrong with the database or its disk, and what to do, in a line each."""
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, OSError):
        folder = Path(error.filename).parent if error.filename else settings.DATA_DIR
        return _disk_full_remedy(folder, error.strerror or reason)
    file, code = Path(connection.settings_dict["NAME"]), _sqlite_code(error)
    if is_damaged(error):
        return (
            f"The database file {file} is damaged, or not a database.\n"
            "Move it away. Then put a backup in its place, as docs/running.md says, "
            f"or start over with {settings.PROGRAM_NAME} up."
        )
    if code in _SQLITE_DISK_FULL:
        return _disk_full_remedy(file.parent, reason)
    if code == sqlite3.SQLITE_READONLY:
        return (
            f"Can’t write the database file {file}.\n"
            "Give this user write access to it and its folder, or set PIPWISE_DATA_DIR."
        )
    if _sqlstate(error) == _READ_ONLY:
        return (
            "This database is read-only: it’s a replica, or about to become one.\n"
            "Run this on the first machine, with the same version. The replica catches up by itself."
        )
    if _sqlstate(error) == _DISK_FULL:
        return f"The database server has no room: {reason}.\nFree space on its disk, and run this again."
    return f"Can’t open the database: {reason.removesuffix('.')}.\nCheck DATABASE_URL."


def _disk_full_remedy(folder: Path, reason: str) -> str:
    return (
        f"No room on the disk of the folder {folder}, or the disk is broken: {reason}.\n"
        "Free some space there, or set PIPWISE_DATA_DIR to a folder on another disk, and run this again. "
        "What was loaded before is still there."
    )


def _sqlstate(error: BaseException) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)


def _sqlite_code(error: BaseException) -> int | None:
    """Primary result code; None for other databases."""
    cause = error.__cause__
    if not (isinstance(error, DatabaseError) and isinstance(cause, sqlite3.Error)):
        return None
    # The low byte of the extended code.
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF
