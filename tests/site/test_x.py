"""The X explorer: every subrule by its own address, what is asked and answered, and whatever else is typed."""

import functools
import html
import re
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
from django.test import Client

from explorer.citations import citations_in
from explorer.library import queries
from explorer.library.loaded import library
from symbols.engine.x import EXAMPLES, OTHER_RULES, SUBRULES, Situation, Subject, offered, what_is_x
from tests.html import markup_of, text_of
from tests.tables import cases

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "explorer"}


def get(client: Client, **asked: str) -> str:
    response = client.get("/x/", asked)
    assert response.status_code == 200
    return markup_of(response)


def headline(page: str) -> str:
    found = re.search(r'<p class="v[^"]*"[^>]*>(.*?)</p>', page.partition('class="x-answer"')[2], re.DOTALL)
    assert found
    return text_of(re.sub(r"<(a|span) class=\"cite\".*?</\1>", "", found[1]))


@pytest.mark.parametrize(
    ("asked", "usual"),
    [
        ("", {"letter": "X", "what": "spell", "how": "normal", "in": "mana-cost", "defined": "no"}),
        ("what=special-action&cost=xu", {"zone": "hand", "in": "special-action-cost", "cost": "xu"}),
        ("how=alternative-with&announced=2", {"in": "mana-cost,alternative-cost", "announced": "2"}),
        ("what=triggered-ability&gained=1", {"zone": "battlefield", "origin": None, "gained": "1"}),
    ],
)
def test_a_shared_answer_says_what_is_usual_too(client: Client, asked: str, usual: dict[str, str | None]) -> None:
    page = markup_of(client.get(f"/x/?{asked}"))
    shared = re.search(r'data-share="[^"]*" data-address="([^"]*)"', page)
    assert shared
    address = html.unescape(shared[1])
    said = dict(parse_qsl(urlsplit(address).query))
    assert {key: said.get(key) for key in usual} == usual
    assert headline(markup_of(client.get(address))).removesuffix(".") in headline(page)


def steps(page: str) -> list[tuple[str, str, str]]:
    """The steps shown: what came of each, its rule, and all of its words; rules that don’t apply come last."""
    lists = re.findall(r'<ol class="why">(.*?)</ol>', page, re.DOTALL)
    found = []
    for listed, otherwise in zip(lists, ("adds", "passes"), strict=False):
        for state, item in re.findall(r'<li(?: class="(decides)")?>(.*?)</li>', listed, re.DOTALL):
            rule = re.search(r'class="cite"[^>]*>([^<]+)<', item)
            found.append((state or otherwise, rule[1] if rule else "", text_of(item)))
    return found


SITUATIONS = [(each.situation, each.cost) for each in (*SUBRULES, *EXAMPLES, *OTHER_RULES)]


@pytest.mark.slow
def test_the_page_says_what_the_engine_says(client: Client, subtests: pytest.Subtests) -> None:
    for situation, cost in SITUATIONS:
        with subtests.test(situation=situation, cost=cost):
            page = get(client, **situation.as_query(), cost=cost)
            answer = what_is_x(situation)
            value, rest = answer.verdict
            deciding = next(each.why for each in answer.steps if each.outcome.value == "decides")
            assert headline(page) == f"{value}. {rest or deciding}"
            shown = steps(page)
            expected = sorted(answer.steps, key=lambda step: step.outcome.value == "passes")
            where = {each.rule: citations_in().get(each.rule) for each in expected}
            assert [(state, rule) for state, rule, _ in shown] == [
                (each.outcome.value, found.number if (found := where[each.rule]) else each.rule) for each in expected
            ]
            for (_, _, words), step in zip(shown, expected, strict=True):
                assert step.why in words
            facts = text_of(page[page.index('<dl class="facts') : page.index("</dl>")])
            assert answer.who in facts
            assert answer.moment in facts


