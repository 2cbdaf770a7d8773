"""The one answer above the results, the index A to Z, and what is suggested while people type."""

import re
from collections.abc import Mapping
from html import unescape

import pytest
from django.test import Client

from explorer.importing.documents import import_bytes
from explorer.search.index.book import ENTRIES
from tests.conftest import with_editions
from tests.document.samples import DOCUMENT
from tests.html import markup_of
from tests.shared import EVERY_EDITION
from tests.tables import cases

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


ANSWER = re.compile(r'<article class="answer[ "].*?</article>', re.DOTALL)
NUMBERS = re.compile(r'<li class="r"[^>]*><a class="n[^"]*"[^>]*>([^<]+)<')


def searched(client: Client, typed: str, address: str = "/search/", headers: Mapping[str, str] | None = None) -> str:
    return markup_of(client.get(address, {"q": typed}, headers=headers or {}))


def answer(client: Client, typed: str) -> str:
    """The answer on the page of results, the same while typing as without scripts."""
    pages = [client.get("/search/", {"q": typed, "for": "words"}, headers=headers) for headers in ({}, HTMX)]
    assert [page.status_code for page in pages] == [200, 200]
    found = [ANSWER.findall(markup_of(page)) for page in pages]
    assert found[0] == found[1]
    assert len(found[0]) <= 1
    return "".join(found[0])


def test_what_is_answered(client: Client, subtests: pytest.Subtests) -> None:
    for typed, says, leads in cases("site/answers", "what_is_answered"):
        with subtests.test(typed=typed, says=says, leads=leads):
            html = answer(client, typed)
            assert says in html
            assert f'href="{leads}' in html


@pytest.mark.parametrize("typed", ["the", "zeppelin", "2 life target"])
def test_where_no_one_answer_is_to_be_given_none_is(client: Client, typed: str) -> None:
    assert not answer(client, typed)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("3/4 gets -5/-0", "It’s a −2/4 creature: it assigns no damage in combat"),
        ("3/4 gets -5/-0 then +3/+0", "It ends as a 1/4 creature. Before that, it’s a −2/4 creature"),
        ("2/2 gets +1/+1 then -3/-3", "It ends as a 0/0 creature and dies. Before that, it’s a 3/3 creature"),
        ("2/2 gets -2/-2 then +1/+1", "It’s a 0/0 creature: it dies before it gets +1/+1."),
        ("2/2 gets -2/-2 and +1/+1", "It’s a 1/1 creature: it assigns 1 damage"),
        ("2/2 gets +1/+1 and -3/-3", "It’s a 0/0 creature: it dies."),
    ],
)
def test_changes_together_are_added_and_the_end_leads(client: Client, typed: str, says: str) -> None:
    assert f'<p class="big" data-quote>{says}' in answer(client, typed)


@pytest.mark.parametrize("typed", ["{2/W}{2/W} with WWC", "can I pay w/p w/p with 3 life", "{E}{E} with 3 energy"])
def test_every_link_of_a_payment_leads_somewhere(client: Client, typed: str) -> None:
    html = searched(client, typed)
    checks = [unescape(one) for one in re.findall(r'href="(/check/\?[^"]*)"', html)]
    assert checks
    # What is said of the cost alone leaves out what pays it.
    assert "Check it" not in html
    assert {client.get(address).status_code for address in checks} == {200}


def test_a_payment_has_its_rule(client: Client) -> None:
    html = answer(client, "{W/P}{W/P} with WW and 1 life")
    assert re.search(r'Rule <[^>]*class="cite"[^>]*>107\.4f<', html)


