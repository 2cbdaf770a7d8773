"""Symbols of an edition in the library, for the engine."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from django.db.models import Q

from explorer.document.tree import from_json
from explorer.library.queries import EditionInfo, edition_of, editions
from explorer.models import EditionSymbol, Rule, Term
from explorer.symbology.edition_symbols import EditionSymbols, Finding
from explorer.symbology.statements import known_in, lacks
from symbols.catalog.definitions import all_definitions
from symbols.engine import BadRequest, Cost


def edition_symbols(day: date) -> EditionSymbols:
    """Return the symbols of an edition, read from its own text.

    Raises:
        BadRequest: the library does not have the edition.
    """
    edition = edition_of(day)
    if edition is None:
        held = [each.iso for each in editions()]
        nearest = min(held, key=lambda iso: abs(date.fromisoformat(iso) - day), default=None)
        message = f"Pipwise doesn’t have the {day.isoformat()} rules"
        message += f"; the nearest are {nearest}." if nearest else "; no rules are loaded."
        raise BadRequest("unknown_edition", message, suggestion=nearest).in_field("edition")
    return _symbols_of(edition)


@lru_cache(maxsize=64)
def _symbols_of(edition: EditionInfo) -> EditionSymbols:
    return EditionSymbols(edition.iso, *texts_of(edition.id), whole=True if edition.complete else None)


def texts_of(edition: int) -> tuple[dict[str, str], dict[str, str]]:
    """Return the texts of an edition's rules by number and of its glossary by term, a line for each paragraph."""
    rules = Rule.objects.filter(edition_id=edition, wording__isnull=False).order_by("position")
    terms = Term.objects.filter(edition_id=edition).order_by("position")
    return _texts(rules.values_list("number", "wording__paragraphs")), _texts(
        terms.values_list("name", "wording__paragraphs")
    )


def _texts(rows: Iterable[tuple[str, Any]]) -> dict[str, str]:
    return {name: "\n".join(paragraph.text for paragraph in from_json(body)) for name, body in rows}


def lacking_in(day: date) -> frozenset[str]:
    """Return the codes of the symbols of the galleries that an edition of the library does not have, with one query.

    See `explorer.symbology.statements.known_in` and `lacks`.
    """
    own = EditionSymbol.objects.filter(edition__date=day)
    # Of a symbol that the edition itself is silent on, the others tell.
    rows = EditionSymbol.objects.filter(Q(edition__date=day) | ~Q(code__in=own.values("code")))
    said: dict[str, dict[date, bool]] = {}
    for code, when, known in rows.values_list("code", "edition__date", "known"):
        said.setdefault(code, {})[when] = known
    return frozenset(one.code for one in all_definitions() if lacks(one, day, known_in(day, said.get(one.code, {}))))


def edition_as_json(symbols: EditionSymbols, cost: Cost) -> dict[str, object]:
    """Return what an edition says of the symbols of a cost, as the `edition` of a check's JSON."""
    findings: Sequence[Finding] = symbols.check(cost)
    return {
        "date": symbols.date,
        "mana_value_word": symbols.mana_value_word,
        "symbols": [finding.as_json() for finding in findings],
    }
