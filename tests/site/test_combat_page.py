"""Combat damage on its own page, in parts for htmx, and in the API; creatures by the names of their cards."""

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from tests.cards.samples import EMBER, write
from tests.conftest import with_editions
from tests.html import markup_of, response_text
from tests.shared import FEW_EDITIONS, NEWEST

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "trial-answer"}
OLD = "2024-03-08"
ROWS = {"attackers": ["10/10", "2/2", ""], "blockers": ["7/7, 3/3", "", ""]}
KNIGHT = {
    **EMBER,
    "oracle_id": "88888888-8888-5888-8888-888888888888",
    "name": "Maren, Pale Knight",
    "mana_cost": "{1}{W}",
    "type_line": "Legendary Creature — Human Knight",
    "oracle_text": "First strike, protection from red (Nothing red.)\nOther Knights you control have trample, flying.",
    "colors": ["W"],
    "power": "2",
    "toughness": "1",
}
WALL = {**KNIGHT, "oracle_id": "99999999-9999-5999-8999-999999999999", "name": "Star Wall", "power": "*"}

BLACK = {**KNIGHT, "oracle_id": "aaaaaaaa-9999-5999-8999-999999999999", "name": "Black Fencer", "colors": ["B"]}
FLYING = {
    **KNIGHT,
    "oracle_id": "bbbbbbbb-9999-5999-8999-999999999999",
    "name": "Flying Folk",
    "oracle_text": "Flying\nFlying Folk gets +1/+1 as long as it’s blocking.",
}


def api(client: Client, **query: str) -> Any:
    return client.get("/api/trials/combat", query).json()


def test_a_form_without_scripts_has_a_row_for_each_attacker(client: Client) -> None:
    page = client.get("/try/combat/", {**ROWS, "divide": ["1:", "2", "8"]})
    text = response_text(page)
    assert "2 damage gets through to the player." in text
    assert "Yes. 2 and 8 is legal." in text
    assert markup_of(page).count('name="attackers"') == 3


def test_partial_has_verdict_and_address(client: Client) -> None:
    response = client.get("/try/combat/", ROWS, headers=HTMX)
    assert 'id="trial-verdict" hx-swap-oob="innerHTML"' in response.text
    assert response.headers["HX-Replace-Url"].startswith(
        "/try/combat/?attackers=10%2F10%0A2%2F2&blockers=7%2F7%2C+3%2F3+-%3E+1"
    )


@pytest.mark.slow
@with_editions(*FEW_EDITIONS)
def test_partial_updates_links_to_other_eras(client: Client) -> None:
    eras = client.get("/try/combat/", ROWS, headers=HTMX).text.partition('id="trial-eras" hx-swap-oob')[2]
    assert "attackers=10%2F10%0A2%2F2" in eras
    assert f"edition={OLD}" in eras


def test_error_is_at_its_field(client: Client) -> None:
    response = client.get("/try/combat/", {"attackers": "2/2\n5/5 tramplle"})
    assert response.status_code == 422
    assert "in line 2, “tramplle” isn’t" in response_text(response)
    error = api(client, attackers="2/2\n5/5 tramplle")["error"]
    assert (error["start"], error["end"], error["suggestion"]) == (8, 16, "trample")


def test_division_without_recipients_is_left_out(client: Client) -> None:
    page = client.get("/try/combat/", {"attackers": ["5/5", ""], "blockers": ["3/3", ""], "divide": ["1:", "3", "2"]})
    assert page.status_code == 200
    assert "3 and 2 is left out: attacker 1 can deal damage to 1 recipient." in response_text(page)
    assert 'name="divide"' not in markup_of(page)


def test_unreadable_division_can_be_edited(client: Client) -> None:
    page = client.get("/try/combat/", {"attackers": "5/5", "blockers": "3/3, 1/1", "divide": "3, x"})
    assert page.status_code == 422
    assert re.search(r"<textarea[^>]*name=\"divide\"[^>]*>\s*3, x</textarea>", markup_of(page))


