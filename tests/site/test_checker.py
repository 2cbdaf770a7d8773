"""The checker's page and its partial."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.test import Client

from explorer.costcheck.check import short_for
from symbols import rendering
from symbols.engine import MAIN, CheckRequest
from symbols.engine.costs import MANA_NAMES
from tests.conftest import with_editions
from tests.html import markup_of
from tests.shared import EVERY_EDITION

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
# The form as it is sent, with the fields that it always has.
WHOLE = {option.key: "" for option in MAIN if option.kind != "flag"}


def test_a_page_and_its_partial_say_the_same(client: Client) -> None:
    page = client.get("/check/", {"cost": "xx2/wg/w/p"})
    part = client.get("/check/", {"cost": "xx2/wg/w/p"}, headers=HTMX)
    assert page.status_code == part.status_code == 200
    assert b"<html" in page.content
    assert b"<html" not in part.content
    assert page.headers["Vary"].count("HX-Request") == part.headers["Vary"].count("HX-Request") == 1

    answer = markup_of(part).partition("<form")[0].strip()
    assert "6 ways to pay" in answer
    assert answer in markup_of(page)


def test_the_partial_updates_the_address_bar(client: Client) -> None:
    for address, asked, header, kept in [
        ("/check/", {**WHOLE, "cost": "{X}{R}"}, "HX-Replace-Url", "/check/?cost=%7BX%7D%7BR%7D"),
        ("/check/", {**WHOLE, "cost": ""}, "HX-Replace-Url", "/check/"),
        # A link within the answer is a step to come back from.
        ("/check/", {"cost": "{X}{R}", "x": "2"}, "HX-Push-Url", "/check/?cost=%7BX%7D%7BR%7D&x=2"),
        ("/", {"q": "{X}{R}"}, "HX-Replace-Url", "/?q=%7BX%7D%7BR%7D"),
    ]:
        assert client.get(address, asked, headers=HTMX).headers[header] == kept


@pytest.mark.parametrize(
    ("asked", "walk"),
    [
        ({"cost": "{X}{R}"}, "/cast/?cost=%7BX%7D%7BR%7D"),
        (
            {"cost": "{X}{R}", "x": "3", "pool": "RR", "sources": "2 Mountain", "increase": ["{1}", "{2}"]},
            "/cast/?cost=%7BX%7D%7BR%7D&x=3&pool=RR&increase=%7B1%7D%2C+%7B2%7D&sources=2+Mountain",
        ),
    ],
)
def test_links_between_check_and_cast(client: Client, asked: dict[str, str | list[str]], walk: str) -> None:
    page = unescape(markup_of(client.get("/check/", asked)))
    part = unescape(markup_of(client.get("/check/", asked, headers=HTMX)))
    for shown in (page, part):
        assert f'<a href="{walk}">Cast</a>' in shown
        assert f'<a class="next" href="{walk}">Step by step</a>' in shown
    there = unescape(markup_of(client.get(walk)))
    back = re.search(r'<a href="([^"]+)">Cost</a>', there)
    assert back
    again = unescape(markup_of(client.get(back[1])))
    assert verdict_of(again) == verdict_of(page)
    assert f'<a href="{walk}">Cast</a>' in again


def test_an_ability_leads_back_as_its_cost(client: Client) -> None:
    there = unescape(markup_of(client.get("/cast/", {"ability": "−2: Draw a card.", "loyalty": "3"})))
    assert '<a href="/check/?cost=%5B-2%5D%3A+Draw+a+card.&loyalty=3">Cost</a>' in there
    nothing = markup_of(client.get("/check/"))
    assert '<a href="/cast/">Cast</a>' in nothing
    assert "Step by step" not in nothing


def said(part: str) -> str:
    """Text of the live region."""
    return re.sub(r" (?=[,.])", "", text_of(part.partition('<p id="said"')[2].partition(">")[2].partition("</p>")[0]))


def verdict_of(html: str) -> str:
    """The line under the fields, with a space after its first word."""
    line = re.search(r'<div id="verdict"[^>]*>(.*?)</div>', html, re.DOTALL)
    return " ".join(text_of(line[1].replace("</strong>", " ")).split()) if line else ""


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def test_facts_of_a_cost(client: Client, subtests: pytest.Subtests) -> None:
    for cost, facts in [
        ("{X}{2/W}{G/W/P}", ["3 on the stack with X = 0", "3 elsewhere", "white and green", "6"]),
        ("2WU", ["{2}{W}{U}", "Mana value4 ", "white and blue"]),
        ("{0}", ["{0}", "colorless"]),
        ("{R}{1}{G/W}", ["{1}"]),
        ("{W/P}{W/P}", ["and 2 life", "4 life"]),
        ("oXooR", ["{X}{R}"]),
        ("{2}{W}, {T}, Sacrifice a creature: Draw a card.", ["Sacrifice a creature"]),
        ("[-X]", ["[-X]"]),
    ]:
        with subtests.test(cost=cost, facts=facts):
            page = text_of(markup_of(client.get("/check/", {"cost": cost})))
            for fact in facts:
                assert fact in page


@pytest.mark.slow
def test_tabs_of_x(client: Client, subtests: pytest.Subtests) -> None:
    """`*` marks the current tab, `-` values that can't be paid."""
    for asked, tabs, shown in [
        ({"cost": "{X}{X}{R}"}, "0* 1 2 3 4 5", "1 on the stack with X = 0"),
        ({"cost": "{X}{X}{R}", "pool": "RRRRR"}, "0 1 2* 3-", "5 on the stack with X = 2"),
        ({"cost": "{X}{X}{R}", "pool": "RRRRR", "x": "1"}, "0 1* 2 3-", "3 on the stack with X = 1"),
        ({"cost": "{X}{X}{R}", "pool": "RRRRR", "x": "9"}, "0 1 2 3- 9*-", "19 on the stack with X = 9"),
        ({"cost": "{X}", "pool": "R" * 30}, "0 1 2 3 4 5 6 30* 31-", "30 on the stack with X = 30"),
        ({"cost": "{X}{R}", "pool": "R", "free": "true"}, "", "1 on the stack"),
        ({"cost": "{Y}{R}", "y": "2", "pool": "RRR"}, "0 1 2* 3- 4- 5-", "3 on the stack with Y = 2"),
    ]:
        with subtests.test(asked=asked):
            html = markup_of(client.get("/check/", asked))
            found = re.findall(r'<a href="([^"]+)" id="at-([\d,]+)"([^>]*)>', html)
            marks = [f"{value}{'*' * ('current' in more)}{'-' * ('cant' in more)}" for _, value, more in found]
            assert " ".join(marks) == tabs
            assert shown in text_of(html)
            for address, value, _ in found[:1]:
                assert f'id="at-{value}" ' in markup_of(client.get(unescape(address), headers=HTMX))


