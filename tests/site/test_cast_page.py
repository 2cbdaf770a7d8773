"""The page of casting step by step: its states, its form, its partial, and bad input."""

import re
from collections.abc import Iterable, Mapping
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.cards.importing import import_cards
from explorer.casting.view import _EXAMPLES as EXAMPLES
from explorer.web import addresses
from tests.cards.samples import write
from tests.conftest import forget_everything, with_editions
from tests.html import markup_of
from tests.shared import FEW_EDITIONS
from tests.site.cast_cards import CAST_CARDS
from tests.site.test_checker import HTMX, text_of, verdict_of

pytestmark = pytest.mark.django_db

VOLLEY = {"card": "Cinder Volley", "sources": "5 Mountain"}
OATH = {"card": "Twin Oath", "sources": "Mountain, Plains"}
# The card is read for each of its uses: as the spell, and as what is checked.
MOST_QUERIES = 14
MOST_WORDS = 420


@pytest.fixture
def cards(db: None, tmp_path: Path) -> None:
    import_cards([write(tmp_path / "cards.json", CAST_CARDS)])
    forget_everything()


def page(client: Client, given: Any = None, status: int = 200) -> str:
    response = client.get("/cast/", given or {})
    assert response.status_code == status, markup_of(response)
    return markup_of(response)


def part(client: Client, given: Any) -> str:
    return markup_of(client.get("/cast/", given, headers=HTMX))


def titles(html: str) -> list[str]:
    """Titles of the shown steps, without their states."""
    steps = re.findall(r'<li class="row step[^"]*"[^>]*>.*?<h2>(.*?)</h2>', html, re.DOTALL)
    return [text_of(re.sub(r'<span class="unseen">.*?</span>', "", title)).strip() for title in steps]


def step(html: str, title: str) -> str:
    """The markup of one step."""
    found = re.findall(r'<li class="row step.*?</div></li>|<li class="row step.*?</li>(?=<li class="row|</ol>)', html)
    return next(str(one) for one in found if f"<h2>{title}" in one)


def then(html: str) -> list[str]:
    part_of = html.partition('<ol class="then">')[2].partition("</ol>")[0]
    return [text_of(one) for one in re.findall(r"<span>([^<]*)</span></li>", part_of)]


def links(html: str) -> list[str]:
    return [unescape(one) for one in re.findall(r'href="(/cast/[^"]*)"', html)]


def asked(address: str) -> Mapping[str, list[str]]:
    return by_name(parse_qsl(urlsplit(address).query, keep_blank_values=True))


def link_named(html: str, name: str) -> str:
    """Address of the first link with these words."""
    for address, words in re.findall(r'<a[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', html, re.DOTALL):
        if text_of(words).strip() == name:
            return unescape(address)
    raise AssertionError(f"no link {name}")


class TestNothingTyped:
    @pytest.mark.slow
    def test_each_example_opens(self, client: Client, subtests: pytest.Subtests) -> None:
        html = page(client)
        assert html.partition('<ul class="ready">')[2].partition("</ul>")[0].count("<li>") == len(EXAMPLES["walk"])
        for address in dict.fromkeys(links(html.partition('<ul class="ready">')[2].partition("</main>")[0])):
            with subtests.test(address=address):
                assert "Put it on the stack" in markup_of(client.get(address)) or "ability" in address

    @pytest.mark.usefixtures("cards")
    def test_with_cards_there_is_a_card_example(self, client: Client) -> None:
        assert "A card" in page(client)

    def test_the_checker_links_to_it(self, client: Client) -> None:
        assert 'href="/cast/"' in markup_of(client.get("/check/"))


