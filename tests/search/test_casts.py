"""Spells to cast and abilities to activate, as they are typed into the one box."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from explorer.search.understand.interpretation import understand
from tests.cards.samples import EMBER, HALVES, write
from tests.html import markup_of
from tests.tables import cases

pytestmark = pytest.mark.django_db


def card(number: int, name: str, cost: str, kind: str, text: str) -> dict[str, Any]:
    known = {"oracle_id": f"99999999-9999-5999-8999-{number:012}", "name": name, "mana_cost": cost}
    return {**EMBER, **known, "type_line": kind, "oracle_text": text}


TAXER = card(
    1, "Tarn, Keeper of Tolls", "{1}{W}", "Legendary Creature — Human", "Noncreature spells cost {1} more to cast."
)
TIDE = card(2, "Turn of the Tide", "{1}{U}", "Instant", "Return target creature to its owner’s hand.\nOverload {6}{U}")
KICKED = card(3, "Hard Knock", "{R}", "Instant", "Kicker {4}\nHard Knock deals 2 damage to any target.")
ROD = card(4, "Plain Rod", "{2}", "Artifact", "{2}, {T}: Draw a card.")
HIDER = card(5, "Quiet Hider", "{3}{G}", "Creature — Beast", "Morph {G}")
FLASH = card(6, "Flash", "{1}{U}", "Instant", "Draw a card.")
OFF = card(7, "Cast Off", "{3}{W}", "Sorcery", "Destroy all creatures.")


@pytest.fixture
def cards(tmp_path: Path) -> None:
    import_cards([write(tmp_path / "c.json", [EMBER, HALVES, TAXER, TIDE, KICKED, ROD, HIDER, FLASH, OFF])])


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize(("typed", "keys"), cases("search/understanding", "casts"))
def test_what_is_cast_and_chosen(typed: str, keys: dict[str, str]) -> None:
    asked = understand(typed)
    assert (asked.kind, dict(asked.walk)) == ("cast", keys)


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize("typed", cases("search/understanding", "what_is_not_cast"))
def test_what_is_not_cast(typed: str) -> None:
    assert understand(typed).kind != "cast"


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize("address", ["/", "/search/"])
def test_the_verdict_is_shown_with_the_way_to_the_steps(client: Client, address: str) -> None:
    page = unescape(markup_of(client.get(address, {"q": "cast ember choir x=2 one target with tarn and 5 mountains"})))
    assert "<strong>Yes.</strong>" in page
    (there,) = re.findall(r'href="(/cast/[^"]+)">Step by step', page)
    assert there == "/cast/?card=Ember+Choir&x=2&sources=5+mountains&targets=1&in_play=Tarn%2C+Keeper+of+Tolls"
    assert "<strong>Yes.</strong>" in markup_of(client.get(there))
    part = unescape(markup_of(client.get(address, {"q": "cast ember choir"}, headers={"HX-Request": "true"})))
    assert "Choose X" in part
    assert re.search(r'<p id="said"[^>]*>[^<]*Choose X', part)


@pytest.mark.usefixtures("cards")
def test_what_has_no_walk_is_searched_for(client: Client) -> None:
    page = markup_of(client.get("/search/", {"q": "cast ember choir with 3 mountains and a strange lamp"}))
    assert "Step by step" not in page
    assert client.get("/search/", {"q": "cast {X}{R} x=99999999"}).status_code == 200
