"""Each rule of 107.3, tried where it stands."""

from collections.abc import Mapping
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from symbols.engine.errors import EngineError
from symbols.engine.x import SUBRULES, Example, Situation, what_is_x
from symbols.trials import Outcome, Placement, answered
from tests.html import text_of
from tests.shared import shared
from tests.tables import cases
from tests.trials.readings import TRIAL, Words, official, placed_under

X = TRIAL["x"]
PLACES = {place.rule: place for place in X.places}


def ask(place: Placement, **said: str) -> Outcome:
    return X.run({**X.initial, **place.given, **said}, Words())


def refused(place: Placement, **said: str) -> str:
    """The control that is to blame where there is no answer; empty where there is one."""
    try:
        found = ask(place, **said)
    except EngineError as error:
        return error.field or "nobody"
    assert found.sentence.endswith(".")
    assert sum(step.decides for step in found.steps) == 1
    return ""


def test_every_clause_has_its_place() -> None:
    assert PLACES.keys() == {"107.3", *(each.rule for each in SUBRULES)}
    assert X.places[0].rule == "107.3"


@pytest.mark.parametrize("clause", SUBRULES, ids=lambda clause: clause.rule)
def test_it_begins_with_the_example_of_its_clause(clause: Example) -> None:
    place = PLACES[clause.rule]
    found, wanted = ask(place), what_is_x(clause.situation)
    assert (found.sentence, found.deciding.rule) == (wanted.sentence, wanted.rule)
    assert place.rule in [step.rule for step in found.steps]
    assert found.facts["value"] == wanted.value
    assert found.facts["chooser"] == wanted.chooser
    assert found.elsewhere is not None
    query = {key: text for key, text in found.elsewhere.query.items() if key != "cost"}
    assert Situation.from_query(query) == clause.situation


@pytest.mark.parametrize("place", X.places, ids=lambda place: place.rule)
def test_the_questions_asked_there_are_the_trials_own_and_can_all_be_answered(place: Placement) -> None:
    own = {control.key: control for control in X.controls}
    assert place.given.keys() <= own.keys()
    for control in place.controls:
        assert {choice.value for choice in control.choices} <= {choice.value for choice in own[control.key].choices}
        said = place.given.get(control.key, own[control.key].initial)
        assert not control.choices or {*filter(None, said.split(","))} <= {choice.value for choice in control.choices}
        for choice in control.choices:
            # A number may have been said that the choice leaves none for; the form can take it back.
            assert refused(place, **{control.key: choice.value}) in {"", "announced"}
            assert not refused(place, **{control.key: choice.value, "announced": ""})


@pytest.mark.parametrize(("number", "said", "value", "rule"), cases("trials/x_clauses", "trying"))
def test_trying(number: str, said: Mapping[str, str], value: int | None, rule: str) -> None:
    found = ask(PLACES[number], **said)
    assert (found.facts["value"], found.facts["rule"], found.deciding.rule) == (value, rule, rule)


@pytest.mark.parametrize(
    ("number", "said", "rows"),
    [
        ("107.3a", {"announced": "3"}, [("{3}{R}, mana value 4", True), ("{R}, mana value 1", False)]),
        ("107.3a", {"announced": "3", "cost": "{X}{X}"}, [("{6}, mana value 6", True), ("{0}, mana value 0", False)]),
        ("107.3m", {"was": "2"}, [("{2}{G}, mana value 3", False), ("{G}, mana value 1", True)]),
        ("107.3k", {}, [("[-1]", False)]),
        ("107.3a", {"cost": "{R}"}, [("It has no X.", False)]),
        ("107.3a", {"cost": " "}, []),
    ],
)
def test_the_cost_beside_it(number: str, said: Mapping[str, str], rows: list[tuple[str, bool]]) -> None:
    assert [(row.value, row.marked) for row in ask(PLACES[number], **said).rows] == rows


DAY = date(2019, 10, 4)


