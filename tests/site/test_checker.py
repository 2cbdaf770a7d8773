"""The checker's page and its partial."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from symbols.engine import KEYS

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def test_a_page_and_its_partial_say_the_same(client: Client) -> None:
    page = client.get("/check/", {"cost": "xx2/wg/w/p"})
    part = client.get("/check/", {"cost": "xx2/wg/w/p"}, headers=HTMX)
    assert page.status_code == part.status_code == 200
    assert b"<html" in page.content
    assert b"<html" not in part.content
    assert page.headers["Vary"].count("HX-Request") == part.headers["Vary"].count("HX-Request") == 1

    def answer(html: str) -> str:
        found = re.search(r'<p class="drawn.*?</table>', html, re.DOTALL)
        assert found
        return found[0]

    assert answer(page.content.decode()) == answer(part.content.decode())


def test_the_partial_keeps_the_address_in_step(client: Client) -> None:
    part = client.get("/check/", {"cost": "{X}{R}"}, headers=HTMX)
    assert part.headers["HX-Replace-Url"] == "/check/?cost=%7BX%7D%7BR%7D"
    empty = client.get("/check/", {"cost": ""}, headers=HTMX)
    assert empty.headers["HX-Replace-Url"] == "/check/"
    home = client.get("/", {"q": "{X}{R}"}, headers=HTMX)
    assert home.headers["HX-Replace-Url"] == "/?q=%7BX%7D%7BR%7D"


def said(part: str) -> str:
    """Return what a screen reader is told of an answer."""
    return text_of(part.partition('<p id="said"')[2].partition(">")[2].partition("</p>")[0])


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


@pytest.mark.parametrize(
    ("cost", "facts"),
    [
        ("{X}{2/W}{G/W/P}", ["3 on the stack with X = 0", "3 elsewhere", "white and green", "6"]),
        ("2WU", ["{2}{W}{U}", "Mana value4 ", "white and blue"]),
        ("{0}", ["{0}", "colorless"]),
        ("{R}{1}{G/W}", ["{1}"]),
        ("{W/P}{W/P}", ["and 2 life", "4 life"]),
        ("oXooR", ["{X}{R}"]),
        ("{2}{W}, {T}, Sacrifice a creature: Draw a card.", ["Sacrifice a creature"]),
        ("[-X]", ["[-X]"]),
    ],
)
def test_facts_of_a_cost(client: Client, cost: str, facts: list[str]) -> None:
    page = text_of(client.get("/check/", {"cost": cost}).content.decode())
    for fact in facts:
        assert fact in page


def test_x_is_shown_from_0_to_5(client: Client) -> None:
    html = client.get("/check/", {"cost": "{X}{X}{R}"}, headers=HTMX).content.decode()
    rows = re.findall(r"<tr><td>(\d+)</td><td>(.*?)</td><td>(\S+?)</td>", html, re.DOTALL)
    assert [(x, text_of(paid), value) for x, paid, value in rows] == [
        ("0", "{R}", "1"),
        ("1", "{2}{R}", "3"),
        ("2", "{4}{R}", "5"),
        ("3", "{6}{R}", "7"),
        ("4", "{8}{R}", "9"),
        ("5", "{10}{R}", "11"),
    ]


@pytest.mark.parametrize(
    "cost",
    [
        "{",
        "{}",
        "{{W}",
        "{X}" * 10_000,
        "{99999999999}",
        "🙂",
        "{🙂}",
        "אבג",
        "‮{W}",
        "<script>alert(1)</script>",
        '"><img src=x>',
        "{W",
        "W}",
        "{V}",
        "{W/W}",
        "{3/W}",
        "{P}",
        "\0",
        "{W}\n{Q/Q}",
        "a" * 5_000,
    ],
)
@pytest.mark.parametrize("address", ["/check/?cost", "/?q"])
def test_what_cannot_be_read_gets_a_sentence_and_is_not_lost(client: Client, address: str, cost: str) -> None:
    path, name = address.split("?")
    page = client.get(path, {name: cost})
    part = client.get(path, {name: cost}, headers=HTMX)
    assert page.status_code in {200, 422}
    assert part.status_code == 200, "the browser would call anything else an error"
    for response in (page, part):
        html = response.content.decode()
        assert "<script>alert" not in html
        assert "<img src=x" not in html
    if page.status_code == 422:
        assert 'role="alert"' in page.content.decode()
        assert part.headers["HX-Retarget"] == "#problem"
        assert 'role="alert"' in part.content.decode()
    else:
        assert path == "/", "only the one box may take these for words"


@pytest.mark.parametrize(
    ("cost", "wrong"),
    [("{W}{V}{U}", "{V}"), ("{W}{", "{"), ("{2}{}", "{}"), ("{W}🙂", "🙂")],
)
def test_an_error_shows_its_place(client: Client, cost: str, wrong: str) -> None:
    html = client.get("/check/", {"cost": cost}).content.decode()
    marked = re.search(r"<bdi>(.*?)<mark>(.*?)</mark>(.*?)</bdi>", html, re.DOTALL)
    assert marked
    assert "".join(marked.groups()) == cost
    assert wrong in marked[2]


def test_an_answer_after_an_error_clears_it(client: Client) -> None:
    part = client.get("/check/", {"cost": "{W}"}, headers=HTMX).content.decode()
    assert re.search(r'<div id="problem" hx-swap-oob="[^"]+"></div>', part)


def test_nothing_typed_offers_something_to_try(client: Client) -> None:
    for cost in ("", "   "):
        response = client.get("/check/", {"cost": cost})
        assert response.status_code == 200
        html = response.content.decode()
        tries = re.findall(r'class="chip" href="(/check/\?[^"]+)"', html[html.index('id="answer"') :])
        assert len(tries) > 3
        assert client.get(tries[0].replace("&amp;", "&")).status_code == 200


def test_facts_carry_their_rules(client: Client) -> None:
    html = client.get("/check/", {"cost": "{2/W}{X}"}).content.decode()
    assert '<a class="cite" href="/rules/107.4e/"' in html
    assert 'title="June 6, 2025 rules, not loaded">601.2b<' in html


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"pool": "RRRRR", "cost": "{X}{X}{R}"}, ["Largest X: 2", "Left"]),
        ({"pool": "UU", "cost": "{X}{R}"}, ["No.", "needs red mana"]),
        ({"pool": "GG", "snow": "G", "cost": "{S}{S}"}, ["No.", "snow"]),
        ({"pool": "", "life": "4", "cost": "{W/P}{W/P}"}, ["Yes.", "It takes 4 life"]),
        ({"pool": "", "life": "3", "cost": "{W/P}{W/P}"}, ["No."]),
        ({"reduce": "{W}{W}", "cost": "{1}{W}"}, ["Total cost", "{0}"]),
        ({"increase": "2", "reduce": "4", "cost": "{2/W}{2/U}{2/B}{2/R}{2/G}"}, ["Total cost", "Mana value10 "]),
        ({"alternative": "{4}{G}", "cost": "no mana cost", "pool": "GGGGG"}, ["Yes."]),
        ({"cost": "no mana cost", "pool": "GGGGG"}, ["No.", "No mana cost: you can’t pay"]),
        ({"free": "true", "cost": "{X}{R}", "pool": ""}, ["Yes."]),
        ({"minimum": "3", "cost": "{W}", "pool": "WUB"}, ["Yes.", "at least{U}{B}"]),
        ({"spend": "any color", "cost": "{W}{U}", "pool": "BB"}, ["Yes."]),
        ({"edition": "2011-07-15", "cost": "{2}{U}"}, ["Converted mana cost", "2011-07-15 rules"]),
        ({"edition": "2024-03-08", "cost": "{C/W}"}, ["2024-03-08 rules", "{C/W}"]),
        (
            {"cost": "{2}, {T}, Sacrifice a creature: Draw a card.", "pool": "WW"},
            ["Yes.", "Not checked: {T}, Sacrifice a creature"],
        ),
        ({"cost": "{T}: Add {G}.", "pool": "", "tapped": "yes"}, ["No.", "can’t pay {T}"]),
        ({"cost": "{E}{E}", "energy": "1"}, ["Other costs", "can’t pay {E}"]),
        ({"cost": "[-3]", "loyalty": "5"}, ["Other costs", "can pay [-3]"]),
        (
            {"cost": "{1}{B}", "additional": "Sacrifice a creature", "pool": "BB"},
            ["Sacrifice a creature", "additional cost"],
        ),
        ({"cost": "[-4]", "additional": "[+1]"}, ["Also: [-3]"]),
        ({"cost": "{2}", "increase": "{W/P}", "pool": "WWW"}, ["with added costs, you can pay"]),
        ({"cost": "{2}", "alternative": "{W/U}{W/U}", "pool": "WWUU"}, ["you can pay 3"]),
        ({"cost": "{Y}{R}", "y": "2", "pool": "RRRR"}, ["Yes.", "can pay"]),
        ({"x": "3", "cost": "{X}{R}"}, ["4 on the stack with X = 3", "1 elsewhere"]),
    ],
)
def test_what_is_asked_besides_the_cost(client: Client, asked: dict[str, str], words: list[str]) -> None:
    response = client.get("/check/", asked)
    assert response.status_code == 200
    page = text_of(response.content.decode())
    for word in words:
        assert word in page


@pytest.mark.parametrize("name", ["x", "life", "minimum", "mana_w", "snow_c"])
@pytest.mark.parametrize("value", ["-1e9", "1.5", "½", "many", "9" * 50, "0x10", "٣", "\0"])
def test_a_bad_number_in_any_control_gets_a_sentence(client: Client, name: str, value: str) -> None:
    response = client.get("/check/", {"cost": "{X}{W}", name: value})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


@pytest.mark.parametrize(
    ("name", "value"),
    [("pool", "{"), ("pool", "T"), ("reduce", "{X}"), ("edition", "2001-01-01"), ("edition", "soon"), ("spend", "?")],
)
def test_a_bad_option_gets_a_sentence(client: Client, name: str, value: str) -> None:
    response = client.get("/check/", {"cost": "{W}", name: value})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_a_form_sent_without_javascript_leads_to_the_short_address(client: Client) -> None:
    typed = {"cost": "{W}{S}", "x": "", "mana": "ww", "snow": "w", "life": "7"}
    counted = {"cost": "{W}{S}", "x": "", "mana_w": "2", "mana_u": "", "mana_b": "0", "snow_w": "1", "life": "7"}
    for form in (typed, counted):
        response = client.get("/check/", {**form, "spend": "", "edition": ""})
        assert response.status_code == 302
        address = response.headers["Location"]
        filled = Form(client.get(address).content.decode()).fields
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
def test_the_form_holds_everything_that_an_address_says(client: Client, address: str) -> None:
    """Sending the form again as it stands gives the same answer."""
    first = client.get(address)
    assert first.status_code == 200
    form = Form(first.content.decode())
    again = client.get("/check/", form.fields)
    while again.status_code == 302:
        again = client.get(again.headers["Location"])

    def answer(html: str) -> str:
        return html[html.index('id="answer"') :]

    assert answer(again.content.decode()) == answer(first.content.decode())


class Form(HTMLParser):
    """The controls of a page's form, within it or beside it, with what they would send."""

    def __init__(self, html: str, within: str = "") -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.select, self.form = "", within
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

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = ""


