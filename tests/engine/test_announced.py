"""Announcements written as costs again: the nonhybrid equivalents of 601.2b."""

from fractions import Fraction
from math import inf

import pytest

from symbols.engine.costs.slots import Amounts
from symbols.engine.reading.reader import read_cost
from symbols.engine.ways.announcements import Announcements, announced


def test_each_announcement_is_written_with_symbols_that_leave_no_choice(subtests: pytest.Subtests) -> None:
    for cost, values, written in [
        ("{W/U}{W/U}", {}, ["{W}{W} +0", "{W}{U} +0", "{U}{U} +0"]),
        ("{2}{3}{W}{U}", {}, ["{5}{W}{U} +0"]),
        ("{1}{2/W}{2/W}", {}, ["{1}{W}{W} +0", "{3}{W} +0", "{5} +0"]),
        ("{W/P}{W/P}", {}, ["{W}{W} +0", "{W} +2", " +4"]),
        ("{X}{X}{3}{R/P}", {"X": 2}, ["{7}{R} +0", "{7} +2"]),
        ("{X}{Y}{2/G}", {"Y": 4}, ["{X}{4}{G} +0", "{X}{6} +0"]),
        ("{X}", {"X": 0}, ["{0} +0"]),
        ("{X}{W}", {}, ["{X}{W} +0"]),
        ("{0}", {}, ["{0} +0"]),
        ("{S}{C}{C/R}", {}, ["{C}{S}{R} +0", "{C}{C}{S} +0"]),
        ("{∞}{½}{W/P}", {}, ["{∞}{½}{W} +0", "{∞}{½} +2"]),
        ("{HW}{W/U}", {}, ["{W}{HW} +0", "{HW}{U} +0"]),
        ("{½}{2/W}", {}, ["{½}{W} +0", "{2}{½} +0"]),
    ]:
        with subtests.test(cost=cost, values=values, written=written):
            ways = Announcements(read_cost(cost).symbols, values)
            found = [announced(ways, amounts) for amounts in ways]
            assert sorted(f"{each} +{each.life}" for each in found) == sorted(written)


def test_amounts_count_mana_without_life() -> None:
    assert Amounts().mana == 0
    assert Amounts([("W", 1), ("generic", 2), ("snow", 3), ("life", 4)]).mana == 6
    assert Amounts([("W", Fraction(1, 2)), ("C", 1)]).mana == Fraction(3, 2)
    assert Amounts([("generic", inf)]).mana == inf
