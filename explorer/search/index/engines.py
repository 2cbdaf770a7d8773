"""Full-text search of each database: SQLite's FTS5, PostgreSQL's `tsvector` with a GIN index.

Both are given keys that are ready for use (see `explorer.search.words.splitting`) and asked only which passages have
them. What comes first is decided elsewhere, in one way for both. The migration `0003_search` makes the table of rules
and entries, `0002_meeting` of the cards that of rulings.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db import connection

#: Tables of the two indexes.
PASSAGES: Final = "explorer_search"
RULINGS: Final = "cards_search"
# One thing to be found: keys of which a text has any, those with `*` being beginnings of keys.
Alternatives = Sequence[str]


class Engine(ABC):
    """Interface of a database's full-text search.

    Attributes:
        conjunction: how a question joins what must all be there.
        disjunction: how it joins what may be there instead.

    Args:
        table: of the index.
    """

    conjunction: str
    disjunction: str

    def __init__(self, table: str = PASSAGES) -> None:
        self.table = table

    @property
    @abstractmethod
    def condition(self) -> str:
        """Condition on the rows `p` that are indexed, with one parameter: what `all_of` or `any_of` returns."""

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

    conjunction, disjunction = " AND ", " OR "

    @property
    def condition(self) -> str:
        return f"p.id IN (SELECT rowid FROM {self.table} WHERE {self.table} MATCH %s)"  # noqa: S608

    def add(self, passages: Iterable[tuple[int, frozenset[str]]]) -> None:
        rows = [(passage, " ".join(sorted(keys))) for passage, keys in passages]
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {self.table}(rowid, keys) VALUES (%s, %s)", rows)  # noqa: S608

    def clear(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {self.table}({self.table}) VALUES ('delete-all')")  # noqa: S608

    def forget(self, passages: Sequence[int]) -> None:
        """Do nothing: an index without texts can't drop a row, and the number of one is never given again."""

    def quoted(self, key: str) -> str:
        return f'"{key[:-1]}" *' if key.endswith("*") else f'"{key}"'


class TextVectors(Engine):
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


def engine(table: str = PASSAGES) -> Engine:
    """Return the full-text search of the database in use, in one of the indexes."""
    return TextVectors(table) if connection.vendor == "postgresql" else FTS5(table)


def rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return what a statement of ours selects."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