def test_a_bad_counter_stays_in_the_address(client: Client) -> None:
    part = client.get("/check/", {"cost": "{R}", "mana_r": "abc"}, headers=HTMX)
    assert "mana_r=abc" in part.headers["HX-Replace-Url"]
    assert client.get(part.headers["HX-Replace-Url"]).status_code == 422


def test_an_empty_pool_is_a_pool(client: Client) -> None:
    response = client.get("/check/", {"cost": "{W}", "mana_w": "0"})
    assert response.headers["Location"] == "/check/?cost=%7BW%7D&pool="
    assert "No." in text_of(client.get(response.headers["Location"]).content.decode())


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"cost": "[-3]", "loyalty": "2"}, "For [-3], the permanent needs 3 loyalty; it has 2."),
        ({"cost": "{T}", "tapped": "no", "creature": "yes", "controlled": "no"}, "It lacks haste"),
        ({"cost": "{TK3}", "tickets": "2"}, "You need 3 ticket counters; you have 2."),
    ],
)
def test_what_can_never_be_paid_is_said_without_a_pool(client: Client, asked: dict[str, str], sentence: str) -> None:
    part = client.get("/check/", asked, headers=HTMX).content.decode()
    verdict = re.search(r'<div class="verdict no".*?</div>', part, re.DOTALL)
    assert verdict
    assert "No." in text_of(verdict[0])
    # Symbols are drawn, so a sentence is looked for by the words between them.
    assert sentence.split("]")[-1].strip() in text_of(verdict[0])
    assert "You can’t pay" in said(part)
    assert "pool" not in text_of(verdict[0])