def test_unreadable_input(client: Client, subtests: pytest.Subtests) -> None:
    for cost in [
        *("{", "{}", "{{W}", "{X}" * 10_000, "{99999999999}", "🙂", "{🙂}", "אבג", "‮{W}", "<script>alert(1)</script>"),
        *('"><img src=x>', "{W", "W}", "{V}", "{W/W}", "{3/W}", "{P}", "\0", "{W}\n{Q/Q}", "a" * 5_000),
    ]:
        for address in ["/check/?cost", "/?q"]:
            with subtests.test(cost=cost, address=address):
                path, name = address.split("?")
                page = client.get(path, {name: cost})
                part = client.get(path, {name: cost}, headers=HTMX)
                assert page.status_code in {200, 422}
                assert part.status_code == 200, "the browser would call anything else an error"
                for response in (page, part):
                    html = markup_of(response)
                    assert "<script>alert" not in html
                    assert "<img src=x" not in html
                if page.status_code == 422:
                    assert 'role="alert"' in markup_of(page)
                    assert part.headers["HX-Retarget"] == ("#problem" if path == "/" else "#verdict")
                    assert 'role="alert"' in markup_of(part)
                else:
                    assert path == "/", "only the one box may take these for words"


@pytest.mark.parametrize(
    ("cost", "wrong"),
    [("{W}{V}{U}", "{V}"), ("{W}{", "{"), ("{2}{}", "{}"), ("{W}🙂", "🙂")],
)
def test_an_error_shows_its_place(client: Client, cost: str, wrong: str) -> None:
    html = markup_of(client.get("/check/", {"cost": cost}))
    marked = re.search(r'<bdi class="typed">(.*?)<mark>(.*?)</mark>(.*?)</bdi>', html, re.DOTALL)
    assert marked
    assert "".join(marked.groups()) == cost
    assert wrong in marked[2]


