"""The page of results."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from explorer.importing.documents import import_bytes
from explorer.search import search
from tests.document.samples import DOCUMENT
from tests.html import markup_of
from tests.tables import cases

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
HIT = r'<a class="n(?: gl)?" href="([^"]+)"'


def page(client: Client, typed: str, **more: str) -> str:
    response = client.get("/search/", {"q": typed, **more})
    assert response.status_code == 200
    return markup_of(response)


def test_the_right_rule_is_among_the_first(subtests: pytest.Subtests) -> None:
    for words, first in [
        ("hybrid mana symbol", "107.4e"),
        ("Phyrexian", "107.4f"),
        ("tap symbol", "107.5"),
        ("energy", "107.14"),
        ("pawprint", "107.18"),
        ("{TK}", "107.17"),
        ("illustration", "203"),
        ('"converted mana cost"', "202.3"),
        ("107.4", "107.4"),
        ("x", "/x"),
    ]:
        with subtests.test(words=words, first=first):
            assert first in [hit.name for hit in search(words, limit=3).hits]


def test_headings_above_results_have_their_numbers(client: Client) -> None:
    where = re.findall(r'<p class="where">\s*(.*?)\s*</p>', page(client, "hybrid symbol"), re.DOTALL)
    assert where
    assert all(re.match(r"\d{3}(\.\d+)? \w|Glossary|\w+ \d", one) for one in where), where


def test_symbols_are_marked(client: Client) -> None:
    html = page(client, "{W/P}", **{"for": "words"})
    assert re.search(r'<mark><span class="pip"[^>]*aria-label="[^"]*white', html)


@pytest.mark.parametrize(("typed", "near"), [("legnd rule", "legend"), ("posion", "poison"), ("trampel", "trample")])
def test_what_excerpts_lack_has_near_words(client: Client, typed: str, near: str) -> None:
    for address in ("/search/", "/"):
        html = markup_of(client.get(address, {"q": typed}, headers={"HX-Request": "true"}))
        assert re.search(rf'Closest words:</p>\s*<div class="chips"><a class="chip" href="[^"]*">{near}<', html)
        assert "No rule has" not in html


def test_a_misprint_says_what_was_searched(client: Client) -> None:
    assert "No results" in page(client, "fractoinal"), "the full rules might have it"
    import_bytes(DOCUMENT.replace("June 6, 2025", "June 6, 2002").encode(), "complete.txt")
    html = page(client, "what is fractoinal mana")
    assert "Results for <strong>what is fractional mana</strong>. No rule has “fractoinal”." in html
    assert "/rules/107.1a/" in html


@pytest.mark.slow
def test_strange_words_do_no_harm(client: Client, subtests: pytest.Subtests) -> None:
    for words in [
        *("%", "_", "\\", "'", '"', "{", "\0", "<script>alert(1)</script>", "🙂", " . ", '"a "b', "“", "\ud800 mana"),
        *cases("site/search", "strange_words_do_no_harm"),
        *("a" * 3_000, "mana " * 400, '"' + "mana value " * 180 + '"', "{W}" * 600, "702." * 400, "§ 107.4.f.", "９"),
    ]:
        for how in [{}, {"for": "words", "edition": "all"}]:
            with subtests.test(words=words, how=how):
                query: dict[str, str | bytes] = {"q": words.encode("utf-8", "surrogatepass"), **how}
                assert client.get("/search/", query, follow=True).status_code in {200, 422}
                live = client.get("/search/", query, headers=HTMX)
                assert live.status_code == 200
                assert "<script>alert" not in markup_of(live)


@pytest.mark.parametrize("number", ["0", "-1", "two", "9" * 30, "1e3", "²"])
def test_pages_that_there_are_not(client: Client, number: str) -> None:
    assert "<mark>" in page(client, "mana", page=number)


def test_results_go_on_on_further_pages(client: Client) -> None:
    total = search("mana").total
    assert total > 25
    seen: list[str] = []
    for number in range(1, 2 + (total - 1) // 25):
        html = page(client, "mana", page=str(number))
        seen += re.findall(HIT, html)
        assert ('rel="prev"' in html) == (number > 1)
        assert ('rel="next"' in html) == (number * 25 < total)
    assert len(seen) == len(set(seen)) == total
    assert re.findall(HIT, page(client, "mana", page="9999")) == seen[-(total % 25 or 25) :]


def test_an_old_wording_leads_to_its_own_edition(client: Client) -> None:
    """What only an old edition says is shown as of that edition, not as today's rule."""
    html = page(client, '"color of, or colorless, mana"')
    assert "· March 17, 2008" in html
    assert re.search(r'href="/rules/104\.3b/"', html)