def test_a_cost_of_which_too_little_is_known_gets_no_verdict(client: Client) -> None:
    assert 'class="verdict' not in client.get("/check/", {"cost": "[-3]"}, headers=HTMX).content.decode()


def test_the_title_gives_a_mana_value_to_mana_costs_alone(client: Client) -> None:
    def title(cost: str) -> str:
        found = re.search(r'"og:title" content="([^"]*)"', client.get("/check/", {"cost": cost}).content.decode())
        return found[1] if found else ""

    assert (title("{2}{W}"), title("{2}{W}, {T}")) == ("{2}{W}: mana value 3", "{2}{W}, {T}")


def groups_of(html: str) -> dict[str, list[str]]:
    """Return the keys of the fields in each group that is open, by its question."""
    found = re.findall(
        r'<details class="more" id="group-[a-z]+" open[^>]*><summary[^>]*>([^<]+?) <span>(.*?)</details>',
        html,
        re.DOTALL,
    )
    return {question: re.findall(r'name="([a-z_]+)"', fields) for question, fields in found}


def test_fields_are_grouped_by_the_question_of_a_player(client: Client) -> None:
    assert not groups_of(client.get("/check/").content.decode())
    asked = {"open": ["changes", "paying", "permanent", "rules"]}
    groups = groups_of(client.get("/check/", asked).content.decode())
    assert {"kicker", "affinity", "commander_casts", "layout", "cast"} < set(groups["What changes the cost?"])
    other = {"convoke", "improvise", "waterbend", "delve", "assist", "life_for", "x_only"}
    assert other < set(groups["What else can you pay with?"])
    assert {"loyalty", "tapped", "activations"} < set(groups["What state is the permanent in?"])
    first = {"cost", "x", "life"}
    assert {key for keys in groups.values() for key in keys} | first == set(KEYS) - {"pool"}