def test_an_answer_after_an_error_clears_it(client: Client) -> None:
    part = markup_of(client.get("/check/", {**WHOLE, "cost": "{W}"}, headers=HTMX))
    assert '<div id="verdict" hx-swap-oob="innerHTML"><p class="v wait"><span>Mana value 1.' in part
    assert '<div id="problem" hx-swap-oob="true"></div>' in markup_of(client.get("/", {"q": "{W}"}, headers=HTMX))


def test_an_empty_form_has_examples(client: Client) -> None:
    for cost in ("", "   "):
        response = client.get("/check/", {"cost": cost})
        assert response.status_code == 200
        html = markup_of(response)
        tries = re.findall(r'class="chip" href="(/check/\?[^"]+)"', html[html.index('id="answer"') :])
        assert len(tries) > 3
        assert client.get(tries[0].replace("&amp;", "&")).status_code == 200


def test_facts_link_their_rules(client: Client) -> None:
    html = markup_of(client.get("/check/", {"cost": "{2/W}{X}"}))
    assert '<a class="cite" href="/rules/107.4e/"' in html
    assert 'title="June 6, 2025 rules, not loaded">601.2b<' in html


def test_options(client: Client, subtests: pytest.Subtests) -> None:
    for asked, words in [
        ({"pool": "RRRRR", "cost": "{X}{X}{R}"}, ["Yes.X can be up to 2.", "No mana left."]),
        ({"pool": "WWC", "cost": "{X}{W}{W}", "x": "1"}, ["Yes.It takes all your mana."]),
        ({"pool": "WWC", "cost": "{X}{W/P}", "x": "2", "life": "0"}, ["Yes.It takes all your mana."]),
        ({"pool": "C", "cost": "{X}{W/P}", "x": "1"}, ["Yes.You also pay 2 life.", "Life goes from 20 to 18."]),
        ({"pool": "WWC", "cost": "{W}", "x": "1"}, ["Yes."]),
        ({"pool": "UU", "cost": "{X}{R}"}, ["No.", "needs red mana"]),
        ({"pool": "GG", "snow": "G", "cost": "{S}{S}"}, ["No.", "snow"]),
        ({"pool": "", "life": "4", "cost": "{W/P}{W/P}"}, ["Yes.You pay 4 life.", "Life goes from 4 to 0."]),
        ({"pool": "", "life": "3", "cost": "{W/P}{W/P}"}, ["No."]),
        ({"reduce": "{W}{W}", "cost": "{1}{W}"}, ["Total cost", "{0}"]),
        ({"increase": "2", "reduce": "4", "cost": "{2/W}{2/U}{2/B}{2/R}{2/G}"}, ["Total cost", "Mana value10 "]),
        ({"alternative": "{4}{G}", "cost": "no mana cost", "pool": "GGGGG"}, ["Yes."]),
        ({"cost": "no mana cost", "pool": "GGGGG"}, ["No.", "No mana cost: you can’t pay"]),
        ({"free": "true", "cost": "{X}{R}", "pool": ""}, ["Yes."]),
        ({"minimum": "3", "cost": "{W}", "pool": "WUB"}, ["Yes.", "at least{U}{B}"]),
        ({"spend": "any color", "cost": "{W}{U}", "pool": "BB"}, ["Yes."]),
        ({"edition": "2011-07-15", "cost": "{2}{U}"}, ["Converted mana cost", "July 15, 2011 rules"]),
        ({"edition": "2024-03-08", "cost": "{C/W}"}, ["March 8, 2024 rules", "{C/W}"]),
        (
            {"cost": "{2}, {T}, Sacrifice a creature: Draw a card.", "pool": "WW"},
            ["Maybe.You have the mana.", "Is it untapped?", "Can you sacrifice a creature?"],
        ),
        ({"cost": "{T}: Add {G}.", "pool": "", "tapped": "yes"}, ["No.", "{T}can’t pay"]),
        ({"cost": "{E}{E}", "energy": "1"}, ["No.You need 2 energy counters", "{E}{E}can’t pay"]),
        ({"cost": "[-3]", "loyalty": "5", "pool": ""}, ["Yes.You can do all of it.", "[-3]can pay"]),
        ({"cost": "{E}{E}", "energy": "5", "pool": ""}, ["Yes.", "Uses 2 of your 5 energy counters"]),
        (
            {"cost": "{1}{B}", "additional": "Sacrifice a creature", "pool": "BB"},
            ["Sacrifice a creature", "additional cost"],
        ),
        ({"cost": "[-4]", "additional": "[+1]"}, ["Also: [-3]"]),
        ({"cost": "{2}", "increase": "{W/P}", "pool": "WWW"}, ["with added costs, you can pay"]),
        ({"cost": "{2}", "alternative": "{W/U}{W/U}", "pool": "WWUU"}, ["3 with your mana"]),
        ({"cost": "{Y}{R}", "y": "2", "pool": "RRRR"}, ["Yes.", "{Y}paid with{R}{R}"]),
        ({"x": "3", "cost": "{X}{R}"}, ["4 on the stack with X = 3", "1 elsewhere"]),
    ]:
        with subtests.test(asked=asked, words=words):
            response = client.get("/check/", asked)
            assert response.status_code == 200
            page = text_of(markup_of(response))
            for word in words:
                assert word in page


