"""What holds of every trial: its controls, its placements, and what it makes of input that makes no sense."""

from typing import get_args

import pytest

from explorer.citations import NAMES
from explorer.tryit.request import RESERVED
from symbols.trials import Control, Inputs, Trial, TrialError
from symbols.trials.catalog import TRIALS, placed_under, trial_named
from symbols.trials.inputs import ControlKind
from tests.tables import cases
from tests.trials.readings import ask

NONSENSE = cases("trials/controls", "nonsense")


EVERY_NUMBER = pytest.mark.parametrize(
    ("trial", "control"),
    [
        pytest.param(trial, control, id=f"{trial.slug}-{control.key}")
        for trial in TRIALS
        for control in trial.controls
        if control.kind == "number"
    ],
)


def test_names_are_unique_and_fit_an_address() -> None:
    slugs = [trial.slug for trial in TRIALS]
    assert len(slugs) == len(set(slugs))
    for trial in TRIALS:
        assert trial.slug.replace("-", "").isalnum()
        assert trial.slug == trial.slug.lower()
        assert trial_named(trial.slug) is trial
    assert trial_named("nothing-of-the-kind") is None


def test_controls_are_whole(subtests: pytest.Subtests) -> None:
    for trial in TRIALS:
        with subtests.test(trial=trial):
            keys = [control.key for control in trial.controls]
            assert len(keys) == len(set(keys))
            assert not set(keys) & set(RESERVED)
            for control in trial.controls:
                assert control.key == control.key.lower()
                assert control.label
                assert control.kind in get_args(ControlKind)
                assert bool(control.choices) is (control.kind in {"choice", "several"})


@pytest.mark.slow
def test_every_placement_and_every_try_answers(subtests: pytest.Subtests) -> None:
    for trial in TRIALS:
        with subtests.test(trial=trial):
            assert trial.places
            for place in trial.places:
                had = {place.rule, place.needs}
                assert (trial, place) in placed_under({place.rule}, lambda name: name if name in had else "")  # noqa: B023
                assert had <= {*NAMES, ""}
                for given_there in ({}, *(one.values for one in place.tries)):
                    asked = {**place.given, **given_there}
                    found = ask(trial.slug, asked)
                    assert found.sentence.endswith((".", "”"))
                    assert [step.decides for step in found.steps].count(True) == 1
                    assert found.deciding.rule


@EVERY_NUMBER
def test_a_number_that_is_none_is_named(trial: Trial, control: Control) -> None:
    for text in NONSENSE:
        asked = Inputs({**trial.initial, control.key: text}, trial.controls)
        with pytest.raises(TrialError) as wrong:
            asked.number(control.key)
        assert wrong.value.field == control.key, text
        assert wrong.value.message.startswith(control.label), text
        assert len(wrong.value.message) < 300, text


@EVERY_NUMBER
def test_numbers_keep_to_their_bounds(trial: Trial, control: Control) -> None:
    for text, bound in ((str((control.min or 0) - 1), control.min), (str((control.max or 0) + 1), control.max)):
        if bound is not None:
            with pytest.raises(TrialError, match="too"):
                Inputs({**trial.initial, control.key: text}, trial.controls).number(control.key)
    empty = Inputs({**trial.initial, control.key: "  "}, trial.controls)
    if control.optional:
        assert empty.number_or_none(control.key) is None
    else:
        with pytest.raises(TrialError, match=": type a"):
            empty.number(control.key)


CONTROLS = (
    Control(key="n", label="How many", min=0, max=9, default="3"),
    Control(key="must", label="How long", example="4"),
    Control(key="may", label="Perhaps", optional=True),
    Control(key="line", label="Words", kind="text", default="some"),
    Control(key="tick", label="Is it", kind="yes", default="yes"),
)


def test_what_was_not_asked_keeps_its_default() -> None:
    asked = Inputs({}, CONTROLS)
    given = (asked.number("n"), asked.number_or_none("may"), asked.text("line"), asked.yes("tick"))
    assert given == (3, None, "some", True)
    assert Inputs({"tick": "no"}, CONTROLS).yes("tick") is False
    with pytest.raises(TrialError, match="How long: type a whole number"):
        asked.number("must")


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), (" +7 ", 7), ("-0", 0), ("007", 7), ("−7", -7), ("1,000", 1000), ("1 000", 1000)]
)
def test_numbers_as_people_write_them(text: str, number: int) -> None:
    assert Inputs({"may": text}, CONTROLS).number_or_none("may") == number


def test_what_was_emptied_says_nothing() -> None:
    for key, words in (("n", "type a whole number"), ("line", "type something")):
        asked = Inputs({key: " "}, CONTROLS)
        with pytest.raises(TrialError, match=words) as wrong:
            asked.text(key)
        assert wrong.value.field == key
