"""Store one document as an edition, all or nothing, and restore it."""

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from explorer.document.body import nest_entries
from explorer.document.numbers import RuleNumber
from explorer.document.opening import write_document
from explorer.document.tree import (
    TITLE,
    Document,
    Entry,
    GlossaryEntry,
    Paragraph,
    as_json,
    count,
    digest,
    from_json,
    gaps,
    in_words,
)
from explorer.importing import derived
from explorer.importing.locks import write_transaction
from explorer.library.derivation import chunks, insert
from explorer.models import Edition, PlainJSON, Rule, Term, Wording

Action = Literal["added", "replaced", "present"]


@dataclass(frozen=True, slots=True)
class ImportResult:
    """Result of importing one document.

    Attributes:
        action: `replaced` an excerpt of the same date, or an earlier parse of the same file; `present`: no changes.
        wordings: number of new wordings.
        gaps: numbers that the document leaves out.
        read_again: whether the same file was loaded before.
    """

    action: Action
    date: datetime.date
    complete: bool
    wordings: int = 0
    stops_at: str = ""
    gaps: tuple[str, ...] = ()
    read_again: bool = False


def load(
    document: Document, source: str, sha256: str, progress: derived.Progress = derived.silent, *, again: bool = False
) -> ImportResult:
    """Store a document; `LibraryError` if there is another text of the same date.

    Args:
        source: a file's name, a URL or a sentence, shown to users.
        sha256: of the source's bytes, in hexadecimal; one that is stored already isn't compared.
        again: compare it nevertheless, and replace it if its texts differ.
    """
    date, complete = document.effective, document.complete
    missing = _gaps(document)
    progress("storing")
    with write_transaction():
        action: Action = "added"
        replaced: list[int] = []
        existing = Edition.objects.filter(sha256=sha256).first()
        same_file = existing is not None
        existing = existing or Edition.objects.filter(date=date).first()
        if existing is not None:
            if (same_file and not again) or _has_all(existing, document, and_no_more=same_file):
                return ImportResult("present", date, complete, stops_at=document.stops_at, gaps=missing)
            replaced = _remove(existing) if same_file else _remove_excerpt(existing, document)
            action = "replaced"
        wordings = _store(document, source, sha256, missing, progress)
        _forget_unused(replaced)
    return ImportResult(action, date, complete, wordings, document.stops_at, missing, read_again=same_file)


def remove(date: datetime.date, progress: derived.Progress = derived.silent) -> None:
    """Remove an edition, and rebuild what is derived; `LibraryError` if there is no such edition, or no other."""
    with write_transaction():
        edition = Edition.objects.filter(date=date).first()
        if edition is None:
            raise LibraryError(f"Pipwise doesn’t have the {date.isoformat()} rules.")
        if not Edition.objects.exclude(pk=edition.pk).exists():
            raise LibraryError(f"The {date.isoformat()} rules are the only ones loaded, so they can’t be removed.")
        _forget_unused(_remove(edition))
        derived.rebuild(progress)


def _gaps(document: Document) -> tuple[str, ...]:
    """Numbers that a document leaves out; none for an excerpt, which is nothing but gaps."""
    if not document.complete and not document.stops_at:
        return ()
    return tuple(gaps(entry.number for entry in document.walk()))


def _has_all(edition: Edition, document: Document, *, and_no_more: bool) -> bool:
    """Whether an edition has every text of a document under the same number."""
    if document.complete and not edition.complete:
        return False
    entries = edition.entries.values_list("number", "heading", "wording__digest")
    stored = {(number, text or heading) for number, heading, text in entries}
    stored |= {(name, text) for name, text in edition.glossary.values_list("name", "wording__digest")}
    new_texts = {
        (str(entry.number), digest(entry.paragraphs) if entry.paragraphs else entry.heading)
        for entry in document.walk()
    }
    new_texts |= {(term.name, digest(term.paragraphs)) for term in document.terms}
    return new_texts == stored if and_no_more else new_texts <= stored


def _remove_excerpt(edition: Edition, document: Document) -> list[int]:
    """Remove an excerpt to replace it, and return its wordings' ids.

    Raises `LibraryError` if the edition is complete, or the document is an excerpt too and no longer.
    """
    day = edition.date.isoformat()
    if edition.complete and document.stops_at:
        raise LibraryError(
            f"Pipwise already has all {day} rules ({edition.source}). This document {in_words(document.stops_at)}."
        )
    if edition.complete:
        raise LibraryError(
            f"Pipwise already has different {day} rules ({edition.source}). "
            "If these have another date, add it with --effective."
        )
    # Even a document that breaks off may replace a few quoted rules.
    if not document.complete and count(document).rules <= edition.rules:
        raise LibraryError(
            f"Pipwise already has another excerpt of the {day} rules ({edition.source}). "
            "Import the full document or a longer excerpt."
        )
    return _remove(edition)


