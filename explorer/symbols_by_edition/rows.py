"""Derived rows: definitions of symbols, what each edition says of each, and which symbols each wording uses."""

import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise

from explorer.library.derivation import Derivation, EditionTexts, insert
from explorer.models import Edition, EditionSymbol, SymbolUse, Wording
from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from explorer.wording.mentions import meant_in, written_in
from symbols.catalog.definitions import MEANINGS, Definition, all_definitions, spelling_kind
from symbols.models import Spelling, Symbol


class EditionSymbolsDerivation(Derivation):
    name = "edition symbols"

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        text = EditionSymbols(edition.date.isoformat(), *texts.by_name, whole=True if edition.complete else None)
        fields = ("code", "edition_id", "known", "written", "number")
        said = ((one.code, text.says(one)) for one in all_definitions())
        rows = ((code, edition.pk, each.known, each.written, each.number) for code, each in said if each)
        insert(EditionSymbol, fields, rows)

    def rebuild(self) -> None:
        EditionSymbol.objects.all().delete()
        for edition in Edition.objects.defer("front", "back"):
            self.add(edition, EditionTexts(edition.pk), ())


class SymbolRowsDerivation(Derivation):
    """They depend only on the data file."""

    name = "symbols"

    def rebuild(self) -> None:
        Spelling.objects.all().delete()
        Symbol.objects.all().delete()
        ones = list(all_definitions())
        Symbol.objects.bulk_create(_symbol(one) for one in ones)
        ids = dict(Symbol.objects.values_list("code", "pk"))
        Spelling.objects.bulk_create(row for one in ones for row in _spellings(one, ids[one.code]))


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


_BATCH = 2000
# Dates on which a letter got another meaning.
_MEANING_CHANGES = sorted({meaning.before for meaning in MEANINGS})
_PERIODS = list(pairwise([date.min, *_MEANING_CHANGES, date.max]))
_CHANGED_LETTERS = {meaning.written for meaning in MEANINGS}


class SymbolUsesDerivation(Derivation):
    name = "symbol uses"

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        _store_uses(wordings)

    def rebuild(self) -> None:
        SymbolUse.objects.all().delete()
        _store_uses(Wording.objects.order_by("pk").iterator(_BATCH))


def _store_uses(wordings: Iterable[Wording]) -> None:
    fields = ("code", "wording_id", "named", "since", "before")
    insert(SymbolUse, fields, (row for wording in wordings for row in _uses(wording)))


def _uses(wording: Wording) -> Iterator[tuple[object, ...]]:
    """One row per symbol, unless a letter in the wording changed meaning: then one per period."""
    text = "\n".join(paragraph["text"] for paragraph in wording.paragraphs)
    named = meant_in(text).keys()
    written = written_in(text, None).keys()
    periods = _PERIODS if written & _CHANGED_LETTERS else [(date.min, date.max)]
    for since, before in periods:
        here = written_in(text, since).keys() if written & _CHANGED_LETTERS else written
        for code in sorted(here | named):
            yield code, wording.pk, code not in here, since, before