@pytest.mark.slow
def test_every_subrule_is_reached_from_the_map(client: Client, subtests: pytest.Subtests) -> None:
    for subrule in SUBRULES:
        with subtests.test(subrule=subrule):
            rule = subrule.rule
            the_map = get(client).partition('id="map"')[2]
            links = re.findall(r'<a href="([^"]+)"[^>]*><span>([^<]+)</span>', the_map)
            addresses = {html.unescape(address) for address, there in links if there == rule}
            assert len(addresses) == 1, "a rule has one example, wherever it stands"
            page = markup_of(client.get(addresses.pop()))
            assert rule in [there for state, there, _ in steps(page) if state != "passes"]
            assert {"adds", "decides"} & {state for state, number, _ in stops(page) if number == rule}


def stops(page: str) -> list[tuple[str, str, str]]:
    """The stops of the map: what came of each, its rule, and its question with the reply."""
    items = re.findall(r'<li(?: class="(\w+)")?><a [^>]*><span>([^<]+)</span>(.*?)</li>', page.partition('id="map"')[2])
    return [(state, number, text_of(words)) for state, number, words in items]


def test_the_map_marks_what_decides(client: Client) -> None:
    page = get(client, what="enters-ability", origin="chosen", was="4")
    decided = [(number, words) for state, number, words in stops(page) if state == "decides"]
    assert [number for number, _ in decided] == ["107.3m"]
    assert re.match(r"[^?]+\? .*X", decided[0][1]), "a question and its reply"
    assert len({(number, words) for _, number, words in stops(page)}) > 15


def quotes(page: str) -> list[tuple[str, str, str, str]]:
    """The quotes, of what decides: address, words, number, and the rest of their feet."""
    found = re.findall(
        r'<section class="r at"[^>]*><a class="n" href="([^"]+)">([^<]+)</a>(.*?)<p class="where">(.*?)</p></section>',
        page,
        re.DOTALL,
    )
    return [(address, text_of(words), number, text_of(foot)) for address, number, words, foot in found]


@functools.cache
def status_of(address: str) -> int:
    """Ask each address that is quoted from once."""
    return Client().get(address).status_code


@pytest.mark.slow
def test_every_quote_stands_in_the_library(client: Client, subtests: pytest.Subtests) -> None:
    for edition in ["", "2024-03-08", "2011-07-15"]:
        for situation, cost in SITUATIONS:
            with subtests.test(edition=edition, situation=situation, cost=cost):
                page = get(client, **situation.as_query(), cost=cost, edition=edition)
                found = quotes(page)
                deciding = [step.rule for step in what_is_x(situation).steps if step.outcome.value == "decides"]
                rules = [rule for rule in deciding if rule.startswith("107.")]
                assert len(rules) <= len(found) <= len(deciding), "the default library has all of section 107"
                for address, words, number, foot in found:
                    assert status_of(address) == 200
                    pinned = re.match(r"/rules/(?:(\d{4}-\d\d-\d\d)/)?([^/]+)/", address)
                    assert pinned
                    assert pinned[2] == number
                    days = [each for each in library().editions if f"{each.date:%B} {each.date.day}, " in foot]
                    rule = queries.newest_rule(number, days)
                    assert rule
                    plain = re.sub(r"\s", "", rule.text)
                    for piece in words.split("…"):
                        assert re.sub(r"\s", "", piece) in plain
                    if pinned[1]:
                        assert pinned[1] == days[-1].iso
                    if edition and days[-1].iso != edition:
                        assert re.search("; .*loaded", foot)


def test_an_old_edition_is_quoted_under_the_number_that_it_gave(client: Client) -> None:
    # The excerpt of 2011 has the sentence on mana value under another letter.
    cites = re.findall(r'class="cite" href="([^"]+)"[^>]*>([^<]+)<', get(client, what="card"))
    assert ("/rules/202.3b/", "202.3b") in cites
    page = get(client, what="card", edition="2024-03-08")
    assert [(number, address) for address, _, number, _ in quotes(page)] == [("107.3g", "/rules/2024-03-08/107.3g/")]
    assert "quoted from March 8, 2024" in text_of(page)