def _remove(edition: Edition) -> list[int]:
    """Remove an edition, and return its wordings' ids."""
    used = [*edition.entries.values_list("wording_id", flat=True)]
    used += edition.glossary.values_list("wording_id", flat=True)
    edition.delete()
    return [wording for wording in used if wording is not None]


def _forget_unused(wordings: Sequence[int]) -> None:
    for chunk in chunks(wordings):
        unused = Wording.objects.filter(pk__in=chunk, rules=None, glossary=None)
        unused_ids = list(unused.values_list("pk", flat=True))
        derived.forget(unused_ids)
        Wording.objects.filter(pk__in=unused_ids).delete()


def _store(document: Document, source: str, sha256: str, missing: Sequence[str], progress: derived.Progress) -> int:
    counts = count(document)
    entries = list(document.walk())
    edition = Edition.objects.create(
        date=document.effective,
        title=document.title.replace("_", "") or TITLE,
        source=source,
        sha256=sha256,
        complete=document.complete,
        stops_at=document.stops_at,
        sections=counts.sections,
        rules=counts.rules,
        examples=counts.examples,
        terms=counts.terms,
        front={
            "title": document.title,
            "statement": document.statement,
            "introduction": list(document.introduction),
            "contents": list(document.contents),
        },
        back={
            "glossary_heading": document.glossary_heading,
            "credits": list(document.credits),
            "gaps": list(missing),
            "breaks": {str(entry.number): entry.breaks for entry in entries if entry.breaks},
            "term_breaks": {term.slug: term.breaks for term in document.terms if term.breaks},
        },
    )
    digests = [digest(entry.paragraphs) if entry.paragraphs else "" for entry in entries]
    meanings = [digest(term.paragraphs) for term in document.terms]
    texts = dict(zip(digests, (entry.paragraphs for entry in entries), strict=True))
    texts.update(zip(meanings, (term.paragraphs for term in document.terms), strict=True))
    texts.pop("", None)
    ids, new = _wording_ids(texts)
    _store_rules(edition, [(entry, ids.get(key)) for entry, key in zip(entries, digests, strict=True)])
    Term.objects.bulk_create(
        Term(
            edition_id=edition.pk,
            slug=term.slug,
            name=term.name,
            wording_id=ids[key],
            position=position,
            obsolete=term.obsolete,
        )
        for position, (term, key) in enumerate(zip(document.terms, meanings, strict=True))
    )
    derived.add(edition, new, progress)
    return len(new)


def _store_rules(edition: Edition, entries: Iterable[tuple[Entry, int | None]]) -> None:
    fields = ("edition_id", "number", "printed", "kind", "heading", "wording_id", "position", "sort_key", "dates")
    rows = (
        (
            *(edition.pk, str(entry.number), entry.printed, int(Rule.Kind[entry.kind.name]), entry.heading, wording),
            *(position, entry.number.sort_key, _dates(entry)),
        )
        for position, (entry, wording) in enumerate(entries)
    )
    insert(Rule, fields, rows)


def _dates(entry: Entry) -> str | None:
    if not any(entry.dates):
        return None
    return json.dumps([date.isoformat() if date else None for date in entry.dates], cls=PlainJSON)


def _wording_ids(texts: dict[str, tuple[Paragraph, ...]]) -> tuple[dict[str, int], list[Wording]]:
    """Id of each wording by its digest, and the new wordings, which are inserted."""
    # The transaction is the only writer, so whatever isn't there can be inserted.
    ids: dict[str, int] = {}
    for chunk in chunks(texts):
        ids.update(Wording.objects.filter(digest__in=chunk).values_list("digest", "pk"))
    new = Wording.objects.bulk_create(
        Wording(digest=key, paragraphs=as_json(paragraphs)) for key, paragraphs in texts.items() if key not in ids
    )
    ids.update((wording.digest, wording.pk) for wording in new)
    return ids, new


def export(date: datetime.date) -> str:
    """Text of an edition; with white space collapsed, it equals its source."""
    return write_document(restore(date))


def restore(date: datetime.date) -> Document:
    """Document that an edition was imported from; `LibraryError` if there is no edition of that date."""
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
        body=tuple(nest_entries(_entries(edition))),
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


class LibraryError(Exception):
    """The library can't do what was requested; the message is one sentence for the user."""
