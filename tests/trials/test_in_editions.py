"""Rules are cited as the edition read under has them: found by their words, or said not to be there."""

import pytest

from explorer.citations.names import NAMES, edition_of_name, numbers_in
from explorer.tryit.request import TrialRequest
from symbols.engine.errors import EngineError
from symbols.trials import Outcome, Step, answered
from symbols.trials.catalog import TRIALS
from tests.tables import cases
from tests.trials import readings
from tests.trials.readings import TRIAL, official, placed_under


def ask(name: str, slug: str, **said: str) -> Outcome:
    return readings.ask(slug, said, official(name))


def step(outcome: Outcome, rule: str) -> Step:
    return next(step for step in outcome.steps if step.rule == rule)


def test_the_rule_that_decides(subtests: pytest.Subtests) -> None:
    for name, slug, said, number in cases("trials/in_editions", "the_rule_that_decides"):
        with subtests.test(name=name, slug=slug, said=said, number=number):
            outcome = ask(name, slug, **said)
            assert outcome.deciding.number == number
            assert official(name).rules[number]


@pytest.mark.parametrize(
    ("name", "slug", "said", "rule"),
    [
        ("2004-02-01", "activate", {"cost": "{Q}", "state": "tapped"}, "107.6"),
        ("2010-06-18", "mana-cost", {"cost": "{W/P}"}, "202.3g"),
        ("2005-08-01", "mana-cost", {"cost": "{2/B}"}, "202.3f"),
    ],
)
def test_what_an_edition_lacks_is_not_claimed_for_it(name: str, slug: str, said: dict[str, str], rule: str) -> None:
    assert not step(ask(name, slug, **said), rule).number


def test_an_edition_decides_as_its_own_words_do(subtests: pytest.Subtests) -> None:
    for name, slug, said, sentence, rule, why in cases("trials/in_editions", "an_edition_decides_as_its_own_words_do"):
        with subtests.test(name=name, slug=slug, said=said, sentence=sentence, rule=rule, why=why):
            outcome = ask(name, slug, **said)
            assert sentence in outcome.sentence
            assert why in step(outcome, rule).why
            assert step(outcome, rule).number


def test_a_loyalty_symbol_that_a_rule_does_not_explain_is_not_explained_by_it() -> None:
    assert "107.7" not in [each.rule for each in ask("2009-07-11", "loyalty", cost="[0]").steps]
    assert step(ask("2010-06-18", "loyalty", cost="[0]"), "107.7").number


def test_what_is_given_first_has_symbols_of_the_edition() -> None:
    trial = TRIAL["phyrexian"]
    asked = TrialRequest(trial, {}, lacking={"G/U/P"})
    assert asked.complete["cost"] == "{W/P}{W/P}"
    assert [one.label for one in asked.tries] == ["{W/P}{W/P}", "{2}{B/P}", "{2/W}{W/U}"]
    assert TrialRequest(trial, {"cost": "{G/U/P}"}, lacking={"G/U/P"}).complete["cost"] == "{G/U/P}"
    assert TrialRequest(trial, {}).complete["cost"] == "{1}{W/P}{G/U/P}"


@pytest.mark.parametrize("name", ["2025-06-06", "2026-01-16"])
def test_every_rule_is_found_today(name: str) -> None:
    """Under its own number in the edition whose numbers trials use; the newest has each, too."""
    reading = official(name)
    # Others are named after the edition that had them, before or since.
    cited = {name for name in NAMES if edition_of_name(name).isoformat() == "2025-06-06"}
    assert {name for name in cited if not reading.find(name)} == set()
    if name == "2025-06-06":
        assert {name: reading.find(name) for name in cited if reading.find(name) != name} == {}


@pytest.mark.slow
def test_every_step_is_a_rule_that_can_be_found() -> None:
    """No trial cites a number that is looked up nowhere, whatever is asked with one tap."""
    reading = official("2025-06-06")
    stray = {
        found.rule
        for trial in TRIALS
        for place in trial.places
        for said in ({}, place.given, *(one.values for one in place.tries))
        for found in answered(trial, {**trial.initial, **said}, reading).steps
        if not found.number
    }
    assert stray == set()


def test_of_several_rules_with_the_words_the_nearest_is_meant() -> None:
    words = "but no more than N2 level counters on it"
    assert numbers_in([("107.8a", words), ("710.2a", words)])["711.2a"] == "710.2a"
    assert numbers_in([("107.8a", words), ("710.2a", words)])["107.8a"] == "107.8a"
    assert "711.2a" not in numbers_in([("107.8a", "nothing of the kind")])


