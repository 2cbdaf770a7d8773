"""Export of an edition as the document it was imported from."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from explorer.document.body import nest
from explorer.document.numbers import RuleNumber
from explorer.document.tree import Document, Entry, GlossaryEntry, from_json
from explorer.document.writer import write_document
from explorer.library.library_error import LibraryError
from explorer.models import Edition


def export(date: datetime.date) -> str:
    """Text of an edition; with white space collapsed, it equals its source."""
    return write_document(restore(date))


def restore(date: datetime.date) -> Document:
    """Document that an edition was imported from.

    Raises:
        LibraryError: there is no edition of that date.
    """
    edition = Edition.objects.filter(date=date).first()
    if edition is None:
        dates = ", ".join(str(there) for there in Edition.objects.values_list("date", flat=True))
        raise LibraryError(f"The {date.isoformat()} rules aren’t loaded. Loaded: {dates or 'none'}.")
    front, back = edition.front, edition.back
    return Document(
        title=front["title"],
        effective=edition.date,
        statement=front["statement"],
        introduction=tuple(front["introduction"]),
        contents=tuple(front["contents"]),
        body=tuple(nest(_entries(edition))),
        glossary_heading=back["glossary_heading"],
        terms=tuple(_terms(edition)),
        credits=tuple(back["credits"]),
        complete=edition.complete,
        stops_at=edition.stops_at,
    )


def _entries(edition: Edition) -> list[Entry]:
    breaks = edition.back["breaks"]
    rows = edition.entries.order_by("position").values("number", "printed", "heading", "dates", "wording__paragraphs")
    return [_entry(row, breaks.get(row["number"], ())) for row in rows]


def _entry(row: Mapping[str, Any], breaks: Sequence[Sequence[int]]) -> Entry:
    return Entry(
        number=RuleNumber.parse(row["number"]),
        printed=row["printed"],
        heading=row["heading"],
        paragraphs=from_json(row["wording__paragraphs"] or ()),
        dates=tuple(date and datetime.date.fromisoformat(date) for date in row["dates"] or ()),
        breaks=_pairs(breaks),
    )


def _terms(edition: Edition) -> list[GlossaryEntry]:
    breaks = edition.back["term_breaks"]
    return [
        GlossaryEntry(
            name=term.name,
            slug=term.slug,
            paragraphs=from_json(term.wording.paragraphs),
            obsolete=term.obsolete,
            breaks=_pairs(breaks.get(term.slug, ())),
        )
        for term in edition.glossary.order_by("position").select_related("wording")
    ]


def _pairs(breaks: Iterable[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((paragraph, length) for paragraph, length in breaks)
