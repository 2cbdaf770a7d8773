"""Editions that are loaded: asked for once a request, and what everything kept in memory hangs on."""

import hashlib
from collections.abc import Container, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Exists, FilteredRelation, Q, QuerySet, Subquery

from explorer.library.queries import EDITION_FIELDS, EditionInfo
from explorer.models import Derived, Edition
from symbols.engine import BadRequest, edition_date


@dataclass(frozen=True, eq=False)
class Library:
    """Editions that are loaded. Two of these are equal where the editions are the same to the last byte.

    Attributes:
        editions: oldest first.
        made: number of the last time that derived data was made; another one each time.
        behind: whether what follows from all editions, such as lineages, doesn't follow from the last of them yet.
        cards: when cards or rulings were imported last, as the database has it; None where there are none. A restored
            backup brings others, perhaps with the same `made`.
    """

    editions: tuple[EditionInfo, ...]
    made: int = 0
    behind: bool = False
    cards: object = None

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Row and the SHA-256 of each edition, and of what else there is: it changes whenever the library does."""
        return self.made, self.behind, self.cards, *((edition.id, edition.sha256) for edition in self.editions)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the key."""
        return hashlib.sha256(repr(self.key).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Library) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def has_cards(self) -> bool:
        """Whether cards were imported. Without any, nothing is asked about cards."""
        return self.cards is not None

    @property
    def newest(self) -> EditionInfo | None:
        """Newest edition; None for an empty library."""
        return self.editions[-1] if self.editions else None

    @property
    def newest_first(self) -> tuple[EditionInfo, ...]:
        """Editions, newest first."""
        return self.editions[::-1]

    @cached_property
    def undated(self) -> tuple[EditionInfo, ...]:
        """Editions that an address without a date can show, newest first.

        Those are the newest complete one and any excerpts of later ones. Where only excerpts are loaded, all of them.
        """
        complete = (at for at, edition in enumerate(self.newest_first) if edition.complete)
        return self.newest_first[: next(complete, len(self.editions)) + 1]

    @cached_property
    def undated_days(self) -> frozenset[date]:
        """Dates of the editions that an address without a date can show."""
        return frozenset(edition.date for edition in self.undated)

    @property
    def newest_with_glossary(self) -> EditionInfo | None:
        """Newest edition that has any glossary entry."""
        return next((edition for edition in self.newest_first if edition.terms), None)

    @property
    def newest_complete(self) -> EditionInfo | None:
        """Newest complete edition."""
        return next((edition for edition in self.newest_first if edition.complete), None)

    @property
    def has_complete(self) -> bool:
        """Whether any edition is complete."""
        return self.newest_complete is not None

    @property
    def excerpts(self) -> tuple[EditionInfo, ...]:
        """Editions that are not whole."""
        return tuple(edition for edition in self.editions if not edition.complete)

    def up_to(self, edition: EditionInfo) -> "Library":
        """Return the library without the editions that are newer than one."""
        return replace(self, editions=tuple(one for one in self.editions if one.date <= edition.date))

    def on(self, day: date) -> EditionInfo | None:
        """Return the edition of one effective date."""
        return next((edition for edition in self.editions if edition.date == day), None)

    def asked(self, typed: str) -> EditionInfo | None:
        """Return the edition that a request names by its effective date; None where it names none.

        Raises:
            BadRequest: this is no date, or no edition is effective on it; the nearest one is suggested.
        """
        if not typed.strip():
            return None
        return self.effective(edition_date(typed))

    def effective(self, day: date) -> EditionInfo:
        """Return the edition of one effective date.

        Raises:
            BadRequest: there is none; the nearest one is suggested.
        """
        if edition := self.on(day):
            return edition
        near = self.nearest(day)
        message = f"Pipwise doesn’t have the {day.isoformat()} rules"
        message += f"; the nearest are {near[0].iso}." if near else "; no rules are loaded."
        error = BadRequest("unknown_edition", message, suggestion=near[0].iso if near else None)
        raise error.in_field("edition")

    def nearest(self, day: date) -> list[EditionInfo]:
        """Return the editions, those first that are nearest to a day; the newer of two that are as near."""
        return sorted(self.newest_first, key=lambda edition: abs((edition.date - day).days))

    def newest_of(self, rows: Container[int]) -> EditionInfo | None:
        """Return the newest of the editions whose rows are among some."""
        return next(iter(self.among(rows)), None)

    def among(self, rows: Container[int]) -> list[EditionInfo]:
        """Return the editions whose rows are among some, newest first."""
        return [edition for edition in self.newest_first if edition.id in rows]

    def until(self, day: date, rows: Container[int]) -> list[EditionInfo]:
        """Return the editions up to a day, oldest first; of excerpts those whose rows are among some.

        An excerpt without what those rows have says nothing of whether the rules had it.
        """
        return [
            edition for edition in self.editions if edition.date <= day and (edition.complete or edition.id in rows)
        ]

    def shown_of(self, rows: Mapping[int, object]) -> EditionInfo | None:
        """Return the edition that an address without a date shows, of those whose rows are among some."""
        newest = self.newest_of(rows)
        return newest if newest in self.undated else None