@pytest.mark.slow
def test_bad_values_of_options(client: Client, subtests: pytest.Subtests) -> None:
    numbers = ("-1e9", "1.5", "½", "many", "9" * 50, "0x10", "٣", "\0")
    words = {"pool": ("{", "T"), "reduce": ("{X}",), "edition": ("2001-01-01", "soon"), "spend": ("?",)}
    for name, values in {**dict.fromkeys(("x", "life", "minimum", "mana_w", "snow_c"), numbers), **words}.items():
        for value in values:
            with subtests.test(name=name, value=value):
                response = client.get("/check/", {"cost": "{X}{W}", name: value})
                assert response.status_code == 422
                assert 'role="alert"' in markup_of(response)


def test_a_form_without_javascript_redirects_to_the_short_address(client: Client) -> None:
    typed = {"cost": "{W}{S}", "x": "", "mana": "ww", "snow": "w", "life": "7"}
    counted = {"cost": "{W}{S}", "x": "", "mana_w": "2", "mana_u": "", "mana_b": "0", "snow_w": "1", "life": "7"}
    for form in (typed, counted):
        response = client.get("/check/", {**form, "spend": "", "edition": ""})
        assert response.status_code == 302
        address = response.headers["Location"]
        filled = Form(markup_of(client.get(address))).fields
        assert (filled["mana"].casefold(), filled["snow"].casefold(), filled["life"]) == ("ww", "w", "7")
        assert client.get(address).status_code == 200
    assert address == "/check/?cost=%7BW%7D%7BS%7D&pool=WW&snow=W&life=7"


@pytest.mark.parametrize(
    "address",
    [
        "/check/?cost=%7BW%7D&pool=",
        "/check/?cost=%7BX%7D%7BY%7D%7BR%7D&x=1&y=3&z=2&pool=RRRRRR",
        "/check/?cost=%7BS%7D&snow=G",
        "/check/?cost=%7BW%7D&reduce=%7B1%7D&reduce=%7B2%7D&additional=%7B3%7D&free=true&minimum=2",
        f"/check/?cost=%7BR%7D&pool={'R' * 150}&life=7&edition=2011-07-15&spend=any+type",
    ],
)
def test_the_form_has_everything_in_the_address(client: Client, address: str) -> None:
    """Submitting the form unchanged gives the same answer."""
    first = client.get(address)
    assert first.status_code == 200
    form = Form(markup_of(first))
    again = client.get("/check/", form.fields)
    while again.status_code == 302:
        again = client.get(again.headers["Location"])

    def answer(html: str) -> str:
        return html[html.index('id="answer"') :]

    assert answer(markup_of(again)) == answer(markup_of(first))


