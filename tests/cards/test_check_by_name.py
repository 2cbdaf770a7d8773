"""Cards checked by their names: the checker's page and part, the command, and the card's own page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from explorer.cards.reading import card_files
from explorer.costcheck.check import check
from explorer.document.dates import long_date
from symbols.engine import EngineError
from tests.cards.samples import EMBER, HALVES, HARBOR, MARKED, READY, write
from tests.conftest import Command
from tests.html import markup_of
from tests.site.test_checker import HTMX, WHOLE, Form, said, verdict_of
from tests.tables import cases

pytestmark = pytest.mark.django_db

PACT = {
    **EMBER,
    "oracle_id": "66666666-6666-5666-8666-666666666666",
    "name": "Cinder Pact",
    "mana_cost": "{X}{B}",
    "oracle_text": "As an additional cost to cast this spell, discard a card or pay {2}.\n"
    "Spend only black mana on X.\nKicker {2}{R}\nConvoke (Tap them.)\n"
    "Spend only mana of dragons to cast this spell.\nWhenever it rains, you may pay {9}.\n"
    "{X}{G}, {T}: Draw a card. Spend only green mana on X.",
}
FIELD = {
    **EMBER,
    "oracle_id": "77777777-7777-5777-8777-777777777777",
    "name": "Ashen Field",
    "mana_cost": "",
    "type_line": "Land",
    "oracle_text": "{T}: Add {R}.",
}
LOTUS = {**FIELD, "oracle_id": "88888888-8888-5888-8888-888888888888", "name": "Slow Lotus", "type_line": "Sorcery"}

DELVER = {
    **EMBER,
    "oracle_id": "99999999-9999-5999-8999-999999999999",
    "name": "Deep Ash",
    "mana_cost": "{4}{U}",
    "oracle_text": "Delve",
}


@pytest.fixture
def cards(tmp_path: Path) -> None:
    import_cards([write(tmp_path / "c.json", [EMBER, HALVES, PACT, FIELD, LOTUS, DELVER])])


def page(client: Client, status: int = 200, *, htmx: bool = False, address: str = "/check/", **asked: Any) -> str:
    response = client.get(address, asked, headers={"HX-Request": "true"} if htmx else {})
    assert response.status_code == status, markup_of(response)
    return str(markup_of(response))


def test_a_prepared_spell_has_its_own_cost_and_a_land_is_not_cast(client: Client, tmp_path: Path) -> None:
    import_cards([write(tmp_path / "c.json", [READY, HARBOR, HALVES])])
    spell = client.get("/api/check", {"card": "Short Verse", "pool": "G"}).json()
    assert (spell["payable"], spell["mana_value"]) == (True, {"stack": 1, "elsewhere": 3})
    assert {"707.2", "202.3"} <= {one["rule"] for one in spell["citations"]}
    creature = client.get("/api/check", {"card": "Ready Scribe", "pool": "WWW"}).json()
    assert (creature["payable"], creature["colors"]) == (True, ["W"])
    land = page(client, card="Old Harbor", pool="BBB")
    assert "A land isn’t cast: you play it, and pay nothing." in land
    assert "alternative cost" not in land
    assert client.get("/api/check", {"card": "Set Sail", "pool": "BBB"}).json()["payable"] is True
    faces = {slug: client.get(f"/api/cards/{slug}").json()["faces"] for slug in ("frost-thaw", "old-harbor-set-sail")}
    assert [[face["colors"] for face in each] for each in faces.values()] == [[["U"], ["R"]], [[], ["B"]]]
    scryfall = client.get("/api/scryfall/cards/named", {"exact": "Old Harbor // Set Sail"}).json()
    assert scryfall["colors"] == []


def test_a_card_has_the_colors_that_its_text_gives_it(client: Client, tmp_path: Path) -> None:
    pale = {**EMBER, "name": "Pale Hulk", "mana_cost": "{C/W}{U}", "colors": [], "oracle_text": "Devoid (It’s pale.)"}
    bright = {**MARKED, "mana_cost": "{G/W}", "colors": ["W", "U", "B", "R", "G"]}
    import_cards([write(tmp_path / "c.json", [pale, bright, HALVES])])
    found = {
        name: client.get("/api/check", {"card": name}).json() for name in ("Pale Hulk", str(MARKED["name"]), "Frost")
    }
    assert [one["colors"] for one in found.values()] == [[], ["W", "U", "B", "R", "G"], ["U"]]
    assert [[cited["rule"] for cited in one["citations"]].count("702.114a") for one in found.values()] == [1, 0, 0]
    assert "colorless" in page(client, card="Pale Hulk", pool="WU")


def test_maybe_only_if_enough_of_what_the_card_allows_would_pay(client: Client, tmp_path: Path) -> None:
    emerge = (
        "Emerge {5}{B}{B} (You may cast this spell by sacrificing a creature and paying the emerge cost reduced by "
    )
    emerge += "that creature's mana value.)"
    cards = [
        {**EMBER, "name": "Wide Call", "mana_cost": "{X}{G}{G}{G}", "oracle_text": "Convoke"},
        {
            **HALVES,
            "name": "Deep Thing",
            "layout": "normal",
            "card_faces": [],
            "mana_cost": "{8}",
            "oracle_text": emerge,
        },
        {**EMBER, "name": "Both Ways", "mana_cost": "{6}{G}", "oracle_text": "Convoke, delve"},
        {**EMBER, "name": "Colorless Fire", "mana_cost": "{2}{R}", "colors": [], "oracle_text": "It is colorless."},
    ]
    import_cards([write(tmp_path / "c.json", cards)])

    def asked(**said: str) -> tuple[str, list[str]]:
        found = client.get("/api/check", said).json()
        return found["verdict"], [question["key"] for question in found["questions"]]

    assert asked(card="wide call", pool="", x="13") == ("maybe", ["convoke"])
    assert asked(card="deep thing", pool="") == ("no", [])
    assert asked(card="deep thing", pool="BB")[0] == "maybe"
    assert asked(card="both ways", pool="")[0] == "maybe"
    assert client.get("/api/check", {"card": "colorless fire"}).json()["colors"] == []
    assert asked(cost="{2}{W}, {T}", pool="WWW", tapped="no") == ("maybe", ["creature"])
    assert asked(cost="{2}{W}, {T}", pool="WWW", tapped="no", creature="yes") == ("maybe", ["controlled"])


def test_what_is_sacrificed_is_what_the_card_counts(client: Client, tmp_path: Path) -> None:
    words = "You may sacrifice any number of creatures as an additional cost to cast this spell. "
    words += "This spell costs {2} less to cast for each creature sacrificed this way."
    giant = {**EMBER, "name": "Grim Giant", "mana_cost": "{6}{B}{B}", "oracle_text": words}
    import_cards([write(tmp_path / "c.json", [giant])])
    asked = {"card": "grim giant", "pool": "BB", "additional": "Sacrifice any number of creatures", "amount": "3"}
    found = client.get("/api/check", {**asked, "to_sacrifice": "3"}).json()
    assert (found["verdict"], found["card"]["filled"]["reduce"]) == ("yes", "{2}, {2}, {2}")
    assert client.get("/api/check", {**asked, "to_sacrifice": "2"}).json()["verdict"] == "no"
    assert client.get("/api/check", {"card": "grim giant", "pool": "BB"}).json()["verdict"] == "maybe"
    assert client.get("/api/check", {"card": "grim giant", "pool": "B" * 8}).json()["verdict"] == "yes"


@pytest.mark.slow
@pytest.mark.usefixtures("cards")
def test_the_verdict_is_maybe_while_a_question_is_open(client: Client, subtests: pytest.Subtests) -> None:
    for asked, verdict, keys in cases("cards/check_by_name", "the_verdict_is_maybe_while_a_question_is_open"):
        with subtests.test(asked=asked):
            found = client.get("/api/check", asked).json()
            assert (found["verdict"], [question["key"] for question in found["questions"]]) == (verdict, keys)
            shown = str(client.get("/check/", asked).content.decode())
            word = f"<strong>{verdict.capitalize()}.</strong>" if verdict else "Mana value"
            assert word in shown
            if verdict:
                others = {"yes", "no", "maybe"} - {verdict}
                assert not any(f"<strong>{other.capitalize()}.</strong>" in shown for other in others)


@pytest.mark.usefixtures("cards")
class TestPage:
    def test_what_the_card_says_is_filled_in_and_marked(self, client: Client) -> None:
        shown = page(client, card="cinder pact", pool="BBBR")
        fields = Form(shown).fields
        assert (fields["cost"], fields["of"]) == ("Cinder Pact", "Cinder Pact")
        assert (fields["additional"], fields["x_only"]) == ("Discard a card or pay {2}", "B")
        assert shown.count("(from the card)") == 3  # additional, convoke, mana for X
        assert "Can you still cast it?<small>Spend only mana of dragons to cast this spell.</small>" in shown
        assert "you may pay" in shown.partition("other costs in its text")[2]
        assert "for X up to 2. Its text" in verdict_of(shown)  # black mana alone
        # Whether or not there is mana to pay with.
        assert "Spend only mana of dragons" in page(client, card="cinder pact").partition('id="from-card"')[2]
        assert "/check/?cost=%7BX%7D%7BG%7D%2C+%7BT%7D&amp;pool=BBBR&amp;x_only=G" in shown  # its ability

    def test_the_part_for_htmx_says_the_same(self, client: Client) -> None:
        shown = page(client, htmx=True, card="Cinder Pact", pool="BBBR")
        assert "Not counted: “Spend only mana of dragons to cast this spell.”" in said(shown)
        assert "<h1>" not in shown

    def test_what_is_said_goes_before_the_card(self, client: Client, subtests: pytest.Subtests) -> None:
        table: list[Any] = [
            ({"additional": "{2}", "pool": "BBBB"}, "for X up to 1"),
            ({"additional": "", "pool": "BBBB"}, "for X up to 3"),
            ({"x_only": "", "pool": "BRRR"}, "for X up to 3"),
            ({"kicker": "{2}{R}", "pool": "BRRR"}, "Maybe."),
            ({"pool": "", "convoke": "{B}{W}"}, "Maybe."),
            ({"pool": "R"}, "Maybe."),
        ]
        for asked, found in table:
            with subtests.test(asked=asked, found=found):
                assert found in verdict_of(page(client, card="Cinder Pact", **asked))

    def test_a_choice_is_one_press_each_way(self, client: Client) -> None:
        address = "/check/?card=Cinder+Pact&amp;kicker=%7B2%7D%7BR%7D"
        assert address in page(client, card="Cinder Pact")
        chosen = page(client, card="Cinder Pact", kicker="{2}{R}", pool="B")
        assert re.search(r'<a href="/check/\?card=Cinder\+Pact&amp;pool=B"[^>]* aria-current="true"', chosen)
        assert "/check/?card=Cinder+Pact&amp;additional=%7B2%7D" in page(client, card="Cinder Pact")

    def test_what_is_not_counted_may_help_to_pay(self, client: Client) -> None:
        shown = page(client, card="Cinder Pact", pool="")
        assert verdict_of(shown) == "Maybe. This alone isn’t enough."
        assert "Does it cost less?<small>Spend only mana of dragons" in shown
        assert "<strong>No.</strong>" in page(client, card="Deep Ash", pool="")
        # What somebody says of it is said again.
        for rest, word in [
            ("yes", "Yes. X can be up to 2."),
            ("no", "No. You can’t do what it says: “Spend only mana of dragons"),
        ]:
            assert verdict_of(page(client, card="Cinder Pact", pool="BBB", rest=rest)).startswith(word)

    @pytest.mark.slow
    def test_a_card_is_typed_in_place_of_a_cost(self, client: Client, subtests: pytest.Subtests) -> None:
        """The form is sent whole, with what its fields had before: of no card, of this one, or of another one."""
        pact = {"of": "Cinder Pact", "additional": "Discard a card or pay {2}", "x_only": "B"}
        thaw = {"of": "thaw", "layout": "split", "cast": "2"}
        for typed, before, address, fields in [
            ("cinder pact", {}, "card=Cinder+Pact&pool=BBB", True),
            ("cinder pact", pact, "card=Cinder+Pact&pool=BBB", False),
            ("CINDER PACT", {**pact, "additional": ""}, "card=Cinder+Pact&additional=&pool=BBB", False),
            ("Deep Ash", pact, "card=Deep+Ash&pool=BBB", True),
            ("Deep Ash", {**pact, "additional": "{1}"}, "card=Deep+Ash&additional=%7B1%7D&pool=BBB", True),
            ("{2}{B}", pact, "cost=%7B2%7D%7BB%7D&pool=BBB", True),
            ("Frost", {}, "card=Frost+%2F%2F+Thaw&pool=BBB", True),
            ("thaw", {}, "card=thaw&pool=BBB", True),
            ("Thaw", thaw, "card=Thaw&pool=BBB", False),
            ("frost", thaw, "card=Frost+%2F%2F+Thaw&pool=BBB", True),
            ("Deep Ash", thaw, "card=Deep+Ash&pool=BBB", True),
        ]:
            with subtests.test(typed=typed, before=before):
                response = client.get("/check/", {**WHOLE, "cost": typed, "mana": "BBB", **before}, headers=HTMX)
                assert response.headers["HX-Replace-Url"] == f"/check/?{address}"
                # The fields are sent again only where they are another card's: someone may be typing there.
                assert ('id="main-options"' in markup_of(response)) == fields

    def test_the_address_is_the_shortest(self, client: Client) -> None:
        sent = {"card": "Cinder Pact", "cost": "{X}{B}", "mana": "BBB", "x_only": "B", "y": ""}
        response = client.get("/check/", sent)
        assert response.headers["Location"] == "/check/?card=Cinder+Pact&pool=BBB"

    def test_another_cost_is_no_longer_the_cards(self, client: Client) -> None:
        shown = page(client, card="Cinder Pact", cost="{5}")
        assert "From the card" not in shown
        assert 'value="{5}"' in shown

    def test_either_half_is_checked_by_its_name(self, client: Client) -> None:
        assert "Yes." in page(client, card="Thaw", pool="RRR")
        assert "No." in page(client, card="Frost", pool="RRR")
        assert "cast=both" not in page(client, card="Frost // Thaw")
        assert "doesn’t have fuse" in page(client, 422, card="Frost // Thaw", cast="both")

    def test_without_a_mana_cost_nothing_pays(self, client: Client, subtests: pytest.Subtests) -> None:
        for name, found in [
            ("Ashen Field", "A land isn’t cast: you play it, and pay nothing."),
            ("Slow Lotus", "No mana cost: you can’t pay without an alternative cost."),
        ]:
            with subtests.test(name=name, found=found):
                assert found in page(client, card=name)

    def test_the_nearest_names_are_offered(self, client: Client) -> None:
        shown = page(client, 422, card="Cindre Pact")
        assert "Pipwise has no card called “Cindre Pact”." in shown
        for each in (shown, page(client, 422, address="/check/embed/", card="Cindre Pact")):
            assert each.count("Cindre Pact”") == 1
            assert 'class="typed"' not in each
            assert each.count('href="/check/?card=Cinder+Pact"') == 1
        assert 'aria-invalid="true"' not in page(client, 422, card="Cinder Pact", pool="{Q")

    def test_what_is_no_cost_may_be_a_card(self, client: Client, subtests: pytest.Subtests) -> None:
        day = f"The cards here are from {long_date(card_files()[0].imported)}. Newer ones are missing."
        for typed, near in [
            ("Cindre Pact", ["Cinder Pact"]),
            ("pact", ["Cinder Pact"]),
            ("Quite Another Name", []),
            ("{2}{Foo}", None),
            ("{W", None),
            ("zq", None),
        ]:
            for kind in ({}, HTMX):
                with subtests.test(typed=typed, kind=kind):
                    asked = {**WHOLE, "cost": typed, "pool": "BB", "of": "Cinder Pact"}
                    response = client.get("/check/", {**asked, "additional": "Discard a card or pay {2}"}, headers=kind)
                    shown = markup_of(response).partition('class="problem')[2].partition("</div>")[0]
                    # Its options aren't those of the card that was there before.
                    names = re.findall(r'<a class="chip" href="/check/\?card=[^&]+&amp;pool=BB">(.*?)</a>', shown)
                    assert names == (near or [])
                    assert (day in shown) == (near is not None)

    def test_a_keyword_that_the_card_has_not_is_not_named(self, client: Client, tmp_path: Path) -> None:
        text = "This spell costs {1} more to cast for each target beyond the first."
        import_cards([write(tmp_path / "f.json", [{**PACT, "oracle_text": text}])])
        shown = page(client, card="Cinder Pact")
        assert "How many targets?" in shown.partition('id="from-card"')[2]
        assert "Strive" not in shown.partition('id="from-card"')[2].partition("</section>")[0]


def test_without_cards_it_says_how_to_get_them(client: Client) -> None:
    assert ">Get the cards</a>" in page(client, 422, card="Cinder Pact")


@pytest.mark.usefixtures("cards")
class TestElsewhere:
    def test_a_cards_page_checks_its_cost_and_says_what_x_is(self, client: Client) -> None:
        shown = page(client, address="/cards/cinder-pact/", pool="BBB")
        assert "<strong>Maybe.</strong>" in shown
        assert "for X up to 2" in shown
        assert "/check/?card=Cinder+Pact&amp;pool=BBB" in shown
        assert "The spell’s controller chooses X while casting it." in shown
        # A creature may convoke for it; cards to delve with don't pay for the color.
        assert "<strong>Maybe.</strong>" in page(client, address="/cards/cinder-pact/", pool="R")
        shown = page(client, address="/cards/deep-ash/", pool="U")
        assert "<strong>Maybe.</strong>" in shown
        assert "Not counted: “Delve”" in shown
        assert "<strong>No.</strong>" in page(client, address="/cards/deep-ash/", pool="R")
        assert "Add a closing" in page(client, address="/cards/cinder-pact/", pool="{Q")

    def test_programs_get_it_too(self) -> None:
        found: Any = check({"card": "cinder pact", "pool": "BBB", "kicker": ["{2}{R}"]}).as_json()
        assert found["card"]["name"] == "Cinder Pact"
        assert found["card"]["filled"] == {"additional": "Discard a card or pay {2}", "x_only": "B"}
        assert {one["key"]: one["way"] for one in found["card"]["inputs"]} == {
            "additional": "always",
            "x_only": "always",
            "kicker": "may",
            "convoke": "count",
        }
        assert found["card"]["not_counted"] == ["Spend only mana of dragons to cast this spell."]
        assert found["payable"] is False
        with pytest.raises(EngineError, match="no card"):
            check({"card": "Nobody"})


@pytest.mark.slow
def test_the_command_takes_a_name(command: Command, tmp_path: Path) -> None:
    command("import_cards", str(write(tmp_path / "c.json", [PACT])))
    ran = command("cost", "--card", "cinder pact", "--pool", "BBB", "--json")
    assert json.loads(ran.stdout)["max_x"] == 2
    assert "Spend only mana of dragons" in command("cost", "--card", "Cinder Pact").stdout
    assert "Pipwise has no card called “Cindre Pact”" in command("cost", "--card", "Cindre Pact").stderr
    assert "not both" in command("cost", "R", "--card", "Cinder Pact").stderr
