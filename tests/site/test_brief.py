"""A brief: rules, entries, answers and notes in one address, made and changed by its form without scripts."""

import re
from html import unescape
from unittest import mock
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.costcheck.check import check_on_page
from explorer.sharing.brief import facts
from tests.conftest import forget_everything
from tests.html import markup_of
from tests.tables import cases

pytestmark = pytest.mark.django_db

RULE = "/rules/2025-06-06/107.4f/"
OLD = "/rules/2024-03-08/107.4f/"
ENTRY = "/glossary/2024-09-20/x/"
CHECK = "/check/?cost={2/W}{2/W}&pool=WWC"
X = "/x/?what=card&zone=hand"
TRY = "/try/halves/?number=7&part=half&round=up"
SYMBOL = "/symbols/W-U/"
CAST = "/cast/?cost={X}{R}&x=3&targets=0&in_play=spells cost {1} more&pool=RRRRR"

Said = tuple[str, str]


def brief(*said: Said, **more: str) -> str:
    return f"/brief/?{urlencode([*said, *more.items()])}"


def parts(*addresses: str) -> list[Said]:
    return [("part", address) for address in addresses]


def said_in(address: str) -> list[Said]:
    """Return what an address says, as another program would read it."""
    return parse_qsl(urlsplit(address).query)


def page_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return unescape(markup_of(response).partition("<main")[2].partition("</main>")[0])


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def led_to(client: Client, address: str) -> list[Said]:
    """Return what the brief says to which a button of the form leads."""
    response = client.get(address)
    assert isinstance(response, HttpResponse)
    assert response.status_code == 302, words_of(markup_of(response))
    assert len(response.headers["Location"]) < 8_200
    return [pair for pair in said_in(response.headers["Location"]) if pair[0] in {"note", "part"}]


