"""Rulings: which rules they are about, on the pages of both, and in search results."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.cards.card import CardRuling
from explorer.cards.importing import import_cards
from explorer.cards.reading import card_at
from explorer.cards.rule_matcher import RuleMatcher
from explorer.library.derivation import EditionTexts
from explorer.library.loaded import library
from explorer.offline.entries import cards
from explorer.search.index import rulings as searching
from tests.cards.samples import EMBER, HALVES, MARKED, RULING, write
from tests.conftest import on_both_databases, with_editions
from tests.html import markup_of
from tests.shared import EVERY_EDITION
from tests.site.test_pages import read
from tests.tables import cases

NEWEST = "2026-01-16"
pytestmark = pytest.mark.django_db

# Texts of rulings, and their rules.
MATCHES = cases("cards/rulings", "spoken")
CHOIR = {
    **EMBER,
    "oracle_text": "Flying\n{T}: Add {R}. (This is a reminder with {R}.)",
    "legalities": {"vintage": "legal"},
}
SAID = [
    {**RULING, "comment": "The legend rule counts names. See rule 107.3a."},
    {**RULING, "comment": "Nothing happens. Ember Choir keeps flying.", "published_at": "2013-04-05"},
    {**RULING, "comment": "A second word on flying.", "oracle_id": MARKED["oracle_id"]},
]


@pytest.fixture
def choir(tmp_path: Path) -> None:
    import_cards([write(tmp_path / "c.json", [CHOIR, HALVES, MARKED]), write(tmp_path / "r.json", SAID)])


@with_editions(*EVERY_EDITION)
class TestBesideTheRules:
    def test_rules_of_rulings(self) -> None:
        newest = library().newest
        assert newest is not None
        matcher = RuleMatcher(EditionTexts(newest.id))
        found = {text: [one.number for one in matcher.of_ruling(text)] for text, _ in MATCHES}
        assert found == dict(MATCHES)
        passing = MATCHES[-1][0]
        own = matcher.of_card(
            "Flying, haste (It can’t be blocked except by reach.)\nRegenerate a Goblin.\nUse it in a main phase."
        )
        assert own == {"702.9", "702.10", "701.19"}
        assert [(one.number, one.first) for one in matcher.of_ruling(passing, own)] == [("702.9", False)]

    @pytest.mark.usefixtures("choir")
    def test_pages_of_both(self, client: Client) -> None:
        card = card_at("ember-choir")
        assert card is not None
        assert [set(one.rules) for one in card.rulings] == [{"107.3a", "704.5j"}, {"702.9"}]
        shown = read(client, "/cards/ember-choir/")
        # A lasting address, the source with its day, the rules beside it, keywords and reminders.
        assert f'id="{card.rulings[0].key}" data-share="Ember Choir, ruling of January 2, 2012"' in shown
        assert 'data-source="Ruling of April 5, 2013"' in shown
        assert re.search(r'href="/rules/704\.5j/"><b>704\.5j</b> \S', shown)
        assert '<a href="/rules/702.9/">Flying</a>' in shown
        assert re.search(r'<span class="reminder">\(This is a reminder with <span class="run">', shown)
        assert 'property="og:image" content="http://testserver/cards/ember-choir.png"' in shown
        picture = client.get("/cards/ember-choir.png")
        assert (picture.status_code, picture.headers["Content-Type"]) == (200, "image/png")
        assert client.get("/cards/nothing.png").status_code == 404

        rule = read(client, "/rules/702.9/")
        assert "<summary>On cards <span>1 card and 2 rulings</span></summary>" in rule
        assert rule.index("A second word on") < rule.index("Ember Choir keeps")
        assert "On cards" in read(client, "/rules/704.5j/")
        assert "On cards" not in read(client, f"/rules/{NEWEST}/702.9/")
        with CaptureQueriesContext(connection) as queries:
            read(client, "/rules/702.9a/?again")
        assert len(queries) <= 8

        symbol = read(client, "/symbols/R/")
        assert "On 3 cards, as currently worded. The oldest is from July 15, 2011 (TST)." in symbol

    @pytest.mark.usefixtures("choir")
    def test_search_has_a_group_of_them(self, client: Client) -> None:
        shown = read(client, "/search/?q=legend+rule+ruling")
        assert "<h2>1 ruling</h2>" in shown
        assert shown.index('href="/rules/704.5j/"') < shown.index("counts names")
        assert card_at("ember-choir").rulings[0].key in shown  # type: ignore[union-attr]
        assert 'href="/cards/ember-choir/">Ember Choir</a>' in read(client, "/search/?q=ember+choir")
        assert "ruling</h2>" not in read(client, "/search/?q=banding")

    def test_search_offers_a_card_whose_name_is_misspelled(self, client: Client, tmp_path: Path) -> None:
        import_cards([write(tmp_path / "c.json", [{**EMBER, "name": "Hybrid Symbol"}])])
        assert 'href="/cards/hybrid-symbol/"' in read(client, "/search/?q=hybird+symbol")  # which finds rules, too

    def test_rule_pages_change_after_an_import(self, client: Client, tmp_path: Path) -> None:
        before = client.get("/rules/702.9/")
        assert "On cards" not in markup_of(before)
        import_cards([write(tmp_path / "c.json", [CHOIR])])
        after = client.get("/rules/702.9/", headers={"If-None-Match": before.headers["ETag"]})
        assert "<span>1 card</span>" in markup_of(after)


@on_both_databases
def test_of_many_rulings_the_newest_are_ranked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_MOST_RANKED", 2)
    days = ("2013-04-05", "2012-01-02", "2019-07-12", "2004-10-04")
    said = [{**RULING, "comment": f"Nothing happens, {at}.", "published_at": day} for at, day in enumerate(days)]
    import_cards([write(tmp_path / "c.json", [CHOIR]), write(tmp_path / "r.json", said)])
    found = searching.find_rulings("nothing happens", 3)
    assert ([one.ruling.date.year for one in found.best], found.total) == ([2019, 2013], 4)


def test_a_ruling_keeps_its_address() -> None:
    one, other = (CardRuling(dt.date(2012, 1, 2), words) for words in ("Some words.", "Other words."))
    assert one.key == CardRuling(one.date, one.text, ["107.3"]).key != other.key


@pytest.mark.usefixtures("choir")
def test_offline_names_and_costs() -> None:
    offline = cards()
    assert offline["cards"] == [
        ("Ember Choir", "{X}{R}", "/cards/ember-choir/"),
        ("Frost // Thaw", "{1}{U} // {2}{R}", "/cards/frost-thaw/"),
        ("Ûr-Thal's Own", "{2}", "/cards/ur-thals-own/"),
    ]
    assert {"{X}", "{R}", "{1}", "{2}", "{U}"} == set(offline["pips"])