class TestTextsOfATime:
    def test_the_text_of_a_year_and_what_became_of_it(self, client: Client) -> None:
        html = answer(client, "107.1b in 2024")
        assert "107.1b in the March 8, 2024 rules" in html
        assert "The newest rules (June 6, 2025) have different wording." in html
        assert 'href="/rules/2024-03-08/107.1b/"' in html

    @pytest.mark.parametrize(
        ("typed", "says"),
        [
            ("107.4f 2024-12-24", "have the same wording"),
            # An excerpt that lacks a number tells nothing of it.
            *((f"107.4f in {year}", "Pipwise has no 107.4f from that time.") for year in (1999, 2010)),
        ],
    )
    def test_the_same_words_and_none(self, client: Client, typed: str, says: str) -> None:
        assert says in answer(client, typed)

    @with_editions(*EVERY_EDITION)
    @pytest.mark.parametrize(
        ("typed", "says", "leads"),
        [
            ("flying", "can’t be blocked except by creatures with flying and/or reach", "/rules/702.9b/"),
            ("107.3a in 2018", "have the same wording", "/rules/2018-07-13/107.3a/history/"),
            ("104.3f in 2007", "It’s 107.4e now, with different wording.", "/rules/107.4e/"),
            ("502.4 in 2007", "It’s 702.9 now.", "/rules/702.9/"),
            ("104 in 2003", "It’s 107 now.", "/rules/107/"),
            ("704.5j in 2007", "rules have no 704.5j", "/rules/2007-10-01/420.5e/"),
        ],
    )
    def test_a_rule_is_followed_through_its_numbers(self, client: Client, typed: str, says: str, leads: str) -> None:
        html = answer(client, typed)
        assert says in html
        assert leads in html

    @pytest.mark.parametrize(
        ("time", "label"),
        [
            ("2024", "2024 rules"),
            ("march 2024", "March 2024 rules"),
            ("2024-03-09", "March 9, 2024 rules"),
            ("2090", "Newest wording"),
        ],
    )
    def test_the_time_is_named_as_it_was(self, client: Client, time: str, label: str) -> None:
        page = markup_of(client.get("/search/", {"q": f"107.1b in {time}", "for": "words"}))
        assert f"<b>{label}</b>" in page

    def test_it_leads_nowhere_by_itself(self, client: Client) -> None:
        assert client.get("/search/", {"q": "107.4f 2024"}).status_code == 200


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        ("2007", "/rules/2007-10-01/"),
        ("2011", "/rules/2011-06-17/"),
        ("July 15, 2011", "/rules/2011-07-15/"),
        ("January 16, 2026", "/rules/2026-01-16/"),
        ("1993", "/editions/"),
    ],
)
@with_editions(*EVERY_EDITION)
def test_a_time_alone_leads_to_its_rules(client: Client, typed: str, leads: str) -> None:
    assert client.get("/search/", {"q": typed}).headers["Location"] == leads


@pytest.mark.parametrize(
    ("typed", "edition", "says"),
    [
        ("legend rule 2008", "2008-02-01", "are in play, all are put"),
        ("mana burn 2008", "2008-02-01", "loses 1 life for each mana lost"),
        ("mana burn 2010", "2010-06-18", "That rule no longer exists."),
        ("mana burn 2012", "2012-06-01", "“Mana Burn” became obsolete on July 11, 2009."),
        ("damage on the stack 2008", "2008-02-01", "go on the stack as a single object"),
        ("mulligan 2011", "2011-06-17", "prospective opening hand"),
        ("flying in the 2010 rules", "2010-06-18", "can’t be blocked except by"),
    ],
)
@with_editions(*EVERY_EDITION)
def test_a_term_with_a_year_is_answered_from_the_rules_of_that_year(
    client: Client, typed: str, edition: str, says: str
) -> None:
    """Excerpts of these years are newer and have none of it. What the index says of today is left out."""
    html = searched(client, typed)
    way = re.search(r'href="(/search/\?[^"]*)">Search the ', html)
    assert way
    assert way[1].endswith(f"edition={edition}")
    assert "No results" not in markup_of(client.get(unescape(way[1])))
    assert f"<b>{edition[:4]} rules</b>" in html
    assert says.replace("’", chr(39)) in unescape(html).replace("’", chr(39))


