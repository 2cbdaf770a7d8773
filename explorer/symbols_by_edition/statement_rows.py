"""Derived rows: what each edition says of each symbol."""

from collections.abc import Sequence

from explorer.library.derivation import Derivation
from explorer.library.inserting import insert
from explorer.library.texts import EditionTexts
from explorer.models import Edition, EditionSymbol, Wording
from explorer.symbols_by_edition.statements import EditionText
from symbols.catalog.definitions import all_definitions


class EditionSymbolsDerivation(Derivation):
    name = "edition symbols"

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        text = EditionText(edition.date.isoformat(), *texts.by_name, complete=edition.complete)
        fields = ("code", "edition_id", "known", "written", "number")
        said = ((one.code, text.says(one)) for one in all_definitions())
        rows = ((code, edition.pk, each.known, each.written, each.number) for code, each in said if each)
        insert(EditionSymbol, fields, rows)

    def rebuild(self) -> None:
        EditionSymbol.objects.all().delete()
        for edition in Edition.objects.defer("front", "back"):
            self.add(edition, EditionTexts(edition.pk), ())
