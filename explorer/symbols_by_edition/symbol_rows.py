"""Derived rows: definitions of symbols."""

import math
from collections.abc import Iterator
from fractions import Fraction

from explorer.library.derivation import Derivation
from symbols.catalog.definitions import MEANINGS, Definition, all_definitions, spelling_kind
from symbols.models import Spelling, Symbol


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
