"""The symbols of an edition in the library, for the engine."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from explorer.document.tree import from_json
from explorer.library.queries import EditionInfo, edition_of, editions, glossary
from explorer.models import Rule
from symbols.engine.cost import Cost
from symbols.engine.editions import EditionSymbols, Finding
from symbols.engine.errors import BadRequest


def edition_symbols(day: date) -> EditionSymbols:
    """Return the symbols of an edition, read from its own text.

    Raises:
        BadRequest: the library does not have the edition.
    """
    edition = edition_of(day)
    if edition is None:
        held = [each.iso for each in editions()]
        nearest = min(held, key=lambda iso: abs(date.fromisoformat(iso) - day), default=None)
        message = f"The library has no edition of {day.isoformat()}"
        message += f"; the nearest one is that of {nearest}." if nearest else "; it is empty."
        raise BadRequest("unknown_edition", message, suggestion=nearest).in_field("edition")
    return _symbols_of(edition)


@lru_cache(maxsize=64)
def _symbols_of(edition: EditionInfo) -> EditionSymbols:
    rows = Rule.objects.filter(edition_id=edition.id, wording__isnull=False).order_by("position")
    rules = {
        number: "\n".join(paragraph.text for paragraph in from_json(paragraphs))
        for number, paragraphs in rows.values_list("number", "wording__paragraphs")
    }
    terms = {term.name: "\n".join(paragraph.text for paragraph in term.paragraphs) for term in glossary(edition)}
    return EditionSymbols.from_rules(edition.iso, rules, terms, whole=True if edition.complete else None)


def edition_as_json(symbols: EditionSymbols, cost: Cost) -> dict[str, object]:
    """Return what an edition says of the symbols of a cost, as the `edition` of a check's JSON."""
    findings: Sequence[Finding] = symbols.check(cost)
    return {
        "date": symbols.date,
        "mana_value_word": symbols.mana_value_word,
        "symbols": [finding.as_json() for finding in findings],
    }
