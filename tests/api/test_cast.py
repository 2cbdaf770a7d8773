"""Casting step by step as programs ask for it."""

import json
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.http import QueryDict
from django.test import Client

from explorer.api.casting_schemas import CastOut
from explorer.cards.importing import import_cards
from explorer.casting.answer import as_json
from explorer.casting.request import PARAMETERS, CastRequest, values_in
from explorer.casting.walk import walk
from explorer.library.loaded import library
from tests.cards.samples import EMBER, write
from tests.conftest import with_editions
from tests.shared import FEW_EDITIONS
from tests.site.test_error_shape import SHAPE

pytestmark = pytest.mark.django_db

STEPS = [f"601.2{letter}" for letter in "abcdefghi"]
WARDEN = {
    **EMBER,
    "oracle_id": "22222222-2222-5222-8222-222222222222",
    "name": "Tessa, Gate Warden",
    "mana_cost": "{1}{W}",
    "type_line": "Legendary Creature — Human Soldier",
    "oracle_text": "Noncreature spells cost {1} more to cast.",
    "colors": ["W"],
}
BARGAIN = {
    **EMBER,
    "oracle_id": "33333333-3333-5333-8333-333333333333",
    "name": "Cinder Bargain",
    "mana_cost": "{1}{R}",
    "oracle_text": "Choose two —\n• Draw a card.\n• It deals 2 damage to target creature.\n• Destroy target land.",
}
PEBBLES = {
    **EMBER,
    "oracle_id": "44444444-4444-5444-8444-444444444444",
    "name": "Hail of Pebbles",
    "mana_cost": "{R}",
    "oracle_text": "Hail of Pebbles deals 3 damage divided as you choose among one, two, or three targets.",
}


@pytest.fixture
def cards(tmp_path: Path) -> None:
    import_cards([write(tmp_path / "cards.json", [EMBER, WARDEN, BARGAIN, PEBBLES])])


def cast(client: Client, /, **asked: Any) -> Any:
    response = client.get("/api/cast", asked)
    assert response.status_code == 200, response.content
    return response.json()


def states(found: Any) -> dict[str, str]:
    """States of steps that aren't done."""
    return {step["rule"]: step["state"] for step in found["steps"] if step["state"] != "done"}


def step(found: Any, rule: str) -> Any:
    return next(one for one in found["steps"] if one["rule"] == rule)


@pytest.mark.slow
def test_the_document_lists_each_parameter(client: Client) -> None:
    document = client.get("/api/openapi.json").json()
    described = {one["name"]: one for one in document["paths"]["/api/cast"]["get"]["parameters"]}
    assert {*described} == {*PARAMETERS}
    groups = [one["schema"]["x-group"] for one in described.values()]
    assert len([*groupby(groups)]) == len({*groups}), "each group is in one piece"
    repeated = {name for name, one in described.items() if "array" in json.dumps(one["schema"])}
    assert {"modes", "targets", "division", "in_play", "reduce", "kicker"} <= repeated
    assert not {"zone", "ability", "pool", "card"} & repeated
    assert "boolean" in json.dumps(described["free"]["schema"])
    assert "/api/cast" in client.get("/api/").content.decode()


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize(
    "asked",
    [
        {"cost": "{X}{R}"},
        {"cost": "{W/P}{2/U}", "pool": "", "life": "1"},
        {"cost": "{X}{R}", "x": "3", "in_play": ["spells cost {1} more", "Tessa"], "pool": "RRR", "reduce": "1"},
        {"cost": "{2}{R}", "zone": "graveyard", "sources": "3 Mountain", "edition": "2008-03-17"},
        {"ability": "{1}, {T}, Sacrifice a creature: Draw a card.", "pool": "C", "tapped": "yes"},
        {"ability": "−X: Draw X cards.", "loyalty": "2", "x": "3"},
        {"card": "Cinder Bargain", "modes": ["2", "3"], "targets": ["a Bear", "a Forest"], "sources": "2 Mountain"},
        {"card": "Hail of Pebbles", "targets": "2", "division": "2, 2", "pool": "R"},
        {"card": "Ember Choir", "free": "yes", "x": "2"},
        {"card": "Ember Choir", "zone": "exile"},
        {"cost": "{2}{U}", "action": "foretell", "pool": "C"},
    ],
    ids=str,
)
def test_responses_match_the_schema(client: Client, asked: dict[str, Any]) -> None:
    found = cast(client, **asked)
    assert CastOut.model_validate(found).model_dump(mode="json", exclude_unset=True) == found
    request = CastRequest.read({**asked, **({"free": "yes"} if "free" in asked else {})})
    assert {**json.loads(json.dumps(as_json(walk(request, library), library()))), "address": found["address"]} == found


