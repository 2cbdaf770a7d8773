"""Library in one file, whole, and back: SQLite's own copy of a database in use, or PostgreSQL's own archive."""

import glob
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from explorer.library.library_error import LibraryError
from explorer.library.loaded import library
from explorer.library.locks import sole_preparer
from explorer.library.prepare import prepare
from explorer.library.unavailable import is_damaged

_OURS = "explorer_edition"
"""Table that a backup of a library has, whichever version of Pipwise made it."""
_KINDS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
"""First bytes of a backup, by the database that made it."""


def backup(file: Path) -> None:
    """Write everything in the database to a file, while the site goes on.

    Raises:
        LibraryError: the file is there already, or can't be written.
        DatabaseError: the database is damaged.
    """
    if file.exists():
        raise LibraryError(f"{file} exists. Choose another name.")
    # Whole under another name first, so that nobody takes half a file for a backup.
    draft = file.with_name(f"{file.name}.{os.getpid()}.part")
    connection.ensure_connection()
    try:
        _clear_up(file)
        draft.touch(mode=0o600, exist_ok=False)
        if connection.vendor == "postgresql":
            _run("pg_dump", "--format=custom", "--no-owner", f"--file={draft}")
        else:
            with connection.wrap_database_errors, closing(sqlite3.connect(draft)) as copy:
                connection.connection.backup(copy)
                # One file is all there is of it.
                copy.execute("PRAGMA journal_mode=DELETE")
                _check_whole(copy)
        draft.replace(file)
    except (OSError, Error) as error:
        if is_damaged(error):
            raise
        raise LibraryError(f"Can’t write {file}: {_reason(error)}.") from error
    finally:
        draft.unlink(missing_ok=True)


def _clear_up(file: Path) -> None:
    """Remove what backups to this file have left that were killed, as far as it is ours to remove."""
    for left in file.parent.glob(f"{glob.escape(file.name)}.*.part*"):
        owner = left.name.removeprefix(f"{file.name}.").partition(".part")[0]
        if owner.isdecimal() and not _is_running(int(owner)):
            with suppress(OSError):
                left.unlink()


def _is_running(process: int) -> bool:
    """Return whether a process runs that isn't this one."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def restore(file: Path, *, replace: bool = False) -> None:
    """Put a backup in the place of everything in the database, all of it or nothing, and bring it up to date.

    Args:
        file: what `backup` wrote, from the same kind of database; an older version of Pipwise may have made it.
        replace: whether it may take the place of complete editions.

    Raises:
        LibraryError: it is no such file, or is damaged, or complete editions would be lost.
    """
    _check_kind(file)
    if not replace:
        prepare()
        count = sum(edition.complete for edition in library().editions)
        if count:
            editions = "a complete edition" if count == 1 else f"{count} complete editions"
            raise LibraryError(f"The database has {editions}. To replace everything in it, add --replace.")
    with sole_preparer():
        if connection.vendor == "postgresql":
            options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
            _run("pg_restore", *options, str(file))
        else:
            _restore_file(file)
    prepare()


def _check_kind(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            start = opened.read(16)
    except OSError as error:
        raise LibraryError(f"Can’t read {file}: {_reason(error)}.") from error
    kind = next((kind for kind, begins in _KINDS.items() if start.startswith(begins)), None)
    if kind is None:
        raise LibraryError(f"{file} isn’t a backup made by {settings.PROGRAM_NAME} backup.")
    if kind != connection.vendor:
        names = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
        raise LibraryError(
            f"{file} is from {names[kind]}, and this database is {names[connection.vendor]}. "
            "To move between them, import the editions again."
        )


def _restore_file(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as kept:
            _check_whole(kept)
            if _OURS not in {name for (name,) in kept.execute("SELECT name FROM sqlite_master")}:
                raise LibraryError(f"{file} is an SQLite database, but not one of Pipwise’s.")
            connection.ensure_connection()
            kept.backup(connection.connection)
    except sqlite3.Error as error:
        raise LibraryError(f"{file} is damaged: {_reason(error)}.") from error
    # What this connection knew of the tables is of the old ones.
    connection.close()


def _check_whole(database: sqlite3.Connection) -> None:
    """Look through a whole SQLite database.

    Raises:
        sqlite3.DatabaseError: it is damaged, as where a query meets that.
    """
    (state,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if state != "ok":
        error = sqlite3.DatabaseError(state)
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs on this database."""
    if shutil.which(program) is None:
        raise LibraryError(f"This needs {program}, one of PostgreSQL’s own programs. Install PostgreSQL’s client.")
    place, variables = _place()
    done = subprocess.run(  # noqa: S603 - the program is one of two, named above
        [program, f"--dbname={place}", *arguments],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise LibraryError(f"{program} failed: {(done.stderr.strip() or 'it says nothing more').splitlines()[0]}")


def _place() -> tuple[str, Mapping[str, str]]:
    """Return where the database is: all that Django connects with, but passwords, and the same as variables.

    Debian's programs choose a server of their own where no variable names one, and no list of programs shows variables.
    """
    connected = connection.connection.info
    given = {"host": connected.host, "port": connected.port, **connection.get_connection_params()}
    place, variables = {}, {}
    for option in Conninfo.get_defaults():
        name, value = option.keyword.decode(), given.get(option.keyword.decode())
        if value is None:
            continue
        if option.envvar:
            variables[option.envvar.decode()] = str(value)
        # PostgreSQL's own sign of what is secret.
        if option.dispchar != b"*":
            place[name] = value
        elif not option.envvar:
            raise LibraryError(
                f"PostgreSQL’s own programs can’t be given {name} in secret. Set DATABASE_URL without it."
            )
    return make_conninfo(**place), variables


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).rstrip(".")
