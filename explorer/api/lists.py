"""Operations that search and list: search, the index, and symbols."""

from collections.abc import Sequence
from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query, Router

from explorer.api.common import BAD_INPUT, FAILURES, MOST, paged, part_of
from explorer.api.library import EditionParameter, PageNumber
from explorer.api.schemas import IndexEntryOut, Page, SearchOut, SymbolOut
from explorer.library.loaded import library
from explorer.policy.place import address_of
from explorer.search import Hit, Part, Results, Scope, book_in, search
from explorer.search.answers.choosing import Answers, answers_in, read_query
from explorer.search.answers.tournament import SectionFound
from explorer.search.index.book import BookEntry
from explorer.search.rank.card_hints import CardHints, ruling_for
from explorer.web import addresses
from explorer.web.errors import NotFound, shorten
from symbols.catalog.definitions import all_definitions
from symbols.catalog.finding import nearest, resolve
from symbols.catalog.symbol import Definition
from symbols.engine.costs import amount_as_text

router = Router()


@router.get("/search", response={200: SearchOut, **FAILURES}, summary="Search", tags=["search"])
def find(
    request: HttpRequest,
    q: Annotated[str, Query(description="Words, a question, a rule number or a symbol.", max_length=2_000)],
    edition: EditionParameter = "",
    page: PageNumber = 1,
    everywhere: Annotated[bool, Query(description="Whether to search all editions. Ignored with `edition`.")] = False,
) -> dict[str, object]:
    """Search the rules and the glossary, best results first."""
    loaded = library()
    requested = loaded.requested_edition(edition)
    scope: Scope = requested or ("all" if everywhere else None)
    query = None if scope else read_query(q, loaded)
    words, where = (query.words, query.edition) if query else (q, scope)
    found = search(words, where, limit=MOST, offset=(page - 1) * MOST, loaded=loaded)
    hits = list(zip(found.hits, found.parts, strict=True)) if (page - 1) * MOST < found.total else ()
    answers = answers_in(query, found, loaded) if query and page == 1 else Answers()
    return {
        **part_of(found.total, page, [_hit(request, hit, parts) for hit, parts in hits]),
        "complete": requested.complete if requested else loaded.has_complete,
        "instead": found.instead or None,
        "unknown": list(found.unknown),
        "answer": _answer(request, answers, found),
        "policy": [_section(request, one) for one in answers.tournament.sections] if answers.tournament else [],
        **_on_cards(request, found.of_cards),
    }


def _answer(request: HttpRequest, answers: Answers, found: Results) -> dict[str, object] | None:
    one, tournament = answers
    if tournament and tournament.is_first:
        section = tournament.sections[0]
        places = _section(request, section)
        own = {name: places[name] for name in ("edition", "address", "pinned")}
        return {"text": tournament.spoken, "source": section.link.number, **own}
    if one is None or not one.text:
        return None
    share, number = one.share, one.key
    day = share.edition if share else next((hit.edition for hit in found.hits if hit.number == number), None)
    pinned = addresses.provision(number, day) if day and number else (share.pinned if share else "") or one.address
    return {
        "text": one.text,
        "source": one.origin,
        "edition": day,
        "address": request.build_absolute_uri(one.address),
        "pinned": request.build_absolute_uri(pinned),
    }


def _section(request: HttpRequest, found: SectionFound) -> dict[str, object]:
    edition, section, number = found.edition, found.section, found.number
    return {
        "document": edition.document,
        "number": number,
        "title": section.title if section else edition.kind.name,
        "address": request.build_absolute_uri(found.link.address),
        "penalty": section.penalty if section else "",
        "edition": edition.date,
        "text": "\n".join(section.body()) if section else "",
        "pinned": request.build_absolute_uri(address_of(edition.document, number, edition.date)),
    }


def _on_cards(request: HttpRequest, hints: CardHints) -> dict[str, object]:
    cards = hints.said.cards.items() if hints.said else ()
    ruling = ruling_for(hints)
    return {
        "cards": [
            {"name": card.name, "address": request.build_absolute_uri(addresses.card(slug))} for slug, card in cards
        ],
        "ruling": ruling
        and {
            "card": ruling.card.name,
            "date": ruling.ruling.date,
            "text": ruling.ruling.text,
            "address": request.build_absolute_uri(addresses.card(ruling.slug, ruling.ruling.key)),
        },
    }


@router.get("/index", response={200: Page[IndexEntryOut], **BAD_INPUT}, summary="List players’ terms", tags=["search"])
def index(request: HttpRequest, page: PageNumber = 1) -> dict[str, object]:
    """List players’ terms, with the rules that explain them."""
    entries = [one for one in book_in(library(), None).entries if one.rules]
    return paged(entries, page, _entry)


@router.get("/symbols", response={200: Page[SymbolOut], **BAD_INPUT}, summary="List symbols", tags=["symbols"])
def symbols(request: HttpRequest, page: PageNumber = 1) -> dict[str, object]:
    """List every symbol."""
    return paged(list(all_definitions()), page, lambda one: _symbol(request, one))


@router.get("/symbols/{path:code}", response={200: SymbolOut, **FAILURES}, summary="Get a symbol", tags=["symbols"])
def symbol(
    request: HttpRequest, code: Annotated[str, Path(description="The symbol, such as W/U, {W/U} or W-U.")]
) -> dict[str, object]:
    """Get a symbol: its name, mana value, colors and rules."""
    found = resolve(code)
    if found is None:
        near = nearest(code, 1)[0].label
        raise NotFound("There’s no such symbol", f"“{shorten(code)}” isn’t a symbol. Did you mean {near}?")
    return _symbol(request, found)


def _hit(request: HttpRequest, hit: Hit, parts: Sequence[Part]) -> dict[str, object]:
    address = addresses.rule(hit.number, hit.edition) if hit.number else addresses.term(hit.slug, hit.edition)
    return {
        "number": hit.number or None,
        "why": [{"name": one.name, "points": round(one.points, 1)} for one in parts if round(one.points, 1)],
        "slug": hit.slug or None,
        "heading": hit.heading,
        "text": hit.paragraph,
        "marks": list(hit.marks),
        "edition": hit.edition,
        "address": request.build_absolute_uri(address),
    }


def _entry(entry: BookEntry) -> dict[str, object]:
    return {"name": entry.name, "also": list(entry.also), "gloss": entry.gloss, "rules": list(entry.rules)}


def _symbol(request: HttpRequest, one: Definition) -> dict[str, object]:
    return {
        "code": one.code,
        "written": one.written,
        "name": one.name,
        "description": one.description,
        "mana": one.mana,
        "mana_value": None if one.mana_value is None else amount_as_text(one.mana_value),
        "colors": list(one.colors),
        "rules": list(one.rules),
        "address": request.build_absolute_uri(addresses.symbol(one.slug)),
        "drawing": request.build_absolute_uri(addresses.symbol_drawing(one.slug)),
    }
