"""The data files of trials and examples: mistakes are named, and the values agree with the code that reads them."""

import datetime as dt
import re
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest

from symbols.engine.errors import EngineError
from symbols.engine.x import SUBRULES, Origin, Subject, possible
from symbols.trials import Control, Inputs, Outcome, Reading, Step, Trial
from symbols.trials.catalog import TRIALS, trial_named
from symbols.trials.examples import parse_case
from symbols.trials.loading import declared, parse_trial
from symbols.trials.mechanics.moment import MOMENTS
from symbols.trials.mechanics.pawprints import MOST_BUDGET
from symbols.trials.mechanics.roman import GREATEST, to_roman
from symbols.trials.records import DataError
from tests.tables import cases
from tests.trials.readings import Words

Data = dict[str, Any]

GOOD: Data = {
    "title": "Dice",
    "lead": "Roll one.",
    "control": [
        {"key": "sides", "label": "Sides", "default": "6", "min": 2},
        {
            "key": "color",
            "label": "Color",
            "kind": "choice",
            "default": "red",
            "choices": {"red": "red", "blue": "blue"},
        },
        {"key": "lucky", "label": "Lucky", "kind": "yes"},
        {"key": "when", "common": True},
    ],
    "tries": {"twenty": {"sides": "20"}, "a lucky blue one": {"color": "blue", "lucky": "yes"}},
    "tries_keep": ["when"],
    "place": [
        {"rule": "706.1"},
        {"rule": "706.2", "given": "a lucky blue one", "tries": ["twenty"]},
        {
            "rule": "706.3",
            "given": {"sides": "8"},
            "controls": ["lucky", {"key": "color", "label": "It is", "choices": ["red"]}],
        },
    ],
}


def roll(inputs: Inputs, reading: Reading) -> Outcome:
    return Outcome(sentence="Four.", steps=(Step("706.1", "", decides=True),))


def parsed(change: Callable[[Data], object] = deepcopy) -> Trial:
    data = deepcopy(GOOD)
    change(data)
    return parse_trial("dice", data, roll)


def test_a_file_becomes_a_trial() -> None:
    trial = parsed()
    assert (trial.slug, trial.title, trial.lead) == ("dice", "Dice", "Roll one.")
    assert [control.key for control in trial.controls] == ["sides", "color", "lucky", "when"]
    assert trial.controls[0] == Control(key="sides", label="Sides", default="6", min=2)
    assert [(choice.value, choice.label) for choice in trial.controls[1].choices] == [("red", "red"), ("blue", "blue")]
    first, second, third = trial.places
    assert [one.label for one in first.tries] == ["twenty", "a lucky blue one"]
    # The others say their default again, but for those that are kept.
    assert first.tries[0].values == {"sides": "20", "color": "red", "lucky": ""}
    assert (second.rule, second.given) == ("706.2", {"color": "blue", "lucky": "yes"})
    assert [one.label for one in second.tries] == ["twenty"]
    assert [control.key for control in third.controls] == ["lucky", "color"]
    assert (third.controls[1].label, len(third.controls[1].choices)) == ("It is", 1)
    assert trial.run({}, Words()).sentence == "Four."


def test_tries_may_set_one_control() -> None:
    def change(data: Data) -> None:
        del data["tries"]
        data["tries_set"] = "sides"
        data["place"] = [{"rule": "706.1", "tries": ["4", "12"]}, {"rule": "706.2"}]

    first, second = parsed(change).places
    assert [(one.label, one.values["sides"]) for one in first.tries] == [("4", "4"), ("12", "12")]
    assert second.tries == ()


def test_a_place_that_needs_another_rule_gives_way_to_the_next() -> None:
    needing = {"rule": "706.1", "needs": "706.9", "given": {"sides": "20"}}
    trial = parsed(lambda data: data.update(place=[needing, {"rule": "706.1"}]))
    first, second = trial.places
    assert trial.placed({"706.1"}, lambda name: name) is first
    assert trial.placed({"706.1"}, lambda _name: "") is second
    assert trial.placed({"706.9"}, lambda name: name) is None


