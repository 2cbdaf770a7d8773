"""Locks between processes: one writer, one preparer and one downloader at a time."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path

from django.conf import settings
from django.db import OperationalError, connection, transaction

# Keys of PostgreSQL's advisory locks: arbitrary, but the same in every process.
_WRITING = 107_601_202
_PREPARING = 107_601_203
_FETCHING = 107_601_204

# Seconds to wait for another process, which may rebuild every edition.
_PREPARE_TIMEOUT = 300


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction exclusive among writers; others wait for its end.

    On SQLite, the settings begin every transaction with the write lock; PostgreSQL needs an advisory lock.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            _advisory("pg_advisory_xact_lock", _WRITING)
        yield


@contextmanager
def sole_preparer() -> Iterator[None]:
    """Let one process at a time prepare the database, across transactions.

    Migrations take several transactions. On SQLite, the lock is that of a second, empty database beside the first:
    it works on every system, and ends with the process that holds it.
    """
    if connection.vendor == "postgresql":
        _advisory("pg_advisory_lock", _PREPARING)
        try:
            yield
        finally:
            _advisory("pg_advisory_unlock", _PREPARING)
        return
    lock = file_beside(".lock")
    with closing(_lock_file(lock, _PREPARE_TIMEOUT)) if lock else nullcontext():
        yield


@contextmanager
def sole_fetcher() -> Iterator[bool]:
    """Let one process at a time download editions; yields False if another one does."""
    if connection.vendor == "postgresql":
        free = _advisory("pg_try_advisory_lock", _FETCHING)
        try:
            yield free
        finally:
            if free:
                _advisory("pg_advisory_unlock", _FETCHING)
        return
    lock = file_beside(".fetching")
    if lock:
        # Nothing may have been stored yet; a folder that can’t be made is reported as the database is.
        with suppress(OSError):
            lock.parent.mkdir(parents=True, exist_ok=True)
        lock = lock if lock.parent.is_dir() else None
    try:
        holder = closing(_lock_file(lock, 0)) if lock else nullcontext()
    except OperationalError:
        yield False
        return
    with holder:
        yield True


def _advisory(function: str, key: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [key])
        (got,) = cursor.fetchone() or (False,)
    return bool(got)


def file_beside(ending: str) -> Path | None:
    """Path of a file beside the SQLite database, or in the data folder for PostgreSQL.

    None for a database in memory.
    """
    if connection.vendor == "postgresql":
        return Path(settings.DATA_DIR, f"pipwise{ending}")
    if connection.is_in_memory_db():  # type: ignore[attr-defined]
        return None
    return Path(f"{connection.settings_dict['NAME']}{ending}")


def _lock_file(lock: Path, patience: float) -> sqlite3.Connection:
    """Connection that holds a lock until it is closed.

    Raises:
        OperationalError: another process holds it for too long, or the file can't be created.
    """
    holder: sqlite3.Connection | None = None
    try:
        holder = sqlite3.connect(lock, timeout=patience, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if holder is not None:
            holder.close()
        raise OperationalError(f"{error} ({lock})") from error
    return holder