@pytest.mark.usefixtures("cards")
class TestSteps:
    def test_stops_at_an_open_choice(self, client: Client) -> None:
        html = page(client, VOLLEY)
        assert titles(html) == ["Put it on the stack", "Choose X"]
        assert then(html)[0] == "Choose targets"
        assert verdict_of(html) == "Choose X to see if you can pay."
        html = page(client, OATH)
        assert titles(html)[-1] == "Choose a mode"
        assert verdict_of(html) == "Choose a mode to continue."
        html = page(client, {**OATH, "modes": "2"})
        assert titles(html)[-1] == "Choose a target"
        assert verdict_of(html) == "Choose a target to continue."

    def test_all_steps(self, client: Client) -> None:
        html = page(client, {**OATH, "modes": "2", "targets": "1"})
        assert titles(html)[-4:] == ["Is it legal?", "Add up the cost", "Make mana, and pay", "It’s cast"]
        assert not then(html)
        assert verdict_of(html).startswith("Yes. It costs")

    def test_many_taps_are_a_list(self, client: Client) -> None:
        asked = {"card": "Cinder Volley", "x": "4", "targets": "2", "sources": "2 Mountain, 2 Forest, 2 Swamp"}
        html = page(client, asked)
        assert {"Make mana", "Pay"} <= set(titles(html))
        taps = html.partition('<ol class="taps">')[2].partition("</ol>")[0]
        assert text_of(taps).count("Tap 2 ") == 3
        # One symbol for all generic mana, which is the one of the total.
        assert html.partition('<ul class="flow">')[2].partition("</ul>")[0].count("<li") == 2

    def test_a_fixed_number_of_targets_has_no_stepper(self, client: Client) -> None:
        target = step(page(client, {**OATH, "modes": "2"}), "Choose a target")
        assert '<label for="target-1">Creature</label>' in target
        assert "One more" not in target
        assert asked(link_named(target, "Continue without a name"))["targets"] == ["1"]
        named = page(client, {**OATH, "modes": "2", "targets": "Old Bear"})
        assert 'value="Old Bear"' in named
        assert "Continue without" not in named

    def test_modes_are_shown_once(self, client: Client) -> None:
        html = page(client, OATH)
        assert html.count("Twin Oath deals 4 damage") == 1
        assert "It comes from above" not in page(client, VOLLEY)

    def test_a_field_for_each_share(self, client: Client) -> None:
        given = {"card": "Split Spark", "sources": "2 Mountain", "targets": ["Old Bear", "Young Bear"]}
        html = page(client, given)
        assert titles(html)[-1] == "Divide 3 damage"
        assert verdict_of(html) == "Divide 3 damage to continue."
        share = step(html, "Divide 3 damage")
        assert "Old Bear</label>" in share
        assert share.count('inputmode="numeric"') == 2
        assert verdict_of(page(client, {**given, "division": "2, 1"})).startswith("Yes.")
        assert verdict_of(page(client, {**given, "division": "2, 2"})).startswith("No. The shares add up to 4")

    def test_an_unpayable_spell_is_reversed(self, client: Client) -> None:
        html = page(client, {**VOLLEY, "x": "6", "targets": "1"})
        assert verdict_of(html).startswith("No.")
        assert "You can’t pay, so the game goes back" in html
        assert asked(link_named(html, "Set X to 4"))["x"] == ["4"]
        assert "It’s cast" not in titles(html)
        # How much is missing is drawn.
        assert html.count('class="missing"') == 1

    def test_payment_with_life(self, client: Client) -> None:
        given = {"card": "Grim Bargain", "announced": "2 life, 2 life", "targets": "1", "sources": "Plains"}
        html = page(client, {**given, "life": "20"})
        assert html.partition('<ul class="flow">')[2].partition("</ul>")[0].count("2 life") == 2
        assert "First" in step(html, "Choose how to pay")

    def test_short_names_in_the_summary(self, client: Client) -> None:
        given = {**VOLLEY, "x": "1", "targets": "3", "in_play": "Maren, Pale Warden"}
        copy = page(client, given).partition("<aside")[2].partition("</aside>")[0]
        for words in ("Cinder Volley, X = 1", "2 more targets", "Maren", "You can make 5 mana."):
            assert words in text_of(copy.replace("</span>", "</span> "))
        assert "5 mana available" in page(client, given)


