"""Symbols and mana costs as Scryfall answers them, and a client of Scryfall's that asks here."""

import csv
import io
import json
from collections.abc import Iterator
from email.message import Message
from http import HTTPStatus
from typing import Any
from unittest import mock
from urllib.error import HTTPError
from urllib.request import Request
from urllib.response import addinfourl

import pytest
import scrython
from django.test import Client

from tests.shared import shared

pytestmark = pytest.mark.django_db

SCRYFALL = "https://api.scryfall.com"
# To Scryfall {P} is mana, as it was before Bloomburrow. The rules make it the pawprint, which isn't mana (107.18).
UNLIKE = {("{P}", "represents_mana"), ("{P}", "mana_value"), ("{P}", "cmc")}
KEYS = {
    *("object", "symbol", "svg_uri", "loose_variant", "english", "transposable", "represents_mana"),
    *("appears_in_mana_costs", "mana_value", "cmc", "hybrid", "phyrexian", "funny", "colors", "gatherer_alternates"),
}
COSTS = [
    ("RUx", "{X}{U}{R}", 2.0, "UR"),
    ("2{g}2", "{4}{G}", 5.0, "G"),
    ("2WW", "{2}{W}{W}", 4.0, "W"),
    ("{2/W}{2/W}", "{2/W}{2/W}", 4.0, "W"),
    ("{G/W/P}", "{G/W/P}", 1.0, "WG"),
    ("0", "{0}", 0.0, ""),
    ("½", "{½}", 0.5, ""),
    ("{HW}", "{HW}", 0.5, "W"),
    ("{∞}", "{∞}", None, ""),
]


def answer(client: Client, path: str, status: int = 200, **query: str) -> dict[str, Any]:
    response = client.get(f"/api/scryfall/{path}", query)
    assert response.status_code == status
    return dict(json.loads(response.content))