def test_second_step_of_double_strike_is_divided_last(client: Client) -> None:
    query = {"attackers": "4/4 double strike trample", "blockers": "3/3, 3/3", "divide": "1: 3, 1"}
    page = client.get("/try/combat/", query)
    assert 'value="1 second:"' in markup_of(page)
    assert "Blocker 1 (3/3) dies before dealing any damage. Blocker 2 (3/3) lives with 1 damage." in response_text(page)
    page = client.get("/try/combat/", {**query, "divide": "1: 3, 1\n1 second: 0, 2, 2"})
    assert "Yes. 2 and 2 is legal." in response_text(page)
    assert "2 damage gets through to the player." in response_text(page)


def test_search_box_names_assumptions(client: Client) -> None:
    assert "Here, the 3/3 blocks the 4/4." in response_text(client.get("/search/", {"q": "4/4 and 2/2 vs 3/3"}))
    page = client.get("/search/", {"q": "5/5 blocked by a damaged 3/3"})
    assert "Did you mean 3/3 damaged 1?" in response_text(page)
    assert "blockers=3%2F3+damaged+1" in markup_of(page)


def test_several_attackers_in_a_row_have_rows_of_their_own(client: Client) -> None:
    page = client.get("/try/combat/", {"attackers": "two 2/2s, 3/3", "blockers": "1/1 -> 3"})
    assert markup_of(page).count('name="attackers"') == 4


@with_editions(*FEW_EDITIONS)
class TestEditions:
    def test_an_old_page_says_so(self, client: Client) -> None:
        page = client.get("/try/combat/", {**ROWS, "divide": ["1:", "2", "8"], "edition": OLD})
        assert "You ordered the blockers first." in response_text(page)
        assert "No. 2 and 8 isn’t legal." in response_text(page)

    def test_another_order_makes_a_division_legal(self, client: Client) -> None:
        page = client.get("/try/combat/", {**ROWS, "divide": ["1:", "2", "8"], "edition": OLD})
        assert "With the 3/3 first, 8 and 2 is legal." in response_text(page)
        (address,) = {*re.findall(r'href="([^"]*)"[^>]*>\s*With the 3/3 first', markup_of(page))}
        text = response_text(client.get(unescape(address)))
        assert "Yes. 8 and 2 is legal." in text
        assert "1. 3/3 2. 7/7" in text

    def test_blockers_and_blocked_attackers_can_be_reordered(self, client: Client) -> None:
        typed = {"attackers": "2/2\n3/3\n5/5", "blockers": "4/4 -> 1, 2\n1/1 -> 3\n2/2 -> 3", "edition": OLD}
        page = markup_of(client.get("/try/combat/", {**typed, "divide": "3: 4, 1\nblocker 1: 2, 2"}))
        found = {unescape(one) for one in re.findall(r'href="([^"]*)"[^>]*aria-label="Put ', page)}
        asked = [parse_qs(one.partition("?")[2]) for one in found]
        assert sorted((one["blockers"][0], one["divide"][0]) for one in asked) == [
            ("4/4 -> 1, 2\n2/2 -> 3\n1/1 -> 3", "3: 1, 4\nblocker 1: 2, 2"),
            ("4/4 -> 2, 1\n1/1 -> 3\n2/2 -> 3", "3: 4, 1\nblocker 1: 2, 2"),
        ]

    def test_newest_rules_have_no_damage_assignment_order(self, client: Client) -> None:
        found = api(client, attackers="10/10", blockers="3/3 -> 1\n7/7 -> 1", divide="2, 8")
        assert found["facts"]["lawful"] is True
        assert {step["edition"] for step in found["steps"]} == {NEWEST}
        assert "310.4" not in {step["rule"] for step in found["steps"]}

    def test_another_edition_is_another_page(self, client: Client) -> None:
        came = "http://testserver/try/combat/?attackers=2/2"
        query = {"attackers": "2/2", "edition": OLD}
        response = client.get("/try/combat/", query, headers={**HTMX, "HX-Current-URL": came})
        assert response.headers["HX-Redirect"].endswith(f"edition={OLD}")

    @pytest.mark.slow
    @pytest.mark.parametrize(("time", "edition"), [("in 2024", OLD), ("in march 2024", OLD), ("", "")])
    def test_the_box_answers_by_the_rules_of_a_time(self, client: Client, time: str, edition: str) -> None:
        page = client.get("/search/", {"q": f"10/10 blocked by 3/3 and 7/7, 2 and 8 {time}"})
        assert ("No. 2 and 8 isn’t legal." if edition else "Yes. 2 and 8 is legal.") in response_text(page)
        assert (f"edition={edition or 'none'}" in markup_of(page)) is bool(edition)


