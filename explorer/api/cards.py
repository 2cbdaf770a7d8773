"""Operations on cards and their rulings."""

from dataclasses import asdict
from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query, Router

from explorer.api.common import BAD_INPUT, FAILURES, MOST, Fields, paged, part_of
from explorer.api.library import PageNumber
from explorer.api.schemas import CardNameOut, CardOut, CardRulingOut, Page
from explorer.card_pages.missing import no_such_card
from explorer.cards.card import Card, CardFace, CardRuling
from explorer.cards.reading import card_at, card_count, card_names, cards_listed
from explorer.document.tree import slugify
from explorer.library.loaded import library
from explorer.web import addresses
from explorer.web.errors import NotFound, shorten

router = Router(tags=["cards"])

CardSlug = Annotated[str, Path(description="Name of a card, as in its address: fire-ice.", max_length=200)]


@router.get("/cards", response={200: Page[CardOut], **BAD_INPUT}, summary="List cards")
def cards(request: HttpRequest, page: PageNumber = 1) -> Fields:
    """List loaded cards, sorted by address."""
    found = cards_listed((page - 1) * MOST, page * MOST)
    return part_of(card_count(), page, [_card(request, slug, card) for slug, card in found])


@router.get("/card-names", response={200: Page[CardNameOut], **BAD_INPUT}, summary="Suggest card names")
def suggested_names(
    request: HttpRequest,
    q: Annotated[str, Query(description="Start of a name or of a word in it, or a misspelled name.", max_length=200)],
) -> Fields:
    """Suggest card names, the likeliest first."""
    return paged(card_names(library()).find(q, MOST), 1, lambda one: _name_fields(request, one.slug, one.name))


@router.get("/cards/{slug}", response={200: CardOut, **FAILURES}, summary="Get a card")
def card(request: HttpRequest, slug: CardSlug) -> Fields:
    """Get a card by name. Other spellings and the name of either half work too."""
    return _card(request, *_card_or_404(slug))


@router.get("/cards/{slug}/rulings", response={200: Page[CardRulingOut], **FAILURES}, summary="List a card’s rulings")
def rulings(request: HttpRequest, slug: CardSlug, page: PageNumber = 1) -> Fields:
    """List a card’s rulings, by date."""
    return paged(_card_or_404(slug)[1].rulings, page, _ruling)


def _card_or_404(slug: str) -> tuple[str, Card]:
    """Canonical slug and card, for any spelling of its name."""
    loaded = library()
    words, names = slug.replace("-", " "), card_names(loaded)
    if found := card_at(canonical := slugify(words)):
        return canonical, found
    named = names.named(words)
    if named and (found := card_at(named.slug)):
        return named.slug, found
    near = names.find(words, 1)
    if not near:
        raise no_such_card(slug, loaded)
    message = f"Pipwise has no card called “{shorten(words)}”. Did you mean {near[0].name}?"
    raise NotFound("That card isn’t here", message)


def _name_fields(request: HttpRequest, slug: str, name: str) -> Fields:
    return {"slug": slug, "name": name, "address": request.build_absolute_uri(addresses.card(slug))}


def _card(request: HttpRequest, slug: str, card: Card) -> Fields:
    return {
        **_name_fields(request, slug, card.name),
        "oracle_id": card.oracle_id or None,
        "layout": card.layout,
        "mana_value": card.mana_value,
        "faces": [_face(face) for face in card.faces],
        "released": card.released,
        "first_set": card.first_set or None,
        "for_play": card.for_play,
    }


def _face(face: CardFace) -> Fields:
    return {**asdict(face), "colors": list(face.colors)}


def _ruling(ruling: CardRuling) -> Fields:
    return {"date": ruling.date, "text": ruling.text, "rules": list(ruling.rules)}