def test_symbols_match_scryfalls(client: Client) -> None:
    listed = answer(client, "symbology")
    assert (listed["object"], listed["has_more"]) == ("list", False)
    ours = {one["symbol"]: one for one in listed["data"]}
    assert all(set(one) == KEYS for one in ours.values())
    with shared("costs/scryfall_symbols.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) > 70
    unlike = set()
    for row in rows:
        symbol = row["symbol"]
        value = float(row["mana_value"]) if row["mana_value"] else None
        wanted = {
            "object": "card_symbol",
            "loose_variant": row["loose_variant"] or None,
            **{key: row[key] == "1" for key in ("transposable", "represents_mana", "appears_in_mana_costs", "funny")},
            "mana_value": value,
            "cmc": value,
            "colors": list(row["colors"]),
            "gatherer_alternates": row["gatherer_alternates"].split() or None,
            "hybrid": len([part for part in symbol[1:-1].split("/") if part in "WUBRG2"]) == 2,
            "phyrexian": symbol[1:-1].endswith("/P"),
        }
        unlike |= {(symbol, key) for key, one in wanted.items() if ours[symbol][key] != one}
    assert unlike == UNLIKE


ENGLISH = """
{T} tap this permanent
{Q} untap this permanent
{E} an energy counter
{P} modal budget pawprint
{PW} planeswalker
{CHAOS} chaos
{A} an acorn counter
{TK} a ticket counter
{X} X generic mana
{0} zero mana
{½} one-half generic mana
{1} one generic mana
{13} thirteen generic mana
{100} one hundred generic mana
{1000000} one million generic mana
{∞} infinite generic mana
{W/U} one white or blue mana
{G/U} one green or blue mana
{B/G/P} one black mana, one green mana, or 2 life
{C/W} one colorless mana or one white mana
{2/G} two generic mana or one green mana
{H} one colored mana or two life
{W/P} one white mana or two life
{C/P} one colorless mana or two life
{HW} one-half white mana
{W} one white mana
{C} one colorless mana
{S} one snow mana
{L} one mana from a legendary source
{D} one potential land drop
"""


def test_symbols_have_scryfalls_names(client: Client) -> None:
    ours = {one["symbol"]: one for one in answer(client, "symbology")["data"]}
    for line in ENGLISH.strip().splitlines():
        symbol, _, english = line.partition(" ")
        assert ours[symbol]["english"] == english
    any_color = ours["{H}"]
    assert (any_color["represents_mana"], any_color["mana_value"], any_color["phyrexian"]) == (True, 1.0, True)
    assert (ours["{C/P}"]["phyrexian"], ours["{L}"]["mana_value"], ours["{D}"]["mana_value"]) == (True, 1.0, 0.0)


@pytest.mark.parametrize(("typed", "cost", "value", "colors"), COSTS)
def test_a_mana_cost_is_read(client: Client, typed: str, cost: str, value: float | None, colors: str) -> None:
    assert answer(client, "symbology/parse-mana", cost=typed) == {
        "object": "mana_cost",
        "cost": cost,
        "cmc": value,
        "mana_value": value,
        "colors": list(colors),
        "colorless": not colors,
        "monocolored": len(colors) == 1,
        "multicolored": len(colors) > 1,
    }


@pytest.mark.parametrize(
    ("path", "query", "status", "code"),
    [
        ("symbology/parse-mana", {"cost": "{V}"}, 422, "validation_error"),
        ("symbology/parse-mana", {"cost": "{T}"}, 422, "validation_error"),
        ("symbology/parse-mana", {"cost": ""}, 422, "validation_error"),
        ("symbology/parse-mana", {"cost": "9999999 9999999"}, 422, "validation_error"),
        ("symbology/parse-mana", {}, 422, "validation_error"),
        ("cards/named", {"exact": "Bear"}, 404, "not_found"),
    ],
)
def test_errors_have_scryfalls_shape(client: Client, path: str, query: dict[str, str], status: int, code: str) -> None:
    error = answer(client, path, status, **query)
    details = error.pop("details")
    assert error == {"object": "error", "code": code, "status": status}
    assert details.endswith((".", "?"))


@pytest.fixture
def pointed_here(client: Client) -> Iterator[None]:
    """Redirect scrython's requests to Pipwise."""

    def ask(request: Request) -> Any:
        response = client.get(request.full_url.replace(SCRYFALL, "/api/scryfall"))
        headers = Message()
        headers["Content-Type"] = response.headers["Content-Type"]
        body = io.BytesIO(response.content)
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            raise HTTPError(request.full_url, response.status_code, "", headers, body)
        return addinfourl(body, headers, request.full_url)

    with mock.patch.object(scrython.base, "urlopen", ask):
        yield


@pytest.mark.usefixtures("pointed_here")
def test_scrython_gets_symbols_and_parses_mana() -> None:
    symbols = {one.symbol: one for one in scrython.symbology.All(rate_limit=False).data}
    tap, hybrid = symbols["{T}"], symbols["{2/W}"]
    assert (tap.represents_mana, tap.gatherer_alternates, tap.mana_value) == (False, ["ocT", "oT"], 0)
    assert (hybrid.hybrid, hybrid.mana_value, hybrid.colors, hybrid.transposable) == (True, 2, ["W"], True)
    read = scrython.symbology.ParseMana(cost="RUx", rate_limit=False)
    assert (read.cost, read.mana_value, read.colors) == ("{X}{U}{R}", 2, ["U", "R"])
    assert (read.colorless, read.monocolored, read.multicolored) == (False, False, True)
    with pytest.raises(scrython.base.ScryfallError) as refused:
        scrython.symbology.ParseMana(cost="{V}", rate_limit=False)
    assert (refused.value.status, refused.value.code) == (422, "validation_error")
    with pytest.raises(scrython.base.ScryfallError) as elsewhere:
        scrython.cards.Named(exact="Bear", rate_limit=False)
    assert elsewhere.value.status == 404
