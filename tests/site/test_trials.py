"""Trials on pages: their own address, their parts for htmx, and what stands under rules."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from explorer.models import Edition
from symbols.trials.catalog import TRIALS
from tests.conftest import with_editions
from tests.html import markup_of, text_of
from tests.shared import EVERY_EDITION, FEW_EDITIONS, NEWEST, NEWEST_WRITTEN
from tests.site.test_pages import Outline
from tests.tables import cases
from tests.trials.readings import Words, placed_under

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def read(client: Client, address: str, **query: str) -> str:
    return answered(client, address, 200, query)


def answered(client: Client, address: str, status: int, query: Mapping[str, str] | None = None) -> str:
    response = client.get(address, query)
    assert response.status_code == status, address
    return markup_of(response)


def part(client: Client, slug: str, target: str, **query: str) -> Any:
    return client.get(f"/try/{slug}/", query, headers={**HTMX, "HX-Target": target})


@pytest.mark.parametrize("address", ["/try/", "/numbers/", *(f"/try/{trial.slug}/" for trial in TRIALS)])
def test_pages_are_whole(client: Client, address: str) -> None:
    page = Outline(read(client, address))
    assert len(page.all("h1")) == 1
    assert not page.nameless
    identifiers = [attributes["id"] for _, attributes in page.elements if attributes.get("id")]
    assert len(identifiers) == len(set(identifiers))
    for _, attributes in page.elements:
        assert "style" not in attributes
        for name in (attributes.get("aria-describedby") or "").split():
            assert name in identifiers
        target = attributes.get("hx-target")
        assert target is None or target.removeprefix("#") in identifiers


def test_the_list_has_every_trial(client: Client) -> None:
    html = read(client, "/try/")
    for trial in TRIALS:
        assert f'href="/try/{trial.slug}/"' in html


def quoted(html: str, number: str) -> str:
    """Return the rule that a page says decides, as HTML."""
    found = re.search(rf'<section class="r" id="{re.escape(number)}".*?</section>', html, re.DOTALL)
    assert found, number
    return found[0]


def test_the_link_to_a_case_says_all_of_it(client: Client) -> None:
    html = read(client, "/try/using-power/", use="pump", power="4", toughness="2", gets="-6")
    link = re.search(r'<div data-share="[^"]+" data-address="([^"]+)"', html)
    assert link
    address = link[1].replace("&amp;", "&")
    assert parse_qs(urlsplit(address).query) == {
        "power": ["4"],
        "toughness": ["2"],
        "gets": ["-6"],
        "andt": ["0"],
        "use": ["pump"],
    }
    again = markup_of(client.get(address))
    assert sentence(again) == sentence(html)


def sentence(html: str) -> str:
    """Return the answer of a trial, in a sentence."""
    found = re.search(r'<p class="big" data-quote>(.*?)</p>', html, re.DOTALL)
    assert found
    return text_of(found[1])


def test_a_rule_that_an_edition_lacks_is_quoted_from_where_it_stands(client: Client) -> None:
    html = read(client, "/try/halves/", edition="2011-07-15")
    where = re.search(r"March 17, 2008 rules \(excerpt\); ([^<]+)</p>", quoted(html, "104.1a"))
    assert where
    assert re.search("loaded.* July 15, 2011", where[1]), "an excerpt need not have meant the whole"
    assert f"<em>March 17, 2008 rules, {where[1]}</em>" in html


def test_only_editions_with_the_rule_are_offered(client: Client) -> None:
    html = read(client, "/try/stars/")
    offered = re.findall(r'<option value="(\d{4}-\d\d-\d\d)"', html)
    assert offered == ["2011-07-15"]


@pytest.mark.parametrize("text", ["-", "1/2", "abc", "", "99999999", "0x1"])
def test_a_bad_number_is_named_at_its_control(client: Client, text: str) -> None:
    html = answered(client, "/try/negative-power/", 422, {"power": text, "toughness": "4"})
    control = re.search(r'<input +id="trial-power"[^>]*>', html)
    assert control
    assert 'aria-invalid="true"' in control[0]
    assert re.search(r'<p class="wrong" id="trial-power-wrong">Power: [^<]+</p>', html)
    assert 'class="big"' not in html
    # What was typed is still there.
    assert f'value="{text}"' in control[0]


@pytest.mark.parametrize(("address", "status"), cases("site/trials", "nothing_in_an_address_breaks_a_page"))
def test_nothing_in_an_address_breaks_a_page(client: Client, address: str, status: int) -> None:
    assert client.get(address).status_code == status
    assert client.get(address, headers={**HTMX, "HX-Target": "trial-answer"}).status_code in {200, 422}


def test_htmx_gets_the_answer_alone(client: Client) -> None:
    response = part(client, "halves", "trial-answer", number="9", part="half", round="up")
    html = markup_of(response)
    assert "<form" not in html
    assert "<html" not in html
    assert "Half of 9, rounded up, is 5." in html
    assert response.headers["HX-Replace-Url"] == "/try/halves/?number=9&part=half&round=up"
    assert {"HX-Request", "HX-Target"} <= set(re.split(r",\s*", response.headers["Vary"]))
    said = re.search(r'<div id="trial-said" hx-swap-oob="innerHTML">(.*?)</div>', html)
    assert said
    assert said[1] == "Half of 9, rounded up, is 5."


@pytest.mark.parametrize(
    ("target", "before", "now", "header"),
    [
        ("trial-answer", {}, {"number": "8", "round": "up"}, "Replace"),
        ("trial-answer", {"number": "8"}, {"number": "x"}, "Replace"),
        ("trial-answer", {"number": "8"}, {"number": "8", "round": "down"}, "Push"),
        ("trial-answer", {"number": "8", "round": "up"}, {"number": "8", "round": "up"}, "Replace"),
        ("trial-slot", {}, {"number": "9"}, "Push"),
        ("trial-slot", {"number": "9"}, {"number": "9"}, "Replace"),
    ],
)
def test_a_choice_is_a_step_back_and_typing_is_not(
    client: Client, target: str, before: dict[str, str], now: dict[str, str], header: str
) -> None:
    came_from = f"http://testserver/try/halves/?{urlencode(before)}"
    headers = {"HX-Request": "true", "HX-Target": target, "HX-Current-URL": came_from}
    response = client.get("/try/halves/", now, headers=headers)
    other = {"Push": "Replace", "Replace": "Push"}[header]
    assert response.headers[f"HX-{header}-Url"].startswith("/try/halves/?number=")
    assert f"HX-{other}-Url" not in response.headers


@pytest.mark.parametrize("came_from", ["http://[", "http://testserver/try/halves/?number=8#?number=7", "%ff?#"])
def test_an_address_that_no_browser_has_is_no_fault(client: Client, came_from: str) -> None:
    headers = {"HX-Request": "true", "HX-Target": "trial-answer", "HX-Current-URL": came_from}
    assert client.get("/try/halves/?number=8", headers=headers).status_code == 200


def test_under_a_rule_the_address_bar_stays(client: Client) -> None:
    response = part(client, "halves", "try-107-1a-halves-answer", number="9", rule="107.1a")
    assert "HX-Replace-Url" not in response.headers
    assert 'id="try-107-1a-halves-said"' in markup_of(response)


def test_what_is_wrong_goes_to_its_control_and_the_answer_is_not_swapped(client: Client) -> None:
    response = part(client, "halves", "trial-answer", number="x")
    assert response.status_code == 200
    assert response.headers["HX-Reswap"] == "none"
    html = markup_of(response)
    assert re.search(r'<p id="trial-number-wrong" hx-swap-oob="innerHTML">Number: ', html)
    assert 'class="big"' not in html
    mended = markup_of(part(client, "halves", "trial-answer", number="7"))
    assert '<p id="trial-number-wrong" hx-swap-oob="innerHTML"></p>' in mended


def test_symbols_are_spoken_by_name(client: Client) -> None:
    html = markup_of(part(client, "phyrexian", "trial-answer", cost="{W/P}"))
    said = re.search(r'-said" hx-swap-oob="innerHTML">(.*?)</div>', html)
    assert said
    assert "{" not in said[1]
    assert "Phyrexian" in said[1]


def test_the_asked_rule_and_its_neighbours_offer_their_trials(client: Client) -> None:
    html = read(client, "/rules/107.1b/")
    assert '<form class="try-form"' not in html
    assert 'hx-target="#try-107-1b-negative-power-slot"' in html
    assert 'href="/try/halves/?' in html
    assert 'hx-target="#try-107-1a-halves-slot"' in html
    assert 'id="try-107-1a-halves-slot"' in html


def test_a_section_stays_light(client: Client) -> None:
    html = read(client, "/rules/107/")
    assert '<form class="try-form"' not in html
    assert html.count('class="try-it"') > 30


def test_a_trial_opens_in_place(client: Client) -> None:
    html = read(client, "/rules/107/")
    link = re.search(r'href="(/try/halves/[^"]*)" hx-get="([^"]*)" hx-target="#(try-107-1a-halves-slot)"', html)
    assert link
    assert link[1] == link[2]
    opened = markup_of(client.get(link[2].replace("&amp;", "&"), headers={**HTMX, "HX-Target": link[3]}))
    assert '<form class="try-form"' in opened
    assert 'hx-target="#try-107-1a-halves-answer"' in opened
    assert 'id="try-107-1a-halves-answer"' in opened


def first_trial(client: Client, number: str, page: str) -> str:
    """The form and answer that a rule's first trial puts into its place, once somebody asks for it."""
    name = number.replace(".", "-")
    link = re.search(rf'class="try-it" href="([^"]+)"[^>]*hx-target="#(try-{name}-[\w-]+-slot)"', read(client, page))
    assert link
    return str(markup_of(client.get(unescape(link[1]), headers={"HX-Request": "true", "HX-Target": link[2]})))


