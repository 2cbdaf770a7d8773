"""The X explorer, asked what makes no sense: it answers with a sentence and a way on, whatever is typed."""

import html
import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from symbols.engine.x import KEYS, Subject
from tests.html import markup_of, text_of
from tests.shared import examples
from tests.site.test_x import HTMX, get, headline, steps
from tests.tables import cases

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "key", "message", "way"), cases("site/x_bad_input", "what_makes_no_sense_gets_a_sentence_and_a_way_on")
)
def test_what_makes_no_sense_gets_a_sentence_and_a_way_on(
    client: Client, asked: dict[str, str], key: str, message: str, way: str | None
) -> None:
    response = client.get("/x/", asked)
    assert response.status_code == 422
    page = markup_of(response)
    said = re.search(rf'<p class="wrong" id="x-wrong-{key}">(.*?)</p>', page, re.DOTALL)
    assert said
    assert message in text_of(said[1])
    link = re.search(r'<a href="([^"]+)">', said[1])
    assert link
    if way:
        assert html.unescape(link[1]) == way
        assert client.get(way).status_code == 200
    part = client.get("/x/", asked, headers=HTMX)
    assert part.status_code == 200
    assert message in text_of(markup_of(part))
    assert "<b>" not in asked.get("edition", "") or "&lt;b&gt;" in page


@pytest.mark.parametrize(
    ("asked", "said", "rule"),
    [
        ({"defined": "by-text", "gives": "-3"}, "−3. What its text says.", "107.3c"),
        ({"refers": "1", "other": "-2"}, "−2. The other object’s X.", "107.3e"),
        ({"what": "permanent", "in": "text", "defined": "by-text", "gives": "-2"}, "−2. What its text says.", "107.3"),
    ],
)
def test_nobody_chooses_a_number_that_the_text_defines_so_it_may_be_negative(
    client: Client, asked: dict[str, str], said: str, rule: str
) -> None:
    page = get(client, **asked)
    assert said in headline(page)
    assert "If an effect’s result would be negative, 0 is used, with 107.1b’s exceptions." in headline(page)
    found = {there: state for state, there, _ in steps(page)}
    assert found[rule] == "decides"
    assert found["107.1b"] == "adds"


def test_no_less_than_zero_is_nothing_more_than_zero(client: Client) -> None:
    assert headline(get(client, announced="-0")) == "0. Chosen by its controller as the spell is cast."
    assert "below zero" not in get(client, defined="by-text", gives="-0")


def test_nothing_ticked_stays_so_until_the_reader_ticks_something(client: Client) -> None:
    for sent in ({"before": "-", "what": "spell", "in": ""}, {"before": "in=text", "what": "spell", "in": ""}):
        page = markup_of(client.get("/x/", sent, headers=HTMX))
        assert headline(page).startswith("Choose where the X is.")
        assert not re.search(r'<input type="checkbox" id="x-in-[^>]*checked', page)
    # A tick that the way of casting implies is not sent by a form.
    said = headline(get(client, how="alternative-with", **{"in": ""}))
    assert said == "0 or more. Chosen by its controller as the spell is cast."
    # Where there is nothing to tick, nothing is missing.
    assert headline(get(client, refers="1", **{"in": ""})).startswith("The other object’s X. ")


def test_a_number_announced_for_a_spell_is_not_one_for_a_trigger(client: Client) -> None:
    sent = {"before": "announced=3", "what": "delayed-trigger", "in": "mana-cost", "announced": "3"}
    page = markup_of(client.get("/x/", sent, headers=HTMX))
    assert "Left out: the number announced." in text_of(page)
    assert {there: state for state, there, _ in steps(page)}["107.3n"] == "decides"


