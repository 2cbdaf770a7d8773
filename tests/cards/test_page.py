"""Pages of cards, and cards among the suggestions."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.cards.card import CardFace
from explorer.cards.importing import import_cards
from explorer.cards.reading import card_at
from tests.cards.samples import EMBER, HALVES, MARKED, RULING, write
from tests.html import markup_of
from tests.site.test_pages import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards(tmp_path: Path) -> None:
    again = {**RULING, "published_at": "2011-01-02", "comment": "An earlier <b>ruling</b>."}
    import_cards([write(tmp_path / "c.json", [EMBER, HALVES, MARKED]), write(tmp_path / "r.json", [RULING, again])])


def test_a_symbol_is_what_it_was_when_the_text_was_written(client: Client, tmp_path: Path) -> None:
    old = {**EMBER, "oracle_text": "Whenever you cast a spell with {P} in its mana cost, draw a card."}
    paws = {**MARKED, "oracle_text": "Choose up to five {P} worth of modes.\n{P}{P} — Draw a card."}
    said = {**RULING, "comment": "A cost with {P} in it, and {2/W}."}
    import_cards([write(tmp_path / "c.json", [old, paws]), write(tmp_path / "r.json", [said])])
    ember, marked = read(client, "/cards/ember-choir/"), read(client, "/cards/ur-thals-own/")
    assert (ember.count('"Phyrexian symbol"'), ember.count('"pawprint"')) == (2, 0)
    assert (marked.count('"Phyrexian symbol"'), marked.count('"pawprint"')) == (0, 3)


@pytest.mark.usefixtures("cards")
class TestOneCard:
    def test_its_text_is_set_like_the_rules(self, client: Client) -> None:
        shown = read(client, "/cards/ember-choir/")
        assert "<h1>Ember Choir</h1>" in shown
        assert '<span class="reminder">(This is a reminder.)</span>' in shown
        text = shown.partition('class="card-text"')[2].partition("</div>")[0]
        assert text.count('aria-label="tap"') == 1
        # Some files leave out the loyalty of a planeswalker.
        assert CardFace("Will", type_line="Planeswalker — Will", text="+2: Draw.").symbol_text == "[+2]: Draw."

    def test_its_cost_leads_to_the_checker_and_to_x(self, client: Client) -> None:
        shown = read(client, "/cards/ember-choir/")
        assert 'href="/check/?card=Ember+Choir"' in shown
        assert 'href="/x/?cost=%7BX%7D%7BR%7D"' in shown
        for address in ("/check/?card=Ember+Choir&pool=RRR", "/x/?cost=%7BX%7D%7BR%7D"):
            read(client, address)

    def test_rulings_are_by_date_and_link_to_rules(self, client: Client) -> None:
        shown = read(client, "/cards/ember-choir/")
        assert shown.index("January 2, 2011") < shown.index("January 2, 2012")
        assert 'href="/rules/107.3a/"' in shown
        assert "An earlier &lt;b&gt;ruling&lt;/b&gt;." in shown

    def test_both_halves_are_checked_together(self, client: Client) -> None:
        shown = read(client, "/cards/frost-thaw/")
        assert '"/check/?card=Frost+%2F%2F+Thaw"' in shown
        paid = read(client, "/cards/frost-thaw/?pool=RRR")
        assert paid.count('name="pool"') == 1
        assert paid.index("<strong>No.</strong>") < paid.index("Check Frost") < paid.index("<strong>Yes.</strong>")
        assert "Mana value</dt>" in read(client, "/check/?card=Frost+%2F%2F+Thaw")

    @pytest.mark.parametrize(
        ("asked", "leads"),
        [("thaw", "/cards/frost-thaw/"), ("Ember-Choir", "/cards/ember-choir/"), ("ur-thals-own", None)],
    )
    def test_other_spellings_lead_to_it(self, client: Client, asked: str, leads: str | None) -> None:
        response = client.get(f"/cards/{asked}/")
        assert response.headers.get("Location") == leads

    def test_the_nearest_names_are_offered(self, client: Client) -> None:
        response = client.get("/cards/ember-chior/")
        assert response.status_code == 404
        assert "Ember Choir" in markup_of(response)

    def test_a_brief_can_have_it_and_its_rulings(self, client: Client) -> None:
        ruling = card_at("ember-choir").rulings[0].key  # type: ignore[union-attr]
        places = ("", f"#{ruling}", "#ruling-2011-01-02-000000")
        parts = [f"/cards/ember-choir/{place}" for place in places] + ["/cards/nothing/"]
        shown = read(client, f"/brief/?{urlencode({'part': parts}, doseq=True)}")
        assert f'href="/cards/ember-choir/#{ruling}">Ember Choir, ruling of January 2, 2011</a>' in shown
        assert "An earlier &lt;b&gt;ruling&lt;/b&gt;." in shown
        assert "Sorcery<br>Ember Choir deals X damage" in shown
        assert "Ember Choir doesn’t have this ruling." in shown
        assert "Pipwise has no card called “nothing”" in shown

    def test_it_asks_few_questions(self, client: Client) -> None:
        read(client, "/cards/ember-choir/")
        with CaptureQueriesContext(connection) as queries:
            read(client, "/cards/ember-choir/")
        assert len(queries) <= 8


@pytest.mark.usefixtures("cards")
class TestAmongOthers:
    @pytest.mark.parametrize("typed", ["emb", "ember choir", "embre choir", "thaw"])
    def test_it_is_suggested(self, client: Client, typed: str) -> None:
        shown = markup_of(client.get("/search/suggestions/", {"q": typed}))
        assert "/cards/frost-thaw/" in shown if typed == "thaw" else "/cards/ember-choir/" in shown

    def test_names_are_listed_as_they_begin(self, client: Client) -> None:
        assert client.get("/cards/?q=ember").headers["Location"] == "/cards/ember-choir/"
        shown = read(client, "/cards/?q=zzzz")
        assert "No card name starts with “zzzz”." in shown
        nearly = read(client, "/cards/?q=embre choir")  # which nobody is led away from
        assert "Closest:" in nearly
        assert 'href="/cards/ember-choir/"' in nearly


def test_without_cards_pages_say_how_to_get_them(client: Client) -> None:
    shown = read(client, "/cards/")
    assert "fetch_cards" in shown
    assert "import_cards" in shown
    response: Any = client.get("/cards/ember-choir/")
    assert response.status_code == 404
    assert "fetch_cards" in markup_of(response)


class TestStepByStep:
    def test_casting_special_actions_and_abilities(self, client: Client, tmp_path: Path) -> None:
        text = "{T}: Add {R}.\nForetell {1}{R}\nHidden agenda\n{2}, {T}: Draw a card."
        creature = {**EMBER, "type_line": "Creature — Bird", "oracle_text": text, "power": "1", "toughness": "1"}
        import_cards([write(tmp_path / "c.json", [creature, HALVES])])
        shown = read(client, "/cards/ember-choir/")
        ways = [
            "/cast/?card=Ember+Choir",
            "/cast/?card=Ember+Choir&action=foretell",
            "/cast/?ability=%7BT%7D%3A+Add+%7BR%7D.&creature=yes",
            "/cast/?ability=%7B2%7D%2C+%7BT%7D%3A+Draw+a+card.&creature=yes",
        ]
        for way in ways:
            assert f'href="{way}"' in shown.replace("&amp;", "&")
            read(client, way)
        assert "agenda" not in shown.partition("Step by step</h2>")[2].partition("</section>")[0]
        mana = read(client, "/cards/ember-choir/?pool=RRR").replace("&amp;", "&")
        assert 'href="/cast/?card=Ember+Choir&pool=RRR"' in mana

    def test_each_half(self, client: Client, tmp_path: Path) -> None:
        import_cards([write(tmp_path / "c.json", [HALVES])])
        shown = read(client, "/cards/frost-thaw/").replace("&amp;", "&")
        for half in ("1", "2"):
            assert f'href="/cast/?card=Frost+%2F%2F+Thaw&cast={half}"' in shown
            read(client, f"/cast/?card=Frost+%2F%2F+Thaw&cast={half}")
