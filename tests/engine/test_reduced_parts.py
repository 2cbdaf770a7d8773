"""Reductions of one of several costs: “Buyback costs cost {2} less.”"""

from collections.abc import Mapping

import pytest

from symbols.engine import CheckRequest, EngineError

CAPSIZE = {"cost": "{1}{U}{U}", "additional": "Buyback {3}"}


@pytest.mark.parametrize(
    ("asked", "total"),
    [
        ({**CAPSIZE, "reduce": "{2} of buyback"}, {"generic": 2, "U": 2}),
        ({**CAPSIZE, "reduce": "{2} of buyback 2 times"}, {"generic": 1, "U": 2}),
        ({**CAPSIZE, "reduce": "{2} off Buyback, {2} off buyback, {1}"}, {"U": 2}),
        ({**CAPSIZE, "reduce": "{9} of buyback"}, {"generic": 1, "U": 2}),
        ({"cost": "{1}{U}", "additional": "Buyback {1}{U}", "reduce": "{U}{U} of buyback"}, {"generic": 1, "U": 1}),
        ({"cost": "{1}{U}", "additional": "Buyback {1}{U}", "reduce": "{W} of buyback"}, {"generic": 1, "U": 2}),
        ({"cost": "{R}", "kicker": "{4}", "reduce": "{1} of kicker"}, {"generic": 3, "R": 1}),
        ({"cost": "{R}", "multikicker": "{2} 3 times", "reduce": "{1} of multikicker"}, {"generic": 3, "R": 1}),
        ({"cost": "Equip {3}", "reduce": "{1} of equip"}, {"generic": 2}),
        ({"cost": "{4}{R}", "alternative": "Dash {2}{R}", "reduce": "{1} of dash"}, {"generic": 1, "R": 1}),
    ],
)
def test_reductions_of_one_part(asked: Mapping[str, str], total: Mapping[str, int]) -> None:
    [found] = CheckRequest.parse(asked).check().totals
    assert dict(found) == total


@pytest.mark.parametrize(
    "reduce", ["{1} of kicker", "{1} of bogus", "{1} of buyback least 1", "{1} of", "{X} of buyback"]
)
def test_reduced_part_must_exist(reduce: str) -> None:
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({**CAPSIZE, "reduce": reduce})
    assert caught.value.field == "reduce"
