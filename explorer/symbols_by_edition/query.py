"""Queries of a symbol's page, and of the symbols that editions have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Exists, F, OuterRef, Q, Value, Window
from django.db.models.functions import RowNumber

from explorer.citations import Citations, citations_in
from explorer.document.dates import long_date
from explorer.document.tree import from_json
from explorer.library import queries
from explorer.library.derivation import EditionTexts
from explorer.library.history.life import Life, life_at
from explorer.library.links import Places, numbers_named, places_of
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo, RuleText
from explorer.models import EditionSymbol, Rule
from explorer.symbols_by_edition.edition_symbols import EditionSymbols, Finding, Statement, known_in, lacks
from explorer.symbols_by_edition.edition_text import braced
from explorer.symbols_by_edition.uses import Use
from symbols.catalog.definitions import Definition, all_definitions, definition
from symbols.engine import Cost
from symbols.sentences import join_words


@lru_cache(maxsize=64)
def edition_symbols(edition: EditionInfo) -> EditionSymbols:
    return EditionSymbols(edition.iso, *EditionTexts(edition.id).by_name, whole=True if edition.complete else None)


def missing_symbols(day: date) -> frozenset[str]:
    """Codes of symbols that an edition doesn't have. One query."""
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
    findings: Sequence[Finding] = symbols.check(cost)
    return {
        "date": symbols.date,
        "mana_value_word": symbols.mana_value_word,
        "symbols": [finding.as_json() for finding in findings],
    }


@dataclass(frozen=True, slots=True)
class SymbolFacts:
    """What the library has on a symbol.

    Attributes:
        said: what editions say of the symbol, by date.
        life: of the rule that named it last; None where there is none.
        quoted: newest texts of the rules that define it, in order of citation; first the rule that named it last,
            if it is no longer in the rules.
        places: editions that have each number to which these texts refer, oldest first.
        uses: rules that use it, newest edition first.
    """

    loaded: Library
    edition: EditionInfo | None
    said: Mapping[date, Statement]
    life: Life | None
    citations: Citations
    quoted: Sequence[RuleText]
    places: Places
    uses: Sequence[Use]


def facts_on(one: Definition, typed: str = "") -> SymbolFacts:
    """In the edition that a request names, or the newest. Seven queries."""
    loaded = library()
    edition = loaded.requested_edition(typed)
    then = loaded.up_to(edition) if edition else loaded
    rows = EditionSymbol.objects.filter(code=one.like).order_by("edition__date")
    statements = rows.values_list("edition__date", "known", "written", "number")
    said = {day: Statement(known, written, number) for day, known, written, number in statements}
    citations = citations_in(edition.date if edition else None, loaded)
    wanted = [(found.date, found.number) for cited in one.rules if (found := citations.get(cited))]
    last = max(((day, each.number) for day, each in said.items() if each.known and each.number), default=None)
    if last and not said[max(said)].known and not (edition and wanted):
        # It has been removed: quote the last rule that named it.
        wanted.insert(0, last)
    quoted = queries.rules_at(list(dict.fromkeys(wanted)), loaded.editions)
    places = places_of(numbers_named(rule.text for rule in quoted), loaded.editions)
    life = life_at(last[1], last[0]) if last else None
    return SymbolFacts(loaded, edition, said, life, citations, quoted, places, _uses(one, then.editions, said))


def _uses(one: Definition, editions: Sequence[EditionInfo], said: Mapping[date, Statement]) -> list[Use]:
    """For each number, the newest rule that writes the symbol, and the newest that names it or its kind."""
    days = [edition.date for edition in editions]
    # Uses of a kind are stored under gallery symbols, and include composed ones.
    known = {day: each.known for day, each in said.items()}
    like = definition(one.like)
    lacking = [edition.id for edition in editions if lacks(like, edition.date, known_in(edition.date, known))]
    replaced: Value | Exists = Value(value=False)
    if editions and not editions[-1].complete:
        newer = Rule.objects.filter(number=OuterRef("number"), edition__date__gt=OuterRef("edition__date"))
        newer = newer.filter(edition__date__lte=days[-1])
        replaced = Exists(newer)
    rows = (
        Rule.objects.filter(
            Q(wording__symbol_uses__named=False) | ~Q(edition_id__in=lacking),
            wording__symbol_uses__code__in={one.code, one.like},
            wording__symbol_uses__since__lte=F("edition__date"),
            wording__symbol_uses__before__gt=F("edition__date"),
            edition__date__lte=days[-1] if days else date.max,
        )
        .annotate(
            rank=Window(
                RowNumber(),
                partition_by=[F("number"), F("wording__symbol_uses__code")],
                order_by=F("edition__date").desc(),
            ),
            replaced=replaced,
        )
        .filter(rank=1)
        .order_by("-edition__date", "sort_key")
        .values_list(
            "edition__date",
            "number",
            "wording__paragraphs",
            "replaced",
            "wording__symbol_uses__code",
            "wording__symbol_uses__named",
        )
    )
    return [
        Use(day, number, from_json(paragraphs), replaced)
        for day, number, paragraphs, replaced, code, named in rows
        if code == one.code or named
    ]
