"""What X is (107.3): every clause, alone and where several meet."""

from typing import Any
from urllib.parse import parse_qs

import pytest

from symbols.engine.x import (
    LetterDefinition,
    Method,
    Place,
    Situation,
    StepOutcome,
    Subject,
    VariableLetter,
    what_is_x,
)
from tests.engine.x.strategies import BOTH, applied, places
from tests.tables import cases


def test_x_cases(subtests: pytest.Subtests) -> None:
    """Each is a situation as in an address, the rule that decides, the shape of the answer, and the number."""
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
