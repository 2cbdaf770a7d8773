"""Import of one document into the library, whole or not at all."""

import datetime
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from explorer.document.extent import gaps, in_words
from explorer.document.tree import TITLE, Document, Entry, Paragraph, as_json, count, digest
from explorer.importing import derived
from explorer.importing.locks import write_transaction
from explorer.library.derivation import chunks
from explorer.library.inserting import insert
from explorer.library.library_error import LibraryError
from explorer.models import Edition, PlainJSON, Rule, Term, Wording

Action = Literal["added", "replaced", "present"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """Outcome of importing one document.

    Attributes:
        action: `added`; `replaced` an excerpt of the same date, or what was read otherwise in the same file; or
            `present`: nothing was to do.
        date: the edition's effective date.
        complete: whether the document is a whole edition.
        wordings: how many wordings the library did not have before.
        stops_at: see `explorer.document.tree.Document`.
        gaps: the numbers that the document leaves out; see `explorer.document.extent.gaps`.
        read_again: whether it was loaded from the same file, and read otherwise.
    """

    action: Action
    date: datetime.date
    complete: bool
    wordings: int = 0
    stops_at: str = ""
    gaps: tuple[str, ...] = ()
    read_again: bool = False


def load(
    document: Document, source: str, sha256: str, progress: derived.Progress | None = None, *, again: bool = False
) -> Loaded:
    """Put a document in the library.

    Args:
        document: what to store.
        source: where the text came from, for a reader: a file's name, an address, a sentence.
        sha256: of the source's bytes, in hexadecimal: what is there already is left alone.
        progress: called with each step as it begins: storing, and each derivation.
        again: whether it is compared nevertheless, and replaced where its texts are others.

    Raises:
        LibraryError: the library has another text of the same date.
    """
    date, complete = document.effective, document.complete
    lacking = _gaps(document)
    if progress is not None:
        progress("storing")
    with write_transaction():
        action: Action = "added"
        replaced: list[int] = []
        there = Edition.objects.filter(sha256=sha256).first()
        same_file = there is not None
        there = there or Edition.objects.filter(date=date).first()
        if there is not None:
            if (same_file and not again) or _has_all(there, document, and_no_more=same_file):
                return Loaded("present", date, complete, stops_at=document.stops_at, gaps=lacking)
            replaced = _remove(there) if same_file else _remove_excerpt(there, document)
            action = "replaced"
        wordings = _store(document, source, sha256, lacking, progress)
        _forget_unused(replaced)
    return Loaded(action, date, complete, wordings, document.stops_at, lacking, read_again=same_file)


def remove(date: datetime.date, progress: derived.Progress | None = None) -> None:
    """Remove an edition, and make again all that follows from the others; `progress` as for `derived.rebuild`.

    Raises:
        LibraryError: there is no such edition, or no other.
    """
    with write_transaction():
        edition = Edition.objects.filter(date=date).first()
        if edition is None:
            raise LibraryError(f"Pipwise doesn’t have the {date.isoformat()} rules.")
        if not Edition.objects.exclude(pk=edition.pk).exists():
            raise LibraryError(f"The {date.isoformat()} rules are the only ones here, so they stay.")
        _forget_unused(_remove(edition))
        derived.rebuild(progress)


def _gaps(document: Document) -> tuple[str, ...]:
    """Return the numbers that a document leaves out; of an excerpt, which is nothing but gaps, none."""
    if not document.complete and not document.stops_at:
        return ()
    return tuple(gaps(entry.number for entry in document.walk()))


def _has_all(edition: Edition, document: Document, *, and_no_more: bool) -> bool:
    """Return whether an edition has every text of a document under the same number already."""
    if document.complete and not edition.complete:
        return False
    entries = edition.entries.values_list("number", "heading", "wording__digest")
    stored = {(number, text or heading) for number, heading, text in entries}
    stored |= {(name, text) for name, text in edition.glossary.values_list("name", "wording__digest")}
    brought = {
        (str(entry.number), digest(entry.paragraphs) if entry.paragraphs else entry.heading)
        for entry in document.walk()
    }
    brought |= {(term.name, digest(term.paragraphs)) for term in document.terms}
    return brought == stored if and_no_more else brought <= stored


def _remove_excerpt(edition: Edition, document: Document) -> list[int]:
    """Remove an excerpt to make room for the whole document, or for more of it.

    Returns:
        The wordings it had, which nothing may need any more.

    Raises:
        LibraryError: what is there isn't an excerpt, or what comes is one too and no longer.
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
    # A document that breaks off late is better than a few rules quoted from it.
    if not document.complete and count(document).rules <= edition.rules:
        raise LibraryError(
            f"Pipwise already has another excerpt of the {day} rules ({edition.source}). "
            "Import the whole document or a longer part."
        )
    return _remove(edition)


def _remove(edition: Edition) -> list[int]:
    """Remove an edition. Returns the wordings it had, which nothing may need any more."""
    used = [*edition.entries.values_list("wording_id", flat=True)]
    used += edition.glossary.values_list("wording_id", flat=True)
    edition.delete()
    return [wording for wording in used if wording is not None]


def _forget_unused(wordings: Sequence[int]) -> None:
    """Delete those of some wordings that no edition has any more."""
    for chunk in chunks(wordings):
        unused = Wording.objects.filter(pk__in=chunk, rules=None, glossary=None)
        gone = list(unused.values_list("pk", flat=True))
        derived.forget(gone)
        Wording.objects.filter(pk__in=gone).delete()


def _store(
    document: Document, source: str, sha256: str, lacking: Sequence[str], progress: derived.Progress | None
) -> int:
    """Write a document's rows. Returns how many wordings are new."""
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
            "gaps": list(lacking),
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
    """Write the rows of numbered entries, each with its wording, in their order."""
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
    """Return the row of each wording by its digest, storing the new ones, and those.

    Nobody else writes meanwhile, so what isn't found can simply be added.
    """
    ids: dict[str, int] = {}
    for chunk in chunks(texts):
        ids.update(Wording.objects.filter(digest__in=chunk).values_list("digest", "pk"))
    new = Wording.objects.bulk_create(
        Wording(digest=key, paragraphs=as_json(paragraphs)) for key, paragraphs in texts.items() if key not in ids
    )
    ids.update((wording.digest, wording.pk) for wording in new)
    return ids, new