def test_a_pinned_page_asks_its_own_edition(client: Client) -> None:
    html = first_trial(client, "104.1b", "/rules/2008-03-17/104.1b/")
    assert '<input type="hidden" name="edition" value="2008-03-17">' in html
    assert "edition=2008-03-17" in html
    assert 'href="/rules/2008-03-17/104.1b/"' in html


def test_an_old_number_is_read_under_its_old_edition(client: Client) -> None:
    """The newest text under 104.1b is that of 2008, so the trial there must not ask today's rules."""
    html = first_trial(client, "104.1b", "/rules/104.1b/")
    assert '<input type="hidden" name="edition" value="2008-03-17">' in html


def test_another_rule_of_the_same_number_offers_nothing() -> None:
    reading = Words({"104.1": "The names of players are up to them.", "107.1a": "whether to round up or down"})
    assert placed_under("104.1", reading) == []
    assert [trial.slug for trial, _ in placed_under("107.1a", reading)] == ["halves"]


@pytest.mark.parametrize("address", ["/rules/107.1b/", "/rules/107.4e/", "/rules/202.2a/", "/rules/2008-03-17/104.1b/"])
def test_examples_run_from_their_rule(client: Client, address: str) -> None:
    html = read(client, address)
    links = re.findall(r'class="runit" href="([^"]+)"[^>]*hx-target="#([\w-]+)"', html)
    assert links
    for link, slot in links:
        assert f'id="{slot}"' in html
        link = link.replace("&amp;", "&")
        page = client.get(link)
        assert page.status_code == 200
        opened = client.get(link, headers={**HTMX, "HX-Target": slot})
        assert '<form class="try-form"' in markup_of(opened)


