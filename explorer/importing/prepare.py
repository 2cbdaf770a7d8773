"""Set up or update the database: migrations, derived data, default content."""

import hashlib
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from explorer.document.reader import read_excerpt
from explorer.importing import derived
from explorer.importing.derived import Progress, silent
from explorer.importing.loading import ImportResult, load
from explorer.importing.locks import sole_preparer
from explorer.models import Edition
from symbols.data_files import read_data

DATA = Path(__file__).resolve().parent.parent / "data"


def load_default(progress: Progress = silent) -> list[ImportResult]:
    """Load the bundled excerpts into an empty database; do nothing otherwise."""
    if Edition.objects.exists():
        return []
    # All or nothing: if any edition were there, the next start would load no more.
    with transaction.atomic(), derived.together():
        return [_load(excerpt, progress) for excerpt in manifest()]


def manifest() -> list[dict[str, Any]]:
    excerpts: list[dict[str, Any]] = read_data("library.toml", "explorer")["excerpt"]
    return excerpts


def _load(excerpt: dict[str, Any], progress: Progress) -> ImportResult:
    progress(f"Loading {excerpt['holds']} of the {excerpt['effective']} rules")
    content = (DATA / excerpt["file"]).read_bytes()
    document = read_excerpt(content.decode(), excerpt["effective"])
    return load(document, excerpt["source"], hashlib.sha256(content).hexdigest())


def prepare(progress: Progress = silent) -> bool:
    """Bring the database up to date, load the default excerpts if it is empty, and return whether that took anything.

    Safe to call from several processes at once: one does the work, the others wait. Takes a few hundredths of a second
    if there is nothing to do.
    """
    _make_folder()
    if is_up_to_date():
        return False
    with sole_preparer():
        if is_up_to_date():
            # Another process did it in the meantime.
            return False
        if _has_unapplied_migrations():
            progress("Setting up the database")
            _migrate()
        derived.update(progress)
        load_default(progress)
    return True


def prepare_steps() -> int:
    """Upper bound of the steps of `prepare`: tables, derivations, excerpts, compared editions."""
    return 1 + len(derived.derivations()) + len(manifest()) + _editions()


def _editions() -> int:
    """How many there are, without creating a SQLite file."""
    file = _file()
    try:
        has_file = file is None or file.exists()
        has_tables = has_file and Edition._meta.db_table in connection.introspection.table_names()  # noqa: SLF001 - Django's documented API
        return Edition.objects.count() if has_tables else 0
    except DatabaseError:
        # `prepare` will fail on it.
        return 0


def _migrate() -> None:
    """Run all migrations in one transaction.

    Django records a migration after its transaction, so a process killed between the two would leave a database that
    can't be migrated. SQLite's foreign key checks can be disabled only outside of a transaction.
    """
    with connection.constraint_checks_disabled(), transaction.atomic():
        call_command("migrate", interactive=False, verbosity=0)


def is_up_to_date() -> bool:
    if _has_unapplied_migrations() or not Edition.objects.exists():
        return False
    return not derived.outdated()


def _has_unapplied_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _make_folder() -> None:
    if file := _file():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ImproperlyConfigured(
                f"Can’t create the folder {file.parent} ({error.strerror}). Choose another with PIPWISE_DATA_DIR."
            ) from error


def _file() -> Path | None:
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():  # type: ignore[attr-defined]
        return Path(connection.settings_dict["NAME"])
    return None