@pytest.mark.parametrize("name", ["2003-10-01", "2005-08-01", "2007-10-01", "2009-05-01", "2009-07-11", "2015-07-17"])
def test_every_rule_on_numbers_and_symbols_of_old_can_be_tried(name: str) -> None:
    reading = official(name)
    section = "104." if name < "2009-07" else "107."
    numbers = [number for number, words in reading.rules.items() if number.startswith(section) and words]
    assert len(numbers) > 8
    assert [number for number in numbers if not placed_under(number, reading)] == []


@pytest.mark.parametrize(
    ("name", "number", "slug", "cost"),
    [
        ("2003-10-01", "104.3", "paying", "{2}{W}{U}"),
        ("2005-08-01", "104.3", "paying", "{2}{W}{U}"),
        ("2007-05-01", "104.3", "paying", "{2}{W/U}"),
        ("2026-01-16", "107.4", "paying", "{2}{W/U}"),
        ("2003-10-01", "203.1", "mana-cost", "{2}{W}{B}"),
        ("2010-06-18", "202.1a", "mana-cost", "{2}{W}{B}"),
        ("2011-06-17", "202.1a", "mana-cost", "{1}{W/P}{W/P}"),
    ],
)
def test_an_edition_starts_with_symbols_that_it_has(name: str, number: str, slug: str, cost: str) -> None:
    places = {trial.slug: place for trial, place in placed_under(number, official(name))}
    assert places[slug].given["cost"] == cost


@pytest.mark.slow
def test_every_control_is_looked_at(subtests: pytest.Subtests) -> None:
    """Nonsense in a control is named, though nothing hangs on it."""
    for trial in TRIALS:
        with subtests.test(trial=trial.slug):
            for place in trial.places:
                for said in ({}, *(one.values for one in place.tries)):
                    for control in trial.controls:
                        if control.kind in {"number", "choice", "yes"}:
                            with pytest.raises(EngineError) as caught:
                                readings.ask(trial.slug, {**place.given, **said, control.key: "½ nonsense"})
                            assert caught.value.field == control.key


def test_an_optional_number_may_stay_empty() -> None:
    assert readings.run("stars", printed="*", star="").facts["value"] == 0


def test_symbols_of_uncards_are_marked() -> None:
    for cost in ("{½}", "{∞}", "{2}{½}"):
        outcome = ask("2026-01-16", "mana-cost", cost=cost)
        assert "from un-cards only, outside the rules" in outcome.sentence
        assert step(outcome, "107.1")


def test_colorless_but_for_an_indicator() -> None:
    for said in ({"cost": ""}, {"cost": "{2}"}, {"cost": "{2}{G}", "face": "back"}):
        assert "unless it has a color indicator" in ask("2026-01-16", "mana-cost", about="color", **said).sentence
    assert ask("2010-06-18", "mana-cost", about="color", cost="").sentence.endswith("is colorless.")
    assert "unless" not in ask("2026-01-16", "mana-cost", about="color", cost="{G}").sentence


def test_a_gain_of_nothing_is_no_gain_and_a_loss_is_none_of_that() -> None:
    def cited(name: str, does: str) -> set[str]:
        return {step.rule for step in ask(name, "negative-life", life="5", does=does, n="-3").steps}

    assert cited("2026-01-16", "gain") >= {"119.9", "119.10"}
    assert not cited("2026-01-16", "lose") & {"119.9", "119.10"}
    assert not cited("2008-02-01", "gain") & {"119.9", "119.10"}


def test_x_in_a_cost_is_told() -> None:
    outcome = ask("2026-01-16", "activate", cost="{X}", mana="{G}", x="2")
    assert outcome.facts["can"] is False
    assert "X being 2" in outcome.sentence
    assert ask("2026-01-16", "activate", cost="{X}", mana="{G}{G}", x="2").facts["can"] is True


def test_no_face_is_marked_when_nothing_is_rolled() -> None:
    assert not any(row.marked for row in ask("2026-01-16", "planar-die", when="turn").rows)
    assert sum(row.marked for row in ask("2026-01-16", "planar-die").rows) == 1


def test_two_abilities_of_one_chapter() -> None:
    sentence = ask("2026-01-16", "saga", chapters="I; I").sentence
    assert sentence == "Chapter I triggers: 2 abilities, in an order that their controller chooses."
