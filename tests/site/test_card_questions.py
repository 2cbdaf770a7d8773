"""Questions about cards, on the search page and in the API; and what is said where no cards are loaded."""

import re
from html import unescape
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from explorer.cards.importing import import_cards
from explorer.search import search
from explorer.serving import server
from tests.cards.samples import EMBER, MARKED, RULING, write
from tests.conftest import forget_everything, with_editions
from tests.html import markup_of
from tests.shared import NEWEST

pytestmark = pytest.mark.django_db

QUESTION = "when is X chosen for ember choir with Ûr-Thal's Own"
CHOSEN = "Nothing is known sooner. X isn't chosen until Ember Choir is cast, even by Ûr-Thal's Own. Pay {X} then."
RULINGS = [
    {**RULING, "comment": CHOSEN},
    {**RULING, "comment": "Ember Choir's X is chosen only once, whatever else is said of it in this long ruling."},
    {**RULING, "comment": "Ember Choir gains persist until it stops singing."},
    {**RULING, "comment": "The legend rule counts names.", "oracle_id": MARKED["oracle_id"]},
]


@pytest.fixture
def cards(tmp_path: Path) -> None:
    import_cards([write(tmp_path / "cards.json", [EMBER, MARKED]), write(tmp_path / "rulings.json", RULINGS)])
    forget_everything()


def main_of(client: Client, typed: str, **more: str) -> str:
    page = markup_of(client.get("/search/", {"q": typed, **more}))
    return page.partition("<main")[2].partition("</main>")[0]


def words_of(html: str) -> str:
    return without_blanks(unescape(strip_tags(html)))


def without_blanks(text: str) -> str:
    return re.sub(r"\s+", "", text)


def whole_tables(*, forgetting: bool = True) -> list[str]:
    """The queries of a question that read all cards or rulings."""
    if forgetting:
        forget_everything()
    with CaptureQueriesContext(connection) as made:
        search(QUESTION)
    return [one["sql"] for one in made.captured_queries if "cards_stored" in one["sql"] and "WHERE" not in one["sql"]]


