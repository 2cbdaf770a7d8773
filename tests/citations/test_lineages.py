"""Every rule that answers cite is, in each edition, the ancestor of the one cited today, or says the same."""

import datetime as dt
import re

import pytest
from django.test import Client

from explorer.citations import NAMES, citations_in
from explorer.citations.names import edition_of_name
from explorer.library.history.places import keys_at
from explorer.library.loaded import library
from tests.shared import NEWEST, NEWEST_WRITTEN
from tests.tables import cases

# Rules whose fact another rule gave before they came into being, by the numbers that it had; read in the editions.
SAID_ELSEWHERE = {name: set(numbers.split()) for name, numbers in cases("citations/lineages", "said_elsewhere")}


@pytest.mark.usefixtures("all_editions")
def test_what_is_cited_under_an_edition_is_in_the_lineage_of_what_is_cited_today() -> None:
    loaded = library()
    places = {name: (name, edition_of_name(name)) for name in NAMES}
    wrong, right = [], 0
    for edition in loaded.editions:
        if not edition.complete:
            continue
        lineage = keys_at(places.values(), edition.date)
        found = citations_in(edition.date, loaded)
        for name, place in places.items():
            number = found.number_of(name)
            if not number or number in SAID_ELSEWHERE.get(name, ()):
                continue
            right += number == lineage.get(place)
            if number != lineage.get(place):
                wrong.append((edition.iso, name, number, lineage.get(place)))
    assert not wrong
    assert right > 3500


@pytest.mark.usefixtures("all_editions")
def test_who_chooses_x_in_a_loyalty_cost(client: Client, subtests: pytest.Subtests) -> None:
    """Until July 2009 the rule of {X} in a cost said nothing of other variable costs."""
    for day, number in [
        ("2007-10-01", "409.1b"),
        ("2008-02-01", "409.1b"),
        ("2009-05-01", "409.1b"),
        ("2009-07-11", "107.3a"),
    ]:
        for path in ["/x/?in=loyalty-cost", "/try/x/?in=loyalty-cost,text&cost=[-X]&announced=1"]:
            with subtests.test(day=day, number=number, path=path):
                page = client.get(f"{path}&what=activated-ability&edition={day}").content.decode()
                steps = page.partition('class="decides"')[2].partition("</li>")[0]
                assert f">{number}</a>" in steps


@pytest.mark.usefixtures("all_editions")
def test_a_rule_that_is_gone_leads_to_what_answers_cite_instead(client: Client) -> None:
    page = client.get("/rules/2009-05-01/104.3c/").content.decode()
    assert '<a href="/rules/107.3a/">In its place, answers now cite 107.3a.</a>' in page
    assert "answers now cite" not in client.get("/rules/2009-05-01/104.3d/").content.decode()


@pytest.mark.usefixtures("all_editions")
def test_an_excerpt_lacks_what_the_editions_around_it_lack(subtests: pytest.Subtests) -> None:
    for name, day, absence in [
        ("716.2a", "2008-03-17", "not in the numbered rules of March 17, 2008"),
        ("716.2a", "2024-09-20", "not loaded from the September 20, 2024 rules"),
        ("107.4b", "2011-07-15", "not loaded from the July 15, 2011 rules"),
    ]:
        with subtests.test(name=name, day=day, absence=absence):
            found = citations_in(dt.date.fromisoformat(day)).get(name)
            assert found is not None
            assert found.absence == absence


@pytest.mark.usefixtures("all_editions")
@pytest.mark.parametrize(
    ("name", "day", "address"),
    [
        ("118.3", "2011-07-15", "/rules/2011-06-17/117.3/"),
        ("118.3", "2008-03-17", "/rules/2008-02-01/424.2/"),
        ("202.2e", "2011-07-15", "/rules/2012-06-01/202.2e/"),
        # Nor have the editions around it.
        ("716.2a", "2008-03-17", "/rules/716.2a/"),
    ],
)
def test_an_excerpt_cites_the_nearest_edition_with_the_rule(name: str, day: str, address: str) -> None:
    found = citations_in(dt.date.fromisoformat(day)).get(name)
    assert found is not None
    assert found.address == address


@pytest.mark.usefixtures("all_editions")
@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("/check/?cost={4}&pool=W", "117.3", "118.3"),
        ("/try/paying/?cost={4}&pool=W", "107.4b", "107.4b"),
        ("/try/phyrexian/?cost={W/P}", "107.4g", "107.4f"),
    ],
)
def test_pages_under_an_excerpt_cite_the_nearest_edition(client: Client, path: str, old: str, new: str) -> None:
    page = client.get(f"{path}&edition=2011-07-15").content.decode()
    assert f'href="/rules/2011-06-17/{old}/"' in page
    assert f'href="/rules/{new}/"' not in page


@pytest.mark.usefixtures("all_editions")
def test_an_ancestor_that_says_something_else_is_cited_by_its_own_number() -> None:
    found = citations_in(dt.date(2014, 2, 1)).get("107.3j")
    assert found is not None
    assert found.address == "/rules/2014-02-01/107.3g/"
    assert found.absence == f"worded differently in the {NEWEST_WRITTEN} rules"
    assert found.followed is not None
    assert found.followed.number == "107.3j"


@pytest.mark.usefixtures("all_editions")
@pytest.mark.parametrize(
    ("address", "there", "absent"),
    cases("citations/lineages", "not_attributed"),
)
def test_no_answer_is_attributed_to_a_text_that_does_not_give_it(
    client: Client, address: str, there: list[str], absent: list[str]
) -> None:
    page = plain(client.get(address, follow=True).content.decode())
    there, absent = (
        [one.replace("NEWEST", NEWEST_WRITTEN).replace("YEAR", NEWEST[:4]) for one in each] for each in (there, absent)
    )
    assert [words for words in there if words not in page] == []
    assert [words for words in absent if words in page] == []


def plain(page: str) -> str:
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r"</?(?:span|svg|use)\b[^>]*>", "", main)
