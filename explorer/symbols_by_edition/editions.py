"""Symbols of an edition in the library, for the engine."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from django.db.models import Q

from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from explorer.library.texts import EditionTexts
from explorer.models import EditionSymbol
from explorer.symbols_by_edition.edition_symbols import EditionSymbols, Finding
from explorer.symbols_by_edition.edition_text import braced
from explorer.symbols_by_edition.statements import known_in, lacks
from symbols.catalog.definitions import all_definitions
from symbols.engine import Cost
from symbols.sentences import join_words


@lru_cache(maxsize=64)
def edition_symbols(edition: EditionInfo) -> EditionSymbols:
    """Return the symbols of an edition, read from its own text."""
    return EditionSymbols(edition.iso, *EditionTexts(edition.id).by_name, whole=True if edition.complete else None)


def lacking_in(day: date) -> frozenset[str]:
    """Return the codes of the symbols of the galleries that an edition of the library does not have, with one query.

    See `explorer.symbols_by_edition.statements.known_in` and `lacks`.
    """
    own = EditionSymbol.objects.filter(edition__date=day)
    # Of a symbol that the edition itself is silent on, the others tell.
    rows = EditionSymbol.objects.filter(Q(edition__date=day) | ~Q(code__in=own.values("code")))
    said: dict[str, dict[date, bool]] = {}
    for code, when, known in rows.values_list("code", "edition__date", "known"):
        said.setdefault(code, {})[when] = known
    return frozenset(one.code for one in all_definitions() if lacks(one, day, known_in(day, said.get(one.code, {}))))


def lacking_in_words(codes: Sequence[str], day: date) -> str:
    """Return a sentence that names symbols which an edition does not have, by their codes; empty for none."""
    named = join_words(list(map(braced, codes)))
    return f"{named} {'isn’t' if len(codes) == 1 else 'aren’t'} in the {long_date(day)} rules." if codes else ""


def edition_as_json(symbols: EditionSymbols, cost: Cost) -> dict[str, object]:
    """Return what an edition says of the symbols of a cost, as the `edition` of a check's JSON."""
    findings: Sequence[Finding] = symbols.check(cost)
    return {
        "date": symbols.date,
        "mana_value_word": symbols.mana_value_word,
        "symbols": [finding.as_json() for finding in findings],
    }
