"""Announcements written as costs again: the nonhybrid equivalents of 601.2b."""

from fractions import Fraction
from math import inf

import pytest

from symbols.engine.costs.slots import Amounts
from symbols.engine.reading.reader import read_cost
from symbols.engine.ways.announcements import Announcements, announced
from tests.tables import cases


def test_each_announcement_is_written_with_symbols_that_leave_no_choice(subtests: pytest.Subtests) -> None:
    for cost, values, written in cases("engine/announced", "each_announcement"):
        with subtests.test(cost=cost, values=values, written=written):
            ways = Announcements(read_cost(cost).symbols, values)
            found = [announced(ways, amounts) for amounts in ways]
            assert sorted(f"{each} +{each.life}" for each in found) == sorted(written)


def test_amounts_count_mana_without_life() -> None:
    assert Amounts().mana == 0
    assert Amounts([("W", 1), ("generic", 2), ("snow", 3), ("life", 4)]).mana == 6
    assert Amounts([("W", Fraction(1, 2)), ("C", 1)]).mana == Fraction(3, 2)
    assert Amounts([("generic", inf)]).mana == inf