class TestReading:
    def test_each_part_is_shown_as_on_its_own_page_in_order(self, client: Client) -> None:
        notes = [("note", "Pay with life?\nYes."), *parts(RULE), ("note", "Two life each.")]
        page = page_of(client, brief(*notes, *parts(ENTRY, CHECK, X, TRY, SYMBOL, "/rules/107.4f/history/")))
        words = words_of(page)
        wanted = (
            *("Pay with life?", "Yes.", "Phyrexian mana symbols are colored", "Two life each.", "A placeholder for a"),
            *("Can you pay", "Yes.", "Rule 107.4e", "paid with", "What is X", "0. ", "Half of 7, rounded up, is 4."),
            *("White or blue mana", "One white or one blue mana.", "History of 107.4f"),
        )
        place = 0
        for one in wanted:
            assert one in words[place:]
            place = words.index(one, place)
        assert f'href="{RULE}"' in page
        assert "June 6, 2025 rules" in words
        assert re.findall(r"<h1[^>]*>([^<]*)", page) == ["Pay with life?"]
        assert "<textarea" not in page

    def test_an_old_text_stays_and_says_that_it_is_old(self, client: Client) -> None:
        words = words_of(page_of(client, brief(*parts("/rules/2024-03-08/107.1b/", "/rules/2025-06-06/107.1b/"))))
        before, after = words.split("June 6, 2025 rules 107.1b")
        assert "March 8, 2024 rules 107.1b Later reworded" in before
        assert "Reworded" not in after

    def test_notes_are_text(self, client: Client) -> None:
        note = "<script>alert(1)</script> **bold** {W}\n<a href='//evil.example'>107.4f</a> \x00\x07&amp;"
        page = client.get(brief(("note", "Mine."), ("note", note), *parts(RULE), ("note", note))).content.decode()
        assert "<script>alert" not in page
        assert "//evil.example'>" not in page
        assert page.count("&lt;script&gt;alert(1)&lt;/script&gt; **bold** {W}\n&lt;a href=") >= 2
        assert "\x00" not in page
        assert "&amp;amp;" in page

    def test_first_words_are_its_preview(self, client: Client) -> None:
        page = markup_of(client.get(brief(("note", "Trample & life\nMore."), *parts(RULE, OLD))))
        head = page.partition("</head>")[0]
        assert "<title>Trample &amp; life · Brief · Pipwise</title>" in head
        assert '<meta property="og:title" content="Trample &amp; life">' in head
        assert '<meta name="description" content="More. 107.4f: Phyrexian mana symbols' in head
        assert '<meta name="robots" content="noindex">' in head
        canonical = re.findall(r'<link rel="canonical" href="([^"]+)"', head)[0]
        assert said_in(unescape(canonical)) == [("note", "Trample & life\nMore."), *parts(RULE, OLD)]
        page = markup_of(client.get(brief(*parts(RULE, CHECK, X, TRY))))
        assert "<title>107.4f, Can you pay {2/W}{2/W} with WWC?" in page

    @pytest.mark.slow
    def test_what_cannot_be_shown_is_named_with_its_place(self, client: Client, subtests: pytest.Subtests) -> None:
        for address, sentence in cases("site/brief", "what_cannot_be_shown_is_named_with_its_place"):
            with subtests.test(address=address, sentence=sentence):
                said = [*parts(OLD, address), ("note", "my own words"), *parts(ENTRY)]
                words = words_of(page_of(client, brief(*said)))
                assert sentence in words
                assert "Part 2: " in words
                for rest in ("Phyrexian mana symbols", "my own words", "A placeholder for a number"):
                    assert rest in words
                assert "A placeholder" not in words_of(page_of(client, brief(*parts(address)), 422))

    def test_the_name_of_this_site_is_left_out_and_another_sites_page_is_never_linked(self, client: Client) -> None:
        ours = page_of(client, brief(*parts(f"https://testserver:8000{SYMBOL}", f"//testserver{SYMBOL}")))
        assert ours.count(f'href="{SYMBOL}"') == 2
        page = page_of(client, brief(*parts(SYMBOL, f"https://evil.example{SYMBOL}")))
        assert page.count(f'href="{SYMBOL}"') == 1
        assert not re.search(r'href="(https?:)?//evil', page)

    @pytest.mark.slow
    def test_as_many_questions_whatever_the_number_of_parts(self, client: Client) -> None:
        def asked(*addresses: str) -> int:
            forget_everything()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(brief(*parts(*addresses))).status_code == 200
            return len(queries)

        costs = [f"/check/?cost={{X}}{{{number}}}&pool=WW&edition=2025-06-06" for number in range(5)]
        xs = [f"/x/?cost={{X}}{{{number}}}R" for number in range(5)]
        tries = [f"/try/halves/?number={number}" for number in range(5)]
        rules = [*(f"/rules/2025-06-06/107.4{letter}/" for letter in "abcde"), *["/rules/107.3/", OLD, ENTRY]]
        few = asked(rules[0], "/rules/107.3/", OLD, ENTRY, costs[0], xs[0], tries[0])
        assert asked(*rules, *costs, *xs, *tries) == few
        assert few <= 16
        assert asked(*rules) <= 7


