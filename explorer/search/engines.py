"""The full-text search of each database: SQLite's FTS5, PostgreSQL's `tsvector` with a GIN index.

Both are given keys that are ready for use (see `explorer.search.words`) and asked only which passages have them. What
comes first is decided elsewhere, in one way for both. The migration `0003_search` makes the tables.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from django.db import connection

# One thing to be found: keys of which a text has any, those with `*` being beginnings of keys.
Alternatives = Sequence[str]


class Engine(Protocol):
    """What is asked of a database."""

    #: A condition on `explorer_passage p`, with one parameter: what `all_of` or `any_of` returns.
    condition: str

    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:
        """Put the keys of passages into the index."""

    def clear(self) -> None:
        """Empty the index."""

    def forget(self, passages: Sequence[int]) -> None:
        """Make sure that nothing is left of passages that are deleted."""

    def all_of(self, wanted: Sequence[Alternatives]) -> str:
        """Return the question for texts that have each of the things wanted."""

    def any_of(self, questions: Sequence[str]) -> str:
        """Return the question for texts that are an answer to one of some questions."""


class FTS5:
    """SQLite. The index holds no text and no places: which passage has which key is all that is asked of it."""

    condition = "p.id IN (SELECT rowid FROM explorer_search WHERE explorer_search MATCH %s)"

    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:
        """Put the keys of passages into the index."""
        rows = [(passage, " ".join(sorted(keys))) for passage, keys in passages]
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO explorer_search(rowid, keys) VALUES (%s, %s)", rows)

    def clear(self) -> None:
        """Empty the index."""
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO explorer_search(explorer_search) VALUES ('delete-all')")

    def forget(self, passages: Sequence[int]) -> None:
        """Do nothing: an index without texts can't drop a row, and the number of one is never given again."""

    def all_of(self, wanted: Sequence[Alternatives]) -> str:
        """Return the question for texts that have each of the things wanted."""
        return " AND ".join(f"({' OR '.join(map(self._quoted, one))})" for one in wanted)

    def any_of(self, questions: Sequence[str]) -> str:
        """Return the question for texts that are an answer to one of some questions."""
        return " OR ".join(f"({question})" for question in questions)

    def _quoted(self, key: str) -> str:
        return f'"{key[:-1]}" *' if key.endswith("*") else f'"{key}"'


class TextVectors:
    """PostgreSQL."""

    condition = "p.id IN (SELECT passage_id FROM explorer_search WHERE keys @@ %s::tsquery)"

    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:
        """Put the keys of passages into the index."""
        rows = [(passage, sorted(keys)) for passage, keys in passages]
        statement = "INSERT INTO explorer_search (passage_id, keys) VALUES (%s, array_to_tsvector(%s::text[]))"
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)

    def clear(self) -> None:
        """Empty the index."""
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM explorer_search")

    def forget(self, passages: Sequence[int]) -> None:
        """Make sure that nothing is left of passages that are deleted."""
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM explorer_search WHERE passage_id = ANY(%s)", [list(passages)])

    def all_of(self, wanted: Sequence[Alternatives]) -> str:
        """Return the question for texts that have each of the things wanted."""
        return " & ".join(f"({' | '.join(map(self._quoted, one))})" for one in wanted)

    def any_of(self, questions: Sequence[str]) -> str:
        """Return the question for texts that are an answer to one of some questions."""
        return " | ".join(f"({question})" for question in questions)

    def _quoted(self, key: str) -> str:
        return f"'{key[:-1]}':*" if key.endswith("*") else f"'{key}'"


def engine() -> Engine:
    """Return the full-text search of the database in use."""
    return TextVectors() if connection.vendor == "postgresql" else FTS5()


def rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return what a statement of ours selects."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
