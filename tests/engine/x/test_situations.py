"""Situations and their queries: subrules, and properties of any situation."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from symbols.engine.x import (
    SUBRULES,
    AnswerKind,
    Chooser,
    LetterDefinition,
    Method,
    Origin,
    Place,
    Situation,
    SituationError,
    StepOutcome,
    Subject,
    VariableLetter,
    Zone,
    possible,
    what_is_x,
)
from tests.engine.x.strategies import BOTH, DESCRIPTIONS, answered, applied, made


def test_subrule_examples_are_in_order() -> None:
    letters = "abcdefghijkmnp"
    assert [each.rule for each in SUBRULES] == [f"107.3{letter}" for letter in letters]


def test_subrule_example_applies_its_rule(subtests: pytest.Subtests) -> None:
    for subrule in SUBRULES:
        with subtests.test(subrule=subrule):
            assert subrule.rule in applied(what_is_x(subrule.situation))
            assert subrule.words.endswith("?")


def test_default_situation_has_an_empty_query() -> None:
    assert Situation().as_query() == {}
    assert Situation.from_query({}) == Situation()


@pytest.mark.parametrize(
    ("said", "query"),
    [
        ({"what": "spell", "zone": "stack", "in": "mana-cost", "how": "normal"}, {}),
        ({"what": "card", "zone": "hand", "in": "mana-cost"}, {"what": "card"}),
        ({"what": "card", "zone": "exile"}, {"what": "card", "zone": "exile"}),
        ({"what": "enters-ability", "in": "text,mana-cost"}, {"what": "enters-ability"}),
        ({"refers": "yes", "in": "text"}, {"refers": "1"}),
        ({"how": "alternative-with", "in": "mana-cost"}, {"how": "alternative-with"}),
    ],
)
def test_situation_has_one_query(said: dict[str, str], query: dict[str, str]) -> None:
    assert Situation.from_query(said).as_query() == query
    assert Situation.from_query(said) == Situation.from_query(query)


def test_form_query() -> None:
    situation = Situation.from_query(
        {
            "what": ["spell"],
            "in": ["mana-cost", "text"],
            "announced": ["3"],
            "gained": "",
            "zone": "",
            "edition": "2025-06-06",
            "letter": "y",
        }
    )
    assert situation == Situation(places=BOTH, announced=3, letter=VariableLetter.Y)


@pytest.mark.parametrize(
    ("query", "field", "suggestion"),
    [
        ({"what": "spel"}, "what", "spell"),
        ({"zone": "graveyrad"}, "zone", "graveyard"),
        ({"in": "mana-cost,txt"}, "in", "text"),
        ({"how": "qqqqq"}, "how", None),
        ({"gained": "maybe"}, "gained", None),
        ({"announced": "-2"}, "announced", None),
        ({"announced": ["1", "2"]}, "announced", None),
    ],
)
def test_bad_query(query: dict[str, str | list[str]], field: str, suggestion: str | None) -> None:
    with pytest.raises(SituationError) as caught:
        Situation.from_query(query)
    assert caught.value.field == field
    assert caught.value.suggestion == suggestion


def test_possible_values_by_subject(subtests: pytest.Subtests) -> None:
    for subject in Subject:
        with subtests.test(subject=subject):
            can = possible(subject)
            assert Situation(subject=subject).where == can.usual_zone
            assert Situation(subject=subject).spots == can.usual_places
            for zone in Zone:
                assert (made({"subject": subject, "zone": zone}) is not None) == (zone in can.zones)
            for place in Place:
                with_needed = {place} if can.needed is None else {place, can.needed}
                assert (made({"subject": subject, "places": with_needed}) is not None) == (place in can.places)
                assert (made({"subject": subject, "places": {place}}) is None) == (
                    place not in can.places or can.needed not in {None, place}
                )
            for method in Method:
                assert (made({"subject": subject, "method": method}) is not None) == (method in can.methods)
            for origin in Origin:
                assert (made({"subject": subject, "origin": origin}) is not None) == (origin in can.origins)
            assert (made({"subject": subject, "gained": True}) is not None) == can.gained
            assert (made({"subject": subject, "refers": True}) is not None) == can.refers


@given(DESCRIPTIONS)
def test_depends_answer_names_the_missing_parameter(described: dict[str, Any]) -> None:
    situation = made(described)
    answer = answered(situation) if situation else None
    if answer is None:
        return
    assert bool(answer.ask) == (answer.kind is AnswerKind.DEPENDS)
    assert answer.as_json()["ask"] == (answer.ask or None)
    if answer.ask:
        assert answer.ask not in answer.situation.as_query()
        for origin in (Origin.CHOSEN, Origin.NOT_CHOSEN):
            told = answered(replace(answer.situation, origin=origin))
            assert told is not None
            assert told.kind is not AnswerKind.DEPENDS


def test_labels_are_unique() -> None:
    for words in (Subject, Zone, Place, LetterDefinition, Method, Origin, VariableLetter):
        labels = [word.label for word in words]
        assert len(set(labels)) == len(labels)


@given(DESCRIPTIONS)
def test_situation_round_trips_through_its_query(described: dict[str, Any]) -> None:
    situation = made(described)
    if situation is not None:
        assert Situation.from_query(situation.as_query()) == situation


@given(DESCRIPTIONS)
def test_exactly_one_rule_decides(described: dict[str, Any]) -> None:
    situation = made(described)
    if situation is None:
        return
    try:
        answer = what_is_x(situation)
    except SituationError:
        assert situation.announced is not None
        return
    deciding = [step.rule for step in answer.steps if step.outcome is StepOutcome.DECIDES]
    assert deciding == [answer.rule]
    # What a text works out may be negative (107.1b); what somebody chooses may not.
    worked_out = {situation.defined_value, situation.other_value}
    assert answer.value is None or answer.value >= 0 or answer.value in worked_out
    assert all("{x}" not in step.why for step in answer.steps)
    assert (answer.chooser is Chooser.NOBODY) or answer.kind in {AnswerKind.CHOSEN, AnswerKind.ONLY, AnswerKind.FORMULA}
    assert answer.as_json()["sentence"] == answer.sentence
    if situation.letter is not VariableLetter.X:
        same = what_is_x(replace(situation, letter=VariableLetter.X))
        assert (same.kind, same.value, same.rule) == (answer.kind, answer.value, answer.rule)