@pytest.mark.parametrize("typed", ["double strike 2002", "zeppelin 2002"])
@with_editions(*EVERY_EDITION)
def test_a_time_before_all_rules_is_said_to_be(client: Client, typed: str) -> None:
    html = answer(client, typed)
    assert "Pipwise has no rules from 2002. The oldest are from March 15, 2003." in html
    assert ("The only creatures that assign" in html or "deal its combat damage twice" in html) == ("double" in typed)


@with_editions(*EVERY_EDITION)
def test_an_answer_is_given_where_it_is_sure(client: Client, subtests: pytest.Subtests) -> None:
    for typed, source in cases("site/answers", "an_answer_is_given_where_it_is_sure"):
        with subtests.test(typed=typed, source=source):
            html = searched(client, typed)
            assert re.findall(r'<article class="answer[^>]*>\s*<p class="src">([^<]*)', html) == (
                [source] if source else []
            )
            assert source or '<article class="answer' not in html


TERMS = """
Blocking Creature, Phasing, Equip, Enchant, Planeswalk, Command, Foretell, Plot, Goad, Saddle, Renown, Lock, Unlocked,
Tapped, Untapped, Poisoned, Type, Flipped, Mana Source (Obsolete), Interrupt (Obsolete)
"""


@with_editions(*EVERY_EDITION)
def test_a_term_has_its_own_entry_for_an_answer(client: Client, subtests: pytest.Subtests) -> None:
    for term in " ".join(TERMS.split()).split(", "):
        with subtests.test(term=term):
            html = markup_of(client.get("/search/", {"q": term.lower().removesuffix(" (obsolete)")}))
            assert re.findall(r'<article class="answer[^>]*>.*?<h2[^>]*>([^<]*)', html, re.DOTALL) == [term]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("phase", ["1. A subsection of a turn.", "2. A permanent “phases in”"]),
        ("ability", ["1. Text on an object", "2. An activated"]),
        ("room", ["1. A subsection of a dungeon", "2. An enchantment subtype"]),
        # The rule that says what the term does, of those that the entry names.
        ("untap", ["To untap a permanent, rotate"]),
        ("enchant", ["Enchant is a static ability"]),
        ("foretelling", [">Foretell<", "Foretell is a keyword that functions"]),
        ("first strike", ["If at least one attacking or blocking creature"]),
    ],
)
@with_editions(*EVERY_EDITION)
def test_a_term_is_answered_with_all_its_senses_and_its_rule(client: Client, typed: str, says: list[str]) -> None:
    html = answer(client, typed)
    assert [words for words in says if words not in html] == []


class TestNumbersInASentence:
    @pytest.mark.slow
    def test_those_rules_come_first(self, client: Client, subtests: pytest.Subtests) -> None:
        for headers in [{}, HTMX]:
            for typed, first in [
                ("107.4f vs 107.1b", ["107.4f", "107.1b"]),
                ("does 107.4f apply to zeppelins", ["107.4f"]),
                ("107.4f 3014", ["107.4f"]),
                ("107.4f or rule 107q", ["107.4f"]),
            ]:
                with subtests.test(headers=headers, typed=typed, first=first):
                    for address in ("/search/", "/"):
                        html = searched(client, typed, address, headers)
                        assert NUMBERS.findall(html)[: len(first)] == first
                        assert "No results" not in html

    @pytest.mark.parametrize(
        ("typed", "named"),
        [
            ("107.4f vs 107.1b", ["107.4f", "107.1b"]),
            ("107.4e-f", ["107.4e", "107.4f"]),
            ("107.3 through 107.5", ["107.3", "107.4", "107.5"]),
        ],
    )
    def test_numbers_alone_find_nothing_else(self, client: Client, typed: str, named: list[str]) -> None:
        html = searched(client, typed)
        assert NUMBERS.findall(html) == named

    @pytest.mark.parametrize("address", ["/search/", "/"])
    def test_where_there_is_no_such_rule_its_section_is_offered(self, client: Client, address: str) -> None:
        html = searched(client, "rule 107q", address, HTMX)
        assert "No loaded edition has 107q." in html
        assert 'href="/rules/107/">Open section 107<' in html
        assert "Try fewer words" not in html

    @pytest.mark.parametrize("typed", ["show me 107.4f", "what does rule 107.4f say?", "107.4f history", "107 4 f"])
    def test_a_polite_question_leads_to_its_rule(self, client: Client, typed: str) -> None:
        assert client.get("/search/", {"q": typed}).headers["Location"] == "/rules/107.4f/"

    @pytest.mark.parametrize("typed", ["107 4 f", "one oh seven four f"])
    def test_it_is_shown_first_while_typing(self, client: Client, typed: str) -> None:
        html = searched(client, typed, headers=HTMX)
        assert NUMBERS.findall(html)[0] == "107.4f"


