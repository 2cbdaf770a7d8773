"""Cards and rulings for other programs: found by name however it is spelled, in our shape and in Scryfall's."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
import scrython
from django.test import Client

from explorer.cards.importing import import_cards
from tests.api.requests import get
from tests.api.test_scryfall import pointed_here
from tests.cards.samples import EMBER, HALVES, MARKED, RULING, write

__all__ = ["pointed_here"]

pytestmark = pytest.mark.django_db

CHORUS = {**EMBER, "oracle_id": "", "name": "Ember Chorus", "mana_cost": "", "cmc": 0.0}
SIDES = {
    **HALVES,
    "oracle_id": "55555555-5555-5555-8555-555555555555",
    "name": "Dawn Pup // Dusk Hound",
    "layout": "transform",
    "card_faces": [
        {"name": "Dawn Pup", "mana_cost": "{G}", "type_line": "Creature — Dog", "colors": ["G"], "power": "1"},
        {"name": "Dusk Hound", "type_line": "Creature — Dog", "colors": ["B", "G"], "power": "3"},
    ],
}


@pytest.fixture
def cards(tmp_path: Path) -> None:
    files = [EMBER, CHORUS, HALVES, MARKED, SIDES], [RULING]
    import_cards([write(tmp_path / f"{at}.json", one) for at, one in enumerate(files)])


@pytest.mark.usefixtures("cards")
class TestOwnShape:
    @pytest.mark.slow
    def test_a_card_by_any_spelling_of_its_name(self, client: Client) -> None:
        found = get(client, "/api/cards/ember-choir")
        assert found["address"] == "http://testserver/cards/ember-choir/"
        assert (found["mana_value"], found["released"], found["oracle_id"]) == (1.0, "2011-07-15", EMBER["oracle_id"])
        assert found["faces"][0]["text"] == EMBER["oracle_text"]
        assert get(client, "/api/cards/thaw")["name"] == get(client, "/api/cards/Frost-Thaw")["name"] == "Frost // Thaw"
        assert get(client, "/api/cards/ember-chorus")["oracle_id"] is None

    def test_its_rulings(self, client: Client) -> None:
        found = get(client, "/api/cards/ember-choir/rulings")
        assert (found["total"], found["items"][0]["date"]) == (1, "2012-01-02")
        assert found["items"][0]["text"] == RULING["comment"]
        assert get(client, "/api/cards/thaw/rulings")["items"] == []

    def test_all_of_them_in_pages(self, client: Client) -> None:
        found = get(client, "/api/cards")
        slugs = [one["slug"] for one in found["items"]]
        assert slugs == ["dawn-pup-dusk-hound", "ember-choir", "ember-chorus", "frost-thaw", "ur-thals-own"]
        assert (found["total"], found["pages"], get(client, "/api/cards?page=2")["items"]) == (5, 1, [])

    def test_names_are_suggested(self, client: Client) -> None:
        for typed, names in (
            ("emb", ["Ember Choir", "Ember Chorus"]),
            ("embre choir", ["Ember Choir"]),
            ("thals", ["Ûr-Thal's Own"]),
            ("zz", []),
        ):
            assert [one["name"] for one in get(client, f"/api/card-names?q={typed}")["items"]] == names, typed

    def test_what_is_not_there(self, client: Client) -> None:
        for slug, words in (
            ("embar-choir", "Did you mean Ember Choir?"),
            ("zeppelin", "Pipwise has no card called “zeppelin”."),
        ):
            for more in ("", "/rulings"):
                error = get(client, f"/api/cards/{slug}{more}", 404)["error"]
                assert (error["code"], words in error["message"]) == ("not_found", True), slug

    def test_a_card_is_checked_by_its_name(self, client: Client) -> None:
        for asked in ({"card": "embre choir"}, {"card": "zeppelin"}, {}):
            assert client.get("/api/check", asked).status_code == 422, asked
        found = get(client, "/api/check?card=ember+choir&x=2&pool=RRR")
        assert (found["canonical"], found["payable"], found["card"]["name"]) == ("{X}{R}", True, "Ember Choir")
        assert found["address"] == "http://testserver/check/?card=ember+choir&x=2&pool=RRR"


# What is asked, and the name of the card, or how Scryfall says that there is none or more than one.
NAMED: Mapping[str, str] = {
    "exact=ember choir": "Ember Choir",
    "exact=THAW": "Frost // Thaw",
    "exact=ur thals own": "Ûr-Thal's Own",
    "exact=ember": "No cards found matching “ember”.",
    "fuzzy=ember choir": "Ember Choir",
    "fuzzy=embre choir": "Ember Choir",
    "fuzzy=choi": "Ember Choir",
    "fuzzy=hou dus": "Dawn Pup // Dusk Hound",
    "fuzzy=ember cho": "Too many cards match ambiguous name “ember cho”. Add more words to refine your search.",
    "fuzzy=ember": "Too many cards match ambiguous name “ember”. Add more words to refine your search.",
    "fuzzy=zeppelin": "No cards found matching “zeppelin”.",
    "fuzzy=": "Send either “exact” or “fuzzy”.",
    "exact=a&fuzzy=b": "Send either “exact” or “fuzzy”.",
}


@pytest.mark.usefixtures("cards")
class TestScryfallsShape:
    def test_by_name(self, client: Client) -> None:
        for query, said in NAMED.items():
            response = client.get(f"/api/scryfall/cards/named?{query}")
            found = json.loads(response.content)
            assert said in {found.get("name"), found.get("details")}, query
            if found["object"] == "error":
                status = 400 if said.startswith("Send") else 404
                code = "bad_request" if status == 400 else "not_found"
                assert (response.status_code, found["status"], found["code"]) == (status, status, code), query
                assert found.get("type") == ("ambiguous" if "ambiguous" in said else None), query

    def test_halves_share_colors_and_sides_have_their_own(self, client: Client) -> None:
        halves = get(client, "/api/scryfall/cards/named?exact=frost")
        assert (halves["mana_cost"], halves["colors"]) == ("{1}{U} // {2}{R}", ["U", "R"])
        assert [face["oracle_text"] for face in halves["card_faces"]] == ["Tap it.", "Untap it."]
        assert not {"oracle_text", "power"} & set(halves)
        sides = get(client, "/api/scryfall/cards/named?exact=dawn pup")
        assert not {"mana_cost", "colors", "power"} & set(sides)
        assert [(face["colors"], face["power"]) for face in sides["card_faces"]] == [(["G"], "1"), (["B", "G"], "3")]

    def test_by_id(self, client: Client) -> None:
        found = get(client, "/api/scryfall/cards/named?exact=ember chorus")
        assert (found["id"], found["oracle_text"]) == ("ember-chorus", EMBER["oracle_text"])
        assert get(client, found["uri"]) == found
        assert get(client, found["rulings_uri"])["data"] == []
        assert get(client, "/api/scryfall/cards/zeppelin/rulings", 404)["object"] == "error"

    @pytest.mark.usefixtures("pointed_here")
    def test_scrython_finds_a_card_and_its_rulings(self) -> None:
        card = scrython.cards.Named(fuzzy="embre choir", rate_limit=False)
        assert (card.name, card.mana_cost, card.cmc, card.colors) == ("Ember Choir", "{X}{R}", 1.0, ["R"])
        ruling = scrython.rulings.ById(id=card.card_id, rate_limit=False).data[0]
        assert (ruling.comment, ruling.published_at, ruling.source) == (RULING["comment"], "2012-01-02", "wotc")
        assert scrython.cards.ById(id=card.card_id, rate_limit=False).name == card.name
        assert scrython.cards.Autocomplete(q="emb", rate_limit=False).data == ["Ember Choir", "Ember Chorus"]
        with pytest.raises(scrython.base.ScryfallError) as refused:
            scrython.cards.Named(fuzzy="ember", rate_limit=False)
        assert (refused.value.status, refused.value.type) == (404, "ambiguous")


def test_without_cards_there_are_none(client: Client) -> None:
    assert get(client, "/api/cards")["items"] == get(client, "/api/card-names?q=fire")["items"] == []
    assert get(client, "/api/cards/fireball", 404)["error"]["message"] == "Pipwise doesn’t come with cards."
    assert "fireball" in get(client, "/api/scryfall/cards/named?fuzzy=fireball", 404)["details"]