class TestCards:
    @pytest.fixture(autouse=True)
    def cards(self, tmp_path: Path) -> None:
        import_cards([write(tmp_path / "cards.json", [KNIGHT, WALL, BLACK, FLYING])])

    def test_a_name_has_the_abilities_of_its_card(self, client: Client) -> None:
        facts = api(client, attackers="3/3 red", blockers="Maren, Pale Knight -> 1")["facts"]
        assert [step["step"] for step in facts["steps"]] == ["first strike", "regular"]
        (damage,) = facts["steps"][1]["damage"]
        assert (damage["from"], damage["to"]) == ("attacker 1", "blocker 1")
        assert (damage["least"], damage["most"], damage["dealt"]) == (3, 3, 0)
        assert facts["dies"] == []

    def test_a_name_may_begin_with_a_color_or_an_ability(self, client: Client) -> None:
        facts = api(client, attackers="Black Fencer", blockers="Flying Folk trample 3/3 -> 1")["facts"]
        assert facts["steps"][0]["damage"][0]["least"] == 2
        assert facts["steps"][1]["received"][0]["least"] == 3
        assert "Flying Folk gets +1/+1 as long as it’s blocking." in {one["text"] for one in facts["uncounted"]}
        assert "“Black Pawn”" in api(client, attackers="Black Pawn")["error"]["message"]

    def test_names_and_sizes_share_a_line(self, client: Client) -> None:
        facts = api(client, attackers="9/9", blockers="Maren, Pale Knight, 2/2 and Maren, Pale Knight trample")["facts"]
        assert [one["to"] for one in facts["steps"][1]["damage"]][:3] == ["blocker 1", "blocker 2", "blocker 3"]

    def test_a_name_beside_a_size_is_of_a_card_or_a_kind(self, client: Client) -> None:
        assert "doesn’t have “Bob”" in api(client, attackers="Bob 2/2")["error"]["message"]
        assert api(client, attackers="Maren 3/3")["facts"]["steps"][0]["step"] == "first strike"
        assert "can be" not in str(api(client, attackers="Maren and 3/3"))

    def test_a_name_that_is_not_known_is_an_error_with_its_place(self, client: Client) -> None:
        error = api(client, attackers="Maren Pale Knigt")["error"]
        assert error["suggestion"] == "Maren, Pale Knight"
        assert (error["start"], error["end"]) == (0, 16)
        assert "Type its size now" in api(client, attackers="Star Wall")["error"]["message"]


@with_editions(*FEW_EDITIONS)
@pytest.mark.parametrize(("attacker", "cited"), [("5/5 deathtouch", "502.63a"), ("5/5 first strike", "310.1")])
def test_drawing_cites_rules_of_its_edition(client: Client, attacker: str, cited: str) -> None:
    page = client.get("/try/combat/", {"attackers": attacker, "blockers": "5/7", "edition": FEW_EDITIONS[0]})
    text = response_text(page)
    assert cited in text.partition("Why")[0]
    assert not {"704.5h", "510.4"} & {*re.findall(r"\d{3}\.\d+[a-z]?", text)}


@with_editions(*FEW_EDITIONS)
def test_ability_that_an_edition_lacks(client: Client) -> None:
    page = client.get("/try/combat/", {"attackers": "3/3 infect", "blockers": "4/4", "edition": FEW_EDITIONS[0]})
    text = response_text(page)
    assert "The May 1, 2009 rules have no infect. This is by the February 27, 2026 rules." in text
    assert "Damage used the stack." not in text
    assert not {"310.1", "420.5c"} & {*re.findall(r"\d{3}\.\d+[a-z]?", text)}
