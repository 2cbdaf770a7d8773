"""Preparation of a new or old database; nobody has to know about migrations."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from explorer.importing import derived
from explorer.importing.default import load_default, manifest
from explorer.importing.derived import Progress
from explorer.importing.locks import sole_preparer
from explorer.models import Edition


def prepare(progress: Progress | None = None) -> bool:
    """Bring the database up to date, and load the default library if there is nothing in it.

    Derived data (see `explorer.importing.derived`) is made again where today's code and data files make it otherwise.

    Safe to call from several processes at once: one does the work, the others wait for it. Takes
    a few hundredths of a second when there is nothing to do.

    Args:
        progress: called with what is being done, one sentence a piece.

    Returns:
        Whether there was anything to do.
    """
    _make_folder()
    if is_up_to_date():
        return False
    with sole_preparer():
        if is_up_to_date():
            # Another process did it meanwhile.
            return False
        if _has_unapplied_migrations():
            _tell(progress, "Setting up the database")
            _migrate()
        derived.update(progress)
        load_default(progress)
    return True


def has_library() -> bool:
    """Return whether there is a database with Pipwise's tables, without making a file for it where there is none."""
    file = _file()
    if file is not None and not file.exists():
        return False
    return Edition._meta.db_table in connection.introspection.table_names()  # noqa: SLF001 - Django's own name for it


def prepare_steps() -> int:
    """Return how many steps `prepare` has at most: tables, derivations, excerpts, editions compared with the next."""
    return 1 + len(derived.derivations()) + len(manifest()) + _editions()


def _editions() -> int:
    """Return how many editions there are."""
    try:
        return Edition.objects.count() if has_library() else 0
    except DatabaseError:
        # Whatever is the matter, `prepare` will meet it.
        return 0


def _migrate() -> None:
    """Bring the tables up to date, all of it or nothing.

    Django notes that a migration is done only after the transaction that did it, so a process killed between the two
    would leave a database that no other can prepare. SQLite must not check foreign keys while tables change, and that
    can be said only outside of a transaction.
    """
    with connection.constraint_checks_disabled(), transaction.atomic():
        call_command("migrate", interactive=False, verbosity=0)


def is_up_to_date() -> bool:
    """Return whether there is nothing to prepare."""
    if _has_unapplied_migrations() or not Edition.objects.exists():
        return False
    return not derived.outdated()


def _has_unapplied_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _make_folder() -> None:
    """Make the folder that an SQLite file is to be put into.

    Raises:
        ImproperlyConfigured: it can't be made.
    """
    if file := _file():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ImproperlyConfigured(
                f"Can’t make the folder {file.parent} ({error.strerror}). Choose another with PIPWISE_DATA_DIR."
            ) from error


def _file() -> Path | None:
    """Return the file of an SQLite library; None for any other."""
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():  # type: ignore[attr-defined]
        return Path(connection.settings_dict["NAME"])
    return None


def _tell(progress: Progress | None, sentence: str) -> None:
    if progress is not None:
        progress(sentence)
