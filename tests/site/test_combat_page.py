"""Combat damage on its own page, in parts for htmx, and in the API; creatures by the names of their cards."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from tests.cards.samples import EMBER, write
from tests.conftest import with_editions
from tests.html import markup_of
from tests.shared import NEWEST

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


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup_of(response)))


def api(client: Client, **query: str) -> Any:
    return client.get("/api/trials/combat", query).json()


def test_a_form_without_scripts_has_a_row_for_each_attacker(client: Client) -> None:
    page = client.get("/try/combat/", {**ROWS, "divide": ["1:", "2", "8"]})
    text = text_of(page)
    assert "2 damage gets through to the player." in text
    assert "Yes. 2 and 8 is legal." in text
    assert markup_of(page).count('name="attackers"') == 3


def test_a_part_has_its_verdict_and_its_address(client: Client) -> None:
    response = client.get("/try/combat/", ROWS, headers=HTMX)
    assert 'id="trial-verdict" hx-swap-oob="innerHTML"' in response.text
    assert response.headers["HX-Replace-Url"].startswith(
        "/try/combat/?attackers=10%2F10%0A2%2F2&blockers=7%2F7%2C+3%2F3+-%3E+1"
    )


def test_what_cannot_be_read_is_said_at_its_field(client: Client) -> None:
    response = client.get("/try/combat/", {"attackers": "2/2\n5/5 tramplle"})
    assert response.status_code == 422
    assert "in line 2, “tramplle” isn’t" in text_of(response)
    error = api(client, attackers="2/2\n5/5 tramplle")["error"]
    assert (error["start"], error["end"], error["suggestion"]) == (8, 16, "trample")


@with_editions(OLD, NEWEST)
class TestEditions:
    def test_an_old_page_says_so(self, client: Client) -> None:
        page = client.get("/try/combat/", {**ROWS, "divide": ["1:", "2", "8"], "edition": OLD})
        assert "You ordered the blockers first." in text_of(page)
        assert "No. 2 and 8 isn’t legal." in text_of(page)

    def test_the_newest_text_is_without_an_order_and_a_stack(self, client: Client) -> None:
        found = api(client, attackers="10/10", blockers="3/3 -> 1\n7/7 -> 1", divide="2, 8")
        assert found["facts"]["lawful"] is True
        assert {step["edition"] for step in found["steps"]} == {NEWEST}
        assert "310.4" not in {step["rule"] for step in found["steps"]}

    def test_another_edition_is_another_page(self, client: Client) -> None:
        came = "http://testserver/try/combat/?attackers=2/2"
        query = {"attackers": "2/2", "edition": OLD}
        response = client.get("/try/combat/", query, headers={**HTMX, "HX-Current-URL": came})
        assert response.headers["HX-Redirect"].endswith(f"edition={OLD}")


class TestCards:
    @pytest.fixture(autouse=True)
    def cards(self, tmp_path: Path) -> None:
        import_cards([write(tmp_path / "cards.json", [KNIGHT, WALL])])

    def test_a_name_has_the_abilities_of_its_card(self, client: Client) -> None:
        facts = api(client, attackers="3/3 red", blockers="Maren, Pale Knight -> 1")["facts"]
        assert [step["step"] for step in facts["steps"]] == ["first strike", "regular"]
        assert facts["steps"][1]["damage"] == [
            {"from": "attacker 1", "to": "blocker 1", "least": 3, "most": 3, "dealt": 0, "example": 3}
        ]
        assert facts["dies"] == []

    def test_names_and_sizes_share_a_line(self, client: Client) -> None:
        facts = api(client, attackers="9/9", blockers="Maren, Pale Knight, 2/2 and Maren, Pale Knight trample")["facts"]
        assert [one["to"] for one in facts["steps"][1]["damage"]][:3] == ["blocker 1", "blocker 2", "blocker 3"]

    def test_a_name_that_is_not_known_is_an_error_with_its_place(self, client: Client) -> None:
        error = api(client, attackers="Maren Pale Knigt")["error"]
        assert error["suggestion"] == "Maren, Pale Knight"
        assert (error["start"], error["end"]) == (0, 16)
        assert "Type its size now" in api(client, attackers="Star Wall")["error"]["message"]
