"""Cards and rulings in Scryfall's format, so that its clients can use this site: https://scryfall.com/docs/api/cards."""

from datetime import date
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Path, Query, Router, Schema, Status
from pydantic import Field

from explorer.api.scryfall import ScryfallError, shape_of_error
from explorer.cards.card import Card, CardFace
from explorer.cards.reading import card_at, card_names, slug_of_oracle_id
from explorer.document.tree import slugify
from explorer.library.loaded import library
from explorer.web import addresses
from explorer.web.errors import shorten
from symbols.engine import error_json
from symbols.engine.costs import COLORS

router = Router(tags=["Scryfall"])

_OF_THE_FRONT = frozenset({"adventure", "omen", "prepare", "flip"})
# Layouts whose faces have costs and colors of their own.
_TWO_SIDED = frozenset({"transform", "modal_dfc", "reversible_card"})
_MAX_COMPLETIONS = 20
_MAX_LENGTH = 200


class OracleFace(Schema):
    """Face of a card, in Scryfall’s shape."""

    object: Literal["card_face"] = "card_face"
    name: str
    mana_cost: str
    type_line: str
    oracle_text: str
    colors: list[str] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None


class OracleCard(Schema):
    """Card in Scryfall’s shape, without the fields of a printing."""

    object: Literal["card"] = "card"
    id: str = Field(description="Its `oracle_id`; if unknown, its name as in its address.")
    oracle_id: str | None = None
    name: str
    lang: Literal["en"] = "en"
    released_at: date | None = None
    uri: str
    scryfall_uri: str = Field(description="Its page here.")
    rulings_uri: str
    layout: str
    cmc: float
    type_line: str
    mana_cost: str | None = None
    oracle_text: str | None = None
    colors: list[str] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    set: str | None = None
    card_faces: list[OracleFace] | None = None


class OracleRuling(Schema):
    """Ruling in Scryfall’s shape."""

    object: Literal["ruling"] = "ruling"
    oracle_id: str | None
    source: Literal["wotc"] = "wotc"
    published_at: date
    comment: str


class OracleRulings(Schema):
    """List of rulings."""

    object: Literal["list"] = "list"
    has_more: Literal[False] = False
    data: list[OracleRuling]


class NameCatalog(Schema):
    """List of names."""

    object: Literal["catalog"] = "catalog"
    total_values: int
    data: list[str]


_ERRORS = {404: ScryfallError, 422: ScryfallError, 429: ScryfallError}
CardId = Annotated[str, Path(description="The card’s `oracle_id`.", max_length=_MAX_LENGTH)]


@router.get(
    "/cards/named",
    response={200: OracleCard, 400: ScryfallError, **_ERRORS},
    summary="Get a card by name",
    exclude_none=True,
)
def named(
    request: HttpRequest,
    exact: Annotated[str | None, Query(description="Name of a card or of one face.", max_length=_MAX_LENGTH)] = None,
    fuzzy: Annotated[
        str | None, Query(description="Name with typos, or words from it.", max_length=_MAX_LENGTH)
    ] = None,
) -> dict[str, object] | Status[dict[str, object]]:
    """Get a card by name: send `exact` or `fuzzy`."""
    if bool(exact) == bool(fuzzy):
        error = error_json("bad_request", "Send either “exact” or “fuzzy”.")
        return Status(400, shape_of_error(error, HTTPStatus.BAD_REQUEST))
    names = card_names(library())
    found = [one for one in [names.named(exact)] if one] if exact else names.meant(fuzzy or "")
    if len(found) > 1:
        details = f"Too many cards match ambiguous name “{shorten(fuzzy or '')}”. Add more words to refine your search."
        error = error_json("not_found", details)
        return Status(404, {**shape_of_error(error, HTTPStatus.NOT_FOUND), "type": "ambiguous"})
    card = card_at(found[0].slug) if found else None
    if card is None:
        raise Http404(f"No cards found matching “{shorten(exact or fuzzy or '')}”.")
    return _card(request, found[0].slug, card)


@router.get(
    "/cards/autocomplete",
    response={200: NameCatalog, 422: ScryfallError, 429: ScryfallError},
    summary="Complete a card name",
)
def autocomplete(
    request: HttpRequest,
    q: Annotated[str, Query(description="Start of a name, or of a word in it.", max_length=_MAX_LENGTH)],
) -> dict[str, object]:
    """List up to 20 card names with a word that starts with `q`."""
    found = [one.name for one in card_names(library()).begun(q, _MAX_COMPLETIONS)]
    return {"total_values": len(found), "data": found}


@router.get("/cards/{id}", response={200: OracleCard, **_ERRORS}, summary="Get a card", exclude_none=True)
def card_by_id(request: HttpRequest, id: CardId) -> dict[str, object]:  # noqa: A002 - the name is that API's
    """Get a card by its `oracle_id`."""
    return _card(request, *_known_as(id))


@router.get("/cards/{id}/rulings", response={200: OracleRulings, **_ERRORS}, summary="List a card’s rulings")
def rulings_by_id(request: HttpRequest, id: CardId) -> dict[str, object]:  # noqa: A002
    """List a card’s rulings, by date."""
    _, card = _known_as(id)
    return {
        "data": [
            {"oracle_id": card.oracle_id or None, "published_at": one.date, "comment": one.text} for one in card.rulings
        ]
    }


def _known_as(known: str) -> tuple[str, Card]:
    """Slug and card, by oracle_id or slug."""
    slug = slug_of_oracle_id(known) or slugify(known.replace("-", " "))
    card = card_at(slug)
    if card is None:
        raise Http404(f"No card found with the given ID “{shorten(known)}”.")
    return slug, card


def _card(request: HttpRequest, slug: str, card: Card) -> dict[str, object]:
    known = card.oracle_id or slug
    several = len(card.faces) > 1
    # Split cards have one set of colors and joined costs; two-sided cards have them for each face.
    whole = not (several and card.layout in _TWO_SIDED)
    # The colors of an adventure, a prepared spell or a flipped side don't count (105.2).
    own = card.faces[:1] if card.layout in _OF_THE_FRONT else card.faces
    colors = [color for color in COLORS if any(color in face.colors for face in own)]
    return {
        "id": known,
        "oracle_id": card.oracle_id or None,
        "name": card.name,
        "released_at": card.released,
        "uri": _uri(request, "card_by_id", known),
        "scryfall_uri": request.build_absolute_uri(addresses.card(slug)),
        "rulings_uri": _uri(request, "rulings_by_id", known),
        "layout": card.layout,
        "cmc": card.mana_value,
        "type_line": " // ".join(face.type_line for face in card.faces),
        "mana_cost": " // ".join(face.mana_cost for face in card.faces if face.mana_cost) if whole else None,
        "colors": colors if whole else None,
        "set": card.first_set or None,
        **(
            {"card_faces": [_face(face, with_colors=not whole) for face in card.faces]}
            if several
            else {"oracle_text": card.faces[0].text, **_stats(card.faces[0])}
        ),
    }


def _uri(request: HttpRequest, operation: str, known: str) -> str:
    return request.build_absolute_uri(reverse(f"api:{operation}", args=[known]))


def _face(face: CardFace, *, with_colors: bool) -> dict[str, object]:
    return {
        "name": face.name,
        "mana_cost": face.mana_cost,
        "type_line": face.type_line,
        "oracle_text": face.text,
        "colors": list(face.colors) if with_colors else None,
        **_stats(face),
    }


def _stats(face: CardFace) -> dict[str, object]:
    return {key: getattr(face, key) or None for key in ("power", "toughness", "loyalty", "defense")}
