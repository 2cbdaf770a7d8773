"""The loaded editions: queried once per request, and the key of every cache."""

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
    """The loaded editions. Two libraries are equal if their editions are equal to the last byte.

    Attributes:
        editions: oldest first.
        made: changes whenever derived data is rebuilt.
        behind: data derived from all editions, such as lineages, doesn't include the last ones yet.
        cards: time of the last import of cards or rulings, as stored; None if there are no cards. A restored backup may
            have other cards with the same `made`.
        policy: likewise, of the last import of a tournament document.
    """

    editions: tuple[EditionInfo, ...]
    made: int = 0
    behind: bool = False
    cards: object = None
    policy: object = None

    @cached_property
    def key(self) -> tuple[object, ...]:
        return (
            self.made,
            self.behind,
            self.cards,
            self.policy,
            *((edition.id, edition.sha256) for edition in self.editions),
        )

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(repr(self.key).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Library) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def has_cards(self) -> bool:
        return self.cards is not None

    @property
    def newest(self) -> EditionInfo | None:
        return self.editions[-1] if self.editions else None

    @property
    def newest_first(self) -> tuple[EditionInfo, ...]:
        return self.editions[::-1]

    @cached_property
    def undated(self) -> tuple[EditionInfo, ...]:
        """Editions that a URL without a date can show, newest first: up to the newest complete one, or all excerpts."""
        complete = (at for at, edition in enumerate(self.newest_first) if edition.complete)
        return self.newest_first[: next(complete, len(self.editions)) + 1]

    @cached_property
    def undated_dates(self) -> frozenset[date]:
        return frozenset(edition.date for edition in self.undated)

    @property
    def newest_with_glossary(self) -> EditionInfo | None:
        return next((edition for edition in self.newest_first if edition.terms), None)

    @property
    def newest_complete(self) -> EditionInfo | None:
        return next((edition for edition in self.newest_first if edition.complete), None)

    @cached_property
    def with_all_rules(self) -> tuple[EditionInfo, ...]:
        """Oldest first, also those whose glossary breaks off."""
        return tuple(edition for edition in self.editions if edition.has_all_rules)

    @property
    def has_complete(self) -> bool:
        return self.newest_complete is not None

    @property
    def excerpts(self) -> tuple[EditionInfo, ...]:
        return tuple(edition for edition in self.editions if not edition.has_all_rules)

    def up_to(self, edition: EditionInfo) -> "Library":
        return replace(self, editions=tuple(one for one in self.editions if one.date <= edition.date))

    def on(self, day: date) -> EditionInfo | None:
        return next((edition for edition in self.editions if edition.date == day), None)

    def requested_edition(self, typed: str) -> EditionInfo | None:
        """The edition with the date that a request names, if any; `BadRequest` suggests the nearest."""
        if not typed.strip():
            return None
        return self.effective(edition_date(typed))

    def effective(self, day: date) -> EditionInfo:
        """The edition with a date; `BadRequest` suggests the nearest."""
        if edition := self.on(day):
            return edition
        near = self.nearest(day)
        message = f"Pipwise doesn’t have the {day.isoformat()} rules"
        message += f"; the nearest are {near[0].iso}." if near else "; no rules are loaded."
        error = BadRequest("unknown_edition", message, suggestion=near[0].iso if near else None)
        raise error.in_field("edition")

    def nearest(self, day: date) -> list[EditionInfo]:
        """The editions by distance from a day, the newer one first if equal."""
        return sorted(self.newest_first, key=lambda edition: abs((edition.date - day).days))

    def newest_of(self, rows: Container[int]) -> EditionInfo | None:
        return next(iter(self.among(rows)), None)

    def among(self, rows: Container[int]) -> list[EditionInfo]:
        """The editions whose primary keys are in `rows`, newest first."""
        return [edition for edition in self.newest_first if edition.id in rows]

    def until(self, day: date, rows: Container[int]) -> list[EditionInfo]:
        """The editions up to a day, oldest first.

        Excerpts only if their primary keys are in `rows`: lacking something is no evidence.
        """
        return [
            edition for edition in self.editions if edition.date <= day and (edition.complete or edition.id in rows)
        ]

    def shown_of(self, rows: Mapping[int, object]) -> EditionInfo | None:
        newest = self.newest_of(rows)
        return newest if newest in self.undated else None


