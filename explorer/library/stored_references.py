"""Store the references in wordings, once per wording however many editions share it."""

from collections.abc import Iterable, Iterator, Sequence

from explorer.document.references import FoundReference, find_references
from explorer.library.derivation import Derivation, EditionTexts, insert
from explorer.models import Edition, Reference, Wording

_CHUNK_SIZE = 2000


class References(Derivation):
    name = "references"

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        _store(wordings)

    def rebuild(self) -> None:
        Reference.objects.all().delete()
        _store(Wording.objects.order_by("pk").iterator(_CHUNK_SIZE))


def _store(wordings: Iterable[Wording]) -> None:
    fields = ("wording_id", "paragraph", "start", "end", "kind", "target")
    insert(Reference, fields, (row for wording in wordings for row in _rows(wording)))


def _rows(wording: Wording) -> Iterator[tuple[object, ...]]:
    for place, paragraph in enumerate(wording.paragraphs):
        for found in find_references(paragraph["text"]):
            yield _row(wording, place, found, Reference.Kind[found.kind.upper()], found.target)
            for target in found.within:
                yield _row(wording, place, found, Reference.Kind.WITHIN, target)
            for part in found.parts:
                yield _row(wording, place, part, Reference.Kind.PART, part.target)


def _row(wording: Wording, place: int, found: FoundReference, kind: Reference.Kind, target: str) -> tuple[object, ...]:
    return wording.pk, place, found.start, found.end, kind.value, target
