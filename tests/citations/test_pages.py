"""What pages cite leads to rules that say it: read on the pages that the links lead to."""

import datetime as dt
import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from rapidfuzz import fuzz

from explorer.citations import citations_in
from explorer.library.loaded import library
from explorer.models import CitedRule, Edition, Rule
from symbols.engine.request import CheckRequest
from tests.citations.editions import names_in
from tests.conftest import forget_everything, library_marks
from tests.site.test_pages import read
from tests.tables import cases

pytestmark = [pytest.mark.django_db, *library_marks("2018-07-13")]

OF_2018 = dt.date(2018, 7, 13)
COSTS = (
    {"cost": "{X}{2/W}{G/W/P}", "pool": "WWW", "life": "3"},
    {"cost": "{X}{X}{S}{C}{0}", "pool": "WU"},
    {"cost": "{4}{W}{W}", "reduce": "{1}{W}", "increase": "{2}", "pool": "WU"},
    {"cost": "no mana cost", "pool": "GG"},
    {"cost": "{2}{W}, {T}, Pay 2 life, Sacrifice a creature: Draw a card.", "life": "1"},
    {"cost": "[-3]", "loyalty": "2"},
    {"cost": "{E}{E}, {Q}", "energy": "1"},
)
_CITE = re.compile(
    r'<a class="cite" href="(?P<address>[^"]+)"[^>]*>(?P<number>[^<]+)</a>|<span class="cite"[^>]*>(?P<unlinked>[^<]+)<'
)


def text_of(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page))


PAGES: dict[str, str] = {}
"""The pages of rules that were read; the library is the same in all tests."""


def rule_at(client: Client, address: str, number: str) -> str:
    if address not in PAGES:
        PAGES[address] = read(client, address)
    page = PAGES[address]
    section = page[page.index('<section class="r') :].partition(f'id="{number}"')[2].partition("</section>")[0]
    return text_of(" ".join(re.findall(r"<p>.*?</p>", section, re.DOTALL)))