def test_a_cost_goes_through_all_steps(client: Client) -> None:
    found = cast(client, cost="{X}{R}", x="3", in_play="spells cost {1} more", pool="RRRRRRRR")
    assert [one["rule"] for one in found["steps"]] == STEPS
    assert states(found) == {}
    assert [(row["text"], row["rule"]) for row in found["total"]["rows"]] == [
        ("{3}{R}", "107.3a"),
        ("{1}", "601.2f"),
        ("{4}{R}", "601.2f"),
    ]
    assert found["total"]["locked"] == {"generic": 4, "R": 1}
    assert (found["verdict"], found["payable"], found["taken_back"]) == ("yes", True, None)
    assert found["payment"]["left"]["mana"] == {"R": 3}


def test_a_missing_choice_leaves_the_step_open(client: Client) -> None:
    found = cast(client, cost="{X}{R}", pool="RR")
    assert states(found) == {"601.2b": "open", **dict.fromkeys(STEPS[2:], "later")}
    [x] = step(found, "601.2b")["choices"]
    assert (x["key"], x["kind"], x["value"], x["open"]) == ("x", "number", None, True)
    assert found["total"]["locked"] is None


def test_an_impossible_step_is_taken_back(client: Client) -> None:
    found = cast(client, cost="{X}{R}", x="3", pool="RR")
    assert states(found) == {"601.2h": "impossible", "601.2i": "later"}
    assert (found["verdict"], found["payable"], found["max_x"]) == ("no", False, 1)
    back = found["taken_back"]
    assert (back["step"], back["reason"]) == ("601.2h", step(found, "601.2h")["reason"]["sentence"])
    assert back["ways"] == [{"text": "Set X to 1", "set": {"x": "1"}}]


def test_an_empty_pool_is_one(client: Client) -> None:
    assert cast(client, cost="{R}")["verdict"] is None
    found = cast(client, cost="{R}", pool="")
    assert (found["verdict"], found["payable"]) == ("no", False)
    assert "pool=" in found["address"]


def test_an_ability_is_activated(client: Client) -> None:
    found = cast(client, ability="{2}, {T}: Draw a card.", pool="CC", tapped="no", creature="no")
    assert found["steps"][0]["rule"] == "602.2a"
    assert [one["rule"] for one in found["steps"]][1:] == STEPS[1:]
    assert (found["name"], found["zone"], found["verdict"]) == (None, None, "yes")
    assert found["total"]["rows"][0]["also"] == ["{T}"]
    assert states(cast(client, ability="{T}: Draw a card.", tapped="yes")) == {
        "601.2h": "impossible",
        "601.2i": "later",
    }


def test_a_special_action_is_one_step(client: Client) -> None:
    found = cast(client, cost="{2}{U}", action="foretell", pool="CC")
    assert [(one["rule"], one["state"]) for one in found["steps"]] == [("116.2h", "done")]
    assert (found["total"]["locked"], found["verdict"]) == ({"generic": 2}, "yes")


@pytest.mark.usefixtures("cards")
class TestCards:
    def test_repeated_parameters_may_be_one_text(self, client: Client) -> None:
        asked = {"card": "Cinder Bargain", "pool": "RRRR"}
        apart = cast(client, **asked, modes=["2", "3"], targets=["a Bear", "a Forest"], in_play=["Tessa", "Tessa"])
        together = cast(client, **asked, modes="2, 3", targets="a Bear; a Forest", in_play="Tessa; Tessa")
        assert states(apart) == {}
        assert {**apart, "address": ""} == {**together, "address": ""}
        assert apart["total"]["locked"] == {"generic": 3, "R": 1}

    def test_targets_may_be_a_number(self, client: Client) -> None:
        asked = {"card": "Cinder Bargain", "modes": "1, 2", "pool": "RR"}
        assert states(cast(client, **asked, targets="1")) == {}
        assert states(cast(client, **asked, targets="2"))["601.2c"] == "impossible"
        assert states(cast(client, **asked))["601.2c"] == "open"

    def test_a_division_adds_up(self, client: Client) -> None:
        asked = {"card": "Hail of Pebbles", "targets": "2", "pool": "R"}
        assert states(cast(client, **asked, division=["2", "1"])) == {}
        assert states(cast(client, **asked, division="2, 2"))["601.2d"] == "impossible"

    def test_another_zone_needs_an_effect(self, client: Client) -> None:
        found = cast(client, card="Ember Choir", x="1", targets="1", zone="graveyard", pool="RR")
        assert found["steps"][0]["state"] == "impossible"
        assert found["taken_back"]["ways"][0] == {"text": "An effect allows it", "set": {"allowed": "yes"}}
        allowed = cast(client, card="Ember Choir", x="1", targets="1", zone="graveyard", allowed="yes", pool="RR")
        assert (states(allowed), allowed["zone"]) == ({}, "graveyard")