def test_what_has_to_be_given(subtests: pytest.Subtests) -> None:
    """Anything without a default; what is optional, and a checkbox without an example, is empty by default."""
    for changed, default in [
        ({"key": "sides", "label": "Sides", "example": "6"}, None),
        ({"key": "sides", "label": "Sides", "example": "6", "optional": True}, ""),
        ({"key": "sides", "label": "Sides", "example": "6", "default": "0"}, "0"),
        ({"key": "sides", "label": "Sides", "kind": "yes"}, ""),
        ({"key": "sides", "label": "Sides", "kind": "yes", "example": "yes"}, None),
    ]:
        with subtests.test(changed=changed):
            data = {**GOOD, "control": [changed], "tries": {}, "tries_keep": [], "place": [{"rule": "706.1"}]}
            assert parse_trial("dice", data, roll).controls[0].default == default


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("lead"), "dice.toml: “lead” is missing"),
        (lambda data: data.update(color="red"), "dice.toml: 'color' is unknown; there are title, lead"),
        (lambda data: data.update(title=3), "dice.toml: “title” can’t be 3"),
        (lambda data: data["control"][0].pop("label"), "dice.toml, control 'sides': “label” is missing"),
        (lambda data: data["control"][0].update(most=3), "dice.toml, control 'sides': 'most' is unknown"),
        (lambda data: data["control"][0].update(min=True), "dice.toml, control 'sides': “min” can’t be True"),
        (lambda data: data["control"][0].update(default=6), "dice.toml, control 'sides': “default” can’t be 6"),
        (lambda data: data["control"][0].update(kind="dial"), "dice.toml, control 'sides': 'dial' is unknown"),
        (lambda data: data["control"][0].update(choices={"a": "a"}), "dice.toml, control 'sides': the kinds “choice”"),
        (lambda data: data["control"][1].update(default="green"), "dice.toml, control 'color', color: 'green' is"),
        (lambda data: data["control"][1].update(choices=["puce"]), "dice.toml, control 'color': “choices” can’t be"),
        (lambda data: data["control"][1].pop("choices"), "dice.toml, control 'color': the kinds “choice”"),
        (lambda data: data["control"][2].update(default="perhaps"), "dice.toml, control 'lucky', lucky: 'perhaps' is"),
        (lambda data: data["control"][3].update(key="whence"), "dice.toml: 'whence' is unknown; there are when"),
        (lambda data: data["control"][3].update(label="Then"), "dice.toml, common control: 'label' is unknown"),
        (lambda data: data["control"].append(data["control"][0]), "dice.toml: two controls have the same key"),
        (lambda data: data["tries"].update(wrong={"side": "1"}), "dice.toml, try 'wrong': 'side' is unknown"),
        (
            lambda data: data["tries"].update(wrong={"color": "puce"}),
            "dice.toml, try 'wrong', color: 'puce' is unknown",
        ),
        (lambda data: data["tries"].update(wrong={"sides": 1}), "dice.toml, try 'wrong', sides: 1 isn’t text"),
        (lambda data: data.update(tries_set="sides"), "dice.toml: “tries_set” takes the place"),
        (lambda data: data.update(tries_set="side"), "dice.toml, tries_set: 'side' is unknown"),
        (lambda data: data.update(tries_keep=["side"]), "dice.toml, tries_keep: 'side' is unknown"),
        (lambda data: data["place"][0].pop("rule"), "dice.toml, place None: “rule” is missing"),
        (lambda data: data["place"][0].update(number="1"), "dice.toml, place '706.1': 'number' is unknown"),
        (lambda data: data["place"][0].update(given={"side": "1"}), "dice.toml, place '706.1': 'side' is unknown"),
        (lambda data: data["place"][0].update(given={"color": "puce"}), "dice.toml, place '706.1', color: 'puce' is"),
        (lambda data: data["place"][0].update(given="thirty"), "dice.toml, place '706.1', tries: 'thirty' is unknown"),
        (
            lambda data: data["place"][0].update(tries=["thirty"]),
            "dice.toml, place '706.1', tries: 'thirty' is unknown",
        ),
        (lambda data: data["place"][0].update(controls=["side"]), "dice.toml, place '706.1': 'side' is unknown"),
        (lambda data: data["place"][2]["controls"][1].update(choices=["puce"]), "dice.toml, place '706.3', color: 'pu"),
        (
            lambda data: data["place"][2]["controls"][1].update(choices=["blue"]),
            "dice.toml, place '706.3', color: 'red",
        ),
    ],
)
def test_a_mistake_is_named_with_its_file_and_entry(change: Callable[[Data], object], message: str) -> None:
    with pytest.raises(DataError, match=f"^{re.escape(message)}"):
        parsed(change)