def test_each_result_can_be_shared_and_stands_under_its_section(client: Client) -> None:
    html = searched(client, "hybrid")
    results = re.findall(r'<li class="r"[^>]*><a class="n[^"]*" href="([^"]+)"', html)
    assert results
    assert len(re.findall(r'<li class="r" data-share="[^"]+" data-edition="[^"]+"', html)) == len(results)
    assert '<template id="share-button">' in html
    assert re.search(r"Numbers and Symbols</(?:p|li)>", html)


@pytest.mark.slow
def test_the_front_page_gives_the_same_answer(client: Client, subtests: pytest.Subtests) -> None:
    for typed in [
        *("3/4 gets -5/-0", "pawprint", "how do i pay phyrexian mana", "what does {Q} mean", "{PW}", "{C/P}"),
        *("{2/W}{2/W} with WWC", "107.4f in 2024", "X in the mana cost"),
    ]:
        with subtests.test(typed=typed):
            for headers in (HTMX, {}):
                html = searched(client, typed, "/", headers)
                assert "".join(ANSWER.findall(html)) == answer(client, typed)


@pytest.mark.parametrize("address", ["/", "/search/"])
class TestWordsThatNoRuleHas:
    @pytest.fixture(autouse=True)
    def _whole_rules(self) -> None:
        import_bytes(DOCUMENT.replace("June 6, 2025", "June 6, 2002").encode(), "complete.txt")

    def test_they_are_left_out_and_named(self, client: Client, address: str) -> None:
        html = searched(client, "zeppelin hybrid", address, HTMX)
        assert "No rule has “zeppelin”. These results leave it out." in html
        assert "/rules/107.4e/" in html
        assert "rarest" not in html

    def test_where_there_are_no_others_the_closest_lead_on(self, client: Client, address: str) -> None:
        html = searched(client, "shourd", address, HTMX)
        assert "No rule has “shourd”." in html
        assert 'href="/search/?q=shroud">shroud</a>' in html
        html = searched(client, "zeppelin", address, HTMX)
        assert "No rule has “zeppelin”." in html
        assert "Closest words" not in html

    def test_where_no_rule_has_all_the_others_the_closest_are_shown(self, client: Client, address: str) -> None:
        html = searched(client, "zeppelin loyalty hybrid snow numeral", address, HTMX)
        assert "No sure answer</h" in html
        assert re.search(r"The closest( three| two)?, without “zeppelin”:", html)
        assert "These results leave it out" not in html
        unfolded, _, folded = html.partition('<details class="more">')
        assert unfolded.count('data-share="') <= 3
        assert bool(folded) is (address == "/search/")

    def test_a_phrase_that_no_rule_has_is_only_a_preference(self, client: Client, address: str) -> None:
        html = searched(client, '"mana hybrid symbol"', address, HTMX)
        assert "No rule has the quoted words in that order." in html
        assert 'href="/rules/107.4e/"' in html


