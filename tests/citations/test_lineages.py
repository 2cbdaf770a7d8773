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

# Rules whose fact another rule gave before they came into being, by the numbers that it had; read in the editions.
SAID_ELSEWHERE = {
    "105.1": {"203.2c"},
    "105.2b": {"203.2", "203.2b"},
    "107.1b": {"104.2"},
    "107.3a": {"104.3c", "409.1b"},
    "107.3p": {"104.3c"},
    "107.4b": {"203.3"},
    "113.6": {"402.8"},
    "118.13a": {"409.1b", "601.2b"},
    "118.3": {"409.1f", "409.1h"},
    "118.3b": {"215.4"},
    "118.6": {"213.1a"},
    "118.8": {"203.4"},
    "118.9": {"409.1f"},
    "118.9d": {"409.1f"},
    "119.4b": {"215.4", "117.4", "118.4", "119.4"},
    "201.5a": {"202.2"},
    # Until 2010 the line of tokens and lands was another rule than that of costs that can't be paid.
    "202.1b": {"203.1", "203.1b"},
    "208.2a": {"208.2"},
    "306.5d": {"212.9f", "306.7"},
    "602.2b": {"409.1"},
    "712.2a": {"711.1a", "711.1b"},
    "712.2b": {"711.1b"},
}


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
    [
        (
            "/try/saga/?before=0&after=1&chapters=&edition=2025-04-04",
            ["It’s sacrificed", "<ins>with one or more chapter abilities"],
            [],
        ),
        ("/try/saga/?before=0&after=1&chapters=&edition=2025-06-06", ["is not sacrificed"], ["It’s sacrificed"]),
        ("/try/negative-power/?edition=2003-10-01", [">310.2a<"], [">510.1a<", ">704.5a<", ">420.5a<"]),
        (
            "/try/loyalty/?counters=4&cost=[-5]&edition=2018-07-13",
            [">606.5<", "follows the July 13, 2018 wording", "<ins>,"],
            [],
        ),
        (
            "/try/x/?in=text&what=triggered-ability&gained=yes&edition=2014-02-01",
            [">107.3g<", f"follows the {NEWEST_WRITTEN} wording"],
            ["exception to one number"],
        ),
        (
            "/x/?in=text&what=triggered-ability&gained=1&edition=2014-02-01",
            [">107.3g<", f"follows the {NEWEST_WRITTEN} wording"],
            ["exception to one number"],
        ),
        ("/x/?cost={X}{R}&edition=2004-02-01", ["Converted mana cost", ">104.3c<", "(107.3k)"], ["Mana value"]),
        (
            "/check/?cost={X}{C/W}&edition=2007-05-01",
            [
                "Converted mana cost",
                f"{NEWEST[:4]} rules: The mana value is 1",
                f"In the {NEWEST_WRITTEN} rules: {{C/W}}",
            ],
            ["Mana value", ">203.3<"],
        ),
        ("/check/?cost=2r&pool=R&edition=2003-10-01", [">409.1h<"], [">118.3<", f"In the {NEWEST_WRITTEN} rules"]),
        ("/check/?cost=2r&pool=R&edition=2003-03-15", [">409.1f<"], [">118.3<"]),
        *(
            (f"/try/choosing/?way=cost&number=5&edition={day}", [f">{number}<", "X can be 5", "is played"], ["covers"])
            for day, number in (("2003-03-15", "409.1b"), ("2003-10-01", "104.3c"), ("2009-05-01", "104.3c"))
        ),
        (
            "/try/choosing/?way=text&number=5&edition=2008-02-01",
            # The glossary of the time says it.
            ["“X” in the glossary", "X can be 5", "is played"],
            [f"{NEWEST_WRITTEN} rules", "not in the February 1, 2008 rules"],
        ),
        # The glossary of the time says it.
        (
            "/x/?in=mana-cost,text&how=without-paying&cost={X}{R}&edition=2007-05-01",
            ["Decided by 107.3b, not in the numbered rules of May 1, 2007."],
            ["not in the May 1, 2007 rules"],
        ),
        (
            "/check/?cost={X}{R}&mana=RRR&edition=2003-10-01",
            ["{X} is X mana", f"In the {NEWEST_WRITTEN} rules: Every X in the cost", "you play the spell"],
            [f"In the {NEWEST_WRITTEN} rules: {{X}}", "rules: Announce", "you cast"],
        ),
        (
            "/x/?what=activated-ability&in=loyalty-cost,text&announced=3&cost=[-X]&edition=2003-10-01",
            ["[-X] isn’t in the October 1, 2003 rules.", "number while playing it."],
            ["while activating"],
        ),
        ("/x/?what=activated-ability&in=loyalty-cost,text&announced=3&edition=2010-06-18", [], ["isn’t in the June"]),
        ("/x/?cost={X}{R}&edition=2007-05-01", ["number while playing it."], ["while casting", "while activating"]),
        ("/x/?cost={X}{R}&edition=2009-07-11", ["number while casting."], ["while playing"]),
        ("/try/x/?cost={X}{R}&edition=2007-05-01", ["number while playing it."], ["while casting"]),
        # An excerpt, between two whole editions.
        *(
            (
                f"/try/{slug}/?edition=2008-03-17",
                [f"The March 17, 2008 rules have no {subject}. By the {NEWEST_WRITTEN} rules: "],
                ["Decided by"],
            )
            for slug, subject in (
                ("class", "Class cards"),
                ("leveler", "level symbols"),
            )
        ),
        ("/try/mana-cost/?edition=2008-03-17", ["not loaded from the March 17, 2008 rules"], ["covers this"]),
        # Until 2003 mana symbols had no rules of their own, but 203.1 and 203.3 say what they take.
        (
            "/try/paying/?cost={2}{W}&edition=2003-03-15",
            [">203.1</a>", ">203.3</a>"],
            ["covers this", f"{NEWEST[:4]} rules: {{"],
        ),
        (
            "/check/?cost=2W&pool=WWW&edition=2003-03-15",
            [">203.3<"],
            [f"{NEWEST[:4]} rules: {{2}}", f"{NEWEST[:4]} rules: Generic"],
        ),
        ("/check/?cost={W}&edition=2003-03-15", [">203.1</a>", "{W} is paid with one white"], ["rules: {W}"]),
        ("/check/?cost={W}&edition=2003-10-01", [">104.3a</a>", "{W} is paid with one white"], [">203.1<"]),
        (
            "/try/choosing/?way=cost&free=yes&number=3&edition=2008-02-01",
            ["X can’t be 3: played without paying"],
            ["X can’t be 3: cast"],
        ),
        ("/symbols/P/", ["Added between March 8 and November 8, 2024 (in 107.18)."], ["have no 107.18"]),
        ("/try/undetermined/?edition=2014-02-01", ["The number can’t be determined"], ["mana value"]),
        ("/try/phyrexian/?edition=2014-02-01", ["{W/P}{W/P}"], ["{G/U/P}"]),
        ("/rules/2014-02-01/107.4g/", ["cost=%7BW%2FP%7D%7BW%2FP%7D"], ["G%2FU%2FP"]),
    ],
)
def test_no_answer_is_attributed_to_a_text_that_does_not_give_it(
    client: Client, address: str, there: list[str], absent: list[str]
) -> None:
    page = plain(client.get(address, follow=True).content.decode())
    assert [words for words in there if words not in page] == []
    assert [words for words in absent if words in page] == []


def plain(page: str) -> str:
    """Return the main part of a page with its symbols as codes."""
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r"</?(?:span|svg|use)\b[^>]*>", "", main)