@with_editions(*FEW_EDITIONS)
@pytest.mark.usefixtures("cards")
class TestRules:
    def test_each_step_quotes_its_rule(self, client: Client) -> None:
        html = page(client, {**OATH, "modes": "2", "targets": "1"})
        quoted = re.findall(r'popovertarget="(rule-[^"]*)" aria-label', html)
        assert len(quoted) == len(titles(html))
        for one in quoted:
            assert len(text_of(html.partition(f'id="{one}"')[2].partition("Close")[0])) > 60
        ids = re.findall(r' id="([^"]*)"', html)
        assert len(ids) == len(set(ids))

    def test_merged_steps_quote_both_rules(self, client: Client) -> None:
        html = page(client, {**OATH, "modes": "2", "targets": "1"})
        pay = step(html, "Make mana, and pay")
        assert 'aria-label="Rule 601.2g–h"' in pay
        assert "mana abilities" in pay
        assert "pays the total cost" in pay

    @pytest.mark.slow
    def test_an_old_edition_links_to_the_newest(self, client: Client) -> None:
        html = page(client, {**VOLLEY, "x": "1", "targets": "1", "edition": "2009-05-01"})
        assert "By the May 1, 2009 rules." in text_of(html)
        newest = asked(link_named(html, "Use the newest rules"))
        assert newest == {"card": ["Cinder Volley"], "x": ["1"], "targets": ["1"], "sources": ["5 Mountain"]}
        assert re.search(r'<option value="2009-05-01" selected>', html)
        assert "By the" not in page(client, VOLLEY)


@pytest.mark.usefixtures("cards")
class TestWhatItDependsOn:
    def test_an_answer_becomes_a_note(self, client: Client) -> None:
        html = page(client, {"card": "Second Dawn", "sources": "6 Island", "in_play": "Marble Lattice"})
        assert verdict_of(html).startswith("Maybe.")
        depends = html.partition('id="depends"')[2].partition("</section>")[0]
        yes = link_named(depends, "Yes")
        assert asked(yes)["in_play"] == ["Marble Lattice (yes)"]
        assert verdict_of(markup_of(client.get(yes))).startswith("Yes. It costs")
        assert 'id="depends"' not in markup_of(client.get(link_named(depends, "No")))

    def test_a_counted_number_is_a_question(self, client: Client) -> None:
        html = page(client, {"card": "Second Dawn", "sources": "6 Island", "in_play": "Crowded Shrine"})
        depends = html.partition('id="depends"')[2].partition("</section>")[0]
        assert "How many?" in depends
        assert asked(link_named(depends, "2"))["in_play"] == ["Crowded Shrine (2)"]


@pytest.mark.usefixtures("cards")
class TestForm:
    """What a browser sends, without JavaScript and with it."""

    def test_a_submitted_form_redirects_to_the_short_address(self, client: Client) -> None:
        sent = {"cost": "Cinder Volley", "mana": "5 Mountain", "in_play": "", "edition": ""}
        response = client.get("/cast/", sent)
        assert response.status_code == 302
        assert response.headers["Location"] == addresses.cast(VOLLEY)
        assert client.get("/cast/", {"cost": "", "mana": "", "in_play": ""}).headers["Location"] == "/cast/"

    def test_the_form_submits_the_choices(self, client: Client) -> None:
        html = page(client, {**VOLLEY, "x": "2", "targets": ["3", "Old Bear"], "life": "7", "edition": "2025-06-06"})
        sent = fields(html)
        assert {("x", "2"), ("life", "7"), ("of", "Cinder Volley"), ("targets", "3"), ("targets", "Old Bear")} <= set(
            sent
        )
        assert len([one for one in sent if one[0] == "targets"]) == 4
        location = client.get("/cast/", by_name(sent)).headers["Location"]
        assert asked(location)["targets"] == ["3", "Old Bear"]

    def test_another_card_drops_the_choices(self, client: Client) -> None:
        sent = by_name(fields(page(client, {**VOLLEY, "x": "2", "targets": "1"})))
        location = client.get("/cast/", {**sent, "cost": "Twin Oath"}).headers["Location"]
        assert asked(location) == {"card": ["Twin Oath"], "sources": ["5 Mountain"]}

    def test_empty_names_keep_their_places(self, client: Client) -> None:
        sent = {"cost": "Split Spark", "of": "Split Spark", "mana": "2 Mountain", "places": "2"}
        location = client.get("/cast/", {**sent, "targets": ["", "Old Bear"]}).headers["Location"]
        html = markup_of(client.get(location))
        assert re.search(r'id="target-1"[^>]*value=""', html)
        assert re.search(r'id="target-2"[^>]*value="Old Bear"', html)
        # Without any name, nothing is chosen.
        location = client.get("/cast/", {**sent, "targets": ["", ""]}).headers["Location"]
        assert "targets" not in asked(location)

    def test_an_incomplete_division_is_no_error(self, client: Client) -> None:
        sent = {"cost": "Split Spark", "of": "Split Spark", "mana": "2 Mountain", "targets": "2", "division": ["2", ""]}
        html = part(client, sent)
        assert verdict_of(html) == "Divide 3 damage to continue."
        assert re.search(r'id="share-1"[^>]*value="2"', html)

    def test_a_link_swaps_the_form_and_adds_to_the_history(self, client: Client) -> None:
        response = client.get("/cast/", {**VOLLEY, "x": "2"}, headers=HTMX)
        address = addresses.cast({"card": "Cinder Volley", "x": "2", "sources": "5 Mountain"})
        assert response.headers["HX-Push-Url"] == address
        assert '<form id="ask"' in markup_of(response)
        typed = client.get("/cast/", {"cost": "Cinder Volley", "mana": "5 Mountain"}, headers=HTMX)
        assert typed.headers["HX-Replace-Url"] == addresses.cast(VOLLEY)
        assert "<form" not in markup_of(typed)
        assert 'id="said"' in markup_of(typed)

    def test_a_page_and_its_part_say_the_same(self, client: Client) -> None:
        given = {**VOLLEY, "x": "2", "targets": "1"}
        steps = part(client, given).partition("<form")[0].strip()
        assert steps in page(client, given)
        assert client.get("/cast/").headers["Vary"].count("HX-Request") == 1