_last_found: ContextVar[Library | None] = ContextVar("last_found", default=None)


def current_library() -> Library | None:
    return _last_found.get()


def library() -> Library:
    """Query the loaded editions, once; returns the same object while they don't change."""
    known = _known()
    found = None
    if known:
        # Every page does this query, so its SQL is cached and fetches only what changes with each import.
        found = known.get(frozenset(_rows(*_every_edition(connection.vendor, _STAMP))))
    if found is None:
        found = _library_of(_rows(*_every_edition(connection.vendor, EDITION_FIELDS)))
    _last_found.set(found)
    return found


_STAMP = ("id", "sha256")
# What `_editions` adds to each row.
_STATE = ("made", "behind", "cards", "policy")
_MAX_LIBRARIES = 4
_Row = tuple[Any, ...]


@cache
def _known() -> dict[frozenset[_Row], Library]:
    """The last few libraries, by primary keys and digests of their editions and the state of derived data."""
    return {}


def _library_of(rows: Sequence[_Row]) -> Library:
    places = [EDITION_FIELDS.index(name) for name in _STAMP]
    stamps = frozenset((*(row[place] for place in places), *row[-len(_STATE) :]) for row in rows)
    known = _known()
    found = known.get(stamps)
    if found is None:
        columns = {column.name: column for column in Edition._meta.concrete_fields}  # noqa: SLF001 - public API of Django
        read = [columns[name].to_python for name in EDITION_FIELDS]
        editions = [EditionInfo(*(of(value) for of, value in zip(read, row, strict=False))) for row in rows]
        made, behind, cards, policy = rows[0][-len(_STATE) :] if rows else (0, False, None, None)
        by_date = tuple(sorted(editions, key=lambda each: each.date))
        found = Library(by_date, made or 0, bool(behind), cards, policy)
        if len(known) >= _MAX_LIBRARIES:
            known.clear()
        known[stamps] = found
    return found


def _editions() -> QuerySet[Edition]:
    made = Subquery(Derived.objects.order_by("-pk").values("pk")[:1])
    behind = Exists(Derived.objects.filter(Derived.BEHIND))
    # These belong to a higher layer; only the time of their last import matters here.
    cards, policy = (
        Subquery(apps.get_model(app, model).objects.order_by("-pk").values("imported")[:1])
        for app, model in (("cards", "CardSource"), ("policy", "PolicyEdition"))
    )
    return Edition.objects.order_by().annotate(made=made, behind=behind, cards=cards, policy=policy)


def _rows(sql: str, parameters: Iterable[str]) -> list[_Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, tuple(parameters))
        return [tuple(row) for row in cursor.fetchall()]


#: Placeholder in cached SQL for the value of each query.
_PLACEHOLDER = "a placeholder"


@cache
def _every_edition(vendor: str, fields: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:  # noqa: ARG001 - SQL differs by database
    return _editions().values_list(*fields, *_STATE).query.sql_with_params()


def library_with(number: str) -> tuple[Library, Mapping[int, int | None]]:
    """The library, and the wording's key by edition for those that have a number. One query."""
    return _with("entries", "number", number)


def library_with_term(slug: str) -> tuple[Library, Mapping[int, int | None]]:
    """The library, and the wording's key by edition for those that have a glossary entry. One query."""
    return _with("glossary", "slug", slug)


def _with(relation: str, field: str, value: str) -> tuple[Library, Mapping[int, int | None]]:
    sql, parameters = _every_edition_with(relation, field, connection.vendor)
    rows = _rows(sql, (value if each == _PLACEHOLDER else each for each in parameters))
    wordings = {row[0]: row[-1] for row in rows if row[-2] is not None}
    found = _library_of([row[:-2] for row in rows])
    _last_found.set(found)
    return found, wordings


@cache
def _every_edition_with(relation: str, field: str, vendor: str) -> tuple[str, tuple[str, ...]]:  # noqa: ARG001 - as above
    condition = Q(**{f"{relation}__{field}": _PLACEHOLDER})
    rows = _editions().annotate(own=FilteredRelation(relation, condition=condition))
    return rows.values_list(*EDITION_FIELDS, *_STATE, "own__id", "own__wording_id").query.sql_with_params()
