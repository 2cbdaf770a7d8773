"""Derived rows about symbols: their definitions, what each edition says of them, and the wordings that use them.

See `explorer.library.derived.Derivation`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise

from explorer.document.tree import from_json
from explorer.library.derived import Derivation
from explorer.models import Edition, EditionSymbol, SymbolUse, Wording
from explorer.symbology.editions import texts_of
from explorer.symbology.mentions import meant_in, written_in
from explorer.symbology.statements import EditionText
from symbols.catalog.definitions import MEANINGS, Definition, all_definitions, spelling_kind
from symbols.models import Spelling, Symbol

_BATCH = 2000
# On these days a letter came to mean another symbol; between two of them, none did.
_TURNS = sorted({meaning.before for meaning in MEANINGS})
_PERIODS = list(pairwise([date.min, *_TURNS, date.max]))
_TURNED = {meaning.written for meaning in MEANINGS}


class SymbolRowsDerivation(Derivation):
    """Definitions of symbols as rows. They follow from the data file alone."""

    name = "symbols"

    def rebuild(self) -> None:
        """Store all definitions in place of those there are."""
        Spelling.objects.all().delete()
        Symbol.objects.all().delete()
        ones = list(all_definitions())
        Symbol.objects.bulk_create(_symbol(one) for one in ones)
        ids = dict(Symbol.objects.values_list("code", "pk"))
        Spelling.objects.bulk_create(row for one in ones for row in _spellings(one, ids[one.code]))


class EditionSymbolsDerivation(Derivation):
    """Statements of each edition on each symbol."""

    name = "edition symbols"

    def add(self, edition: Edition, wordings: Sequence[Wording]) -> None:
        """Read a new edition."""
        text = EditionText(edition.date.isoformat(), *texts_of(edition.pk), complete=edition.complete)
        EditionSymbol.objects.bulk_create(
            EditionSymbol(
                code=one.code, edition_id=edition.pk, known=said.known, written=said.written, number=said.number
            )
            for one in all_definitions()
            if (said := text.says(one))
        )

    def rebuild(self) -> None:
        """Read every edition again."""
        EditionSymbol.objects.all().delete()
        for edition in Edition.objects.defer("front", "back"):
            self.add(edition, ())


class SymbolUsesDerivation(Derivation):
    """Symbols that each wording writes or names, however many editions have the wording."""

    name = "symbol uses"

    def add(self, edition: Edition, wordings: Sequence[Wording]) -> None:
        """Read new wordings."""
        _store_uses(wordings)

    def rebuild(self) -> None:
        """Read all wordings again."""
        SymbolUse.objects.all().delete()
        _store_uses(Wording.objects.order_by("pk").iterator(_BATCH))


def _symbol(one: Definition) -> Symbol:
    return Symbol(
        code=one.code,
        slug=one.slug,
        name=one.name,
        say=one.say,
        kind=one.kind,
        description=one.description,
        written=one.written,
        mana=one.mana,
        mana_value="" if one.mana_value is None else _exact(one.mana_value),
        pays=[{"slot": pay.slot, "amount": _exact(pay.amount), "variable": pay.variable} for pay in one.pays],
        colors="".join(one.colors),
        rules=list(one.rules),
        rules_edition=one.rules_edition,
        cards=one.cards,
        since=one.since,
        until=one.until,
        source=one.source,
        position=one.order,
    )


def _exact(amount: Fraction | float) -> str:
    return "infinity" if math.isinf(amount) else str(amount)


def _spellings(one: Definition, symbol: int) -> Iterator[Spelling]:
    for place, text in enumerate(one.spellings):
        yield Spelling(symbol_id=symbol, text=text, kind=spelling_kind(one, text), position=place)
    earlier = [meaning for meaning in MEANINGS if meaning.code == one.code]
    for place, meaning in enumerate(earlier, start=len(one.spellings)):
        yield Spelling(
            symbol_id=symbol,
            text=f"{{{meaning.written}}}",
            kind=Spelling.Kind.FORMER,
            before=meaning.before,
            position=place,
        )


def _plain(paragraphs: Iterable[dict[str, str]]) -> str:
    return "\n".join(paragraph.text for paragraph in from_json(paragraphs))


def _store_uses(wordings: Iterable[Wording]) -> None:
    SymbolUse.objects.bulk_create((row for wording in wordings for row in _uses(wording)), batch_size=_BATCH)


def _uses(wording: Wording) -> Iterator[SymbolUse]:
    """Yield the symbols that a wording uses: for all editions at once, unless it has a letter that changed meaning."""
    text = _plain(wording.paragraphs)
    named = meant_in(text).keys()
    written = written_in(text, None).keys()
    periods = _PERIODS if written & _TURNED else [(date.min, date.max)]
    for since, before in periods:
        here = written_in(text, since).keys() if written & _TURNED else written
        for code in sorted(here | named):
            yield SymbolUse(code=code, wording_id=wording.pk, named=code not in here, since=since, before=before)
