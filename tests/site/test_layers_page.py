"""Layers on their own page, in parts for htmx, in the API, in briefs and in the box; cards by name."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from tests.cards.samples import EMBER, write
from tests.conftest import with_editions
from tests.html import markup_of, response_text
from tests.servers import Site
from tests.shared import FEW_EDITIONS
from tests.site.test_everyone import wrong_at

OLD = FEW_EDITIONS[0]
HTMX = {"HX-Request": "true", "HX-Target": "trial-answer"}
ANGEL = {
    "objects": "4/4 white Angel with flying",
    "effects": "creatures you control get +1/+1\nbecomes a 1/1 blue Frog",
}
LANDS = {
    "objects": 'Vault: legendary land "Each land is a Swamp in addition to its other land types."\nbasic land Plains',
    "effects": 'Red Sky: enchantment "Nonbasic lands are Mountains."',
}


def card(name: str, type_line: str, text: str, **more: object) -> dict[str, object]:
    identity = f"{sum(map(ord, name)):08d}-8888-5888-8888-888888888888"
    return {**EMBER, "oracle_id": identity, "name": name, "type_line": type_line, "oracle_text": text, **more}


CARDS = [
    card("Plain Warden", "Creature — Human", "Vigilance", colors=["W"], power="2", toughness="3"),
    card("Banner of Home", "Enchantment", "Creatures you control get +1/+1.", colors=["W"], power="", toughness=""),
    card(
        "Waking Land", "Land", "{1}: Waking Land becomes a 2/2 Bear creature until end of turn.", power="", toughness=""
    ),
    card("Small Again", "Instant", "Target creature has base power and toughness 1/1 until end of turn.", colors=["U"]),
]


def api(client: Client, **query: str) -> Any:
    return client.get("/api/trials/layers", query).json()


@pytest.mark.django_db
class TestPage:
    def test_result_comes_before_layers(self, client: Client) -> None:
        text = response_text(client.get("/try/layers/", ANGEL))
        parts = ["2/2", "A blue Frog with flying.", "Before and after", "Layer by layer", "4 Type", "7b Set"]
        places = [text.index(part) for part in parts]
        assert places == sorted(places)
        assert "1a Copy, 1b Face down, 2 Control, 3 Text nothing" in text
        assert "was 4/4 1/1" in text

    def test_dependency_has_its_reason(self, client: Client) -> None:
        text = response_text(client.get("/try/layers/", LANDS))
        assert "When one waits for another" in text
        assert "Vault is older, so it would apply first. But Red Sky decides whether Vault’s effect exists." in text
        assert "Nothing left to apply." in text

    def test_partial_has_verdict_and_address(self, client: Client) -> None:
        response = client.get("/try/layers/", ANGEL, headers=HTMX)
        assert 'id="layers-verdict" hx-swap-oob="innerHTML"' in response.text
        assert response.headers["HX-Replace-Url"].startswith("/try/layers/?objects=4%2F4+white+Angel+with+flying&")

    def test_error_is_at_its_field(self, client: Client) -> None:
        response = client.get("/try/layers/", {**ANGEL, "effects": "gets +1/+1\n\n  jumps about"})
        assert response.status_code == 200
        assert "“jumps about” isn’t understood." in response_text(response)
        assert "5/5 A white Angel with flying. Left out: “jumps about”." in response_text(response)
        response = client.get("/try/layers/", {"objects": "jumping\n\n  jumps about"})
        assert response.status_code == 422
        assert "in line 1, “jumping” isn’t a card" in response_text(response)
        error = api(client, objects="\n\n  jumps about")["error"]
        assert (error["start"], error["end"]) == (0, 11)

    def test_a_brief_has_the_answer(self, client: Client) -> None:
        address = client.get("/try/layers/", ANGEL, headers=HTMX).headers["HX-Replace-Url"]
        assert "2/2, a blue Frog with flying." in response_text(client.get("/brief/", {"part": address}))


@pytest.mark.django_db
@with_editions(*FEW_EDITIONS)
def test_facts_of_an_old_edition(client: Client) -> None:
    query = {"objects": "1/3 creature", "effects": "gets +1/+0 until end of turn\nhas base power 0 until end of turn"}
    newest, old = api(client, **query), api(client, **query, edition=OLD)
    assert newest["facts"]["objects"][0]["power"] == 1
    assert old["facts"]["objects"][0]["power"] == 0
    assert {one["rule"] for one in old["facts"]["layers"]} == {"418.5a"}
    assert newest["facts"]["layers"][-1]["rule"] == "613.4d"
    assert newest["facts"]["objects"][0]["before"]["power"] == 1


@pytest.mark.django_db
class TestCards:
    @pytest.fixture(autouse=True)
    def cards(self, tmp_path: Path) -> None:
        import_cards([write(tmp_path / "cards.json", CARDS)])

    def test_cards_are_read_by_name(self, client: Client) -> None:
        found = api(client, objects="plain warden", effects="Small Again\nBanner of Home")
        assert found["sentence"] == "2/2, a white Human with vigilance."

    def test_link_applies_an_ability(self, client: Client) -> None:
        page = markup_of(client.get("/try/layers/", {"objects": "Waking Land", "effects": "Banner of Home"}))
        assert "Not counted: Waking Land’s activated ability." in page
        (address,) = re.findall(r'href="([^"]+)"[^>]*>Waking Land \(activated\)<', page)
        assert "3/3, a red Bear with" in response_text(client.get(unescape(address)))

    def test_no_aura_cannot_be_attached(self, client: Client) -> None:
        found = api(client, objects="Plain Warden", effects="Banner of Home on 1")
        assert "Banner of Home isn’t attached to Plain Warden" in found["sentence"]

    def test_a_misspelled_name_is_corrected(self, client: Client) -> None:
        error = api(client, objects="Plain Wardne")["error"]
        assert error["suggestion"] == "Plain Warden"
        assert error["message"].endswith("Did you mean Plain Warden?")

    def test_one_misspelled_line_is_left_out(self, client: Client) -> None:
        query = {"objects": "plain warden", "effects": "Bannr of Home\nSmall Again"}
        response = client.get("/try/layers/", query)
        assert response.status_code == 200
        assert "Did you mean Banner of Home ?" in response_text(response)
        assert api(client, **query)["facts"]["lines"][1]["suggestion"] == "Banner of Home"

    def test_the_box_has_the_answer(self, client: Client) -> None:
        for query in (
            "plain warden, small again, banner of home",
            "what is plain warden with small again and banner of home?",
            "small again on plain warden with banner of home",
        ):
            text = response_text(client.get("/search/", {"q": query}))
            assert "2/2, a white Human with vigilance." in text
            assert "Layer by layer" in text
        assert "Layer by layer" not in response_text(
            client.get("/search/", {"q": "plain warden, nobody, banner of home"})
        )


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(chromium: Any, site: Site, width: int, scheme: str) -> None:
    address = "/try/layers/?" + "&".join(f"{key}={text.replace('+', '%2B')}" for key, text in LANDS.items())
    assert wrong_at(chromium, site, address, width, scheme) == []
