"""When things can be done as a sorcery, the planar die, type icons, and costs paid with counters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.abilities.loyalty import timing_checks
from symbols.trials import TrialError
from symbols.trials.requirements import MOMENTS, as_sorcery, timing_at
from tests.trials.readings import run

TYPES = ("creature", "sorcery", "instant", "enchantment", "artifact", "land", "planeswalker", "kindred")


@pytest.mark.parametrize("moment", MOMENTS)
def test_moment(moment: str) -> None:
    """307.5 and 606.3 ask for the same: priority, a main phase of one's own turn, an empty stack."""
    assert as_sorcery(moment).met is (moment == "main")
    assert all(check.met for check in timing_checks(timing_at(moment))) is (moment == "main")


@pytest.mark.parametrize("moment", MOMENTS)
def test_effect_that_allows_any_time(moment: str) -> None:
    checks = timing_checks(timing_at(moment, instant_speed=True))
    assert all(check.met for check in checks) is (moment != "priority")


@given(st.integers(0, 9_999_999))
def test_each_roll_costs_one_more(taken: int) -> None:
    """901.9: the first is free."""
    assert run("planar-die", taken=str(taken)).facts["cost"] == taken


@pytest.mark.parametrize("taken", ["-1", "10000000"])
def test_impossible_rolls(taken: str) -> None:
    with pytest.raises(TrialError):
        run("planar-die", taken=taken)


def test_die_has_six_faces() -> None:
    """901.3a."""
    rows = run("planar-die").rows
    assert [row.label for row in rows] == ["{PW}", "{CHAOS}", "blank"]
    for row, count in zip(rows, ("one", "one", "four"), strict=True):
        assert row.value.endswith(f"({count} of six faces)")


def icon(*types: str) -> object:
    """The type icon of a card with these types."""
    return run("type-icon", None, **{name: "yes" if name in types else "no" for name in TYPES}).facts["icon"]


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
        (["planeswalker"], None),
    ],
)
def test_type_icon(types: list[str], picture: str | None) -> None:
    """107.10."""
    assert icon(*types) == picture


def test_every_card_has_a_type() -> None:
    with pytest.raises(TrialError):
        icon()


@given(st.sets(st.sampled_from(TYPES), min_size=2))
def test_several_types_have_one_icon(types: set[str]) -> None:
    assert icon(*types) == "a black and white cross"


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
        ("Pay X {E}", 4, 0),
    ],
)
def test_counters(text: str, energy: int, tickets: int) -> None:
    """107.14, 107.17, 107.17a."""
    left = run("counters", cost=text, energy="20", tickets="20", x="4").facts
    assert (left["can"], left["energy_left"], left["tickets_left"]) == (True, 20 - energy, 20 - tickets)


@pytest.mark.parametrize(
    "text", ["", "{W}", "{T}", "{E}, {T}", "[+1]", "{TK99999999}", "{TK-1}", "{E½}", "Pay 2 life", "nonsense"]
)
def test_no_counters(text: str) -> None:
    with pytest.raises(TrialError) as wrong:
        run("counters", cost=text)
    assert wrong.value.field == "cost"