def test_an_edition_is_not_made_to_say_what_it_does_not_have() -> None:
    words = "If a card in any zone other than the stack has an {X} in its mana cost, the value of {X} is treated as 0."
    complete = X.initial | dict(PLACES["107.3g"].given)
    assert X.run(complete, Words({"107.3f": words}, DAY)).sentence == "X is 0."
    for rules in ({}, {"107.3g": "Normally, all instances of X on an object have the same value at any given time."}):
        assert not answered(X, complete, Words(rules, DAY)).deciding.number


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/try/x/?edition=2011-07-15", "In the March 17, 2008 rules: The spell’s controller chooses X while"),
        ("/try/x/?rule=107.3g&edition=2011-07-15", "In the March 8, 2024 rules: X is 0."),
        ("/try/mana-cost/?edition=2008-03-17", "In the July 15, 2011 rules: An object with the mana cost"),
    ],
)
def test_what_an_excerpt_lacks_is_said_to_be_from_elsewhere(client: Client, address: str, said: str) -> None:
    """Nothing is said of the rest of its edition, and its source's own terms are kept."""
    page = text_of(client.get(address).content.decode())
    assert said in page
    assert "not loaded from the" in page
    assert "No numbered rule" not in page
    assert "has a mana value" not in page


@pytest.mark.parametrize(
    ("edition", "number", "today"),
    [
        ("2009-07-11", "107.3e", "107.3f"),
        ("2011-06-17", "107.3e", "107.3f"),
        ("2011-06-17", "107.3f", "107.3g"),
        ("2011-06-17", "107.3g", "107.3i"),
        ("2011-06-17", "107.3h", "107.3p"),
        ("2015-07-17", "107.3g", "107.3h"),
        ("2019-10-04", "107.3k", "107.3m"),
        ("2021-02-24", "107.3n", "107.3p"),
        ("2021-02-24", "107.3f", "107.3f"),
    ],
)
def test_in_an_old_edition_it_stands_under_the_number_of_its_time(edition: str, number: str, today: str) -> None:
    shared("rules")
    assert [place for trial, place in placed_under(number, official(edition)) if trial is X] == [PLACES[today]]


def test_every_rule_about_x_of_every_edition_has_its_trial() -> None:
    for path in sorted(shared("rules").glob("*.txt")):
        reading = official(path.stem)
        for number, words in reading.rules.items():
            if number.startswith("107.3") and words and ("letter x" in words.lower() or number != "107.3"):
                assert [trial for trial, _ in placed_under(number, reading) if trial is X], (path.name, number)


def test_it_stands_under_the_rules_of_today_and_under_none_that_says_something_else() -> None:
    shared("rules")
    reading = official("2025-06-06")
    assert all((X, place) in placed_under(number, reading) for number, place in PLACES.items())
    moved = Words({"107.3g": reading.rules["107.3h"]})
    assert [place for trial, place in placed_under("107.3g", moved) if trial is X] == [PLACES["107.3h"]]


@pytest.mark.django_db
@pytest.mark.parametrize("number", PLACES)
def test_on_the_page_of_its_rule_it_asks_what_matters_and_leads_to_the_explorer(client: Client, number: str) -> None:
    page = client.get("/try/x/", {"rule": number}).content.decode()
    form = page[page.index('class="try-form"') :].partition("</form>")[0]
    place = PLACES[number]
    assert all(f'name="{control.key}"' in form for control in place.controls)
    assert form.count("data-control") == len(place.controls) + form.count('id="trial-edition"')
    link = page.partition("Open in the X explorer")[0].rpartition('href="')[2].partition('"')[0].replace("&amp;", "&")
    assert urlsplit(link).path == "/x/"
    assert Situation.from_query(parse_qs(urlsplit(link).query)) is not None
    response = client.get(link)
    assert response.status_code == 200
    assert ask(place).sentence in text_of(response.content.decode())
