"""Full-text search of each database: SQLite's FTS5, PostgreSQL's `tsvector` with a GIN index.

Both are given keys that are ready for use (see `explorer.search.words`) and asked only which passages have them. What
comes first is decided elsewhere, in one way for both. The migration `0003_search` makes the tables.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection

# One thing to be found: keys of which a text has any, those with `*` being beginnings of keys.
Alternatives = Sequence[str]


class Engine(ABC):
    """Interface of a database's full-text search.

    Attributes:
        condition: a condition on `explorer_passage p`, with one parameter: what `all_of` or `any_of` returns.
        conjunction: how a question joins what must all be there.
        disjunction: how it joins what may be there instead.
    """

    condition: str
    conjunction: str
    disjunction: str

    @abstractmethod
    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:
        """Put the keys of passages into the index."""

    @abstractmethod
    def clear(self) -> None:
        """Empty the index."""

    @abstractmethod
    def forget(self, passages: Sequence[int]) -> None:
        """Make sure that nothing is left of passages that are deleted."""

    @abstractmethod
    def quoted(self, key: str) -> str:
        """Return a key as a question has it."""

    def all_of(self, wanted: Sequence[Alternatives]) -> str:
        """Return the question for texts that have each of the things wanted."""
        return self.conjunction.join(f"({self.disjunction.join(map(self.quoted, one))})" for one in wanted)

    def any_of(self, questions: Sequence[str]) -> str:
        """Return the question for texts that are an answer to one of some questions."""
        return self.disjunction.join(f"({question})" for question in questions)


class FTS5(Engine):
    """SQLite. The index holds no text and no places: which passage has which key is all that is asked of it."""

    condition = "p.id IN (SELECT rowid FROM explorer_search WHERE explorer_search MATCH %s)"
    conjunction, disjunction = " AND ", " OR "

    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:  # noqa: D102
        rows = [(passage, " ".join(sorted(keys))) for passage, keys in passages]
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO explorer_search(rowid, keys) VALUES (%s, %s)", rows)

    def clear(self) -> None:  # noqa: D102
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO explorer_search(explorer_search) VALUES ('delete-all')")

    def forget(self, passages: Sequence[int]) -> None:
        """Do nothing: an index without texts can't drop a row, and the number of one is never given again."""

    def quoted(self, key: str) -> str:  # noqa: D102
        return f'"{key[:-1]}" *' if key.endswith("*") else f'"{key}"'


class TextVectors(Engine):
    """PostgreSQL."""

    condition = "p.id IN (SELECT passage_id FROM explorer_search WHERE keys @@ %s::tsquery)"
    conjunction, disjunction = " & ", " | "

    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:  # noqa: D102
        rows = [(passage, sorted(keys)) for passage, keys in passages]
        statement = "INSERT INTO explorer_search (passage_id, keys) VALUES (%s, array_to_tsvector(%s::text[]))"
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)

    def clear(self) -> None:  # noqa: D102
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM explorer_search")

    def forget(self, passages: Sequence[int]) -> None:  # noqa: D102
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM explorer_search WHERE passage_id = ANY(%s)", [list(passages)])

    def quoted(self, key: str) -> str:  # noqa: D102
        return f"'{key[:-1]}':*" if key.endswith("*") else f"'{key}'"


def engine() -> Engine:
    """Return the full-text search of the database in use."""
    return TextVectors() if connection.vendor == "postgresql" else FTS5()


def rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return what a statement of ours selects."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
