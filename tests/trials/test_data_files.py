"""The data files of trials and examples: their values agree with each other and with the code that reads them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from symbols.engine.errors import EngineError
from symbols.engine.x import SUBRULES, Origin, Subject, possible
from symbols.roman import GREATEST, to_roman
from symbols.trials import Control, Inputs, Outcome, Reading, Step, Trial
from symbols.trials.catalog import TRIALS
from symbols.trials.examples import all_cases
from symbols.trials.loading import parse_trial
from symbols.trials.pawprint_modes import MOST_BUDGET
from tests.trials.readings import TRIAL, Words

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


def wrong_values(values: Mapping[str, str], controls: Iterable[Control]) -> Iterator[str]:
    """Values that no control has, or that aren't valid for it."""
    known = {control.key: control for control in controls}
    for key, value in values.items():
        valid = {choice.value for choice in known[key].choices} if key in known else set[str]()
        if key in known and known[key].kind == "yes":
            valid = {"yes", "no"}
        chosen = set(value.split(",")) if key in known and known[key].kind == "several" else {value}
        if key not in known or (valid and value and not chosen <= valid):
            yield f"{key}: {value}"


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.slug)
def test_every_value_in_a_file_is_one_of_its_control(trial: Trial) -> None:
    assert not [*wrong_values(trial.initial, trial.controls)]
    for place in trial.places:
        assert not [*wrong_values(place.given, trial.controls)]
        assert not [wrong for each in place.tries for wrong in wrong_values(each.values, trial.controls)]
        shown = {control.key: place.given.get(control.key, control.initial) for control in place.controls}
        assert not [*wrong_values(shown, place.controls)]
    for case in all_cases():
        if case.trial == trial.slug:
            assert not [*wrong_values(case.inputs, trial.controls)]


def test_every_file_has_its_trial() -> None:
    folder = Path("symbols/data/trials")
    assert sorted(trial.slug for trial in TRIALS) == sorted(file.stem for file in folder.glob("[a-z]*.toml"))
    assert [trial.slug for trial in TRIALS][:3] == ["halves", "negative-power", "using-power"]


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.slug)
def test_the_code_knows_every_choice_and_every_tick(trial: Trial) -> None:
    """A value that only the file knows would stop the function with an error of no control."""
    for control in trial.controls:
        for value in [choice.value for choice in control.choices] + ["yes", "no"] * (control.kind == "yes"):
            with suppress(EngineError):
                assert trial.run({**trial.initial, control.key: value}, Words()).sentence


def control_of(slug: str, key: str) -> Control:
    return next(control for control in TRIAL[slug].controls if control.key == key)


def test_the_bounds_in_the_files_are_those_of_the_code() -> None:
    assert control_of("pawprints", "budget").max == MOST_BUDGET
    assert control_of("roman", "number").hint == f"1 to {GREATEST:,}, or I to {to_roman(GREATEST)}."


def test_x_offers_what_the_explorer_knows() -> None:
    places = TRIAL["x"].places
    offered = {(place.rule, one.key): {c.value for c in one.choices} for place in places for one in place.controls}
    assert {choice.value for choice in control_of("x", "what").choices} == set(Subject)
    assert offered["107.3e", "what"] == {subject for subject in Subject if possible(subject).refers}
    assert offered["107.3j", "what"] == {subject for subject in Subject if possible(subject).gained}
    for rule, subject in (("107.3d", Subject.SPECIAL_ACTION), ("107.3g", Subject.CARD), ("107.3h", Subject.PAYMENT)):
        assert offered[rule, "zone"] == set(possible(subject).zones)
    for rule, subject in (("107.3m", Subject.ENTERS), ("107.3n", Subject.DELAYED)):
        assert offered[rule, "origin"] == {origin for origin in Origin if origin in possible(subject).origins}
    assert {each.rule for each in SUBRULES} < {place.rule for place in places}
