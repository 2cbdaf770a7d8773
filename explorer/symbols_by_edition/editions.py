"""Symbols of editions in the database."""

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
    return EditionSymbols(edition.iso, *EditionTexts(edition.id).by_name, whole=True if edition.complete else None)


def missing_symbols(day: date) -> frozenset[str]:
    """Codes of symbols that an edition doesn't have. One query.

    See `explorer.symbols_by_edition.statements.known_in` and `lacks`.
    """
    own = EditionSymbol.objects.filter(edition__date=day)
    # For symbols that the edition doesn't mention, use the other editions.
    rows = EditionSymbol.objects.filter(Q(edition__date=day) | ~Q(code__in=own.values("code")))
    said: dict[str, dict[date, bool]] = {}
    for code, when, known in rows.values_list("code", "edition__date", "known"):
        said.setdefault(code, {})[when] = known
    return frozenset(one.code for one in all_definitions() if lacks(one, day, known_in(day, said.get(one.code, {}))))


def lacking_in_words(codes: Sequence[str], day: date) -> str:
    """“{C} isn't in the … rules.”; empty without codes."""
    named = join_words(list(map(braced, codes)))
    return f"{named} {'isn’t' if len(codes) == 1 else 'aren’t'} in the {long_date(day)} rules." if codes else ""


def edition_as_json(symbols: EditionSymbols, cost: Cost) -> dict[str, object]:
    """`edition` in a check's JSON."""
    findings: Sequence[Finding] = symbols.check(cost)
    return {
        "date": symbols.date,
        "mana_value_word": symbols.mana_value_word,
        "symbols": [finding.as_json() for finding in findings],
    }
