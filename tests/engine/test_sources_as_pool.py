"""Lands that each make one mana pay like the same mana in a pool, whatever else changes or pays the cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import CheckRequest, EngineError
from tests.shared import examples

LANDS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest", "C": "Wastes"}
SYMBOLS = ["{W}", "{B}", "{1}", "{2}", "{W/U}", "{2/B}", "{W/P}", "{G/U/P}", "{X}", "{C}"]
OPTIONS = {
    "x": ["0", "1", "3"],
    "life": ["0", "1", "2", "20"],
    "reduce": ["{1}", "{W}", "{2} least 1", "{W/U}", "{2} colored"],
    "increase": ["{1}", "{B}"],
    "minimum": ["1", "3"],
    "convoke": ["{W}{G}", "{C}"],
    "delve": ["2"],
    "improvise": ["1"],
    "assist": ["1"],
    "life_for": ["B", "W"],
    "x_only": ["B", "WU"],
    "spend": ["any color", "any type"],
    "kicker": ["{1}{W}"],
}


Facts = tuple[bool | None, int | None, int | None]
"""Whether it can be paid, the greatest X, and the life that is paid."""


def check(given: dict[str, str]) -> Facts | str:
    try:
        result = CheckRequest.parse(given).check()
        found = result.payable, result.max_x, result.payment.life if result.payment else None
    except EngineError as error:
        return error.code
    return found


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=5),
    st.lists(st.sampled_from(list(LANDS)), min_size=1, max_size=5),
    st.dictionaries(st.sampled_from(list(OPTIONS)), st.integers(0, 4), max_size=3),
)
@examples(400)
def test_lands_pay_like_their_mana(cost: list[str], mana: list[str], picked: dict[str, int]) -> None:
    options = {key: OPTIONS[key][place % len(OPTIONS[key])] for key, place in picked.items()}
    asked = {"cost": "".join(cost), **options}
    by_lands = check({**asked, "sources": ", ".join(LANDS[name] for name in mana)})
    by_pool = check({**asked, "pool": "".join(mana)})
    if by_lands in ("too_many_ways", "not_together"):
        return
    assert by_lands == by_pool