@pytest.mark.parametrize(
    ("typed", "is_lacking", "is_empty"),
    [
        *((typed, True, True) for typed in ("bounce", "layers", "fizzle")),
        *((typed, True, False) for typed in ("who goes first", "double strike", "starting life total")),
        *((typed, False, False) for typed in ("phyrexian mana", "what's x if i cast it for free")),
    ],
)
def test_excerpts_without_the_answer_are_named(client: Client, typed: str, is_lacking: bool, is_empty: bool) -> None:
    html = searched(client, typed)
    assert ("Only excerpts are loaded, and they don’t have the rules that answer this." in html) == is_lacking
    assert "No results" in html or not is_empty
    # An entry without a loaded rule isn't linked.
    assert f"#{typed}" not in html


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("deathtouch and trample how much damage to assign", "without “deathtouch” or “trample”. The full rules may"),
        ("can i concede whenever i want", "without “concede”. The full rules may answer this."),
        ("what does indestructible not stop", "without “indestructible” or “stop”. The full rules may"),
        ("tokens that leave play", "and none has every word. The full rules may."),
        ("order of my triggers", "and they don’t have the rules that answer this."),
        ("how do i pay phyrexian mana", ""),
    ],
)
def test_excerpts_that_may_lack_the_answer_say_so_on_every_page(client: Client, typed: str, says: str) -> None:
    for address in ("/", "/search/"):
        html = searched(client, typed, address, HTMX)
        notes = " ".join(re.findall('<p class="sans quiet">(.*?)</p>', html))
        assert notes == "" if not says else f"Only excerpts are loaded, {says}" in notes
        assert "rarest of them" not in html


@pytest.mark.parametrize("typed", ["{W/Q}", "{2}{foo}", "{B/Z}", "2{W}{", "{Q/P}", "w/q", "[+1", "{2}{W", "{L}"])
def test_a_cost_that_cannot_be_read_is_said_to_be_first_on_every_page(client: Client, typed: str) -> None:
    """What was found for it comes below. While somebody types on, an unfinished symbol is no mistake."""
    pages = [markup_of(client.get(address, {"q": typed})) for address in ("/", "/search/")]
    problems = [re.findall(r'v wait" role="alert"><p>(.*?)(?:<| Did you)', page) for page in pages]
    assert len(problems[0]) == 1
    assert problems[0] == problems[1]
    before = pages[1].partition(problems[1][0])[0]
    assert '<li class="r"' not in before
    live = searched(client, typed, headers=HTMX)
    assert (problems[0][0] in live) == (typed[-1] not in "{1W")


def test_no_last_result_is_named_where_there_is_none(client: Client) -> None:
    assert "Your last result" not in markup_of(client.get("/", {"q": "{W/"}))
    assert "Your last result" in markup_of(client.get("/", {"q": "{W/"}, headers=HTMX))


class TestIndex:
    @pytest.fixture
    def letters(self, client: Client) -> dict[str, str]:
        """Page of each letter that the page of all letters leads to."""
        ways = re.findall(r'<h2[^>]*><a href="(/index/\?letter=.)">', markup_of(client.get("/index/")))
        return {way[-1]: markup_of(client.get(way)) for way in ways}

    @pytest.mark.slow
    def test_every_entry_is_there_once_from_a_to_z(self, letters: dict[str, str]) -> None:
        names = [name for html in letters.values() for name in re.findall(r"<li id=\"[^\"]+\"><b>(.*?)</b>", html)]
        assert len(names) == len(ENTRIES)
        assert list(letters) == sorted(letters)
        assert len(letters) > 20
        for html in letters.values():
            ids = re.findall(r' id="([^"]+)"', html)
            assert len(ids) == len(set(ids))
            assert len(html.encode()) < 100_000

    @pytest.mark.slow
    def test_only_rules_that_are_loaded_are_linked(self, client: Client, letters: dict[str, str]) -> None:
        html = "".join(letters.values())
        for way in set(re.findall(r'<a href="(/rules/[^"]+)"', html)) - {"/rules/"}:
            assert client.get(way).status_code == 200, way
        assert 'href="/rules/107.4f/"' in html
        # The default library has a rule with this number of 2008, when it was about something else.
        assert 'href="/rules/104.3a/"' not in html
        assert "aren’t loaded" in html

    @pytest.mark.slow
    def test_every_way_within_the_index_leads_to_an_entry(self, client: Client, letters: dict[str, str]) -> None:
        ways = set(re.findall(r'href="(/index/\?letter=[^"]+#[^"]+)"', "".join([*letters.values()])))
        ways |= set(re.findall(r'href="(/index/\?letter=[^"]+#[^"]+)"', markup_of(client.get("/index/"))))
        assert len(ways) > 100
        for way in ways:
            page, _, entry = way.partition("#")
            assert f'<li id="{entry}">' in letters[page[-1]], way

    def test_small_letters_are_letters_and_others_are_not_found(self, client: Client) -> None:
        assert "who goes first" in markup_of(client.get("/index/?letter=w"))
        response = client.get("/index/?letter=ward")
        assert response.status_code == 404
        assert 'href="/index/"' in markup_of(response)


