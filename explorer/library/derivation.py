"""The interface of data derived from wordings and editions, which can always be rebuilt."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.db import connection, models
from django.db.models import QuerySet

from explorer.document.tree import Paragraph, from_json
from explorer.models import Edition, Rule, Term, Wording

StoredText = tuple[int, str, tuple[Paragraph, ...]]
"""Primary key, number or name, and paragraphs."""


class EditionTexts:
    """The texts of an edition, given by primary key; rules and glossary are queried lazily, once each."""

    def __init__(self, edition: int) -> None:
        self.edition = edition

    @cached_property
    def rules(self) -> list[StoredText]:
        """Rules in document order, without bare headings."""
        return _read(Rule.objects.filter(edition_id=self.edition, wording__isnull=False), "number")

    @cached_property
    def terms(self) -> list[StoredText]:
        return _read(Term.objects.filter(edition_id=self.edition), "name")

    @property
    def by_name(self) -> tuple[dict[str, str], dict[str, str]]:
        """Rules by number and glossary by term, a line per paragraph."""
        return _lines(self.rules), _lines(self.terms)


def _read(rows: QuerySet[Any], name: str) -> list[StoredText]:
    found = rows.order_by("position").values_list("pk", name, "wording__paragraphs")
    return [(pk, called, from_json(paragraphs)) for pk, called, paragraphs in found]


def _lines(texts: list[StoredText]) -> dict[str, str]:
    return {name: "\n".join(paragraph.text for paragraph in paragraphs) for _, name, paragraphs in texts}


_BATCH = 5_000


def insert(model: type[models.Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows without model instances, six times as fast as `bulk_create`.

    `fields` are column names (`edition_id`), values as columns store them: an enumeration's value, JSON as text.
    """
    table, *columns = map(connection.ops.quote_name, (model._meta.db_table, *fields))  # noqa: SLF001 - Django's name
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608
    with connection.cursor() as cursor:
        for batch in chunks(rows, _BATCH):
            cursor.executemany(sql, [tuple(map(_stored, row)) for row in batch])


def _stored(value: Any) -> Any:
    # SQLite has no date type; PostgreSQL parses ISO dates.
    return value.isoformat() if isinstance(value, date) else value


_T = TypeVar("_T")
# SQLite's default limit is 999 parameters.
_CHUNK = 900


class Part(NamedTuple):
    """Progress of a rebuild: a message for the user, and the share completed before this part, from 0 to 1."""

    sentence: str
    share: float


class Derivation:
    """Rows derived from wordings, editions, code and data files.

    Attributes:
        name: in a word or two for a progress bar: `references`.
        work: relative time that a rebuild takes.
        of_all_editions: it depends on all editions together. Then `add` does nothing, and `catch_up` is called once
            after all editions of an import.
        of_cards: it depends on the cards, too, so an import of cards rebuilds it.
    """

    name: str
    work = 1
    of_all_editions = False
    of_cards = False

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        """Add an edition, as the last step of storing it; `wordings` are only those that are new to the library."""

    def forget(self, wording_ids: Sequence[int]) -> None:
        """Drop rows of wordings that are about to be deleted, unless they cascade."""

    def rebuild(self) -> None:
        raise NotImplementedError

    def rebuild_in_parts(self) -> Iterator[Part]:
        """Do what `rebuild` does, and yield before each slow part."""
        yield Part(f"Building {self.name}", 0)
        self.rebuild()

    def catch_up(self) -> Iterator[Part]:
        """Like `rebuild_in_parts`, but rows are right except for editions added or removed since."""
        yield from self.rebuild_in_parts()


def chunks(values: Iterable[_T], size: int = _CHUNK) -> Iterator[list[_T]]:
    """Split values into lists, by default of as many as one query can take."""
    iterator = iter(values)
    while chunk := list(islice(iterator, size)):
        yield chunk