@pytest.mark.usefixtures("cards")
def test_the_address_gives_the_same_answer(client: Client) -> None:
    asked = {
        "card": "cinder bargain",
        "modes": ["1", "3"],
        "targets": "Forest",
        "free": "yes",
        "pool": "",
        "in_play": "",
    }
    found = cast(client, **asked)
    address = urlsplit(found["address"])
    assert found["address"].startswith("http://testserver/cast/?card=cinder+bargain&")
    assert "in_play" not in address.query
    request = CastRequest.read(values_in(QueryDict(address.query)))
    assert as_json(walk(request, library), library())["total"] == found["total"]
    assert client.get(f"/api/cast?{address.query}").json() == found


def test_an_old_edition_has_its_numbers(client: Client) -> None:
    found = cast(client, cost="{X}{R}", x="3", pool="RRRR", edition="2008-03-17")
    assert found["total"]["rows"][0]["rule"] == "104.3c"
    numbers = {fact["rule"]: fact["number"] for fact in found["citations"]}
    assert numbers["107.3a"] == "104.3c"
    assert found["edition"]["date"] == "2008-03-17"


@pytest.mark.slow
@with_editions(*FEW_EDITIONS)
def test_a_whole_old_edition_has_its_own_steps_and_words(client: Client) -> None:
    found = cast(client, cost="{X}{R}", x="3", pool="RRR", edition="2009-05-01")
    rules = [one["rule"] for one in found["steps"]]
    assert (rules[0], rules[-2:]) == ("409.1a", ["409.1h", "409.1i"])
    assert states(found) == {"409.1h": "impossible", "409.1i": "later"}
    assert found["taken_back"]["step"] == "409.1h"
    enough = cast(client, cost="{X}{R}", x="3", pool="RRRR", edition="2009-05-01")
    assert "Its converted mana cost is 4" in enough["steps"][-1]["facts"][1]["sentence"]


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize(
    ("asked", "code", "words", "place", "suggestion"),
    [
        ({}, "missing", "Send “cost”, “card” or “ability”.", None, None),
        ({"cost": "", "zone": "hand"}, "missing", "Send “cost”, “card” or “ability”.", None, None),
        ({"cost": "R", "card": "Ember Choir"}, "bad_usage", "only one of", None, None),
        ({"cost": "R", "ability": "{T}: Add {G}."}, "bad_usage", "only one of", None, None),
        ({"cost": "2{V}"}, "unknown_symbol", "“V”", (1, 4), "{U}"),
        ({"ability": "{2}{V}: Draw a card."}, "unknown_symbol", "“V”", (3, 6), "{U}"),
        ({"ability": "Draw a card."}, "no_colon", "In “ability”", None, None),
        ({"card": "Ember Chior"}, "no_card", "“Ember Chior”", (0, 11), "Ember Choir"),
        ({"cost": "R", "zone": "battlefield"}, "bad_word", "In “zone”: This can be hand, ", None, None),
        ({"cost": "R", "allowed": "perhaps"}, "not_yes_or_no", "In “allowed”", None, None),
        ({"cost": "R", "free": "perhaps"}, "not_yes_or_no", "In “free”", None, None),
        ({"cost": "R", "modes": ["1", "two"]}, "not_a_number", "In “modes”: “two”", None, None),
        ({"cost": "R", "modes": "0"}, "not_a_number", "In “modes”: “0”", None, None),
        ({"cost": "R", "division": "1.5"}, "not_a_number", "In “division”: “1.5”", None, None),
        ({"cost": "R", "targets": "61"}, "too_many", "In “targets”", None, None),
        ({"cost": "R", "x": "many"}, "not_a_number", "In “x”", None, None),
        ({"cost": "R", "pool": "V"}, "unknown_symbol", "In “pool”", (0, 1), "{U}"),
        ({"cost": "R", "action": "fly"}, "bad_word", "In “action”", None, None),
        ({"card": "Ember Choir", "action": "foretell"}, "no_action", "Ember Choir has no foretell.", None, None),
        ({"cost": "R", "in_play": "Tessa; Emper Choir"}, "no_card", "“Emper Choir”", (7, 18), "Ember Choir"),
        ({"cost": "R", "in_play": ["Tessa", "costs {V} more"]}, "unknown_effect", "In “in_play”", (6, 20), None),
        ({"cost": "R", "edition": "2001-01-01"}, "unknown_edition", "In “edition”", None, "2008-03-17"),
        ({"cost": "R", "zonee": "hand"}, "unknown_key", "Did you mean “zone”?", None, "zone"),
    ],
    ids=str,
)
def test_a_mistake_has_its_code_and_place(
    client: Client,
    asked: dict[str, Any],
    code: str,
    words: str,
    place: tuple[int, int] | None,
    suggestion: str | None,
) -> None:
    response = client.get("/api/cast", asked)
    error = response.json()["error"]
    assert (response.status_code, set(error)) == (422, SHAPE)
    assert (error["code"], error["suggestion"]) == (code, suggestion)
    assert words in error["message"]
    assert (error["start"], error["end"]) == (place or (None, None))