class Form(HTMLParser):
    """Names and values that a browser would submit."""

    def __init__(self, html: str, within: str = "") -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.select, self.form, self.text = "", within, ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = given.get("id", "")
        if given.get("form", self.form) != "ask" and tag != "option":
            return
        if tag == "select":
            self.select = given["name"]
        if tag == "option" and "selected" in given:
            self.fields[self.select] = given["value"]
        if tag == "input" and (given.get("type") != "checkbox" or "checked" in given):
            self.fields[given["name"]] = given["value"]
        if tag == "textarea":
            self.text = given["name"]
            self.fields[self.text] = ""

    def handle_data(self, data: str) -> None:
        if self.text:
            self.fields[self.text] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = ""
        if tag == "textarea":
            self.text = ""


def test_a_bad_counter_stays_in_the_address(client: Client) -> None:
    part = client.get("/check/", {"cost": "{R}", "mana_r": "abc"}, headers=HTMX)
    assert "mana_r=abc" in part.headers["HX-Push-Url"]
    assert client.get(part.headers["HX-Push-Url"]).status_code == 422


def test_an_empty_pool_is_a_pool(client: Client) -> None:
    response = client.get("/check/", {"cost": "{W}", "mana_w": "0"})
    assert response.headers["Location"] == "/check/?cost=%7BW%7D&pool="
    assert "No." in text_of(markup_of(client.get(response.headers["Location"])))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"cost": "[-3]", "loyalty": "2"}, "For [-3], the permanent needs 3 loyalty; it has 2."),
        ({"cost": "{T}", "tapped": "no", "creature": "yes", "controlled": "no"}, "You haven’t controlled the creature"),
        ({"cost": "{TK3}", "tickets": "2"}, "You need 3 ticket counters; you have 2."),
    ],
)
def test_unpayable_parts_need_no_pool(client: Client, asked: dict[str, str], sentence: str) -> None:
    part = markup_of(client.get("/check/", asked, headers=HTMX))
    assert verdict_of(part).startswith(f"No. {sentence}")
    assert said(part).startswith(f"No. {rendering.spoken(sentence)}")
    assert "pool" not in verdict_of(part)


def test_no_verdict_without_counters(client: Client) -> None:
    assert verdict_of(markup_of(client.get("/check/", {"cost": "[-3]"}, headers=HTMX))) == "One way to pay."


def test_the_title_gives_a_mana_value_to_mana_costs_alone(client: Client) -> None:
    def title(cost: str) -> str:
        found = re.search(r'"og:title" content="([^"]*)"', markup_of(client.get("/check/", {"cost": cost})))
        return found[1] if found else ""

    assert (title("{2}{W}"), title("{2}{W}, {T}")) == ("{2}{W}: mana value 3", "{2}{W}, {T}")


@with_editions(*EVERY_EDITION)
def test_a_verdict_cites_the_rules_that_give_it_in_the_edition(client: Client, subtests: pytest.Subtests) -> None:
    for edition, pool, number in [
        ("2003-03-15", "GG", "203.1"),
        ("2004-02-01", "GGG", "104.3a"),
        ("2005-08-01", "RR", "104.3a"),
        ("2025-06-06", "GGG", "107.4a"),
    ]:
        with subtests.test(edition=edition, pool=pool):
            page = markup_of(client.get("/check/", {"cost": "{2}{G}", "pool": pool, "edition": edition}))
            verdict = re.split("<h2>(?:Payment|Why not)</h2>", page)[1].partition('<div class="body">')[0]
            found = re.findall(r'href="/rules/(?:([\d-]+)/)?([\d.]+[a-z]?)/"', verdict)
            assert found == [(edition, number)]
            source = re.search(r'data-source="Pipwise, by ([\d.]+[a-z]?) in the [^"]*, (\d+) rules"', page)
            assert source
            assert [source[1], source[2]] == [number, edition[:4]]


