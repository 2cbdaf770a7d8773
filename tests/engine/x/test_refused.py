"""What X can't be, and situations that can't be (107.1, 107.3)."""

from typing import Any

import pytest

from symbols.engine.x import (
    LARGEST,
    LONGEST_FORMULA,
    LetterDefinition,
    Method,
    Origin,
    Place,
    Situation,
    SituationError,
    Subject,
    Zone,
    read_value,
    what_is_x,
)
from tests.engine.x.situations import BOTH, MANA, places


def test_what_cannot_be(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ({"zone": Zone.HAND}, "zone", "stack"),
        ({"subject": Subject.CARD, "zone": Zone.STACK}, "zone", "a spell"),
        ({"subject": Subject.CARD, "zone": Zone.BATTLEFIELD}, "zone", "a permanent"),
        ({"subject": Subject.PERMANENT, "zone": Zone.EXILE}, "zone", "battlefield"),
        ({"subject": Subject.ENTERS, "zone": Zone.STACK}, "zone", "battlefield"),
        ({"subject": Subject.SPECIAL_ACTION, "zone": Zone.STACK}, "zone", "116.1"),
        ({"places": places(Place.LOYALTY_COST)}, "in", "loyalty cost"),
        ({"subject": Subject.DELAYED, "places": MANA}, "in", "mana cost"),
        ({"subject": Subject.SPECIAL_ACTION, "places": MANA}, "in", "mana cost"),
        ({"formula": "your life total"}, "defined", "doesn’t define"),
        ({"defined_value": 3}, "defined", "doesn’t define"),
        ({"definition": LetterDefinition.TEXT, "formula": "x" * (LONGEST_FORMULA + 1)}, "formula", "200"),
        ({"definition": LetterDefinition.TEXT, "announced": 3}, "announced", "107.3c"),
        ({"subject": Subject.CARD, "method": Method.FREE}, "how", "cast or activated"),
        ({"subject": Subject.ACTIVATED, "method": Method.FREE}, "how", "cast or activated"),
        ({"method": Method.COPIED, "announced": 1}, "announced", "707.10"),
        ({"gained": True}, "gained", "Only an ability"),
        ({"subject": Subject.CARD, "refers": True}, "refers", "107.3e"),
        ({"refers": True, "places": BOTH}, "refers", "both"),
        ({"refers": True, "definition": LetterDefinition.TEXT}, "refers", "both"),
        ({"refers": True, "announced": 2}, "announced", "107.3e"),
        ({"other_value": 2}, "refers", "doesn’t refer"),
        ({"origin": Origin.CHOSEN}, "origin", "origin"),
        ({"subject": Subject.DELAYED, "origin": Origin.TURNED_UP}, "origin", "origin"),
        ({"subject": Subject.DELAYED, "origin_value": 2}, "origin", "none was chosen"),
        ({"doubled": 1, "places": places(Place.ADDITIONAL_COST)}, "doubled", "mana cost"),
        ({"doubled": 1, "subject": Subject.ACTIVATED}, "doubled", "a spell"),
        ({"doubled": 1, "method": Method.COPIED, "origin_value": 3}, "doubled", "isn’t cast"),
        ({"doubled": 21}, "doubled", "At most 20"),
        ({"doubled": -1}, "doubled", "107.1b"),
        ({"announced": 0, "least": 1}, "announced", "at least 1"),
        ({"announced": -1}, "announced", "107.1b"),
        ({"origin_value": -1, "method": Method.COPIED}, "was", "107.1b"),
        ({"least": -1}, "least", "107.1b"),
        ({"definition": LetterDefinition.TEXT, "defined_value": -1.5}, "gives", "107.1a"),
        ({"definition": LetterDefinition.TEXT, "defined_value": -(10**9)}, "gives", "too low"),
        ({"subject": Subject.SPECIAL_ACTION, "places": places(Place.TEXT)}, "in", "107.3d"),
        ({"subject": Subject.PAYMENT, "places": places(Place.TEXT)}, "in", "107.3h"),
        ({"announced": 1.5}, "announced", "107.1a"),
        ({"announced": 10**9}, "announced", "too large"),
    ]
    for described, field, word in table:
        with subtests.test(described=described, field=field, word=word):
            with pytest.raises(SituationError) as caught:
                Situation(**described)
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
def test_a_number_that_nobody_could_have_announced(described: dict[str, Any], rule: str) -> None:
    with pytest.raises(SituationError, match=rule) as caught:
        what_is_x(Situation(**described))
    assert caught.value.field == "announced"


@pytest.mark.parametrize(
    ("value", "number"),
    [("0", 0), ("-0", 0), (" 12 ", 12), ("007", 7), (LARGEST, LARGEST), ("0" * 50 + "1", 1)],
)
def test_numbers_that_x_can_be(value: str | int, number: int) -> None:
    assert read_value(value) == number


@pytest.mark.parametrize(("value", "number"), [("-3", -3), ("−2", -2), (-3, -3), ("-0", 0), ("4", 4)])
def test_a_number_that_nobody_chooses_may_be_negative(value: str | int, number: int) -> None:
    assert read_value(value, below_zero=True) == number


@pytest.mark.parametrize("value", [-(10**4000), "-10000000", "-" + "9" * 5000])
def test_how_far_below_zero_a_number_may_be(value: str | int) -> None:
    with pytest.raises(SituationError, match="too low") as caught:
        read_value(value, below_zero=True)
    assert len(caught.value.message) < 120


def test_numbers_that_x_cannot_be(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ("", "No number"),
        ("  ", "No number"),
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