def test_every_rule_of_section_107_can_be_tried(client: Client) -> None:
    """But those that only say what another rule's symbols look like may share its trial."""
    page = read(client, "/rules/107/")
    leaves = re.split(r'<section class="r[^"]*" id="', page)[1:]
    missing = [leaf.split('"')[0] for leaf in leaves if "try-slot" not in leaf]
    assert missing == []


def test_the_checker_answers_for_costs(client: Client) -> None:
    html = first_trial(client, "107.4e", "/rules/107.4e/")
    assert "3 ways to pay" in html
    assert 'aria-label="Examples"' in html
    old = first_trial(client, "104.3f", "/rules/2008-03-17/104.3f/")
    assert "March 17, 2008 rules" in old


def test_the_numbers_page_has_its_trials(client: Client) -> None:
    html = read(client, "/numbers/")
    assert '<form class="try-form"' not in html
    for slug in ("halves", "negative-power", "using-power", "negative-life", "any-number", "choosing", "undetermined",
                 "stars", "roman"):  # fmt: skip
        link = re.search(rf'class="try-it" href="(/try/{slug}/[^"]*)" hx-get="\1" hx-target="#([\w-]+)"', html)
        assert link
        assert f'id="{link[2]}"' in html
    assert 'href="/x/"' in html