EXAMPLE: Data = {
    "rule": "107.1a",
    "edition": dt.date(2025, 6, 6),
    "number": 1,
    "phrases": ["half"],
    "trial": "halves",
    "inputs": {"number": "7"},
    "expected": {"value": 4},
    "decides": "107.1a",
}


@pytest.mark.parametrize(("change", "message"), cases("trials/data_files", "a_mistake_in_an_example_is_named"))
def test_a_mistake_in_an_example_is_named(change: Data, message: str) -> None:
    assert parse_case(EXAMPLE, 3).trial == "halves"
    with pytest.raises(DataError, match=f"^{re.escape(message)}"):
        parse_case({**EXAMPLE, **change}, 3)


def test_every_file_has_its_trial() -> None:
    assert sorted(trial.slug for trial in TRIALS) == declared()
    assert [trial.slug for trial in TRIALS][:3] == ["halves", "negative-power", "using-power"]


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.slug)
def test_the_code_knows_every_choice_and_every_tick(trial: Trial) -> None:
    """A value that only the file knows would stop the function with an error of no control."""
    usual = trial.initial
    for control in trial.controls:
        for value in [choice.value for choice in control.choices] + ["yes", "no"] * (control.kind == "yes"):
            with suppress(EngineError):
                assert trial.run({**usual, control.key: value}, Words()).sentence


def control_of(slug: str, key: str) -> Control:
    trial = trial_named(slug)
    assert trial is not None
    return next(control for control in trial.controls if control.key == key)


@pytest.mark.parametrize("slug", ["class", "leveler", "loyalty", "planar-die"])
def test_the_moments_are_those_of_the_code(slug: str) -> None:
    assert tuple(choice.value for choice in control_of(slug, "when").choices) == MOMENTS


def test_the_bounds_in_the_files_are_those_of_the_code() -> None:
    assert control_of("pawprints", "budget").max == MOST_BUDGET
    assert control_of("roman", "number").hint == f"1 to {GREATEST:,}, or I to {to_roman(GREATEST)}."


def test_x_offers_what_the_explorer_knows() -> None:
    trial = trial_named("x")
    assert trial is not None
    offered = {
        (place.rule, one.key): {c.value for c in one.choices} for place in trial.places for one in place.controls
    }
    assert {choice.value for choice in control_of("x", "what").choices} == set(Subject)
    assert offered["107.3e", "what"] == {subject for subject in Subject if possible(subject).refers}
    assert offered["107.3j", "what"] == {subject for subject in Subject if possible(subject).gained}
    for rule, subject in (("107.3d", Subject.SPECIAL_ACTION), ("107.3g", Subject.CARD), ("107.3h", Subject.PAYMENT)):
        assert offered[rule, "zone"] == set(possible(subject).zones)
    for rule, subject in (("107.3m", Subject.ENTERS), ("107.3n", Subject.DELAYED)):
        assert offered[rule, "origin"] == {origin for origin in Origin if origin in possible(subject).origins}
    assert {each.rule for each in SUBRULES} < {place.rule for place in trial.places}