@with_editions(NEWEST)
@pytest.mark.usefixtures("cards")
class TestWithCards:
    @pytest.mark.slow
    def test_the_parts_of_a_card(self, client: Client, subtests: pytest.Subtests) -> None:
        for question, said in [
            ("what's the mana value of Ember Choir?", "The mana value of Ember Choir is 1."),
            ("color identity of Ember Choir", "The color identity of Ember Choir is red."),
            ("power of Ember Choir in hand", "Ember Choir has no power, toughness, loyalty or defense."),
            ("Ember Choir's toughness on the battlefield", "Ember Choir has no power, toughness, loyalty or defense."),
        ]:
            with subtests.test(question=question):
                assert without_blanks(said) in words_of(main_of(client, question))

    @pytest.mark.slow
    def test_the_page_has_the_ruling_the_cards_and_the_rules(self, client: Client) -> None:
        html = main_of(client, QUESTION)
        assert "<b>2 cards, 1 ruling</b>" in html
        for address, name in (("ember-choir", "Ember Choir"), ("ur-thals-own", "Ûr-Thal&#x27;s Own")):
            assert f'<a class="tm alone" href="/cards/{address}/">{name}</a>' in html
        link = re.search(r'<p class="src"><a href="/cards/ember-choir/#(ruling-[^"]+)">([^<]+)</a>', html)
        assert link is not None
        assert link[2] == "Official ruling on Ember Choir, January 2, 2012"
        assert f'id="{link[1]}"' in markup_of(client.get("/cards/ember-choir/"))
        assert without_blanks(
            "“… X isn't chosen until Ember Choir is cast, even by Ûr-Thal's Own. Pay {X} then.”"
        ) in words_of(html)
        assert re.search(r'<a class="cite" href="/rules/\d{3}[^"]*/">', html)

    @pytest.mark.slow
    def test_a_rule_is_quoted_once(self, client: Client) -> None:
        html = main_of(client, "ember choir persist")
        cited = re.findall(r'<a class="cite" href="/rules/([^/]+)/">', html)
        assert cited[0] == "702.79a"
        assert len(cited) == len({*cited}) == 2

    @pytest.mark.slow
    def test_the_ruling_is_not_repeated_below(self, client: Client) -> None:
        html = main_of(client, "ember choir X chosen")
        quoted = html.partition("</article>")[0]
        below = words_of(html.partition("</article>")[2])
        assert ("isn'tchosenuntil" in words_of(quoted)) != ("isn'tchosenuntil" in below)
        assert ("ischosenonlyonce" in words_of(quoted)) != ("ischosenonlyonce" in below)
        assert "1moreruling" in below

    @pytest.mark.slow
    def test_the_api_has_the_same(self, client: Client) -> None:
        found = client.get("/api/search", {"q": QUESTION}).json()
        assert [one["name"] for one in found["cards"]] == ["Ember Choir", "Ûr-Thal's Own"]
        assert (found["ruling"]["card"], found["ruling"]["text"]) == ("Ember Choir", CHOSEN)
        assert found["ruling"]["address"].startswith("http://testserver/cards/ember-choir/#ruling-")
        assert found["answer"]["source"] == "Official ruling on Ember Choir, January 2, 2012"
        assert found["answer"]["address"] == found["ruling"]["address"]
        assert without_blanks(found["answer"]["text"]) in words_of(main_of(client, QUESTION))
        for hit in found["items"]:
            assert hit["why"]
            assert all(part["points"] and part["name"] for part in hit["why"])
        assert client.get("/api/search", {"q": QUESTION, "page": "2"}).json()["answer"] is None

    @pytest.mark.slow
    def test_a_rule_that_answers_is_quoted_in_the_same_words(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed in ("what is ward", "when can I cast an instant", "does trample work with deathtouch", "legend rule"):
            with subtests.test(typed=typed):
                answer = client.get("/api/search", {"q": typed}).json()["answer"]
                page = words_of(main_of(client, typed))
                for sentence in re.split(r"(?<=[.”]) (?:\d{3}\.\d+[a-z]?: )?", answer["text"]):
                    assert without_blanks(sentence).rstrip(".") in page
                assert without_blanks(answer["source"]) in page
                assert re.match(r"http://testserver/(rules|glossary)/", answer["address"])

    @pytest.mark.slow
    def test_a_process_fills_the_caches_of_the_first_question(self) -> None:
        assert whole_tables()
        with mock.patch.object(server, "_STARTUP_DELAY", 0), mock.patch.object(connections, "close_all"):
            forget_everything()
            server.fill_caches()
        assert not whole_tables(forgetting=False)

    @pytest.mark.slow
    def test_no_answer_is_null(self, client: Client) -> None:
        assert client.get("/api/search", {"q": "zzqx"}).json()["answer"] is None


@with_editions(NEWEST)
class TestWithoutCards:
    NEEDED = "Is that a card? No cards are loaded."

    @pytest.mark.slow
    def test_a_question_that_may_name_one_says_so_once(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed in (
            "does zzqxblorp trample",
            "zzqxblorp",
            "does Blood Moon stop it",
            "can I bolt it",
            "bob's trigger",
        ):
            with subtests.test(typed=typed):
                html = main_of(client, typed)
                assert html.count(self.NEEDED) == html.count("Get the cards<") == 1
                assert html.count('<form id="get-cards-form"') == 1

    def test_others_do_not(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed in ("does First Strike work with Trample", "what led to this trigger", "hybird mana", "107.4f"):
            with subtests.test(typed=typed):
                assert "Get the cards" not in main_of(client, typed)

    @pytest.mark.slow
    def test_with_cards_nothing_is_said(self, client: Client, cards: Any) -> None:
        assert "Get the cards" not in main_of(client, "does zzqxblorp trample")


def test_excerpts_have_their_own_notice(client: Client) -> None:
    assert "No cards are loaded" not in main_of(client, "does zzqxblorp trample")
