"""Derived rows: which symbols each wording uses."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from explorer.document.tree import from_json
from explorer.library.derivation import Derivation
from explorer.library.inserting import insert
from explorer.library.texts import EditionTexts
from explorer.models import Edition, SymbolUse, Wording
from explorer.wording.mentions import meant_in, written_in
from symbols.catalog.definitions import MEANINGS

_BATCH = 2000
# Dates on which a letter got another meaning.
_MEANING_CHANGES = sorted({meaning.before for meaning in MEANINGS})
_PERIODS = list(pairwise([date.min, *_MEANING_CHANGES, date.max]))
_CHANGED_LETTERS = {meaning.written for meaning in MEANINGS}


class SymbolUsesDerivation(Derivation):
    """Independent of how many editions share a wording."""

    name = "symbol uses"

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        _store_uses(wordings)

    def rebuild(self) -> None:
        SymbolUse.objects.all().delete()
        _store_uses(Wording.objects.order_by("pk").iterator(_BATCH))


def _plain(paragraphs: Iterable[dict[str, str]]) -> str:
    return "\n".join(paragraph.text for paragraph in from_json(paragraphs))


def _store_uses(wordings: Iterable[Wording]) -> None:
    fields = ("code", "wording_id", "named", "since", "before")
    insert(SymbolUse, fields, (row for wording in wordings for row in _uses(wording)))


def _uses(wording: Wording) -> Iterator[tuple[object, ...]]:
    """One row per symbol, unless a letter in the wording changed meaning: then one per period."""
    text = _plain(wording.paragraphs)
    named = meant_in(text).keys()
    written = written_in(text, None).keys()
    periods = _PERIODS if written & _CHANGED_LETTERS else [(date.min, date.max)]
    for since, before in periods:
        here = written_in(text, since).keys() if written & _CHANGED_LETTERS else written
        for code in sorted(here | named):
            yield code, wording.pk, code not in here, since, before
