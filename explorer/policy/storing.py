"""Store tournament documents in the database, whole or not at all, and restore them."""

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Literal

from django.utils import timezone

from explorer.document.opening import FIRST_RULES, LATEST_EFFECTIVE
from explorer.importing.loading import LibraryError
from explorer.importing.locks import write_transaction
from explorer.policy.kinds import KINDS
from explorer.policy.models import PolicyEdition, PolicySection
from explorer.policy.reading.pieces import PolicyError
from explorer.policy.reading.tree import Paragraph, PolicyDocument, Section

_LONGEST_SOURCE = 500


@dataclass(frozen=True, slots=True)
class PolicyImport:
    """Result of importing one document; `sections` is their number."""

    action: Literal["added", "replaced", "present"]
    document: str
    date: date
    sections: int

    def in_words(self) -> str:
        became = {"added": "added", "replaced": "replaced: it was different", "present": "already loaded"}
        return f"{KINDS[self.document].name} of {self.date.isoformat()} {became[self.action]}"


def import_policy_bytes(content: bytes, source: str, *, again: bool = False) -> PolicyImport:
    """Import a PDF.

    Args:
        source: file name or URL, shown to users.
        again: reread a loaded file, and replace a different text of the same date.

    Raises:
        LibraryError: it can't be read or stored; the message begins with its source.
    """
    # These need the optional extra `policy`.
    from explorer.policy.reading.pdf import read_pdf
    from explorer.policy.reading.sections import read_document

    sha256 = hashlib.sha256(content).hexdigest()
    existing = PolicyEdition.objects.filter(sha256=sha256).first()
    if existing is not None and not again:
        return PolicyImport("present", existing.document, existing.date, existing.sections.count())
    try:
        document = read_document(read_pdf(content), {kind.key: kind.known_by for kind in KINDS.values()})
        _check_date(document)
        return store(document, source[:_LONGEST_SOURCE], sha256, again=again)
    except (PolicyError, LibraryError) as error:
        raise LibraryError(f"{source}: {error}") from error


def _check_date(document: PolicyDocument) -> None:
    if not FIRST_RULES <= document.effective <= timezone.localdate() + LATEST_EFFECTIVE:
        raise PolicyError(f"“{document.dated}” can’t be its date.")


def store(document: PolicyDocument, source: str, sha256: str, *, again: bool) -> PolicyImport:
    """Store a document, all or nothing.

    Raises:
        LibraryError: there is another text of the same date, and `again` doesn't say to replace it.
    """
    action: Literal["added", "replaced"] = "added"
    with write_transaction():
        same_file = PolicyEdition.objects.filter(sha256=sha256).first()
        same_day = PolicyEdition.objects.filter(document=document.kind, date=document.effective).first()
        if same_day is not None and restore(same_day) == document:
            return PolicyImport("present", document.kind, document.effective, len(document.sections))
        if same_day is not None and same_day != same_file and not again:
            raise LibraryError(
                f"Pipwise already has a different {KINDS[document.kind].name} of {document.effective.isoformat()} "
                f"({same_day.source}). To replace it, import with --again."
            )
        for outdated in filter(None, {same_file, same_day}):
            outdated.delete()
            action = "replaced"
        edition = PolicyEdition.objects.create(
            document=document.kind,
            date=document.effective,
            title=document.title,
            dated=document.dated,
            notice=list(document.notice),
            source=source,
            sha256=sha256,
        )
        PolicySection.objects.bulk_create(
            PolicySection(
                edition=edition,
                number=section.number,
                printed=section.printed,
                title=section.title,
                penalty=section.penalty,
                paragraphs=[paragraph.as_json() for paragraph in section.paragraphs],
                position=position,
            )
            for position, section in enumerate(document.sections)
        )
    return PolicyImport(action, document.kind, document.effective, len(document.sections))


def restore(edition: PolicyEdition) -> PolicyDocument:
    sections = tuple(
        Section(
            row.number,
            row.printed,
            row.title,
            row.penalty,
            tuple(Paragraph.from_json(paragraph) for paragraph in row.paragraphs),
        )
        for row in edition.sections.order_by("position")
    )
    return PolicyDocument(edition.document, edition.title, edition.dated, edition.date, sections, tuple(edition.notice))
