"""Symbols and mana costs in Scryfall's format, so that its clients can use this site: https://scryfall.com/docs/api."""

import re
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from math import isinf
from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from explorer.web import addresses
from explorer.web.errors import shorten
from symbols.catalog.definitions import all_definitions
from symbols.catalog.symbol import Definition
from symbols.data_files import read_data
from symbols.engine import BadRequest, Cost, ErrorJson, read_cost
from symbols.engine.costs import COLORS, ManaSymbol, mana_symbol

_CODES = {HTTPStatus.NOT_FOUND: "not_found", HTTPStatus.UNPROCESSABLE_ENTITY: "validation_error"}


class ScryfallError(Schema):
    """Error in Scryfall’s shape."""

    object: str = "error"
    code: str
    status: int
    details: str
    type: str | None = None


def shape_of_error(error: ErrorJson, status: int) -> dict[str, object]:
    code = _CODES.get(HTTPStatus(status), error["code"])
    return {"object": "error", "code": code, "status": status, "details": error["message"]}


router = Router(tags=["Scryfall"])

_DATA = read_data("scryfall.toml", "explorer")
_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless", "S": "snow"}
# Gatherer's old notation has no larger numbers, and neither Y nor Z.
_GATHERER = re.compile(r"oo?[WUBRGX]|oc?T|o(?:½|1?[0-9]|20)")
_WHOLE = re.compile(r"[0-9]+")


class CardSymbol(Schema):
    """Symbol in Scryfall’s shape."""

    object: str = "card_symbol"
    symbol: str
    svg_uri: str | None = Field(description="Null if Pipwise has no drawing of the symbol.")
    loose_variant: str | None
    english: str
    transposable: bool
    represents_mana: bool
    appears_in_mana_costs: bool
    mana_value: float | None
    cmc: float | None
    hybrid: bool
    phyrexian: bool
    funny: bool
    colors: list[str]
    gatherer_alternates: list[str] | None


class CardSymbols(Schema):
    """List of symbols."""

    object: str = "list"
    has_more: bool = False
    data: list[CardSymbol]


class ManaCost(Schema):
    """Parsed mana cost."""

    object: str = "mana_cost"
    cost: str
    cmc: float | None = Field(description="Null if infinite.")
    mana_value: float | None
    colors: list[str]
    colorless: bool
    monocolored: bool
    multicolored: bool


@router.get("/symbology", response={200: CardSymbols, 429: ScryfallError}, summary="List symbols")
def symbology(request: HttpRequest) -> dict[str, object]:
    """List the symbols that appear in card text and mana costs."""
    ours = [_symbol(request, one) for one in all_definitions() if one.written.startswith("{")]
    return {"data": ours + [_playtest_symbol(code, **facts) for code, facts in _DATA["playtest"].items()]}


@router.get(
    "/symbology/parse-mana",
    response={200: ManaCost, 422: ScryfallError, 429: ScryfallError},
    summary="Parse a mana cost",
)
def parse_mana(
    request: HttpRequest,
    cost: Annotated[str, Query(description="Mana cost in any notation, such as RUx.")],
) -> dict[str, object]:
    """Parse a mana cost, adding up its generic mana."""
    read = read_cost(cost)
    if not read.may_be_mana_cost:
        raise BadRequest("not_a_mana_cost", f"“{shorten(read.canonical)}” isn’t a mana cost.")
    summed = Cost.of(_summed(read.symbols))
    colors, value = list(summed.colors), summed.mana_value()
    number = None if isinf(value) else float(value)
    return {
        "cost": summed.canonical,
        "cmc": number,
        "mana_value": number,
        "colors": colors,
        "colorless": not colors,
        "monocolored": len(colors) == 1,
        "multicolored": len(colors) > 1,
    }


@router.get("/{path:rest}", include_in_schema=False)
def no_such_endpoint(request: HttpRequest, rest: str) -> None:
    """Answer all other paths with a 404 in Scryfall's format.

    Raises:
        Http404: always.
    """
    raise Http404(
        f"Pipwise doesn’t have “{shorten(rest)}”. It has symbology, symbology/parse-mana, cards/named and cards."
    )


def _summed(symbols: Sequence[ManaSymbol]) -> Iterator[ManaSymbol]:
    """Symbols with all whole numbers summed into one: {2}{R}{1} -> {3}{R}."""
    numbers = [int(one.code) for one in symbols if _WHOLE.fullmatch(one.code)]
    if numbers:
        yield mana_symbol(str(sum(numbers)))
    yield from (one for one in symbols if not _WHOLE.fullmatch(one.code))


def _symbol(request: HttpRequest, one: Definition) -> dict[str, object]:
    parts = one.code.split("/")
    value = None if one.mana_value == float("inf") else float(one.mana_value or 0)
    # Scryfall counts {H} as mana; in the rules it stands for any of {W/P} and so on.
    is_any_phyrexian = one.code == "H"
    is_half = one.code.startswith("H") and len(one.code) > 1
    return {
        "symbol": one.written,
        "svg_uri": request.build_absolute_uri(addresses.symbol_drawing(one.slug)),
        "loose_variant": one.code if one.mana and len(parts) == 1 and not one.code.startswith("H") else None,
        "english": _english(one),
        "transposable": len(parts) > 1 or is_half,
        "represents_mana": one.mana or is_any_phyrexian,
        "appears_in_mana_costs": one.mana and one.code not in _DATA["in_no_mana_cost"],
        "mana_value": 1.0 if is_any_phyrexian else value,
        "cmc": 1.0 if is_any_phyrexian else value,
        "hybrid": sum(part in {*COLORS, "C", "2"} for part in parts) > 1,
        "phyrexian": is_any_phyrexian or (one.mana and "P" in parts),
        "funny": one.cards == "casual" and one.kind != "planar die",
        "colors": list(one.colors),
        "gatherer_alternates": [way for way in one.spellings if _GATHERER.fullmatch(way)] or None,
    }


def _english(one: Definition) -> str:
    """Scryfall’s words, such as “one white or blue mana” or “two generic mana or one white mana”."""
    if english := _DATA["english"].get(one.code, ""):
        return str(english)
    if not one.mana:
        return one.name
    if one.code[0] == "H":
        return f"one-half {_WORDS[one.code[1:]]} mana"
    if one.kind in {"generic mana", "variable mana"}:
        return f"{one.say} generic mana"
    *first, last = one.code.removesuffix("/P").split("/")
    amounts = [*("two generic mana" if part == "2" else f"one {_WORDS[part]} mana" for part in first)]
    amounts.append(f"one {_WORDS[last]} mana")
    if one.code.endswith("/P"):
        return " or ".join([*amounts, "two life"]) if not first else ", ".join([*amounts, "or 2 life"])
    if first and first[0] in COLORS:
        return f"one {_WORDS[first[0]]} or {_WORDS[last]} mana"
    return " or ".join(amounts)


def _playtest_symbol(code: str, **facts: object) -> dict[str, object]:
    return {
        "symbol": f"{{{code}}}",
        "svg_uri": None,
        "loose_variant": code if len(code) == 1 else None,
        "transposable": False,
        "appears_in_mana_costs": False,
        "cmc": facts["mana_value"],
        "hybrid": False,
        "phyrexian": False,
        "funny": True,
        "colors": [],
        "gatherer_alternates": None,
        **facts,
    }