def fields(html: str) -> list[tuple[str, str]]:
    """What a browser would send with the form."""
    found = []
    for tag in re.findall(r"<input[^>]*>", html):
        own = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if own.get("form") == "ask" or own.get("id") == "cost":
            found.append((own["name"], unescape(own.get("value", ""))))
    for name, text in re.findall(r'<textarea[^>]*name="([a-z_]+)"[^>]*>([^<]*)</textarea>', html):
        found.append((name, unescape(text)))
    return found


def by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


@pytest.mark.usefixtures("cards")
class TestAddresses:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "given",
        [
            VOLLEY,
            {**VOLLEY, "x": "9", "targets": ["2", "Old Bear"], "in_play": "Maren, Pale Warden"},
            OATH,
            {**OATH, "modes": "1", "targets": "You"},
            {"card": "Split Spark", "targets": "2", "division": "2, 1", "pool": "RR"},
            {"card": "Grim Bargain", "announced": "B, 2 life", "life": "5", "pool": ""},
            {"ability": "{1}{R}, {T}: It deals 1 damage to any target.", "pool": "RR"},
            {"cost": "{1}{U}{U}", "action": "foretell", "pool": "UU"},
            {"cost": "{2}{R}", "in_play": "costs {1} less; Marble Lattice (yes)", "edition": "2025-06-06"},
        ],
    )
    def test_each_link_opens_and_keeps_the_rest(
        self, client: Client, subtests: pytest.Subtests, given: dict[str, Any]
    ) -> None:
        html = page(client, given)
        (canonical,) = re.findall(r'<link rel="canonical" href="http://testserver([^"]*)"', html)
        assert asked(unescape(canonical)) == asked(addresses.cast(given))
        for address in dict.fromkeys(links(html.partition("<main")[2].partition('class="tools"')[2])):
            if address == "/cast/":
                continue
            with subtests.test(address=address):
                response = client.get(address)
                assert response.status_code == 200
                told = asked(address)
                for key in ("card", "cost", "ability", "pool", "sources", "life"):
                    assert told.get(key, [""])[0] == str(given.get(key, ""))


