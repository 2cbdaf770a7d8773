"""Fast inserts of many rows into one table."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.db import connection, models

from explorer.library.derivation import chunks

_BATCH = 5_000


def insert(model: type[models.Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows without model instances, six times as fast as `bulk_create`.

    `fields` are column names (`edition_id`); rows have what columns store: an enumeration's value, JSON as text.
    """
    table, *columns = map(connection.ops.quote_name, (model._meta.db_table, *fields))  # noqa: SLF001 - Django's name
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608
    with connection.cursor() as cursor:
        for batch in chunks(rows, _BATCH):
            cursor.executemany(sql, [tuple(map(_stored, row)) for row in batch])


def _stored(value: Any) -> Any:
    # SQLite has no date type; PostgreSQL parses ISO dates.
    return value.isoformat() if isinstance(value, date) else value