class TestEditions:
    def test_one_edition_is_searched(self, client: Client) -> None:
        html = page(client, "mana", edition="2008-03-17")
        assert re.search(r"</h1>[^<]*March 17, 2008", html)
        links = re.findall(HIT, html)
        assert links
        assert all(link.startswith("/rules/2008-03-17/") for link in links)
        assert '<option value="2008-03-17" selected>' in html

    def test_the_newest_text_of_a_number_is_searched_unless_all_are(self) -> None:
        """107.1b has three words more in 2025 than in 2024."""
        old = '"unless that effect doubles or sets"'
        assert search(old).unquoted
        (hit,) = search(old, "all").hits
        assert (hit.number, hit.edition.isoformat()) == ("107.1b", "2024-03-08")

    def test_what_only_earlier_texts_have_is_told_to_be_so(self, client: Client) -> None:
        html = page(client, '"unless that effect doubles or sets"')
        assert "earlier" in html or "older" in html
        assert "· March 8, 2024" in html
        assert "Search all editions" not in html
        assert "Search all editions" in page(client, "mana")
        assert 'href="/rules/2024-03-08/107.1b/"' in html

    def test_a_number_leads_into_the_edition_that_was_chosen(self, client: Client) -> None:
        for typed, edition, address in [
            ("107.4f", "2024-03-08", "/rules/2024-03-08/107.4f/"),
            ("{W}", "2024-03-08", "/check/?cost=%7BW%7D&edition=2024-03-08"),
            ("107.4f", "all", "/rules/107.4f/"),
        ]:
            assert client.get("/search/", {"q": typed, "edition": edition}).headers["Location"] == address

    @pytest.mark.parametrize("edition", ["1999-01-01", "yesterday", "<script>", "\0", "2025-13-40"])
    def test_an_edition_that_is_not_there(self, client: Client, edition: str) -> None:
        response = client.get("/search/", {"q": "mana", "edition": edition})
        html = markup_of(response)
        assert response.status_code == 422
        assert re.search(r"</h1>newest wording of each", html), "what is searched instead"
        assert "<mark>" in html
        assert "<script>”" not in html


class TestLive:
    def live(self, client: Client, typed: str, **more: str) -> tuple[str, str]:
        response = client.get("/search/", {"q": typed, **more}, headers=HTMX)
        assert response.status_code == 200
        return markup_of(response), response.headers["HX-Replace-Url"]

    def test_only_the_answer_is_sent_and_the_address_kept(self, client: Client) -> None:
        html, address = self.live(client, "fractional", edition="all")
        assert "<html" not in html
        assert '<p id="said" hx-swap-oob="innerHTML">4 results.</p>' in html
        assert address == "/search/?q=fractional&edition=all"
        whole = markup_of(client.get(address))
        assert re.findall(HIT, html) == re.findall(HIT, whole)

    @pytest.mark.parametrize("typed", ["107.4", "107", "{W/P}", "1"])
    def test_what_would_lead_away_is_searched_while_typing(self, client: Client, typed: str) -> None:
        html, address = self.live(client, typed)
        assert "for=words" in address
        assert "<mark>" in html or "/rules/107" in html
        assert client.get(address).status_code == 200

    def test_a_number_offers_its_rule_and_a_cost_the_checker(self, client: Client) -> None:
        assert "Open rule 107.4" in self.live(client, "107.4")[0]
        assert "Check it" in self.live(client, "{W/P}")[0]

    def test_unfinished_costs_are_no_errors_while_typing(self, client: Client) -> None:
        html, _ = self.live(client, "{W/")
        assert 'role="alert"' not in html

    def test_a_choice_of_editions_is_a_step_of_its_own(self, client: Client) -> None:
        headers = {**HTMX, "HX-Trigger": "edition", "HX-Trigger-Name": "edition"}
        response = client.get("/search/", {"q": "mana", "edition": "2008-03-17"}, headers=headers)
        assert response.headers["HX-Push-Url"] == "/search/?q=mana&edition=2008-03-17"
        assert "HX-Replace-Url" not in response.headers


