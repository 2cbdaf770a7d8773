"""Fields and questions of the checker: finding options, open questions, parts of costs and cards, sharing."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from explorer.costcheck.option_fields import LABELS
from symbols.engine import KEYS, MAIN, CheckRequest
from tests.conftest import using_library
from tests.html import markup_of
from tests.shared import NEWEST, NEWEST_WRITTEN
from tests.site.test_checker import HTMX, WHOLE, Form, text_of, verdict_of

pytestmark = pytest.mark.django_db


def found_in(html: str) -> dict[str, str]:
    """Labels of options in use, called for or found, by key."""
    part = html.partition('<div id="found"')[2].partition(">")[2] or html
    found = re.findall(r'<label for="option-([a-z_]+)"><b>(.*?)</b>', part.partition("</ul>")[0])
    return {key: text_of(name) for key, name in found}


@pytest.mark.slow
def test_every_option_is_shown_or_found_by_name(client: Client, subtests: pytest.Subtests) -> None:
    html = markup_of(client.get("/check/"))
    always = re.findall(r'name="([a-z_]+)"', html.partition('id="main-options"')[2].partition("</div><label")[0])
    assert always == [option.key for option in MAIN]
    assert not found_in(html)
    for key in KEYS:
        if key not in ("cost", "pool", "sources", *always):
            with subtests.test(key=key):
                html = markup_of(client.get("/check/", {"find": LABELS[key].upper()}))
                assert key in found_in(html)


def test_finding_options_keeps_the_input(client: Client, subtests: pytest.Subtests) -> None:
    typed = {**WHOLE, "cost": "{2}{B}", "mana": "BB", "delve": "1", "reduce": "{1}"}
    for find, found in [
        ("", {"delve": "Delve"}),
        ("convo", {"delve": "Delve", "convoke": "Convoke"}),
        ("Kick", {"delve": "Delve", "kicker": "Kicker"}),
        ("haste", {"delve": "Delve", "haste": "Has haste"}),
        ("flashback", {"delve": "Delve", "alternative": "Flashback"}),
        ("minimum", {"delve": "Delve", "minimum": "Never less than"}),
        ("snow mana", {"delve": "Delve", "snow": "Your snow mana"}),
        ("delve", {"delve": "Delve"}),
        ("zzz", {"delve": "Delve"}),
    ]:
        with subtests.test(find=find):
            headers = {**HTMX, "HX-Target": "found"}
            part = client.get("/check/", {**typed, "find": find}, headers=headers)
            assert found_in(markup_of(part)) == found
            # What is found is no step, and nothing else of the page changes.
            assert not any(name.startswith("HX-") for name in part.headers)
            # Without htmx the button sends the whole form.
            fields = Form(markup_of(client.get("/check/", {**typed, "find": find}, follow=True))).fields
            assert [fields[key] for key in ("cost", "mana", "delve", "reduce")] == ["{2}{B}", "BB", "1", "{1}"]
    assert "Nothing by that name." in markup_of(client.get("/check/", {"find": "zzz"}))


def test_payment_with_other_resources(client: Client) -> None:
    asked = {"cost": "{3}{G}{B}", "pool": "C", "convoke": "{G}{G/W}", "delve": "1", "life_for": "B"}
    page = markup_of(client.get("/check/", asked, headers=HTMX))
    payment = re.search(r'<ul class="flow">(.*?)</ul>', page, re.DOTALL)
    assert payment
    paid = [" ".join(text_of(flow).split()) for flow in re.findall(r"<li>(.*?)</li>", payment[1], re.DOTALL)]
    flows = ["{3}paid with{C}card{W}{G}creature", "{G}paid with{G}creature", "{B}paid with2 life"]
    assert paid == flows


@pytest.mark.parametrize("cost", ["{W/U}", "{W/U}{W/U}"])
def test_each_way_to_announce_is_marked(client: Client, cost: str) -> None:
    page = markup_of(client.get("/check/", {"cost": cost, "pool": "WW"}, headers=HTMX))
    marks = re.findall(r"</svg>([^<]+)</span></td>", page)
    assert marks == ["can pay", *(f"{short} blue short" for short in range(1, cost.count("/") + 1))]
    assert "can pay" not in markup_of(client.get("/check/", {"cost": cost}, headers=HTMX))


@pytest.mark.parametrize(
    ("asked", "facts"),
    [
        (
            {"cost": "{1}{U} //", "layout": "transform"},
            "Colorsunknown: see its color indicator 202.2e",
        ),
        (
            {"cost": "{7} // {1}{B}{B}", "layout": "prototype"},
            "Mana value3 on the stack and the battlefield; 7 elsewhere",
        ),
        (
            {"cost": "{1}{B} // {5}{B}{R}", "layout": "modal"},
            "Mana value7 on the stack and the battlefield; 2 elsewhere",
        ),
        (
            {"cost": "{1}{B} // {X}{R}", "layout": "modal", "x": "3"},
            "Mana value4 on the stack with X = 3; 1 on the battlefield; 2 elsewhere",
        ),
    ],
    ids=str,
)
def test_another_face_keeps_its_mana_value_and_hides_its_colors(
    client: Client, asked: dict[str, str], facts: str
) -> None:
    assert facts in " ".join(text_of(markup_of(client.get("/check/", {**asked, "cast": "2"}))).split())


def test_a_card_with_two_parts_shows_both(client: Client) -> None:
    page = markup_of(client.get("/check/", {"cost": "{1}{R} // {2}{U}", "cast": "2"}))
    assert "Mana value3 on the stack; 5 elsewhere" in text_of(page)
    casts = re.findall(r'<a class="chip" href="([^"]+)"( aria-current="true")?>(.*?)</a>', page)
    assert [text_of(words).strip() for _, _, words in casts] == ["{1}{R}", "{2}{U}", "both, fused"]
    assert [bool(current) for _, current, _ in casts] == [False, True, False]
    fused = markup_of(client.get(casts[2][0].replace("&amp;", "&")))
    assert "Mana value5 " in text_of(fused)
    adventure = markup_of(client.get("/check/", {"cost": "{1}{R} // {2}{U}", "layout": "adventure"}))
    assert len(re.findall(r'<a class="chip" href="[^"]+cast=', adventure)) == 2


@pytest.mark.parametrize(
    ("keyword", "key"),
    [
        ("Convoke", "convoke"),
        ("commander tax", "commander_casts"),
        ("Fuse", "cast"),
        ("Kicker {2}{R}", "kicker"),
        ("{5}{B}, delve", "delve"),
        ("Overload", "alternative"),
    ],
)
def test_a_keyword_adds_its_field(client: Client, keyword: str, key: str) -> None:
    typed = {**WHOLE, "cost": keyword}
    for html in (markup_of(client.get("/check/", typed, headers=more)) for more in ({}, HTMX)):
        assert f"Type {'{5}{B} as the cost' if 'delve' in keyword else 'the cost of the spell'}, and" in html
        assert key in WHOLE or key in found_in(html)
    # What is there already stays as it is.
    assert 'id="found"' not in markup_of(client.get("/check/", {**typed, key: ""}, headers=HTMX))


@pytest.mark.slow
def test_unknowns_are_questions(client: Client, subtests: pytest.Subtests) -> None:
    """The first answer of each question leads to the next one, or to the verdict."""
    of_tap = {"tapped", "creature", "haste", "controlled"}
    for cost, questions, verdict, fields in [
        ("{T}: Draw a card.", ["Is it untapped?", "Is it a creature?"], "Yes.", of_tap),
        ("[-3]", ["How many loyalty counters does it have?"], "No.", {"loyalty"}),
        ("{E}{E}", ["Can you pay {E}{E}?"], "Yes.", {"energy"}),
        ("Sacrifice two creatures", ["Can you sacrifice two creatures?"], "Yes.", {"to_sacrifice"}),
        ("Reveal your hand", ["Can you reveal your hand?"], "Yes.", {"rest"}),
        ("Pay any amount of life", ["How many do you choose?"], "Yes.", {"amount"}),
    ]:
        for headers in ({}, HTMX):
            with subtests.test(cost=cost, headers=headers):
                assert set(found_in(markup_of(client.get("/check/", {"cost": cost}, headers=headers)))) == fields
                html = markup_of(client.get("/check/", {"cost": cost, "mana": "0"}, headers=headers, follow=True))
                for question in questions:
                    assert verdict_of(html).startswith("Maybe.")
                    asked = html.partition("<h2>Can you do the rest?</h2>")[2].partition("</section>")[0]
                    assert question in text_of(asked)
                    answers = re.findall(r'<a href="([^"]+)"[^>]*>', asked.partition('class="seg"')[2])
                    html = markup_of(client.get(unescape(answers[0]), headers=headers))
                assert verdict_of(html).startswith(verdict)


def test_one_question_for_all_parts_of_an_option(client: Client, subtests: pytest.Subtests) -> None:
    for asked, question in [
        ({"cost": "Sacrifice a creature, Sacrifice a land"}, "Can you sacrifice a creature and sacrifice a land?"),
        ({"cost": "{1}", "additional": "Sacrifice a creature 2 times"}, "Can you sacrifice a creature?"),
        ({"cost": "Reveal your hand, Choose a color"}, "Can you reveal your hand and choose a color?"),
    ]:
        with subtests.test(asked=asked):
            html = markup_of(client.get("/check/", {**asked, "pool": "W"}))
            assert question in text_of(html)
            answers = re.findall(r'<a href="([^"]+)"\s+id="open-[^"]+-\d"[^>]*>', html)
            found = [verdict_of(markup_of(client.get(unescape(address))))[:4] for address in answers]
            assert found == ["Yes.", "No. "]


def test_a_count_is_a_stepper(client: Client) -> None:
    html = markup_of(client.get("/check/", {"cost": "[-2]", "pool": ""}))
    assert "<b>?</b>" in html
    seen = []
    for step in ("more", "more", "less", "less"):
        address = re.search(rf'<a href="([^"]+)"\s+id="open-1-{step}"', html)
        html = markup_of(client.get(unescape(address[1]) if address else "", headers=HTMX))
        count = re.search(r"<b>(\d+)</b>", html)
        seen.append((count and count[1], verdict_of(html)[:5]))
    assert seen == [("1", "No. F"), ("2", "Yes. "), ("1", "No. F"), ("0", "No. F")]


@pytest.mark.parametrize(
    ("cost", "sentence"),
    [
        ("{T}: Add {G}", "This is a mana ability: it can add mana"),
        ("[+1]: Add {R}{R}", "This isn’t a mana ability, because it’s a loyalty ability."),
        ("{1}: Target player adds {R}", "This isn’t a mana ability, because it has a target."),
    ],
)
def test_605_1a_mana_abilities(client: Client, cost: str, sentence: str) -> None:
    page = markup_of(client.get("/check/", {"cost": cost}))
    assert sentence in text_of(page.partition("<h2>The ability</h2>")[2].partition("<details")[0])


def test_delve_and_an_exile_cost_share_cards(client: Client) -> None:
    asked = {"cost": "{7}{U}", "alternative": "{7}{U}, Exile three other cards from your graveyard"}
    page = text_of(markup_of(client.get("/check/", {**asked, "delve": "7", "pool": "U"})))
    assert "Uses 3 of the 7 you could exile. Delve can exile the other 4." in page
    assert "your mana and cards come to five" in page


@pytest.mark.parametrize(
    ("address", "title"),
    [
        (
            "/try/activate/",
            "Can this be activated now (activation cost: {T}; the permanent is: untapped; it is a creature; "
            "it has haste: no; I gained control of it: before my latest turn began, and kept it; "
            "other restriction: none; X: 0)?",
        ),
        (
            "/try/activate/?cost={1},{T}&creature=no&since=later&mana=G&x=0",
            "Can this be activated now (activation cost: {1},{T}; the permanent is: untapped; it is a creature: no; "
            "it has haste: no; I gained control of it: after my latest turn began; other restriction: none; "
            "my mana: G; X: 0)?",
        ),
        (
            "/try/counters/",
            "Pay with energy or tickets (cost: {E}{E}; energy counters I have: 3; ticket counters I have: 3; "
            "X, if the cost has one: 0)",
        ),
        (
            "/try/halves/?number=9",
            "Half of an odd number (number: 9; the card takes: half; the card says: nothing about it)",
        ),
        (
            "/x/",
            "What is X (X is on: a spell; it is cast: for its cost; X is in: a mana cost; "
            "definition of X: its text doesn’t define it)?",
        ),
        (
            "/x/?letter=Y&announced=1&cost=yr",
            "What is Y in {Y}{R} (Y is on: a spell; it is cast: for its cost; Y is in: a mana cost; "
            "definition of Y: its text doesn’t define it; Y announced: 1)?",
        ),
        (
            "/x/?what=card&zone=graveyard",
            "What is X (X is on: a card; it is: in a graveyard; X is in: a mana cost; "
            "definition of X: its text doesn’t define it)?",
        ),
    ],
)
def test_titles_of_other_shared_answers(client: Client, address: str, title: str) -> None:
    shared = re.findall(r'data-share="([^"]*)"', markup_of(client.get(address)))
    assert title in shared


@pytest.mark.parametrize(
    ("asked", "title", "quote"),
    [
        (
            {"cost": "{9}{G}", "pool": "C", "free": "true"},
            "{9}{G} with C (without paying its mana cost)",
            "Yes. It costs nothing.",
        ),
        ({"cost": "{9}{G}", "pool": "C", "free": "false"}, "{9}{G} with C", "No. {G} needs green mana; you have none."),
        ({"cost": "{1}", "convoke": "{W}"}, "{1} (convoke: {W})", None),
        (
            {"cost": "xr", "pool": "RRR", "x": "5", "life": "1", "reduce": ["{5}", "{1}"], "edition": "2024-03-08"},
            "{X}{R} with RRR (X: 5; life: 1; costs less: {5}, {1}; edition: March 8, 2024)",
            None,
        ),
        (
            {"cost": "{T}: Add {G}", "pool": "", "spend": "any type", "tapped": "0", "loyalty": " "},
            "{T} (spend mana: as though any type; tapped: no)",
            "Maybe. That depends. Not checked: {T}.",
        ),
        ({"cost": "{W/P}{W/P}", "life": "4"}, None, "Mana value 2. White. 3 ways to pay."),
        ({"cost": "{1}{W/U}"}, None, "Mana value 2. White and blue. 2 ways to pay."),
        ({"cost": "{R}//{9}{G}", "pool": "R"}, "{R} of {R} // {9}{G} with R", None),
        ({"cost": "{R}//{9}{G}", "pool": "R", "cast": "2"}, "{9}{G} of {R} // {9}{G} with R", None),
        ({"cost": "{1}", "pool": "R", "creature": "yes"}, "{1} with R (a creature: yes)", None),
        ({"cost": "{R}//{9}{G}"}, None, "Mana value 1 on the stack; 11 elsewhere. Red. One way to pay."),
    ],
)
def test_title_and_quote_of_a_shared_check(
    client: Client, asked: dict[str, str], title: str | None, quote: str | None
) -> None:
    html = markup_of(client.get("/check/", asked))
    shared = re.search(r'data-share="([^"]*)"[^>]*?(?: data-text="([^"]*)")?>', html)
    assert shared
    assert title is None or shared[1] == f"Can you pay {title}?"
    assert quote is None or shared[2] == quote


def test_shared_rule_and_edition(client: Client, every_edition: str, django_db_blocker: Any) -> None:
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        for address, pinned, rule, day in [
            ("/check/?cost=%7B2%2FW%7D&pool=WWC", f"&amp;edition={NEWEST}", "107.4e", NEWEST_WRITTEN),
            ("/check/?cost=%7B2%2FW%7D&pool=WWC&edition=2024-03-08", None, "107.4e", "March 8, 2024"),
            ("/search/?q=can+i+pay+{W}+with+W", f"&amp;edition={NEWEST}", "107.4a", NEWEST_WRITTEN),
        ]:
            html = markup_of(client.get(address))
            assert f'data-source="Pipwise, by {rule} in the {day} rules"' in html
            linked = re.search(r'data-address="([^"]+)"[^>]*? data-pinned="([^"]*)"', html)
            assert linked
            assert linked[2] == (f"{linked[1]}{pinned}" if pinned else "")


def test_permalink_among_excerpts(client: Client, subtests: pytest.Subtests) -> None:
    for address, seen in [
        ("/check/?cost=%7B2%2FW%7D%7B2%2FW%7D&pool=WWC", "<strong>Yes.</strong>"),
        ("/check/?cost=%7BX%7D%7BR%7D", "<dt>Mana value</dt>"),
    ]:
        with subtests.test(address=address, seen=seen):
            html = markup_of(client.get(address))
            (pinned,) = re.findall(r'data-pinned="([^"]*)"', html)
            assert pinned.endswith("&amp;edition=2025-06-06")
            assert seen in html
            assert seen in markup_of(client.get(unescape(pinned)))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"pool": "{X}"}, "In “Pay with”: "),
        ({"life": "many"}, "In “Life”: "),
        ({"increase": "zq"}, "In “Costs more”: "),
        ({"x": "many"}, "In “X”: "),
        ({"additional": "Flashback {2}"}, "for “Paid instead”"),
        ({"alternative": "Kicker {2}"}, "for “Kicker”"),
        ({"reduce": "Commander tax"}, f"for “{LABELS['commander_casts']}”"),
        ({"alternative": "Suspend 3—{U}"}, f"as the cost, or yes for “{LABELS['free']}”"),
        ({"pool": "three white"}, "In “Pay with”: “three” isn’t a symbol or an action."),
        ({"pool": "three white"}, "Expected: mana such as {W} or WWC."),
        ({"snow": "three white"}, "Expected: mana such as {W} or WWC."),
        ({"pool": "Sacrifice a creature"}, "Type only mana here; “Sacrifice a creature” isn’t mana."),
        ({"reduce": "Sacrifice a creature"}, "“Sacrifice a creature” isn’t mana."),
        ({"life": "abc"}, "In “Life”: “abc” isn’t a whole number."),
    ],
)
def test_errors_name_fields_by_their_labels(client: Client, asked: dict[str, str], words: str) -> None:
    assert words in verdict_of(markup_of(client.get("/check/", {"cost": "{W}", **asked})))


@pytest.mark.parametrize(
    ("asked", "greatest"),
    [
        ({"kicker": ["{1}{G}", "{W/U}"]}, 2),
        ({"kicker": ["Kicker {1}{G}", "Kicker—{W/U}"]}, 2),
        ({"multikicker": ["1 2 times", "1"]}, 2),
        ({"strive": ["{2} 2 targets", "{1}"]}, 2),
        ({"escalate": ["{1} 3 modes", "{1}"]}, 2),
        ({"additional": ["{1} 2 times", "Sacrifice a creature", "{1}"]}, 2),
        ({"additional": ["Sacrifice a creature", "{1} 3 times"]}, 2),
        ({"additional": ["Waterbend {1} 2 times", "{1}"]}, 2),
        ({"increase": ["{4}"], "reduce": ["{1} 2 times", "{1} least 1"]}, 4),
        ({"increase": ["{5}"], "reduce": ["{1} least 1 2 times", "{1}"]}, 3),
    ],
)
def test_repeated_options_add_up(client: Client, asked: dict[str, list[str]], greatest: int) -> None:
    given = {"cost": "{X}{R}", "pool": "RGUCCC"}
    assert CheckRequest.parse({**given, **asked}).check().max_x == greatest
    page = markup_of(client.get("/check/", {**given, **asked}))
    again = markup_of(client.get("/check/", Form(page).fields, follow=True))
    for html in (page, again):
        assert re.findall(r'id="at-(\d+)"[^>]* aria-current', html) == [str(greatest)]


def test_an_error_in_a_repeated_option_is_marked(client: Client) -> None:
    page = client.get("/check/", {"cost": "{R}", "additional": ["{1} 2 times", "{2} foo"]})
    assert page.status_code == 422
    assert '<bdi class="typed">{1} 2 times, {2} <mark>foo</mark></bdi>' in markup_of(page)
