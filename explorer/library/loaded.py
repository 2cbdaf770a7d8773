"""Editions that are loaded: asked for once a request, and what everything kept in memory hangs on."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.db.models import FilteredRelation, Q

from explorer.library.queries import EDITION_FIELDS, EditionInfo
from explorer.models import Edition
from symbols.engine import BadRequest, edition_date


@dataclass(frozen=True, eq=False)
class Library:
    """Editions that are loaded. Two of these are equal where the editions are the same to the last byte.

    Attributes:
        editions: oldest first.
    """

    editions: tuple[EditionInfo, ...]

    @cached_property
    def key(self) -> tuple[tuple[int, str], ...]:
        """Row and the SHA-256 of each edition: it changes whenever the library does."""
        return tuple((edition.id, edition.sha256) for edition in self.editions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Library) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def newest(self) -> EditionInfo | None:
        """Newest edition; None for an empty library."""
        return self.editions[-1] if self.editions else None

    @property
    def newest_first(self) -> tuple[EditionInfo, ...]:
        """Editions, newest first."""
        return self.editions[::-1]

    @property
    def newest_with_glossary(self) -> EditionInfo | None:
        """Newest edition that has any glossary entry."""
        return next((edition for edition in self.newest_first if edition.terms), None)

    @property
    def excerpts(self) -> tuple[EditionInfo, ...]:
        """Editions that are not whole."""
        return tuple(edition for edition in self.editions if not edition.complete)

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
        message = f"The library has no edition of {day.isoformat()}"
        message += f"; the nearest one is that of {near[0].iso}." if near else "; it is empty."
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


def library() -> Library:
    """Return the editions that are loaded, in one query."""
    return Library(tuple(EditionInfo(*row) for row in Edition.objects.order_by("date").values_list(*EDITION_FIELDS)))


def library_with(number: str) -> tuple[Library, Mapping[int, int | None]]:
    """Return the loaded editions, and which wording each that has a number has under it, by its row. One query."""
    return _with("entries", Q(entries__number=number))


def library_with_term(slug: str) -> tuple[Library, Mapping[int, int | None]]:
    """Return the loaded editions, and which wording each that has a glossary entry has for it. One query."""
    return _with("glossary", Q(glossary__slug=slug))


def _with(relation: str, condition: Q) -> tuple[Library, Mapping[int, int | None]]:
    rows = Edition.objects.annotate(own=FilteredRelation(relation, condition=condition)).order_by("date")
    found = list(rows.values_list(*EDITION_FIELDS, "own__id", "own__wording_id"))
    wordings = {row[0]: row[-1] for row in found if row[-2] is not None}
    return Library(tuple(EditionInfo(*row[:-2]) for row in found)), wordings