def test_a_group_opens_with_what_was_typed(client: Client) -> None:
    typed = {"cost": "{2}{B}", "mana": "BB", "delve": "1", "open": "paying"}
    part = client.get("/check/", typed, headers=HTMX)
    assert "HX-Replace-Url" not in part.headers
    assert list(groups_of(part.content.decode())) == ["What else can you pay with?"]
    # Without htmx the button sends the whole form.
    without = client.get("/check/", {**typed, "delve": ""}, follow=True).content.decode()
    for page in (part.content.decode(), without):
        assert Form(page, within="ask").fields["delve"] == ("1" if page is not without else "")
    assert Form(without).fields["mana"] == "BB"


def test_a_payment_shows_what_else_pays(client: Client) -> None:
    asked = {"cost": "{3}{G}{B}", "pool": "C", "convoke": "{G}{G/W}", "delve": "1", "life_for": "B"}
    page = client.get("/check/", asked, headers=HTMX).content.decode()
    payment = re.search(r'<ul class="pay">(.*?)</ul>', page, re.DOTALL)
    assert payment
    paid = [" ".join(text_of(flow).split()) for flow in re.findall(r"<li>(.*?)</li>", payment[1], re.DOTALL)]
    flows = ["{3}paid with{C}card{W}{G} creature", "{G}paid with{G} creature", "{B}paid with2 life"]
    assert paid == flows


@pytest.mark.parametrize("cost", ["{W/U}", "{W/U}{W/U}"])
def test_each_way_to_announce_is_marked(client: Client, cost: str) -> None:
    page = client.get("/check/", {"cost": cost, "pool": "WW"}, headers=HTMX).content.decode()
    marks = re.findall(r"</svg>(can(?:’t)? pay)</span></td>", page)
    assert marks == ["can pay", *["can’t pay"] * cost.count("/")]
    assert "can pay" not in client.get("/check/", {"cost": cost}, headers=HTMX).content.decode()


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
    assert facts in " ".join(text_of(client.get("/check/", {**asked, "cast": "2"}).content.decode()).split())


