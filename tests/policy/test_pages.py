"""Pages of the tournament documents, the API, feeds, and what leads to and from them."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.policy.finding import find_policy
from explorer.policy.models import PolicyEdition
from explorer.policy.parts import show_parts
from explorer.policy.reading.pieces import Link
from explorer.policy.reading.tree import Paragraph
from explorer.policy.storing import import_policy_bytes
from explorer.web import addresses
from tests.conftest import with_editions
from tests.policy.samples import DROPPED, KEPT, ipg, mtr
from tests.site.test_pages import read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documents")]


def api(client: Client, path: str) -> Any:
    return json.loads(client.get(f"/api/policy/{path}").content)


class TestSections:
    @pytest.mark.slow
    @pytest.mark.usefixtures("two_editions")
    def test_a_section_of_an_old_edition_has_the_address_of_what_it_became(self, client: Client) -> None:
        found = api(client, "mtr/2.3?edition=2024-05-13")
        assert (found["title"], found["address"]) == ("Sleeves", "http://testserver/mtr/2.2/")
        assert found["pinned"] == "http://testserver/mtr/2024-05-13/2.3/"
        assert api(client, "mtr/2.2?edition=2024-05-13")["address"] is None
        listed = {one["number"]: one["address"] for one in api(client, "mtr?edition=2024-05-13")["sections"]}
        assert (listed["2.2"], listed["2.3"]) == (None, "http://testserver/mtr/2.2/")

    @pytest.mark.slow
    def test_a_section(self, client: Client) -> None:
        shown = read(client, "/mtr/2.1/")
        assert '<span class="h1n">2.1</span>Markers' in shown
        assert KEPT in shown
        assert shown.count("<b>Example</b>") == 2
        assert '<b>Example</b><span class="mk">2.</span>A player turns a die' in shown
        assert 'href="/mtr/2024-05-13/2.1/"' in shown
        assert 'href="/mtr/2.1/history/"' in shown

    def test_an_infraction_has_its_penalty_before_its_text(self, client: Client) -> None:
        shown = read(client, "/ipg/2.1/")
        assert '<span class="h1n">2.1</span>Slow Play' in shown
        assert shown.index('class="penalty"') < shown.rindex("sandglass")
        assert 'href="/ipg/1.1/">section 1.1</a>' in shown
        assert "<b>Upgrade:</b>" in shown

    def test_what_a_text_names_is_linked(self, client: Client) -> None:
        shown = read(client, "/mtr/introduction/")
        assert 'href="/rules/104.3a/"' in shown
        assert 'href="/mtr/2.1/">section 2.1</a>' in shown
        assert 'href="/ipg/">Infraction Procedure Guide</a>' in shown
        assert 'href="/mtr/introduction/"' in read(client, "/mtr/2.1/").partition("Leads here")[2]

    @pytest.mark.parametrize(
        ("typed", "address"),
        [("/mtr/2.1./", "/mtr/2.1/"), ("/mtr/Appendix-A/", "/mtr/appendix-a/"), ("/mtr/A/", "/mtr/appendix-a/")],
    )
    def test_other_spellings_lead_there(self, client: Client, typed: str, address: str) -> None:
        response = client.get(typed)
        assert (response.status_code, response["Location"]) == (301, address)

    def test_chapters_and_appendices_have_a_list_of_their_own(self, client: Client) -> None:
        assert '<ol class="chapters">' in read(client, "/mtr/appendix-a/")
        assert 'class="chapters"' not in read(client, "/mtr/2.1/")

    @pytest.mark.slow
    def test_a_document_that_nobody_cites_by_number_is_one_page(self, client: Client) -> None:
        shown = read(client, "/jar/")
        assert "Remind them, and go on." in shown
        assert 'id="common-issues"' in shown
        assert client.get("/jar/common-issues/")["Location"] == "/jar/#common-issues"

    def test_contents_and_the_table_of_penalties(self, client: Client) -> None:
        shown = read(client, "/ipg/")
        table = shown.partition('class="penalties"')[2].partition("</table>")[0]
        assert 'href="/ipg/2.1/"' in table
        assert "Warning" in table
        assert 'href="/mtr/appendix-a/"' in read(client, "/mtr/")

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("path", "words"),
        [
            ("/mtr/9.9/", "There’s no MTR 9.9"),
            ("/mtr/9.9/", 'href="/mtr/2/"'),
            ("/mtr/2024-05-13/9.9/", 'href="/mtr/2024-05-13/2/"'),
            ("/mtr/2.9/", 'href="/mtr/2.1/"'),
            ("/jar/9/", "<span>Judging at Regular</span>"),
            ("/jar/9/", "isn’t in Judging at Regular of"),
            ("/jar/2001-01-01/", "doesn’t have Judging at Regular of"),
            ("/mtr/2001-01-01/", "That edition isn’t loaded"),
            ("/mtr/2001-77-01/2.1/", "That edition isn’t loaded"),
            ("/ipg/2001-01-01/2.1/", "That edition isn’t loaded"),
        ],
    )
    def test_what_is_not_there(self, client: Client, path: str, words: str) -> None:
        response = client.get(path)
        assert response.status_code == 404
        assert words in response.content.decode()


@pytest.mark.slow
def test_where_none_is_loaded_one_line_says_how_to_get_them(client: Client) -> None:
    PolicyEdition.objects.all().delete()
    for path in ("/mtr/", "/ipg/2.5/", "/jar/"):
        response = client.get(path)
        assert response.status_code == 404
        assert "fetch_policy" in response.content.decode()
    assert "fetch_policy" in read(client, "/rules/")
    for page in ("/search/?q=mtr+4.2", "/?q=mtr+4.2"):
        assert read(client, page).count("fetch_policy") == 1
    assert "At tournaments" not in read(client, "/search/?q=slow+play")
    assert "fetch_policy" not in read(client, "/rules/107.4/")


PAGES = ("/mtr/", "/mtr/2.1/", "/mtr/2024-05-13/2.1/", "/ipg/", "/jar/", "/mtr/changes/", "/mtr/2.1/history/")


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_a_page_writes_nothing_and_asks_little(client: Client, path: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        read(client, path)
    assert all(query["sql"].startswith("SELECT") for query in asked)
    cache.clear()
    with CaptureQueriesContext(connection) as again:
        read(client, path)
    assert len(again) <= 2


@pytest.mark.slow
def test_a_section_with_another_title_says_which_it_had(client: Client) -> None:
    import_policy_bytes(mtr("June 1, 2025").replace(b"Sleeves", b"Jackets"), "renamed.pdf")
    assert "Edited, “Sleeves” before" in read(client, "/mtr/2.3/history/")
    assert "Edited, “Sleeves” before" in read(client, "/mtr/changes/")


@pytest.mark.usefixtures("two_editions")
class TestEditions:
    def test_an_old_edition_says_so_and_stays_itself(self, client: Client) -> None:
        old, new = read(client, "/mtr/2024-05-13/2.2/"), read(client, "/mtr/2.2/")
        assert DROPPED in old
        assert "Newest edition" in old
        assert 'href="/mtr/2024-05-13/2.1/"' in old
        assert "Sleeves" in new
        assert "Newest edition" not in new

    @pytest.mark.slow
    def test_the_newest_edition_of_a_section_by_what_became_of_it(self, client: Client) -> None:
        for number, now in (("2.3", "/mtr/2.2/"), ("2.2", "/mtr/"), ("2.1", "/mtr/2.1/")):
            assert f'<a href="{now}">Newest edition</a>' in client.get(f"/mtr/2024-05-13/{number}/").content.decode()

    def test_a_section_is_followed_by_its_title(self, client: Client) -> None:
        assert "Number only: 2.3 became 2.2" in read(client, "/mtr/2.2/history/")
        edited = read(client, "/mtr/2.1/history/")
        assert re.search(r"something\s+<ins>else</ins>\s+in", edited)
        assert "The oldest edition loaded" in edited

    def test_changes_of_a_document_and_its_feed(self, client: Client) -> None:
        shown = read(client, "/mtr/changes/")
        assert all(words in shown for words in ("Removed", "Edited", "Number only"))
        feed = client.get("/mtr/feed.atom").content.decode()
        assert feed.count("<entry>") == 1
        day = re.findall(r"/mtr/changes/#([\d-]+)</id>", feed)[0]
        assert f'id="{day}"' in shown
        assert "MTR 2.1" in feed

    def test_a_new_section_is_drawn_as_on_its_page(self, client: Client) -> None:
        example = read(client, "/ipg/2.1/history/").partition("A player pays")[2].partition("</p>")[0]
        assert re.findall(r'aria-label="([^"]+)"', example)[:2] == ["3 generic mana", "white mana"]
        assert '<ul class="marks">' in read(client, "/mtr/1.1/history/")

    @pytest.mark.slow
    def test_what_changed_is_drawn_as_on_the_page(self, client: Client) -> None:
        later = ipg("June 1, 2025").replace(b"pays for 3W", b"pays for 4W")
        import_policy_bytes(later, "later.pdf")
        example = read(client, "/ipg/2.1/history/").partition("A player pays")[2].partition("</div>")[0]
        assert re.findall(r'aria-label="([^"]+)"', example) == [
            *("3 generic mana", "white mana", "4 generic mana", "white mana", "2 generic mana"),
            *("white mana", "white mana"),
        ]
        assert re.search(r"<ins>.*4 generic", example)
        moved = mtr("July 1, 2025", dropped=True).replace(b"goes on over", b"goes up over")
        import_policy_bytes(moved, "moved.pdf")
        shown = read(client, "/mtr/1.1/history/").partition("<del>")[0].rpartition("<ul")[2]
        assert '<span class="mk">•</span>' in shown
        assert "• the" not in shown

    @pytest.mark.slow
    def test_the_history_of_a_section_whose_number_is_another_s_now(self, client: Client) -> None:
        path = "/mtr/2024-05-13/2.2/history/"
        for linking in ("/mtr/changes/", "/mtr/2024-05-13/2.2/"):
            assert f'href="{path}"' in read(client, linking)
        assert path in client.get("/mtr/feed.atom").content.decode()
        shown = read(client, path)
        assert "MTR 2.2 Leaving" in shown
        assert "Removed" in shown
        assert "Sleeves" not in shown

    @pytest.mark.slow
    def test_a_section_that_is_gone(self, client: Client) -> None:
        response = client.get("/mtr/2.3/")
        assert response.status_code == 404
        assert 'href="/mtr/2024-05-13/2.3/"' in response.content.decode()
        assert "Sleeves" in read(client, "/mtr/2.3/history/")

    def test_what_changed_in_a_table_and_in_a_penalty(self, client: Client) -> None:
        shown = read(client, "/mtr/appendix-a/history/")
        assert re.search(r"First \| <del>40</del>\s*<ins>45</ins>", shown)
        import_policy_bytes(ipg("June 1, 2025", penalty="Game Loss"), "later.pdf")
        shown = read(client, "/ipg/2.1/history/")
        assert re.search(r"Penalty: <del>Warning</del>\s*<ins>Game Loss</ins>", shown)
        assert "IPG 2.1" in client.get("/ipg/feed.atom").content.decode()


class TestApi:
    def test_a_document(self, client: Client) -> None:
        found = api(client, "mtr")
        assert (found["document"], found["edition"]) == ("mtr", "2024-05-13")
        assert [one["date"] for one in found["editions"]] == ["2024-05-13"]
        assert [one["number"] for one in found["sections"]][:3] == ["introduction", "1", "1.1"]

    def test_a_section(self, client: Client) -> None:
        found = api(client, "mtr/introduction")
        assert found["title"] == "Introduction"
        assert [(one["document"], one["number"]) for one in found["references"]] == [
            ("rules", "104.3a"),
            ("mtr", "2.1"),
            ("ipg", ""),
        ]
        slow = api(client, "ipg/2.1?edition=2024-04-15")
        assert (slow["penalty"], slow["edition"]) == ("Warning", "2024-04-15")
        assert slow["text"].startswith("Penalty: Warning\nDefinition\nA player thinks")
        assert slow["text"].endswith(
            "Philosophy\nTime belongs to both players.\nUpgrade: If it happens again, it costs a game."
        )

    def test_a_table_is_rows_and_text(self, client: Client) -> None:
        found = api(client, "mtr/appendix-a")
        assert found["text"].endswith("Round | Minutes\nFirst | 40\nLast | none")
        assert found["paragraphs"][-1]["rows"] == [["Round", "Minutes"], ["First", "40"], ["Last", "none"]]

    @pytest.mark.parametrize("path", ["mtr/9.9", "mtr?edition=2001-01-01", "mtr/2.1?edition=2001-01-01"])
    def test_what_is_not_there(self, client: Client, path: str) -> None:
        assert api(client, path)["error"]["code"] == "not_found"


class TestQuoted:
    def test_headings_tables_and_penalties_are_quoted(self, client: Client) -> None:
        brief = read(client, "/brief/?part=/ipg/2.1/&part=/mtr/appendix-a/")
        assert "Penalty: Warning" in brief
        assert "<b>Philosophy</b>" in brief
        assert "First | 40" in brief

    def test_headings_begin_their_text(self, client: Client) -> None:
        shown = read(client, "/ipg/2.1/")
        for heading in ("Definition", "Philosophy"):
            assert re.search(rf'class="runin">\s*<h2 data-quote>{heading}</h2>', shown)
        assert '<h2 class="unseen">Examples</h2>' in shown
        assert 'content="Penalty: Warning. A player thinks' in shown

    def test_the_name_of_an_infraction_in_a_table_leads_to_it(self) -> None:
        place = find_policy("ipg")
        (part,) = show_parts(place, [Paragraph("table", rows=(("Slow Play", "Warning"), ("All of them", None)))])
        assert 'href="/ipg/2.1/"' in part.rows[0][0].html
        assert [(cell.columns, cell.is_head) for cell in part.rows[1]] == [(2, True)]

    def test_a_link_of_the_document_is_one(self) -> None:
        text = Paragraph("text", "Report here, says section 1.1.", links=(Link(7, 11, "https://example.com/"),))
        (part,) = show_parts(find_policy("ipg"), [text])
        assert '<a href="https://example.com/">here</a>' in part.html
        assert 'href="/ipg/1.1/"' in part.html


class TestWaysThere:
    @pytest.mark.slow
    @pytest.mark.parametrize("typed", ["slow play", "slow pl", "ipg 2.1", "ipg slow play", "slow play penalty"])
    def test_while_typing_one_answer_is_chosen(self, client: Client, typed: str) -> None:
        for path in ("/", "/search/"):
            shown = client.get(path, {"q": typed}, headers={"HX-Request": "true"}).content.decode()
            assert "At tournaments" in shown
            assert 'href="/ipg/2.1/"' in shown
            assert "No sure answer" not in shown
            assert 'class="answer' not in shown
        suggested = client.get("/search/suggestions/", {"q": typed}).content.decode()
        assert suggested.index("/ipg/2.1/") == suggested.index('href="') + 6

    @pytest.mark.parametrize(
        ("typed", "address"),
        [
            ("mtr 2.1", "/mtr/2.1/"),
            ("MTR §2.1.", "/mtr/2.1/"),
            ("ipg slow play", "/ipg/2.1/"),
            ("mtr appendix a", "/mtr/appendix-a/"),
            ("jar", "/jar/"),
            ("MTR 99.9", "/mtr/99.9/"),
            ("ipg 9.9", "/ipg/9.9/"),
        ],
    )
    def test_the_box_takes_numbers_and_names(self, client: Client, typed: str, address: str) -> None:
        response = client.get("/search/", {"q": typed})
        assert (response.status_code, response["Location"]) == (302, address)

    @pytest.mark.slow
    @pytest.mark.parametrize("typed", ["slow play", "slow play penalty", "penalty for slow play"])
    def test_the_box_leads_to_an_infraction(self, client: Client, typed: str) -> None:
        shown = read(client, f"/search/?q={typed.replace(' ', '+')}")
        assert "At tournaments" in shown
        assert 'href="/ipg/2.1/"' in shown

    @pytest.mark.slow
    def test_suggestions_pictures_sitemap_and_briefs(self, client: Client) -> None:
        assert "/ipg/2.1/" in read(client, "/search/suggestions/?q=slow+pl")
        for path in ("/mtr.png", "/ipg/2.1.png", "/ipg/2024-04-15/2.1.png", "/jar/2020-09-25.png"):
            assert client.get(path)["Content-Type"] == "image/png"
        listed = client.get("/sitemap-pages.xml").content.decode()
        assert "/ipg/2.1/" in listed
        assert "/jar/common" not in listed
        brief = read(client, "/brief/?part=/ipg/2.1/&part=/mtr/9.9/")
        assert "sandglass" in brief
        assert "A. A player reads each card twice." in brief
        assert "/ipg/2024-04-15/2.1/" in brief
        assert "Section 9.9 isn’t in" in brief


@pytest.mark.slow
@with_editions("2026-01-16")
class TestBesideTheRules:
    def test_our_links_go_both_ways(self, client: Client) -> None:
        found = client.get("/api/rules/104.3a").json()["policy"]
        assert ("mtr", "introduction") in [(one["document"], one["number"]) for one in found]
        assert client.get("/api/rules/107.4f").json()["policy"] == []
        assert 'href="/rules/731.2a/"' in read(client, "/ipg/2.1/")
        assert 'href="/ipg/2.1/"' in read(client, "/rules/731.2a/").partition("At tournaments")[2]

    def test_an_example_leads_to_the_rule_it_breaks_and_into_the_checker(self, client: Client) -> None:
        example = read(client, "/ipg/2.1/").partition("A player pays")[2].partition("</p>")[0]
        assert re.findall(r'aria-label="([^"]+)"', example)[:2] == ["3 generic mana", "white mana"]
        assert 'href="/rules/601.2h/">601.2h</a>' in example
        assert 'href="/ipg/2.1/"' in read(client, "/rules/601.2h/").partition("At tournaments")[2]
        back = client.get("/api/rules/601.2h").json()["policy"]
        assert ("ipg", "2.1") in [(one["document"], one["number"]) for one in back]
        checked = unescape(re.findall(r'class="runit" href="([^"]+)"', example)[0])
        assert checked == addresses.check("{2}{W}{W}", pool="CCCW")
        assert "These two symbols need white mana; you have one." in read(client, checked)
