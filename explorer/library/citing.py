"""References as rows beside the wordings: found once for each wording, however many editions share it."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.resources import files

from explorer.document.references import Reference as Found
from explorer.document.references import find_references
from explorer.models import Reference, Wording

# What decides the rows: with any of these changed, they are made again.
_SOURCES = ("document/references.py", "document/numbers.py", "library/citing.py")
_BATCH = 2000


class References:
    """The derivation of references. See `explorer.library.derived.Derivation`."""

    name = "references"

    @cached_property
    def version(self) -> str:
        """A digest of the code that finds references."""
        digest = hashlib.sha256()
        for source in _SOURCES:
            digest.update(files("explorer").joinpath(*source.split("/")).read_bytes())
        return digest.hexdigest()

    def add(self, wordings: Iterable[Wording]) -> None:
        """Store the references of some wordings."""
        Reference.objects.bulk_create((row for wording in wordings for row in _rows(wording)), batch_size=_BATCH)

    def forget(self, wording_ids: Sequence[int]) -> None:
        """Do nothing: a reference goes with its wording."""

    def rebuild(self) -> None:
        """Find the references of all wordings again."""
        Reference.objects.all().delete()
        self.add(Wording.objects.order_by("pk").iterator(_BATCH))


REFERENCES = References()


def _rows(wording: Wording) -> Iterator[Reference]:
    for place, paragraph in enumerate(wording.paragraphs):
        for found in find_references(paragraph["text"]):
            yield _row(wording, place, found, Reference.Kind[found.kind.upper()], found.target)
            for target in found.within:
                yield _row(wording, place, found, Reference.Kind.WITHIN, target)
            for part in found.parts:
                yield _row(wording, place, part, Reference.Kind.PART, part.target)


def _row(wording: Wording, place: int, found: Found, kind: Reference.Kind, target: str) -> Reference:
    return Reference(wording_id=wording.pk, paragraph=place, start=found.start, end=found.end, kind=kind, target=target)