def test_a_card_with_two_parts_shows_both(client: Client) -> None:
    page = client.get("/check/", {"cost": "{1}{R} // {2}{U}", "cast": "2"}).content.decode()
    assert "Mana value3 on the stack; 5 elsewhere" in text_of(page)
    casts = re.findall(r'<a class="chip" href="([^"]+)"( aria-current="true")?>(.*?)</a>', page)
    assert [text_of(words).strip() for _, _, words in casts] == ["{1}{R}", "{2}{U}", "both, fused"]
    assert [bool(current) for _, current, _ in casts] == [False, True, False]
    fused = client.get(casts[2][0].replace("&amp;", "&")).content.decode()
    assert "Mana value5 " in text_of(fused)
    adventure = client.get("/check/", {"cost": "{1}{R} // {2}{U}", "layout": "adventure"}).content.decode()
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
def test_a_keyword_opens_its_input(client: Client, keyword: str, key: str) -> None:
    page = client.get("/check/", {"cost": keyword})
    assert page.status_code == 200
    part = client.get("/check/", {"cost": keyword}, headers=HTMX).content.decode()
    for html in (page.content.decode(), part):
        assert f"Type {'{5}{B} as the cost' if 'delve' in keyword else 'the cost of the spell'}, and" in html
        assert [key in keys for keys in groups_of(html).values()] == [True]
    assert re.search(r'<details[^>]* hx-swap-oob="true"', part)
    # A group that is open already stays as it is.
    again = client.get("/check/", {"cost": keyword, key: ""}, headers=HTMX).content.decode()
    assert not groups_of(again)


@pytest.mark.parametrize(
    ("cost", "group"),
    [
        ("{T}: Draw a card.", "permanent"),
        ("[-3]", "permanent"),
        ("{E}{E}", "paying"),
        ("Sacrifice X creatures", "paying"),
        ("Pay any amount of life", "changes"),
        ("Reveal your hand", ""),
    ],
)
def test_a_part_not_checked_leads_to_the_fields_for_it(client: Client, cost: str, group: str) -> None:
    page = client.get("/check/", {"cost": cost}).content.decode()
    parts = re.search(r'<ul class="parts">.*?</ul>', page, re.DOTALL)
    assert parts
    assert re.findall(r'name="open" value="([a-z]+)"', parts[0]) == [group] * bool(group)


@pytest.mark.parametrize(
    ("cost", "sentence"),
    [
        ("{T}: Add {G}", "This is a mana ability: it can add mana"),
        ("[+1]: Add {R}{R}", "This isn’t a mana ability, because it’s a loyalty ability."),
        ("{1}: Target player adds {R}", "This isn’t a mana ability, because it has a target."),
    ],
)
def test_605_1a_a_mana_ability_is_named_in_the_open(client: Client, cost: str, sentence: str) -> None:
    page = client.get("/check/", {"cost": cost}).content.decode()
    assert sentence in text_of(page.partition("<h2>What it is</h2>")[2].partition("<details")[0])


def test_a_card_that_is_exiled_once_is_said_beside_the_part(client: Client) -> None:
    asked = {"cost": "{7}{U}", "alternative": "{7}{U}, Exile three other cards from your graveyard"}
    page = text_of(client.get("/check/", {**asked, "delve": "7", "pool": "U"}).content.decode())
    assert "Uses 3 of the 7 you could exile. Delve can exile the other 4." in page
    assert "your mana and cards come to five" in page


@pytest.mark.parametrize(
    ("query", "label"),
    [("pool={X}", "Pay with"), ("life=many", "Life"), ("increase=zq", "Costs more"), ("x=many", "X")],
)
def test_an_error_names_the_label_that_people_see(client: Client, query: str, label: str) -> None:
    html = client.get(f"/check/?cost={{X}}{{R}}&{query}").content.decode()
    assert f"In “{label}”: " in html
