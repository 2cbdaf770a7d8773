"""What the rules about symbols answer when they are tried (107.5 to 107.18, 201.4, 202.1 to 202.3)."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import EngineError
from symbols.trials import Outcome, answered
from symbols.trials.catalog import TRIALS
from symbols.trials.examples import all_cases
from tests.citations.editions import DATES
from tests.shared import examples, shared
from tests.tables import cases
from tests.trials.readings import Words, official, placed_under

SLUGS = cases("trials/symbol_rules", "slugs")
OURS = {trial.slug: trial for trial in TRIALS if trial.slug in SLUGS}
PLACES = [(trial, place) for trial in OURS.values() for place in trial.places]


def ask(slug: str, said: Mapping[str, str], reading: Words | None = None) -> Outcome:
    trial = OURS[slug]
    keys = {control.key for control in trial.controls}
    assert set(said) <= keys
    return answered(trial, {**trial.initial, **said}, reading or Words())


def test_answer(subtests: pytest.Subtests) -> None:
    table: list[Any] = cases("trials/symbol_rules", "answer")
    for slug, said, facts, rule in table:
        with subtests.test(slug=slug, said=said, facts=facts, rule=rule):
            outcome = ask(slug, said)
            assert {key: outcome.facts[key] for key in facts} == facts
            assert outcome.deciding.rule == rule


def test_what_makes_no_sense_is_said_at_its_control(subtests: pytest.Subtests) -> None:
    for slug, key, said in cases("trials/symbol_rules", "what_makes_no_sense_is_said_at_its_control"):
        with subtests.test(slug=slug, key=key, said=said):
            with pytest.raises(EngineError) as caught:
                ask(slug, {key: said})
            assert caught.value.field == key
            label = next(control.label for control in OURS[slug].controls if control.key == key)
            assert caught.value.message.startswith(f"{label}:")
            assert caught.value.message.endswith((".", "?"))


def test_a_card_has_a_type() -> None:
    with pytest.raises(EngineError) as caught:
        ask("type-icon", {"creature": "no"})
    assert caught.value.field == "creature"


def test_a_gained_text_needs_an_object() -> None:
    with pytest.raises(EngineError) as caught:
        ask("names", {"how": "gained", "other": ""})
    assert caught.value.field == "other"


def test_first_question(subtests: pytest.Subtests) -> None:
    """What stands in the form at first has an answer, and exactly one clause decides it."""
    for trial, place in PLACES:
        with subtests.test(trial=trial, place=place):
            outcome = ask(trial.slug, place.given)
            assert [step.decides for step in outcome.steps].count(True) == 1
            assert outcome.sentence.endswith((".", "”"))
            for one in place.tries:
                assert ask(trial.slug, {**place.given, **one.values}).sentence


NUMBERS = ["", "0", "1", "3", "7", "-1", "½", "1.5", "9999999", "99999999"]
SYMBOLS = cases("trials/symbol_rules", "symbols")
WORDS = ["yes", "no", "x", "red", "stack", "back", "gained", "a" * 400]
SOME_TEXT = st.sampled_from([*NUMBERS, *SYMBOLS, *WORDS])


@given(st.data())
@examples(100)
def test_every_question_has_an_answer_or_a_reason(data: st.DataObject) -> None:
    trial = data.draw(st.sampled_from(list(OURS.values())))
    said = {}
    for control in trial.controls:
        values = [choice.value for choice in control.choices]
        sensible = st.sampled_from([control.initial, *values])
        said[control.key] = data.draw(sensible | SOME_TEXT | st.text(max_size=12))
    problem = None
    try:
        outcome = trial.run(said, Words())
    except EngineError as error:
        problem = error
    if problem is None:
        assert [step.decides for step in outcome.steps].count(True) == 1
        assert outcome.sentence
    else:
        assert problem.field in said
        assert problem.message


@pytest.mark.parametrize("name", ["2024-11-08", "2025-04-04", "2025-06-06", "2026-01-16"])
def test_every_rule_on_symbols_can_be_tried(name: str) -> None:
    shared("rules")
    texts = official(name)
    numbers = ["107.5", "107.6", "107.7", "107.8", "107.8a", "107.8b", "107.9", "107.10", "107.11", "107.12"]
    numbers += ["107.13", "107.14", "107.15", "107.15a", "107.15b", "107.16", "107.16a", "107.17", "107.17a", "107.18"]
    assert all(number in texts.rules for number in numbers)
    assert [number for number in numbers if not placed_under(number, texts)] == []


def test_every_rule_on_parts_of_cards_can_be_tried(subtests: pytest.Subtests) -> None:
    for number in ["201.4", "201.4a", "201.4b", "201.4c", "201.5", "202.1", "202.1a", "202.1b", "202.2"]:
        with subtests.test(number=number):
            shared("rules")
            assert placed_under(number, official("2011-06-17"))


def test_every_rule_on_colors_and_mana_can_be_tried(subtests: pytest.Subtests) -> None:
    for number in ["202.2a", "202.2b", "202.2c", "202.2d", "202.2e", "202.3", "202.3a", "202.3b", "202.3c", "202.3d"]:
        with subtests.test(number=number):
            shared("rules")
            assert placed_under(number, official("2011-06-17"))


def test_every_placement_is_in_an_edition() -> None:
    """No placement is idle: one edition at least has its rule."""
    shared("rules")
    readings = [official(date) for date in DATES]
    idle = [
        f"{trial.slug} {place.rule}"
        for trial, place in PLACES
        if not any(reading.find(place.rule) for reading in readings)
    ]
    assert idle == []


def test_edition_read_under(subtests: pytest.Subtests) -> None:
    """Clauses are cited by their numbers in the edition that is read, in its terms."""
    for name, slug, said, rule, words in cases("trials/symbol_rules", "edition_read_under"):
        with subtests.test(name=name, slug=slug, said=said, rule=rule, words=words):
            shared("rules")
            outcome = ask(slug, said, official(name))
            assert outcome.deciding.number == rule
            assert words in outcome.sentence


def test_shortened_names_by_edition() -> None:
    """201.4c of 2011 wants the full name first; 201.5c today does not."""
    shared("rules")
    said = {"name": "Jaya Ballard, Task Mage", "short": "Jaya Ballard", "text": "Jaya Ballard taps."}
    assert ask("names", said, official("2011-06-17")).facts["mentions"] == 0
    assert ask("names", said, official("2025-06-06")).facts["mentions"] == 1


OFFICIAL = [case for case in all_cases() if case.trial in SLUGS and case.edition.isoformat() in DATES]


def test_official_example(subtests: pytest.Subtests) -> None:
    """Examples that whole editions alone have: found where they are said to stand, and run there."""
    shared("rules")
    assert OFFICIAL
    for case in OFFICIAL:
        with subtests.test(case=case):
            name = case.edition.isoformat()
            # Those of 2003 give some in passing.
            examples = [words for words in official(name).rules[case.rule].split("\n") if "example" in words.casefold()]
            assert case.matches(examples[case.number - 1])
            facts = ask(case.trial, case.inputs, official(name)).facts
            assert {key: facts[key] for key in case.expected} == dict(case.expected)