@pytest.mark.slow
def test_shortfall_of_each_way(client: Client, subtests: pytest.Subtests) -> None:
    for asked, short in [
        (
            {"cost": "{X}{2/W}{G/W/P}", "pool": "WC", "life": "1", "x": "1"},
            [
                *("1 green short", "1 green, 1 mana short", "1 life short", "1 mana, 1 life short"),
                *("1 white short", "2 mana short"),
            ],
        ),
        ({"cost": "{W/U}{R}", "pool": "W"}, ["1 red short", "1 blue, 1 red short"]),
        ({"cost": "{W/U}{S}", "pool": "W", "snow": "W"}, ["can’t pay"] * 2),
        ({"cost": "{W/U}{R}", "pool": "W", "increase": "{1}"}, ["can’t pay"] * 2),
    ]:
        with subtests.test(asked=asked, short=short):
            page = markup_of(client.get("/check/", asked))
            table = page[page.index(" to pay</h2>") :].partition("</section>")[0]
            found = re.findall(r'<span class="tick x"><svg.*?</svg>([^<]*)</span>', table, re.DOTALL)
            assert sorted(found) == sorted(short)


def test_adding_the_shortfall_makes_a_way_payable(subtests: pytest.Subtests) -> None:
    for cost in ["{W/U}{R/G}{2}", "{2/W}{G/P}{B}", "{C/W}{1}{G/W/P}"]:
        for pool in ["", "W", "GGC", "UB"]:
            with subtests.test(cost=cost, pool=pool):
                result = CheckRequest.parse({"cost": cost, "pool": pool, "life": "1"}).check()
                codes = {**{name: code for code, name in MANA_NAMES.items()}, "mana": "C"}
                for way in result.announcements:
                    short = {name: int(count) for count, name in re.findall(r"(\d+) (\w+)", short_for(result, way))}
                    more = "".join(codes[name] * count for name, count in short.items() if name != "life")
                    life = str(1 + short.get("life", 0))
                    enough = CheckRequest.parse({"cost": cost, "pool": pool + more, "life": life}).check()
                    assert enough.pays_announced(way)
                    assert bool(short) != result.pays_announced(way)


@pytest.mark.slow
def test_verdict_and_its_spoken_form(client: Client, subtests: pytest.Subtests) -> None:
    parts = {"cost": "{2}, {T}, Sacrifice a creature", "pool": "WW"}
    lacking = "The March 17, 2008 rules have no {W/P}. By the March 8, 2024 rules:"
    for asked, line, spoken in [
        ({"cost": "{2/W}{2/W}", "pool": "WWC"}, "Yes. One white mana pays for each.", ""),
        ({"cost": "{1}{W}", "pool": "WWC"}, "Yes. You have {W} left.", "Yes. You have white mana left."),
        ({"cost": "{G}{G}", "pool": "GW"}, "No. These two symbols need green mana; you have one.", ""),
        ({"cost": "xr", "pool": "RRRR"}, "Yes. X can be up to 3.", ""),
        ({"cost": "{X}{W/P}", "pool": "CC"}, "Yes. X can be up to 2. At 2, you also pay 2 life.", ""),
        ({"cost": "xr", "pool": "R"}, "Yes. X can only be 0.", ""),
        (parts, "Maybe. You have the mana.", "Maybe. You have the mana. Not checked: tap, Sacrifice a creature."),
        ({**parts, "tapped": "yes"}, "No. The permanent is already tapped, so it can’t be tapped to pay a cost.", ""),
        (
            {"cost": "{W/P}", "pool": "W", "edition": "2008-03-17"},
            f"Yes. {lacking} It takes all your mana.",
            f"{lacking.replace('{W/P}', 'white Phyrexian mana')} Yes. It takes all your mana.",
        ),
        ({"cost": "{2}{W}"}, "Mana value 3. White. One way to pay.", ""),
        ({"cost": "kicker"}, "Kicker is a keyword.", "Kicker isn’t a cost."),
        ({"cost": ""}, "The answer appears as you type.", ""),
    ]:
        with subtests.test(asked=asked):
            page, part = (markup_of(client.get("/check/", {**WHOLE, **asked}, headers=more)) for more in ({}, HTMX))
            assert [verdict_of(page), verdict_of(part)] == [line] * 2
            assert said(part).startswith(spoken or line if asked["cost"] else "")
