"""When things can be done as a sorcery, the planar die, type icons, and costs paid with counters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.abilities.loyalty import timing_checks
from symbols.engine.costs.parts import Energy, Tickets
from symbols.engine.errors import BadRequest, EngineError
from symbols.trials.mechanics.moment import MOMENTS, as_sorcery, timing_at
from symbols.trials.mechanics.planar import FACES, cost_of_roll
from symbols.trials.mechanics.player_counters import read_counter_cost
from symbols.trials.mechanics.type_icons import ICONS, SEVERAL, icon_of


@pytest.mark.parametrize("moment", MOMENTS)
def test_moment(moment: str) -> None:
    """307.5 and 606.3 ask for the same: priority, a main phase of one's own turn, an empty stack."""
    assert as_sorcery(moment).met is (moment == "main")
    assert all(check.met for check in timing_checks(timing_at(moment))) is (moment == "main")


@pytest.mark.parametrize("moment", MOMENTS)
def test_effect_that_allows_any_time(moment: str) -> None:
    checks = timing_checks(timing_at(moment, instant_speed=True))
    assert all(check.met for check in checks) is (moment != "priority")


def test_no_moment() -> None:
    with pytest.raises(BadRequest):
        as_sorcery("noon")


@given(st.integers(0, 9_999_999))
def test_each_roll_costs_one_more(taken: int) -> None:
    """901.9: the first is free."""
    assert cost_of_roll(taken) == taken


@pytest.mark.parametrize("taken", [-1, 10_000_000])
def test_impossible_rolls(taken: int) -> None:
    with pytest.raises(BadRequest):
        cost_of_roll(taken)


def test_die_has_six_faces() -> None:
    """901.3a."""
    assert [(face.written, face.count) for face in FACES.values()] == [("{PW}", 1), ("{CHAOS}", 1), ("", 4)]


@pytest.mark.parametrize(
    ("types", "picture"),
    [
        (["creature"], "claw marks"),
        (["sorcery"], "a flame"),
        (["instant"], "a lightning bolt"),
        (["enchantment"], "a sunrise"),
        (["artifact"], "a chalice"),
        (["land"], "a pair of mountain peaks"),
        (["artifact", "creature"], "a black and white cross"),
        (["kindred", "enchantment"], "a black and white cross"),
        (["creature", "creature"], "claw marks"),
    ],
)
def test_type_icon(types: list[str], picture: str) -> None:
    """107.10."""
    icon = icon_of(types)
    assert icon is not None
    assert icon.picture == picture


@pytest.mark.parametrize("types", [[], ["planeswalker"]])
def test_no_type_icon(types: list[str]) -> None:
    assert icon_of(types) is None


@given(st.sets(st.sampled_from(sorted(ICONS)), min_size=2))
def test_several_types_have_one_icon(types: set[str]) -> None:
    assert icon_of(types) is SEVERAL


@pytest.mark.parametrize(
    ("text", "energy", "tickets"),
    [
        ("{E}{E}", 2, 0),
        ("{TK}", 0, 1),
        ("{TK}{TK}", 0, 2),
        ("{TK5}", 0, 5),
        ("{tk 12}", 0, 12),
        ("{E}, {TK2}", 1, 2),
        ("{TK2}{TK3}", 0, 5),
        ("Pay six {E}", 6, 0),
    ],
)
def test_counters(text: str, energy: int, tickets: int) -> None:
    """107.14, 107.17, 107.17a."""
    parts = read_counter_cost(text).parts
    counts = {kind: sum(part.count or 0 for part in parts if isinstance(part, kind)) for kind in (Energy, Tickets)}
    assert counts == {Energy: energy, Tickets: tickets}


def test_variable_counters() -> None:
    assert read_counter_cost("Pay X {E}").parts == (Energy(None, "X"),)


@pytest.mark.parametrize(
    "text", ["", "{W}", "{T}", "{E}, {T}", "[+1]", "{TK99999999}", "{TK-1}", "{E½}", "Pay 2 life", "nonsense"]
)
def test_no_counters(text: str) -> None:
    with pytest.raises(EngineError):
        read_counter_cost(text)