def test_an_empty_library_has_trials_too(client: Client) -> None:
    Edition.objects.all().delete()
    html = read(client, "/try/negative-power/")
    assert "it’s a −2/4 creature" in html
    assert '<section class="r"' not in html
    assert client.get("/numbers/").status_code == 200


def test_a_page_of_the_newest_edition_is_tried_under_the_newest_text(client: Client) -> None:
    """Whatever its section: the newest edition needs no pin, an older one that alone has the rule does."""
    html = read(client, "/rules/107.15/")
    assert "edition=" not in "".join(re.findall(r'href="(/try/[^"]+)"', html))
    old = first_trial(client, "207.2a", "/rules/207.2a/")
    assert 'name="edition" value="2011-07-15"' in old


def test_a_cost_quotes_the_clause_that_decided(client: Client) -> None:
    html = read(client, "/try/paying/", cost="{W/P}")
    assert "Phyrexian mana symbols are" in quoted(html, "107.4f")
    assert re.search(r'<details class="more"><summary>[^<]*<span>107\.4f</span>', html)


def test_a_clause_is_quoted_by_the_number_of_its_edition(client: Client) -> None:
    html = read(client, "/try/mana-cost/", cost="{2/B}", edition="2011-07-15")
    assert 'href="/rules/2011-07-15/202.3c/"' in quoted(html, "202.3c")
    assert "</em>" not in html.replace("<em>decides</em>", "")


def test_what_is_wrong_in_a_control_that_does_not_matter_is_said(client: Client) -> None:
    html = answered(client, "/try/negative-life/", 422, {"life": "3", "does": "double", "n": "nonsense"})
    assert re.search(r'<p class="wrong" id="trial-n-wrong">The number: ', html)


# What their pages begin with.
SAGA = {"before": "0", "after": "1", "chapters": "{rI}; {rII}; {rIII}"}
SHRUNK = {"power": "3", "toughness": "4", "gets": "-5", "andt": "0", "then": "3", "thent": "0"}


@with_editions(*EVERY_EDITION)
def test_an_edition_that_knows_nothing_of_it_says_so_first(client: Client) -> None:
    """A whole edition, without a rule about Sagas."""
    said = f"The July 11, 2009 rules have no Sagas. By the {NEWEST_WRITTEN} rules: Chapter I triggers."
    html = read(client, "/try/saga/", edition="2009-07-11")
    assert sentence(html) == said
    assert sentence(markup_of(part(client, "saga", "trial-answer", edition="2009-07-11"))) == said
    found = client.get("/api/trials/saga", {**SAGA, "edition": "2009-07-11"}).json()
    assert found["sentence"] == said
    assert found["edition"] == {
        "date": "2009-07-11",
        "number": None,
        "lacks": ["Sagas"],
        "newest": {"date": NEWEST, "number": "107.15a"},
    }
    assert {step["edition"] for step in found["steps"]} == {NEWEST}


@with_editions(*EVERY_EDITION)
def test_what_only_the_glossary_says_is_said_by_it(client: Client) -> None:
    html = read(client, "/try/negative-power/", edition="2003-03-15")
    assert "treated as 0" in sentence(html)
    assert '<a class="cite" href="/glossary/2003-03-15/number/">“Number” in the glossary</a>' in html
    found = client.get("/api/trials/negative-power", {**SHRUNK, "edition": "2003-03-15"}).json()
    assert found["edition"] == {"date": "2003-03-15", "number": "Number", "lacks": [], "newest": None}
    assert (found["steps"][0]["rule"], found["steps"][0]["edition"]) == ("Number", "2003-03-15")