def facts_of(client: Client, params: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield what the checker cites beside its facts: the rule's name, the link's address or nothing, and its words."""
    page = read(client, f"/check/?{'&'.join(f'{key}={value}' for key, value in params.items())}")
    names: dict[str, list[str]] = {}
    for fact, rule in CheckRequest.parse({key: params[key] for key in params if key != "edition"}).check().citations:
        names.setdefault(fact, []).append(rule)
    facts = re.findall(r"<li>(.*?)</li>", page[page.index("<h2>Why</h2>") :].partition("</section>")[0], re.DOTALL)
    assert len(facts) == len(names)
    for fact in facts:
        # The deciding facts come first; symbols are drawn, and terms are those of the edition.
        shown = re.sub(r"<[^>]*>", " ", fact)
        rules = names.pop(max(names, key=lambda one: fuzz.partial_ratio(one, shown)))
        cites = list(_CITE.finditer(fact))
        assert len(cites) == len(dict.fromkeys(rules))
        for name, cite in zip(dict.fromkeys(rules), cites, strict=True):
            yield name, cite["address"] or "", cite["number"] or cite["unlinked"]


@pytest.mark.parametrize("edition", ["", "2018-07-13"])
@pytest.mark.parametrize("params", COSTS, ids=lambda params: params["cost"])
def test_what_the_checker_cites_says_it(client: Client, params: dict[str, str], edition: str) -> None:
    linked = 0
    for name, address, number in facts_of(client, {**params, "edition": edition} if edition else params):
        if address:
            linked += 1
            assert address.split("/")[-2] == number
            assert name in names_in(rule_at(client, address, number)), (name, address)
        else:
            assert citations_in().get(name) is None
            assert number == name
    assert linked > 1


@pytest.mark.parametrize(
    ("params", "name", "address"),
    [
        ({"cost": "{4}", "pool": "W"}, "118.3", "/rules/117.3/"),
        ({"cost": "no mana cost", "pool": "W"}, "118.6", "/rules/117.6/"),
        ({"cost": "{W/P}{W/P}", "pool": "", "life": "1"}, "119.4", "/rules/118.4/"),
        ({"cost": "{X}{R}"}, "202.3e", "/rules/202.3d/"),
        ({"cost": "{2/W}"}, "202.3f", "/rules/202.3e/"),
    ],
)
def test_a_number_that_another_rule_had_in_2018_is_not_cited(
    client: Client, params: dict[str, str], name: str, address: str
) -> None:
    page = read(client, f"/check/?{'&'.join(f'{key}={value}' for key, value in params.items())}")
    cited = {found["address"]: found["number"] for found in _CITE.finditer(page)}
    assert cited[address] == address.split("/")[-2]
    assert name in names_in(rule_at(client, address, cited[address]))
    assert f"/rules/{name}/" not in cited


def test_an_edition_cites_itself_and_says_what_it_lacks() -> None:
    reading = citations_in(OF_2018)
    own = reading.get("107.3i")
    assert own
    assert (own.number, own.address, own.absence) == ("107.3h", "/rules/2018-07-13/107.3h/", "")
    newer = reading.get("107.3k")
    assert newer
    assert (newer.date, newer.address) == (dt.date(2025, 6, 6), "/rules/107.3k/")
    assert newer.absence == "not in the numbered rules of July 13, 2018"
    assert (reading.number_of("107.3i"), reading.number_of("107.3k")) == ("107.3h", "")
    assert reading.names_of("107.3h") == {"107.3i", "107.3j"}
    assert 'aria-label="rule 107.3k, as of June 6, 2025"' in reading.link("107.3k")
    assert 'title="as of June 6, 2025, not in the numbered rules of July 13, 2018"' in reading.link("107.3k")
    assert 'aria-label="rule 107.3h"' in reading.link("107.3i")


@pytest.fixture
def changes_rows() -> Iterator[None]:
    """For a test that changes stored editions: they are rolled back, and so must be what was read of them."""
    yield
    forget_everything()


@pytest.mark.usefixtures("changes_rows")
def test_what_an_excerpt_leaves_out_is_not_said_to_be_missing_from_the_edition() -> None:
    reading = citations_in(dt.date(2008, 3, 17))
    assert not reading.number_of("118.3")
    assert 'title="as of July 13, 2018, not loaded from the March 17, 2008 rules"' in reading.link("118.3")
    # One that only breaks off in the glossary has all rules.
    Edition.objects.filter(date=dt.date(2008, 3, 17)).update(stops_at="the glossary entry “Card”")
    forget_everything()
    assert "not in the numbered rules of March 17, 2008" in citations_in(dt.date(2008, 3, 17)).link("118.3")


def test_a_number_of_old_is_that_of_the_rule_which_had_it_last(client: Client) -> None:
    assert citations_in().number_of("208.2b") == "208.2b"
    assert citations_in().names_of("207.2b") == {"208.2b"}
    assert citations_in(OF_2018).names_of("207.2b") == ()
    page = read(client, "/try/stars/?rule=207.2b")
    assert re.findall(r'<section class="r" id="([^"]+)" data-edition=', page) == ["208.2b"]


@pytest.mark.usefixtures("changes_rows")
def test_a_link_is_pinned_where_a_newer_edition_has_another_rule_there() -> None:
    found = citations_in().get("118.3")
    assert found
    assert found.address == "/rules/117.3/"
    newer = Edition.objects.get(date=dt.date(2025, 6, 6))
    other = Rule.objects.filter(edition=newer, number="107.5").get()
    other.pk, other.number, other.sort_key = None, "117.3", "117.3"
    other.save()
    forget_everything()
    found = citations_in().get("118.3")
    assert found
    assert found.address == "/rules/2018-07-13/117.3/"


def test_one_query_for_the_texts_of_any_number_of_rules(django_assert_num_queries: Any) -> None:
    names = list(CitedRule.objects.values_list("cited", flat=True).distinct())
    assert len(names) > 100
    loaded = library()
    citations = citations_in(OF_2018, loaded)
    found = [rule for name in names for rule in (citations.get(name), citations.newest(name)) if rule]
    assert len(found) == 2 * len(names)
    with django_assert_num_queries(0):
        citations_in(OF_2018, loaded).links(names)
    with django_assert_num_queries(1):
        citations.read(names)
    with django_assert_num_queries(0):
        citations.read(names)
        assert all(citations.text_of(rule) for rule in found)


@pytest.mark.parametrize(("address", "names"), cases("citations/pages", "what_other_pages_cite_can_be_read_there"))
def test_cited_rules_have_the_words(client: Client, address: str, names: str) -> None:
    """Each link leads to a rule with the words of the one that the page has to cite there."""
    linked = [found for found in _CITE.finditer(read(client, address)) if found["address"]]
    said = [names_in(rule_at(client, found["address"], found["number"])) for found in linked]
    assert [name in rules for name, rules in zip(names.split(), said, strict=True)] == [True] * len(linked)
    for found in linked:
        if "edition=2018" in address and "not in the" not in found[0]:
            assert found["address"].startswith("/rules/2018-07-13/")


def test_two_names_of_one_rule_are_one_link() -> None:
    reading = citations_in(OF_2018)
    assert reading.number_of("107.3i") == reading.number_of("107.3j") == "107.3h"
    assert str(reading.links(["107.3i", "107.3j", "107.3a"])).split("</a>")[1:] == [
        f" {reading.link('107.3a')}"[:-4],
        "",
    ]
