"""Full-text search of each database: SQLite's FTS5, PostgreSQL's `tsvector` with a GIN index.

Both index keys (see `explorer.search.words.splitting`) and only return which passages have them; ranking is done in
Python, the same for both. The migration `0003_search` makes the table of rules and entries, `0002_meeting` of the cards
that of rulings.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db import connection

#: The tables of the two indexes.
PASSAGES: Final = "explorer_search"
RULINGS: Final = "cards_search"
# Keys of which a text must have at least one; those with `*` are prefixes.
Alternatives = Sequence[str]


class _Engine(ABC):
    """Full-text queries of a database."""

    conjunction: str
    disjunction: str

    def __init__(self, table: str = PASSAGES) -> None:
        self.table = table

    @abstractmethod
    def quoted(self, key: str) -> str:
        """Quote a key for a full-text query; a trailing `*` makes it a prefix."""

    def all_of(self, wanted: Sequence[Alternatives]) -> str:
        return self.conjunction.join(f"({self.disjunction.join(map(self.quoted, one))})" for one in wanted)

    def any_of(self, questions: Sequence[str]) -> str:
        return self.disjunction.join(f"({question})" for question in questions)


class FTS5(_Engine):
    """SQLite. The index is contentless and without positions."""

    conjunction, disjunction = " AND ", " OR "

    @property
    def condition(self) -> str:
        """SQL condition on the indexed rows `p`, with a full-text query as its one parameter."""
        return f"p.id IN (SELECT rowid FROM {self.table} WHERE {self.table} MATCH %s)"  # noqa: S608

    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:
        rows = [(passage, " ".join(sorted(keys))) for passage, keys in passages]
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {self.table}(rowid, keys) VALUES (%s, %s)", rows)  # noqa: S608

    def clear(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {self.table}({self.table}) VALUES ('delete-all')")  # noqa: S608

    def forget(self, passages: Sequence[int]) -> None:
        """Do nothing: a contentless index can't delete rows, and row ids aren't reused."""

    def quoted(self, key: str) -> str:
        return f'"{key[:-1]}" *' if key.endswith("*") else f'"{key}"'


class TextVectors(_Engine):
    """PostgreSQL."""

    conjunction, disjunction = " & ", " | "

    @property
    def condition(self) -> str:
        return f"p.id IN (SELECT passage_id FROM {self.table} WHERE keys @@ %s::tsquery)"  # noqa: S608

    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:
        rows = [(passage, sorted(keys)) for passage, keys in passages]
        statement = f"INSERT INTO {self.table} (passage_id, keys) VALUES (%s, array_to_tsvector(%s::text[]))"  # noqa: S608
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)

    def clear(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {self.table}")  # noqa: S608

    def forget(self, passages: Sequence[int]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {self.table} WHERE passage_id = ANY(%s)", [list(passages)])  # noqa: S608

    def quoted(self, key: str) -> str:
        return f"'{key[:-1]}':*" if key.endswith("*") else f"'{key}'"


def engine(table: str = PASSAGES) -> FTS5 | TextVectors:
    return TextVectors(table) if connection.vendor == "postgresql" else FTS5(table)


def rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