@with_editions(*EVERY_EDITION)
def test_a_number_is_never_that_of_another_rule(client: Client) -> None:
    """In 2010, 202.2e was about effects that change colors."""
    found = client.get("/api/trials/colors", {"edition": "2010-06-18", "indicator": "U", "effect": "none"}).json()
    assert ("202.2e", NEWEST) in {(step["rule"], step["edition"]) for step in found["steps"]}
    assert "have no color indicators" in found["sentence"]


@with_editions(*EVERY_EDITION)
def test_an_example_that_a_rule_gives_in_passing_runs(client: Client) -> None:
    html = read(client, "/rules/2003-03-15/203.3/")
    run = re.search(r'<a class="runit" href="([^"]+)" hx-get="[^"]+" hx-target="#([^"]+)">Run it</a></span></p>', html)
    assert run
    assert f'id="{run[2]}"' in html
    assert "has a converted mana cost of 5" in text_of(read(client, unescape(run[1])))


@with_editions(*EVERY_EDITION)
def test_old_rules_decide_by_their_own_text_that_loyalty_costs_are_not_combined(client: Client) -> None:
    html = read(client, "/try/loyalty/", cost="[-4]", changes="[+1]", counters="3", edition="2009-07-11")
    assert quoted(html, "306.7b")
    assert "606.5" not in html


@with_editions(*EVERY_EDITION)
def test_what_an_excerpt_leaves_out_is_named_by_the_editions_around_it(
    client: Client, subtests: pytest.Subtests
) -> None:
    for slug, note in [
        ("activate", "Uses 408.1d and 212.3f, not loaded"),
        ("negative-power", "Uses 310.2a, not loaded"),
        ("negative-life", "Uses 420.5a, not loaded"),
        ("loyalty", "Decided by 212.9f, not loaded"),
    ]:
        with subtests.test(slug=slug, note=note):
            html = read(client, f"/try/{slug}/", edition="2008-03-17")
            assert f'<p class="small quiet sans">{note} from the March 17, 2008 rules.</p>' in html
            # The way to the answer links the newest rules, under their date.
            assert re.search(
                "<em>[A-Z][a-z]+ [0-9]+, 20[0-9]+ rules, not loaded from the March 17, 2008 rules</em>", html
            )


def test_what_an_excerpt_leaves_out_has_no_number_where_no_edition_is_around_it(client: Client) -> None:
    html = read(client, "/try/activate/", edition="2008-03-17")
    note = re.search(r'<p class="small quiet sans">([^<]+)</p>', html)
    assert note
    assert re.fullmatch(r"(Uses|Decided by) [12] rules?, not loaded from the March 17, 2008 rules\.", note[1])


@with_editions(*FEW_EDITIONS)
@pytest.mark.parametrize(
    ("rule", "key", "edition"),
    [
        *(("601.2", "cost", ""), ("601.2c", "cost", ""), ("602.2", "ability", ""), ("602.2b", "ability", "")),
        *(("601.2e", "cost", "2014-02-01"), ("409.1", "cost", "2009-05-01"), ("403.2", "ability", "2009-05-01")),
    ],
)
def test_rules_of_casting_lead_to_it(client: Client, rule: str, key: str, edition: str) -> None:
    pinned = f"{edition}/" if edition else ""
    page = unescape(read(client, f"/rules/{pinned}{rule}/"))
    own = page.partition(f'id="{rule}"')[2].partition("</section>")[0]
    (address,) = re.findall(r'<a\s+class="try-it"\s+href="(/cast/[^"]+)"', own)
    asked = parse_qs(urlsplit(address).query)
    assert key in asked
    assert asked.get("edition", [""]) == [edition]
    assert "Yes." in text_of(read(client, address))


@pytest.mark.slow
@with_editions(NEWEST)
def test_other_rules_lead_to_no_casting(client: Client) -> None:
    assert "/cast/?" not in read(client, "/rules/601.3/").partition('id="601.3"')[2].partition("</section>")[0]
