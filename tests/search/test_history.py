"""Questions about history, and about the rules of some time: what the answer says, and what gets none."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

from explorer.library.loaded import library
from explorer.search.answers.history import answer_history
from explorer.search.understand.rule_numbers import read_dated_words
from tests.conftest import Command, with_editions
from tests.html import markup_of
from tests.shared import EVERY_EDITION, NEWEST
from tests.tables import cases

pytestmark = pytest.mark.django_db

ANSWER = re.compile(r'<article class="answer.*?</article>', re.DOTALL)


def answered(client: Client, typed: str, address: str = "/search/") -> str:
    """The answer above the results."""
    found = ANSWER.search(markup_of(client.get(address, {"q": typed})))
    return unescape(found[0]) if found else ""


@with_editions(*EVERY_EDITION)
class TestEveryEdition:
    def test_it_is_answered_from_history(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed, says, source, leads in cases("search/history", "answers"):
            with subtests.test(typed=typed):
                shown = answered(client, typed)
                assert says in strip_tags(shown)
                assert source in shown
                assert f'href="{leads}"' in shown
                # While typing, too.
                assert says in strip_tags(answered(client, typed, "/"))

    def test_it_is_not(self, subtests: pytest.Subtests) -> None:
        for (typed,) in cases("search/history", "no_answers"):
            with subtests.test(typed=typed):
                assert answer_history(typed, library()) is None

    def test_every_link_leads_somewhere(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed, *_ in cases("search/history", "answers"):
            found = answer_history(typed, library())
            assert found
            for _, address in found.one.links:
                with subtests.test(typed=typed, address=address):
                    assert client.get(address.partition("#")[0]).status_code == 200

    @pytest.mark.parametrize(
        ("typed", "first", "second"),
        [
            ("since when is there a stack", "405", 'rel="next"'),
            ("did the legend rule change", "704.5j", "205.4d"),
            ("was 107.4f ever different", "107.4f", "202.1a"),
        ],
    )
    def test_results_for_the_topic_are_below(self, client: Client, typed: str, first: str, second: str) -> None:
        html = markup_of(client.get("/search/", {"q": typed}))
        assert re.findall(r'<li class="r"[^>]*><a class="n[^"]*"[^>]*>([^<]+)<', html)[0] == first
        assert second in html

    def test_other_pages_have_the_same_results_and_no_answer(self, client: Client) -> None:
        html = markup_of(client.get("/search/", {"q": "since when is there a stack", "page": "2"}))
        assert not ANSWER.search(html)
        assert "page 2 of" in " ".join(html.split())

    def test_a_chosen_edition_is_searched(self, client: Client) -> None:
        for typed in ("since when is there hexproof", "hexproof in 2015"):
            html = markup_of(client.get("/search/", {"q": typed, "edition": "2012-06-01"}))
            assert not ANSWER.search(html)
            assert 'value="2012-06-01" selected' in html

    @pytest.mark.parametrize(
        ("typed", "note"),
        [
            ("has vigilance always been the same", "Only its number and the numbers that it refers to changed."),
            ("did the legend rule change", "Reworded 6 times in all."),
            ("since when does damage not use the stack", "In the rules from at least March 15, 2003."),
            ("how did the legend rule work before", "Reworded 6 times, renumbered twice."),
        ],
    )
    def test_it_says_what_else_happened(self, client: Client, typed: str, note: str) -> None:
        assert note in answered(client, typed)

    def test_a_time_is_answered_from_its_rules(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed, label, source, says, leads in cases("search/history", "dated"):
            with subtests.test(typed=typed):
                for address in ("/search/", "/"):
                    html = markup_of(client.get(address, {"q": typed}))
                    assert f"<b>{label}</b>" in html
                    shown = answered(client, typed, address)
                    assert source in shown
                    assert says in strip_tags(shown)
                    assert f'href="{leads}"' in shown

    def test_results_are_from_that_time(self, client: Client) -> None:
        html = markup_of(client.get("/search/", {"q": "under the rules of 2014, how does the legend rule work"}))
        assert 'href="/rules/2014-02-01/205.4d/"' in html
        assert "February 1, 2014 rules" in html
        found = client.get("/api/search", {"q": "under the rules of 2014, how does the legend rule work"}).json()
        assert {one["edition"] for one in found["items"]} == {"2014-02-01"}
        assert "704.5k" in {one["number"] for one in found["items"]}

    def test_the_command_answers_as_the_page_does(self, command: Command, every_edition: str) -> None:
        for typed, answer in [
            ("when was mana burn removed", "History of Mana Burn: Became obsolete on July 11, 2009."),
            ("legend rule in 2014", "2014 rules: Legend Rule. Glossary, February 1, 2014 rules: "),
        ]:
            said = command("search", typed, url=every_edition).stdout
            assert said.startswith(f"Answer: {answer}")


@pytest.mark.slow
@with_editions(NEWEST)
def test_one_edition_has_no_history(client: Client) -> None:
    assert answer_history("since when is there hexproof", library()) is None
    assert "702.11" in markup_of(client.get("/search/", {"q": "since when is there hexproof"}))


def test_numbers_that_are_no_years() -> None:
    assert [typed for (typed,) in cases("search/history", "undated") if read_dated_words(typed)] == []