def test_a_copy_has_the_choice_that_was_made_for_the_original(client: Client) -> None:
    page = get(client, how="copied", defined="by-later-choice")
    facts = text_of(page[page.index('<dl class="facts') : page.index("</dl>")])
    assert "Who chooses no one" in facts
    assert "as the spell is cast" not in facts
    said = {rule: words for _, rule, words in steps(page)}
    assert "including this choice. Only choices made on resolution aren’t copied" in said["707.10"]
    assert "For the original" in said["601.2b"]
    # Nothing is announced for a letter that stands in no cost: its choice is made late, and not copied.
    facts = text_of(get(client, how="copied", defined="by-later-choice", **{"in": "text"}))
    assert "its controller, by the choice in its text" in facts
    assert "A choice made on resolution isn’t copied" in facts
    without = text_of(get(client, defined="by-later-choice"))
    assert "Who chooses its controller, by the choice in its text When as the spell is cast" in without
    assert "so nobody gets to choose it" not in without


def test_the_map_is_folded_with_one_branch_lit(client: Client) -> None:
    the_map = get(client, what="card").partition('<details class="more" id="map">')[2]
    assert re.findall(r'<h2(?: class="(lit)")? ?>', the_map) == ["", "", "", "", "lit", ""]


def test_what_was_typed_is_shown_and_never_run(client: Client) -> None:
    script = "<script>alert(1)</script>"
    for asked in ({"defined": "by-text", "formula": script}, {"cost": f"Pay X life, {script}"}, {"what": script}):
        for headers in ({}, HTMX):
            page = markup_of(client.get("/x/", asked, headers=headers))
            assert "<script>alert" not in page
            assert "&lt;script&gt;" in page


def test_a_cost_that_cannot_be_read_leaves_the_answer(client: Client) -> None:
    page = markup_of(client.get("/x/", {"announced": "3", "cost": "{"}))
    assert headline(page) == "3. Chosen by its controller as the spell is cast."
    assert 'id="x-cost"' in page
    assert 'value="{"' in page


def test_an_answer_that_depends_asks_what_would_settle_it(client: Client) -> None:
    for what in ("enters-ability", "delayed-trigger"):
        page = get(client, what=what)
        assert headline(page).startswith("It depends. ")
        origins = re.findall(r'<input type="radio" id="x-origin-[^"]+" value="([^"]+)"', page)
        assert [headline(get(client, what=what, origin=each)).startswith("It depends.") for each in origins] == [
            each == "unstated" for each in origins
        ]


ODD = st.text(max_size=8) | st.sampled_from(
    ["", "0", "1", "-1", "½", "3", "9" * 40, "\0", "‮", "spell", "card", "stack", "text", "copied", "chosen", "{X}", "{"]
)
WORDS = st.sampled_from([*Subject, "graveyard", "mana-cost,text", "by-text", "without-paying", "Y"])


@pytest.mark.slow
@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.sampled_from([*KEYS, "cost", "edition", "before", "elsewhere"]), ODD | WORDS), max_size=6),
    st.booleans(),
)
def test_any_address_gets_a_sentence(client: Client, query: list[tuple[str, str]], live: bool) -> None:
    text = urlencode([(key, str(value)) for key, value in query], errors="surrogatepass")
    response = client.get(f"/x/?{text}", headers=HTMX if live else {})
    if response.status_code == 302:
        response = client.get(response.headers["Location"])
    assert response.status_code in ({200} if live else {200, 422})
    assert headline(markup_of(response)).endswith((".", "”."))


@pytest.mark.parametrize(
    ("what", "place"), [("special-action", "special-action-cost"), ("mana-cost-payment", "mana-cost")]
)
def test_the_place_without_which_there_is_nothing_to_ask_cannot_be_taken_back(
    client: Client, what: str, place: str
) -> None:
    form = markup_of(client.get(f"/x/?what={what}"))
    sent = re.search(r'<input type="hidden" name="in" value="([^"]*)">', form)
    assert sent
    assert sent[1] == place
    assert re.search(rf'id="x-in-{place}"[^>]* checked disabled', form)
    before = re.search(r'name="before" id="x-before" value="([^"]*)"', form)
    assert before
    for said in ([place], [place, "text"]):
        answer = client.get("/x/", {"before": before[1], "what": what, "in": said}, follow=True)
        assert answer.status_code == 200
    wrong = client.get(f"/x/?what={what}&in=text")
    assert wrong.status_code == 422
    assert re.search(rf'id="x-in-{place}"[^>]* checked disabled', markup_of(wrong))