class TestCasting:
    def test_it_has_the_verdict_and_the_cost_line_by_line(self, client: Client) -> None:
        page = page_of(client, brief(*parts(CAST)))
        words = words_of(page)
        assert "Yes. It costs" in words
        assert "Spells cost" in words
        assert re.search(r"Total", words)
        assert re.search(r'data-text="Yes\. It costs \{4\}\{R\}\.[^"]*\n[^"]*\nTotal: \{4\}\{R\}"', page)
        (address,) = re.findall(r'data-address="(/cast/[^"]+)"', page)
        assert "edition=" in address
        assert "Yes." in words_of(page_of(client, address))

    def test_an_ability_and_what_can_not_be_read(self, client: Client) -> None:
        page = page_of(client, brief(*parts("/cast/?ability={2}: Draw a card.&pool=WW", "/cast/?cost={X}{R}&x=no")))
        words = words_of(page)
        assert "Activate" in words
        assert "Part 2:" in words
        assert "There’s nothing to cast here." in words_of(page_of(client, brief(*parts("/cast/")), 422))

    def test_it_can_be_typed(self, client: Client) -> None:
        asked = brief(do="add", edit="1", add="cast {X}{R} x=2 with RRR")
        ((_, part),) = [said for said in led_to(client, asked) if said[0] == "part"]
        assert part.startswith("/cast/?cost={X}{R}&x=2&pool=RRR")

    def test_queries_do_not_grow(self, client: Client) -> None:
        def asked(*there: str) -> int:
            forget_everything()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(brief(*parts(*there))).status_code == 200
            return len(queries)

        several = [f"/cast/?cost={{X}}{{{number}}}&x=1&pool=WWWWW" for number in range(4)]
        assert asked(*several) == asked(several[0])