@pytest.mark.slow
def test_the_readers_own_cost_is_drawn(client: Client, subtests: pytest.Subtests) -> None:
    for asked, drawn, words in cases("site/x", "the_readers_own_cost_is_drawn"):
        with subtests.test(asked=asked, drawn=drawn, words=words):
            page = get(client, **asked)
            found = re.search(r'<p class="drawn.*?</p>', page, re.DOTALL)
            assert found
            assert "".join(text_of(found[0]).split()) == drawn
            assert found[0].count('class="pip"') == len(re.findall(r"[{\[]", drawn))
            for each in words:
                assert each in text_of(page)


def form_of(page: str) -> str:
    return page[page.index('<form class="x-form"') :].partition("</form>")[0]


def test_only_what_makes_sense_is_offered(client: Client) -> None:
    for subject in Subject:
        # Who says more has passed all questions.
        page = get(client, what=subject, letter="Y")
        form = form_of(page)
        names = set(re.findall(r' name="([^"]+)"', form)) - {"before", "cost", "edition"}
        assert names == offered(what_is_x(Situation(subject=subject)))
        assert re.search(rf'<input type="radio" id="x-what-{subject}" value="{subject}" checked', page)
        listed = form.partition('<select  id="x-zone"')[2].partition("</select>")[0]
        zones = set(re.findall(r'<option value="([^"]+)"', listed)) | set(re.findall(r'id="x-zone-([^"]+)"', form))
        can = Situation(subject=subject).possible
        assert zones == (set(map(str, can.zones)) if len(can.zones) > 1 else set())


def asked(page: str) -> list[str]:
    """The questions, each by the parameters of its fields; those without an answer have a “?”."""
    return [
        " ".join(dict.fromkeys(re.findall(r' name="([^"]+)"', one))) + ("" if " checked" in one else "?")
        for one in form_of(page).partition("<details")[0].split('<div class="x-asked">')[1:]
    ]


@pytest.mark.parametrize(("query", "questions"), cases("site/x", "at_most_three_questions_come_one_after_the_other"))
def test_at_most_three_questions_come_one_after_the_other(client: Client, query: str, questions: list[str]) -> None:
    assert asked(markup_of(client.get(f"/x/?{query}"))) == questions


def test_an_answer_that_is_the_usual_one_opens_the_next_question(client: Client) -> None:
    sent = {"before": "-", "what": "spell", "how": "normal", "defined": "no", "letter": "X"}
    for response in (client.get("/x/", sent), client.get("/x/", sent, headers=HTMX)):
        address = response.headers.get("Location") or response.headers["HX-Push-Url"]
        assert address == "/x/?how=normal"
    chosen = "0 or more. Chosen by its controller as the spell is cast"
    assert headline(get(client)) == f"{chosen}, if it is cast for its cost."
    assert headline(get(client, how="normal")) == f"{chosen}."
    # What isn't asked until then isn't asked under the fold either.
    assert not re.search(r' name="in"', form_of(get(client)))


def test_a_list_is_no_answer_to_what_was_no_question(client: Client) -> None:
    sent = {"before": "what=card", "what": "mana-cost-payment", "zone": "hand", "in": "mana-cost", "defined": "no"}
    assert asked(markup_of(client.get("/x/", sent, follow=True))) == ["what", "zone?"]


@pytest.mark.parametrize(
    ("query", "opened"),
    [
        ("", False),
        ("how=copied", False),
        ("what=card", False),
        ("what=card&zone=graveyard", True),
        ("announced=3", True),
        ("letter=Y", True),
        ("cost=xr", True),
        ("edition=2024-03-08", True),
        ("what=triggered-ability&gained=1", True),
    ],
)
def test_more_is_unfolded_where_it_says_something(client: Client, query: str, opened: bool) -> None:
    found = re.search(r'<details class="more" id="x-more"( open)?>', markup_of(client.get(f"/x/?{query}")))
    assert found
    assert bool(found[1]) == opened