def test_the_front_page_leads_on_to_all_results(client: Client) -> None:
    html = markup_of(client.get("/", {"q": "mana"}, headers=HTMX))
    assert 'href="/search/?q=mana"' in html
    assert len(re.findall(HIT, html)) == 6
    html = markup_of(client.get("/", {"q": "107"}, headers=HTMX))
    assert 'href="/rules/107/"' in html
    assert 'href="/search/?q=107&amp;for=words"' in html
    html = markup_of(client.get("/", {"q": "{W/P}"}, headers=HTMX))
    assert "Find it in the rules" in html


def links(html: str) -> list[str]:
    return re.findall(r'href="([^"]+)"', html)


class TestFrontPage:
    """What Enter would search for is shown while typing, and without JavaScript."""

    @pytest.mark.parametrize("typed", ["{W/P} life", "life {W/P}", "{T} symbol", "{w/p} 2 life"])
    def test_symbols_with_words_are_searched(self, client: Client, typed: str) -> None:
        after_enter = re.findall(HIT, page(client, typed))
        assert after_enter
        for headers in (HTMX, {}):
            answer = client.get("/", {"q": typed}, headers=headers)
            assert answer.status_code == 200
            assert "HX-Retarget" not in answer.headers
            assert re.findall(HIT, markup_of(answer)) == after_enter[:6]

    @pytest.mark.parametrize("typed", ["{X}{", "{Y/Z}", "{T} d", "{T} zzzzq"])
    def test_what_is_no_cost_can_be_searched(self, client: Client, typed: str) -> None:
        for headers in (HTMX, {}):
            html = markup_of(client.get("/", {"q": typed}, headers=headers))
            assert 'role="alert"' in html
            way = html[: html.index("Search the rules for this")].rpartition('href="')[2].partition('"')[0]
            assert client.get(way.replace("&amp;", "&")).status_code in {200, 422}

    def test_what_is_too_long_offers_no_search(self, client: Client) -> None:
        html = markup_of(client.get("/", {"q": "{W} " * 900}))
        assert "Search the rules for this" not in html

    def test_unfinished_numbers_lead_to_sections_and_to_the_checker(self, client: Client) -> None:
        for headers in (HTMX, {}):
            html = markup_of(client.get("/", {"q": "10"}, headers=headers))
            assert re.search(r'href="/search/\?q=10&amp;for=words">Sections? 10', html)
            assert "Mana value" in html

    def test_the_glossary_is_offered_by_name(self, client: Client) -> None:
        for address in ("/", "/search/"):
            html = markup_of(client.get(address, {"q": "Glossary"}, headers=HTMX))
            assert re.search(r'href="/glossary/">Open the glossary', html)


class TestUnfinishedNumbers:
    def test_sections_come_first(self) -> None:
        hits = search("10", limit=30).hits
        beginning = [hit.number for hit in hits if hit.number.startswith("10")]
        assert beginning[0] in {"100", "101", "102", "103", "104", "105", "106", "107", "108", "109"}
        assert [hit.number for hit in hits][: len(beginning)] == beginning

    def test_the_checker_says_that_sections_begin_so(self, client: Client) -> None:
        for headers in (HTMX, {}):
            html = markup_of(client.get("/check/", {"cost": "10"}, headers=headers))
            assert re.search(r'href="/search/\?q=10&amp;for=words">Sections? 10', html)
            assert "for=words" not in markup_of(client.get("/check/", {"cost": "99"}, headers=headers))


@pytest.mark.parametrize(
    ("cost", "named"),
    [
        ("{W/P}", ["{W/P}"]),
        ("{T}", ["{T}"]),
        ("q", ["{Q}"]),
        ("[+1]", ["[+1]"]),
        ("2/w 2WW", ["{2/W}", "{W}"]),
        ("{2}", []),
    ],
)
def test_the_checker_leads_to_the_rules_that_name_a_symbol(client: Client, cost: str, named: list[str]) -> None:
    for headers in (HTMX, {}):
        html = markup_of(client.get("/check/", {"cost": cost}, headers=headers))
        assert ("Rules that name" in html) == bool(named)
        ways = [way.replace("&amp;", "&") for way in links(html) if way.endswith("for=words")]
        assert [parse_qs(urlsplit(way).query)["q"] for way in ways] == [[one] for one in named]
        assert all(client.get(way).status_code == 200 for way in ways)
