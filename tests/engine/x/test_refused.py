"""What X can't be, and situations that can't be (107.1, 107.3)."""

from typing import Any
from urllib.parse import parse_qs

import pytest

from symbols.engine.x import (
    LARGEST,
    Method,
    Origin,
    Situation,
    SituationError,
    Subject,
    read_value,
    what_is_x,
)
from tests.tables import cases


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