class TestTheForm:
    def test_an_empty_brief_is_a_form(self, client: Client) -> None:
        page = page_of(client, "/brief/")
        assert 'name="add"' in page
        assert page.count("<textarea") == 1

    def test_buttons_move_and_remove_and_notes_go_along(self, client: Client, subtests: pytest.Subtests) -> None:
        for pressed, order in [
            ("up-3", [OLD, ENTRY, RULE]),
            ("down-1", [RULE, OLD, ENTRY]),
            ("remove-2", [OLD, ENTRY]),
            ("up-1", [OLD, RULE, ENTRY]),
            ("down-3", [OLD, RULE, ENTRY]),
            ("remove-9", [OLD, RULE, ENTRY]),
            ("nothing", [OLD, RULE, ENTRY]),
            ("done", [OLD, RULE, ENTRY]),
        ]:
            with subtests.test(pressed=pressed, order=order):
                notes = {address: f"on {address}\r\nand more" for address in (OLD, RULE, ENTRY)}
                said = [
                    ("note", ""),
                    *(pair for part in (OLD, RULE, ENTRY) for pair in (("part", part), ("note", notes[part]))),
                ]
                found = led_to(client, brief(*said, edit="1", do=pressed, add=""))
                wanted = [pair for part in order for pair in (("part", part), ("note", f"on {part}\nand more"))]
                assert found == wanted

    def test_done_leads_to_what_is_shared(self, client: Client) -> None:
        response = client.get(brief(("note", "Mine."), *parts(RULE), edit="1", do="done"))
        assert response.headers["Location"] == f"/brief/?note=Mine.&part={RULE}"

    @pytest.mark.slow
    def test_what_is_typed_is_added_to_the_end(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed, added in cases("site/brief", "what_is_typed_is_added_to_the_end"):
            with subtests.test(typed=typed, added=added):
                said = [*parts(OLD), ("note", "Mine.")]
                if added:
                    *before, (key, address) = led_to(client, brief(*said, edit="1", do="add", add=typed))
                    assert before == said
                    assert key == "part"
                    assert address.startswith(added)
                    continue
                page = page_of(client, brief(*said, edit="1", do="add", add=typed), 422)
                problem = re.findall(r'id="add-wrong">([^<]+)', page)
                assert problem
                assert problem[0].strip().endswith((".", "?"))
                assert f'value="{typed}"' in page
                assert page.count('name="part"') == 1
                assert "Mine." in page

    def test_an_answer_is_pinned_to_the_edition_that_it_is_from(self, client: Client) -> None:
        ((_, address),) = led_to(client, brief(edit="1", do="add", add=TRY))
        assert dict(said_in(address))["edition"] == "2025-06-06"

    @pytest.mark.slow
    def test_limits_are_said_and_nothing_is_thrown_away(self, client: Client) -> None:
        full = parts(*[RULE] * 30)
        assert "A brief can have up to 30 parts." in page_of(client, brief(*full, edit="1"))
        page = page_of(client, brief(*full, edit="1", do="add", add="107.4e"), 422)
        assert page.count('name="part"') == 30
        page = page_of(client, brief(*full, *parts(ENTRY)))
        assert "A brief can have up to 30 parts. This one has 31" in page
        assert "A placeholder" not in page
        days = ("2025-06-06", "2024-09-20", "2024-03-08", "2011-07-15", "2008-03-17", "2001-01-01")
        page = page_of(client, brief(*parts(*(f"/check/?cost={{R}}&edition={day}" for day in (*days, days[0])))))
        assert "Part 6: Answers in a brief can come from 5 editions. This would be one more." in words_of(page)
        assert page.count("Not shown") == 1
        assert client.get(brief(*parts(*[RULE] * 2_000))).status_code == 400
        long = brief(("note", "ä" * 2001), *parts(RULE), edit="1", do="done")
        page = page_of(client, long, 422)
        assert "The brief’s note has 2,001 characters. The limit is 2,000." in page
        assert "ä" * 2001 in page
        long = brief(*(pair for at in range(5) for pair in (("part", RULE), ("note", f"{at}{'w' * 1900}"))), do="up-2")
        page = page_of(client, long, 422)
        assert re.search(r"The link has 9,\d{3} characters. The limit is 8,000: shorten a note.", page)
        assert page.index(f"1{'w' * 1900}") < page.index(f"0{'w' * 1900}")

    def test_nothing_is_checked_in_a_link_that_is_too_long(self, client: Client) -> None:
        page = words_of(page_of(client, brief(*parts(*[f"/check/?cost={'{W/U}' * 180}"] * 12)), 422))
        assert "The limit is 8,000" in page
        assert "Part 12: The link is too long for this to be checked." in page

    def test_equal_costs_are_checked_once(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        checked = mock.Mock(side_effect=check_on_page)
        monkeypatch.setattr(facts, "check_on_page", checked)
        page_of(client, brief(*parts(CHECK, X, CHECK, CHECK)))
        assert checked.call_count == 1

    def test_htmx_has_the_form_and_the_address_follows(self, client: Client) -> None:
        asked = brief(*parts(OLD, RULE), edit="1", do="up-2", add="")
        response = client.get(asked, headers={"HX-Request": "true"})
        page = markup_of(response)
        assert page.lstrip().startswith("<form")
        assert "Moved to place 1 of 2." in page
        assert re.search(r'value="down-1"[^>]* autofocus', page)
        assert response.headers["HX-Push-Url"] == f"/brief/?part={RULE}&part={OLD}&edit=1"
        done = client.get(brief(*parts(OLD), do="done"), headers={"HX-Request": "true"})
        assert done.headers["HX-Redirect"] == f"/brief/?part={OLD}"

    @pytest.mark.slow
    def test_without_scripts_a_link_begins_a_brief(self, client: Client, subtests: pytest.Subtests) -> None:
        for page, part in [
            ("/rules/107.4f/", RULE),
            ("/glossary/x/", ENTRY),
            ("/check/?cost={W}&pool=W", "/check/?cost={W}&pool=W"),
            ("/check/?cost={X}", "/check/?cost={X}"),
            (X, "/x/?"),
            (TRY, "/try/halves/?"),
            (SYMBOL, SYMBOL),
            ("/rules/107.4f/history/", "/rules/107.4f/history/"),
            ("/search/?q=hybrid+mana", "/rules/107.4e/"),
        ]:
            with subtests.test(page=page, part=part):
                found = re.findall(
                    r'<a (?:class="no-js|data-to-brief)[^>]*href="(/brief/\?[^"]+)"', page_of(client, page)
                )
                assert found
                ((_, edit), (_, address)) = said_in(found[0])
                assert edit == "1"
                assert address.replace("%7B", "{").replace("%7D", "}").startswith(part)
                assert 'name="part"' in page_of(client, found[0])
                assert "Not shown" not in page_of(client, found[0])
