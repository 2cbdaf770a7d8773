"""One writer at a time, also among several processes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from django.conf import settings
from django.db import OperationalError, connection, transaction

# Any numbers will do, as long as everyone who writes to the library uses the same ones.
_WRITING = 107_601_202
_PREPARING = 107_601_203
_FETCHING = 107_601_204

# Seconds to wait for another process that prepares the same library, every edition of it at worst.
_PATIENCE = 300


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction that no other writer of the library shares; others wait for its end.

    On SQLite the settings make every transaction take the write lock as it begins; PostgreSQL
    needs a lock by name. Both are released however the transaction ends.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_WRITING])
        yield


@contextmanager
def sole_preparer() -> Iterator[None]:
    """Keep back everyone else who wants to prepare the same library, across transactions.

    Migrating takes several transactions. For SQLite, the lock is that of a second, empty database
    beside the library's own: it works on every system and ends with the process that holds it.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [_PREPARING])
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_PREPARING])
        return
    lock = file_beside(".lock")
    with closing(_held(lock, _PATIENCE)) if lock else nullcontext():
        yield


@contextmanager
def sole_fetcher() -> Iterator[bool]:
    """Keep back everyone else who wants to download editions, without waiting; false where somebody does already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [_FETCHING])
            (free,) = cursor.fetchone() or (False,)
        try:
            yield bool(free)
        finally:
            if free:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [_FETCHING])
        return
    lock = file_beside(".fetching")
    try:
        holder = closing(_held(lock, 0)) if lock else nullcontext()
    except OperationalError:
        yield False
        return
    with holder:
        yield True


def file_beside(ending: str) -> Path | None:
    """Return a file of our own beside that of an SQLite library, and for PostgreSQL in the data folder.

    A library in memory has none beside it.
    """
    if connection.vendor == "postgresql":
        return Path(settings.DATA_DIR, f"pipwise{ending}")
    if connection.is_in_memory_db():  # type: ignore[attr-defined]
        return None
    return Path(f"{connection.settings_dict['NAME']}{ending}")


def _held(lock: Path, patience: float) -> sqlite3.Connection:
    """Return a connection that holds a lock until it is closed.

    Raises:
        OperationalError: somebody else held it for too long, or the file can't be made.
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
