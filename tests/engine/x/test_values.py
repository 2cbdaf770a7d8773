"""What X is (107.3): every rule, alone and where several meet; and what it can't be (107.1)."""

from typing import Any
from urllib.parse import parse_qs

import pytest

from symbols.engine.x import (
    LARGEST,
    LetterDefinition,
    Method,
    Origin,
    Place,
    Situation,
    SituationError,
    StepOutcome,
    Subject,
    VariableLetter,
    read_value,
    what_is_x,
)
from tests.engine.x.strategies import BOTH, applied, places
from tests.tables import cases


def test_x_cases(subtests: pytest.Subtests) -> None:
    """Situation as a query, the deciding rule, kind, chooser and time, and the number."""
    for name, address, rule, shape, value in cases("engine/x/values", "case"):
        with subtests.test(name):
            answer = what_is_x(Situation.from_query(parse_qs(address)))
            assert (answer.rule, answer.value) == (rule, value)
            assert [answer.kind, answer.chooser, answer.when] == shape


def test_rules_that_apply_together(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ({"places": BOTH}, {"107.3a", "601.2b", "107.3i"}),
        ({"subject": Subject.ACTIVATED}, {"107.3a", "602.2b", "107.3k"}),
        (
            {"subject": Subject.ACTIVATED, "places": places(Place.LOYALTY_COST)},
            {"107.3a", "602.2b", "107.3k", "606.6"},
        ),
        ({"subject": Subject.ACTIVATED, "gained": True}, {"107.3j", "107.3a", "602.2b", "107.3k"}),
        ({"subject": Subject.PERMANENT}, {"107.3g", "202.3e", "107.3m"}),
        ({"subject": Subject.CARD, "places": BOTH}, {"107.3g", "202.3e", "107.3i"}),
        ({"subject": Subject.TRIGGERED, "places": BOTH}, {"107.3g", "107.3i"}),
        ({"places": BOTH, "definition": LetterDefinition.CHOICE}, {"107.3c", "601.2b", "107.3i"}),
        ({"letter": VariableLetter.Z, "method": Method.FREE}, {"107.3p", "107.3b"}),
        (
            {"subject": Subject.CARD, "places": places(Place.SPECIAL_COST, Place.ADDITIONAL_COST)},
            {"107.3d", "107.3a", "107.2"},
        ),
    ]
    for described, rules in table:
        with subtests.test(described=described, rules=rules):
            assert set(applied(what_is_x(Situation(**described)))) == rules


def test_reduced_cost_is_not_free() -> None:
    steps = what_is_x(Situation(method=Method.REDUCED)).steps
    assert [step.outcome for step in steps if step.rule == "107.3b"] == [StepOutcome.NOT_APPLICABLE]


def test_nonzero_x_cannot_be_free() -> None:
    answer = what_is_x(Situation(method=Method.FREE, least=1))
    assert answer.allowed is not None
    assert not answer.allowed
    assert not answer.is_legal
    assert answer.value is None
    assert "1 or more" in answer.sentence


def test_allowed_choices() -> None:
    answer = what_is_x(Situation(method=Method.FREE))
    assert answer.allowed == frozenset({0})
    assert answer.is_legal
    assert what_is_x(Situation()).allowed is None


def test_impossible_situations(subtests: pytest.Subtests) -> None:
    for address, field, word in cases("engine/x/refused", "impossible_situations"):
        with subtests.test(address=address, field=field, word=word):
            with pytest.raises(SituationError) as caught:
                Situation.from_query(parse_qs(address))
            assert caught.value.field == field
            assert word in caught.value.message
            assert caught.value.as_json()["code"] == "bad_situation"


@pytest.mark.parametrize(
    ("described", "rule"),
    [
        ({"method": Method.FREE, "announced": 3}, "107.3b"),
        ({"subject": Subject.CARD, "announced": 3}, "107.3g"),
        ({"subject": Subject.PAYMENT, "announced": 3}, "107.3h"),
        ({"subject": Subject.TRIGGERED, "gained": True, "announced": 1}, "107.3j"),
        ({"subject": Subject.ENTERS, "origin": Origin.CHOSEN, "announced": 1}, "107.3m"),
    ],
)
def test_impossible_announcements(described: dict[str, Any], rule: str) -> None:
    with pytest.raises(SituationError, match=rule) as caught:
        what_is_x(Situation(**described))
    assert caught.value.field == "announced"


@pytest.mark.parametrize(
    ("value", "number"),
    [("0", 0), ("-0", 0), (" 12 ", 12), ("007", 7), (LARGEST, LARGEST), ("0" * 50 + "1", 1)],
)
def test_valid_numbers(value: str | int, number: int) -> None:
    assert read_value(value) == number


@pytest.mark.parametrize(("value", "number"), [("-3", -3), ("−2", -2), (-3, -3), ("-0", 0), ("4", 4)])
def test_calculated_numbers_may_be_negative(value: str | int, number: int) -> None:
    assert read_value(value, below_zero=True) == number


@pytest.mark.parametrize("value", [-(10**4000), "-10000000", "-" + "9" * 5000])
def test_lowest_number(value: str | int) -> None:
    with pytest.raises(SituationError, match="too low") as caught:
        read_value(value, below_zero=True)
    assert len(caught.value.message) < 120


def test_invalid_numbers(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ("", "Type a number"),
        ("  ", "Type a number"),
        ("-1", "107.1b"),
        ("−2", "107.1b"),
        (-3, "107.1b"),
        (-(10**4000), "107.1b"),
        ("1.5", "107.1a"),
        ("2,5", "107.1a"),
        ("1/2", "107.1a"),
        ("½", "107.1a"),
        ("2½", "107.1a"),
        ("three", "whole number"),
        ("X", "whole number"),
        ("٣", "whole number"),
        ("∞", "whole number"),
        ("10000000", "too large"),
        (10**4000, "too large"),
        ("9" * 5000, "too large"),
    ]
    for value, word in table:
        with subtests.test(value=value, word=word):
            with pytest.raises(SituationError, match=word) as caught:
                read_value(value)
            assert len(caught.value.message) < 120