_last_found: ContextVar[Library | None] = ContextVar("last_found", default=None)


def last_found() -> Library | None:
    """Return the editions that this request found when it last asked; None where it hasn't asked yet."""
    return _last_found.get()


def library() -> Library:
    """Return the editions that are loaded, in one query; the same object for as long as the same are loaded."""
    known = _known()
    found = None
    if known:
        # Every page asks, so the query is written once, and asks only for what is another with every import.
        found = known.get(frozenset(_rows(*_every_edition(connection.vendor, _STAMP))))
    if found is None:
        found = _library_of(_rows(*_every_edition(connection.vendor, EDITION_FIELDS)))
    _last_found.set(found)
    return found


_STAMP = ("id", "sha256")
_MOST_KNOWN = 4
_Row = tuple[Any, ...]


@cache
def _known() -> dict[frozenset[_Row], Library]:
    """Return the last few libraries, by what tells them apart: rows and texts of editions, and what is derived."""
    return {}


def _library_of(rows: Sequence[_Row]) -> Library:
    """Return the library of what the database has of every edition, and whether it is behind."""
    places = [EDITION_FIELDS.index(name) for name in _STAMP]
    stamps = frozenset((*(row[place] for place in places), *row[-3:]) for row in rows)
    known = _known()
    found = known.get(stamps)
    if found is None:
        columns = {column.name: column for column in Edition._meta.concrete_fields}  # noqa: SLF001 - Django's own name for it
        read = [columns[name].to_python for name in EDITION_FIELDS]
        editions = [EditionInfo(*(of(value) for of, value in zip(read, row, strict=False))) for row in rows]
        made, behind, cards = rows[0][-3:] if rows else (0, False, None)
        by_date = tuple(sorted(editions, key=lambda each: each.date))
        found = Library(by_date, made or 0, bool(behind), cards)
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[stamps] = found
    return found


def _editions() -> QuerySet[Edition]:
    made = Subquery(Derived.objects.order_by("-pk").values("pk")[:1])
    behind = Exists(Derived.objects.filter(Derived.BEHIND))
    # What is above the library reads cards; here it only counts which import of them there was.
    cards = Subquery(apps.get_model("cards", "CardSource").objects.order_by("-pk").values("imported")[:1])
    return Edition.objects.order_by().annotate(made=made, behind=behind, cards=cards)


def _rows(sql: str, parameters: Iterable[str]) -> list[_Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, tuple(parameters))
        return [tuple(row) for row in cursor.fetchall()]


#: Stands in a query that is written once for what is asked each time.
_ASKED = "what is asked"


@cache
def _every_edition(vendor: str, fields: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:  # noqa: ARG001 - each database has a form of its own
    return _editions().values_list(*fields, "made", "behind", "cards").query.sql_with_params()


def library_with(number: str) -> tuple[Library, Mapping[int, int | None]]:
    """Return the loaded editions, and which wording each that has a number has under it, by its row. One query."""
    return _with("entries", "number", number)


def library_with_term(slug: str) -> tuple[Library, Mapping[int, int | None]]:
    """Return the loaded editions, and which wording each that has a glossary entry has for it. One query."""
    return _with("glossary", "slug", slug)


def _with(relation: str, field: str, value: str) -> tuple[Library, Mapping[int, int | None]]:
    sql, parameters = _every_edition_with(relation, field, connection.vendor)
    rows = _rows(sql, (value if each == _ASKED else each for each in parameters))
    wordings = {row[0]: row[-1] for row in rows if row[-2] is not None}
    found = _library_of([row[:-2] for row in rows])
    _last_found.set(found)
    return found, wordings


@cache
def _every_edition_with(relation: str, field: str, vendor: str) -> tuple[str, tuple[str, ...]]:  # noqa: ARG001 - as above
    condition = Q(**{f"{relation}__{field}": _ASKED})
    rows = _editions().annotate(own=FilteredRelation(relation, condition=condition))
    return rows.values_list(
        *EDITION_FIELDS, "made", "behind", "cards", "own__id", "own__wording_id"
    ).query.sql_with_params()