@pytest.mark.usefixtures("cards")
class TestMistakes:
    def test_suggestions_link_to_this_page(self, client: Client) -> None:
        html = page(client, {**VOLLEY, "in_play": "Maren, Pale Wardn"}, 422)
        assert asked(link_named(html, "Maren, Pale Warden"))["in_play"] == ["Maren, Pale Warden"]
        assert "/check/?" not in html.partition('id="verdict"')[2].partition("</form>")[0]
        html = page(client, {"card": "Cinder Voley", "sources": "5 Mountain"}, 422)
        mended = link_named(html, "Cinder Volley")
        assert asked(mended) == {"card": ["Cinder Volley"], "sources": ["5 Mountain"]}
        html = page(client, {"card": "Cinder Volley", "sources": "5 Mountan"}, 422)
        assert asked(link_named(html, "5 Mountain"))["sources"] == ["5 Mountain"]

    def test_input_stays_after_an_error(self, client: Client) -> None:
        html = page(client, {"cost": "Cinder Voley", "mana": "5 Mountain", "in_play": "costs {1} less"}, 422)
        for text in ("Cinder Voley", "5 Mountain", "costs {1} less"):
            assert text in html

    def test_an_error_swaps_only_the_verdict(self, client: Client) -> None:
        response = client.get("/cast/", {"cost": "Cinder Vol", "mana": ""}, headers=HTMX)
        assert response.headers["HX-Retarget"] == "#verdict"
        assert link_named(markup_of(response), "Cinder Volley")

    def test_an_unfinished_name_is_no_error(self, client: Client) -> None:
        sent = {"cost": "Second Dawn", "of": "Second Dawn", "mana": "3 Island", "in_play": "costs {1} less; Mar"}
        html = part(client, sent)
        offered = re.findall(r'data-name="([^"]*)" data-into="in-play" data-start="16"', html)
        assert offered == ["Marble Lattice", "Maren, Pale Warden"]
        assert "problem" not in html
        html = part(client, {**sent, "in_play": "", "mana": "3 Island, Mou"})
        assert re.search(r'data-name="Mountain" data-into="mana" data-start="10"', html)
        # A page that is opened says what is wrong.
        assert "Mar" in page(client, {**sent, "in_play": "Mar"}, 422)

    @pytest.mark.parametrize(
        "given",
        [
            {"card": "No Such Card"},
            {"cost": "{W/Q}"},
            {"cost": "{R}", "card": "Twin Oath"},
            {**VOLLEY, "x": "-1"},
            {**VOLLEY, "x": "1" * 30},
            {**VOLLEY, "zone": "attic"},
            {**OATH, "modes": "one"},
            {**VOLLEY, "targets": "99"},
            {**VOLLEY, "division": "a, b"},
            {**VOLLEY, "edition": "soon"},
            {**VOLLEY, "action": "dance"},
            {**VOLLEY, "in_play": "x" * 3_000},
            {"ability": "nothing at all"},
        ],
    )
    def test_bad_input(self, client: Client, given: dict[str, str]) -> None:
        html = page(client, given, 422)
        assert 'role="alert"' in html
        response = client.get("/cast/", given, headers=HTMX)
        assert response.status_code == 200

    def test_too_many_modes_or_targets_are_impossible(self, client: Client) -> None:
        for given in ({**OATH, "modes": "1, 2"}, {**OATH, "modes": "7"}, {**OATH, "modes": "1", "targets": "2"}):
            assert verdict_of(page(client, given)).startswith("No.")

    @pytest.mark.parametrize(
        "key", ["card", "cost", "ability", "in_play", "sources", "pool", "targets", "division", "x"]
    )
    def test_hostile_input_stays_text(self, client: Client, key: str) -> None:
        nasty = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'{{ 7 }}"
        given = {key: nasty} if key in ("card", "cost", "ability") else {**VOLLEY, "x": "1", key: nasty}
        for headers in ({}, HTMX):
            response = client.get("/cast/", given, headers=headers)
            assert response.status_code in (200, 422)
            html = response.content.decode()
            assert "<script>alert" not in html
            assert "<img src=x" not in html


@pytest.mark.usefixtures("cards")
class TestSize:
    def test_few_queries(self, client: Client) -> None:
        given = {**VOLLEY, "x": "1", "targets": "3", "in_play": "Maren, Pale Warden"}
        page(client, given)
        with CaptureQueriesContext(connection) as asked_for:
            page(client, {**given, "x": "2"})
        assert len(asked_for) <= MOST_QUERIES, [one["sql"][:120] for one in asked_for]

    def test_few_words(self, client: Client) -> None:
        html = page(client, {**OATH, "modes": "2", "targets": "1"})
        main = html.partition("<main")[2].partition("</main>")[0]
        main = re.sub(r'<div class="quoted".*?Close</button></div>|<select.*?</select>|<svg.*?</svg>', "", main)
        assert len(text_of(main.replace("<", " <")).split()) <= MOST_WORDS