class TestSuggestions:
    def test_what_is_suggested(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed, address in cases("site/answers", "what_is_suggested"):
            with subtests.test(typed=typed, address=address):
                html = markup_of(client.get("/search/suggestions/", {"q": typed}))
                assert address in re.findall(r'href="([^"]+)"', html)

    @pytest.mark.parametrize(
        ("typed", "first", "says"),
        [
            ("107.1b in 2024", "/rules/2024-03-08/107.1b/", "March 8, 2024"),
            ("107 4 f", "/rules/107.4f/", "107.4f"),
            ("one oh seven", "/rules/107/", "107 Numbers and Symbols"),
            ("107", "/rules/107/", "107 Numbers and Symbols"),
            ("10", "/search/?q=10&amp;for=words", "Section"),
        ],
    )
    def test_a_number_suggests_its_rule_first(self, client: Client, typed: str, first: str, says: str) -> None:
        html = markup_of(client.get("/search/suggestions/", {"q": typed}))
        found = re.findall(r'href="([^"]+)"><span>(.*?)</span>', html)
        assert found[0][0] == first
        assert says in found[0][1]

    def test_each_rule_of_a_section_has_a_label_of_its_own(self, client: Client) -> None:
        html = markup_of(client.get("/search/suggestions/", {"q": "107"}))
        labels = re.findall(r"<span>\d[\d.a-z]* (.*?)</span>", html)
        assert len(labels) == len(set(labels)) > 3

    @with_editions(*EVERY_EDITION)
    def test_a_misprint_of_several_words_suggests_them(self, client: Client) -> None:
        html = markup_of(client.get("/search/suggestions/", {"q": "legnd"}))
        assert {"/rules/704.5j/", "/rules/305.1/"} <= set(re.findall(r'href="([^"]+)"', html))

    def test_nothing_to_suggest(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed in ["", "  ", "zeppelin", "what is zepp", "w" * 500, "\0", "<b>", "{"]:
            with subtests.test(typed=typed):
                response = client.get("/search/suggestions/", {"q": typed})
                assert response.status_code == 200
                assert "<a" not in markup_of(response)


@with_editions(*EVERY_EDITION)
def test_what_an_answer_quotes_is_linked_and_not_repeated_below(client: Client) -> None:
    html = searched(client, "mulligan")
    (shown,) = ANSWER.findall(html)
    assert 'See rule <a href="/rules/103.5/">103.5</a>.' in shown
    below = re.findall(r'<li class="r" data-share="([^"]+)"', html)
    assert "103.5c" in below
    assert {"103.5", "Mulligan"}.isdisjoint(below)
    assert f"<h2>{len(below)} more results</h2>" in html


@with_editions(*EVERY_EDITION)
def test_results_without_any_word_of_the_question_say_why_they_are_there(client: Client) -> None:
    html = searched(client, "summoning sickness")
    found = re.findall(r'<li class="r".*?</li>', html, re.DOTALL)
    assert len(found) > 5
    assert [one for one in found if "<mark>" not in one and "In the index: “" not in one] == []
    haste = next(one for one in found if 'data-share="702.10"' in one)
    assert "If a creature has haste, it can attack" in haste