@pytest.mark.slow
def test_every_control_has_a_name(client: Client) -> None:
    for subject in Subject:
        page = get(client, what=subject, letter="Y")
        assert len(set(re.findall(r' id="([^"]+)"', page))) == len(re.findall(r' id="([^"]+)"', page))
        labelled = set(re.findall(r'<label class="field" for="([^"]+)"', page))
        for control in re.findall(r"<(?:input|select) [^>]*>", page[page.index('<form class="x-form"') :]):
            if re.search('type="(hidden|checkbox|radio)"|id="box"', control):
                continue
            identity = re.search(r'id="([^"]+)"', control)
            assert identity
            assert identity[1] in labelled
            described = re.search(r'aria-describedby="([^"]+)"', control)
            for there in described[1].split() if described else ():
                assert f'id="{there}"' in page
        assert page.count("<fieldset") == page.count("<legend")
        assert '<p id="said" class="unseen" role="status">' in page


def test_the_partial_is_the_page_without_its_frame(client: Client) -> None:
    asked = {"announced": "3", "cost": "{X}{R}"}
    page, part = client.get("/x/", asked), client.get("/x/", asked, headers=HTMX)
    body, _, said = markup_of(part).partition('<p id="said"')
    assert body.strip() in markup_of(page)
    assert text_of('<p id="said"' + said) == "X is 3, chosen by its controller as the spell is cast."
    assert {"HX-Request", "HX-Target"} <= {each.strip() for each in page.headers["Vary"].split(",")}


def test_a_choice_is_a_step_back_and_typing_is_not(client: Client) -> None:
    chosen = client.get("/x/", {"what": "card", "before": "-"}, headers=HTMX)
    assert chosen.headers["HX-Push-Url"] == "/x/?what=card"
    typed = client.get("/x/", {"announced": "3"}, headers={**HTMX, "HX-Target": "answer"})
    assert typed.headers["HX-Replace-Url"] == "/x/?announced=3"
    assert "HX-Push-Url" not in typed.headers


def test_a_form_sent_without_javascript_leads_to_the_short_address(client: Client) -> None:
    sent = {"before": "-", "what": "spell", "how": "without-paying", "in": ["mana-cost", "text"], "letter": "X"}
    response = client.get("/x/", {**sent, "defined": "no", "announced": "", "least": "", "cost": " {X}{R} "})
    assert response.status_code == 302
    assert urlsplit(response.headers["Location"]).path == "/x/"
    assert parse_qs(urlsplit(response.headers["Location"]).query) == {
        "in": ["mana-cost,text"],
        "how": ["without-paying"],
        "cost": ["{X}{R}"],
    }
    assert headline(markup_of(client.get(response.headers["Location"]))) == "0. The only legal choice."


def test_another_subject_says_what_could_not_stay_and_leads_back(client: Client) -> None:
    before = Situation.from_query({"how": "without-paying", "in": "mana-cost,text"})
    sent = {"before": urlencode(before.as_query()), "what": "card", "how": "without-paying", "in": "mana-cost,text"}
    response = client.get("/x/", sent)
    page = markup_of(response)
    assert response.status_code == 200
    assert headline(page).startswith("0. Anywhere but on the stack")
    said = re.search(r'<p class="wrong" id="x-wrong-what">(.*?)</p>', page, re.DOTALL)
    assert said
    assert "Left out: how it’s cast or activated. A card can’t be cast or activated that way." in text_of(said[1])
    assert re.search(r'<input type="checkbox" id="x-in-text" value="text" checked', page), (
        "what still makes sense stays"
    )
    back = re.search(r'<a href="([^"]+)">Undo this change', said[1])
    assert back
    assert "only legal choice" in headline(markup_of(client.get(html.unescape(back[1]))))
