"""References as rows beside the wordings: found once for each wording, however many editions share it."""

from collections.abc import Iterable, Iterator, Sequence

from explorer.document.references import FoundReference, find_references
from explorer.library.derivation import Derivation
from explorer.library.texts import EditionTexts
from explorer.models import Edition, Reference, Wording

_BATCH = 2000


class References(Derivation):
    """Derivation of references. See `explorer.library.derivation.Derivation`."""

    name = "references"

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        """Store the references of new wordings."""
        _store(wordings)

    def rebuild(self) -> None:
        """Find the references of all wordings again."""
        Reference.objects.all().delete()
        _store(Wording.objects.order_by("pk").iterator(_BATCH))


def _store(wordings: Iterable[Wording]) -> None:
    Reference.objects.bulk_create((row for wording in wordings for row in _rows(wording)), batch_size=_BATCH)


def _rows(wording: Wording) -> Iterator[Reference]:
    for place, paragraph in enumerate(wording.paragraphs):
        for found in find_references(paragraph["text"]):
            yield _row(wording, place, found, Reference.Kind[found.kind.upper()], found.target)
            for target in found.within:
                yield _row(wording, place, found, Reference.Kind.WITHIN, target)
            for part in found.parts:
                yield _row(wording, place, part, Reference.Kind.PART, part.target)


def _row(wording: Wording, place: int, found: FoundReference, kind: Reference.Kind, target: str) -> Reference:
    return Reference(wording_id=wording.pk, paragraph=place, start=found.start, end=found.end, kind=kind, target=target)
