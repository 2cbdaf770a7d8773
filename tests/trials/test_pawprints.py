"""Modes chosen by their pawprints (107.18, 700.2i)."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import BadRequest
from symbols.trials.pawprint_modes import MOST_BUDGET, MOST_MODES, Modes, read_modes

PAWPRINTS = st.lists(st.integers(1, 5), min_size=1, max_size=4)


def by_force(pawprints: list[int], budget: int, *, again: bool) -> set[tuple[int, ...]]:
    places = range(1, len(pawprints) + 1)
    pick = combinations_with_replacement if again else combinations
    found = (chosen for size in range(budget + 1) for chosen in pick(places, size))
    return {chosen for chosen in found if sum(pawprints[place - 1] for place in chosen) <= budget}


def fit(modes: Modes, chosen: Sequence[int]) -> bool:
    """Whether these modes, in any order, can be chosen together."""
    return modes.repeated(chosen) is None and modes.worth(chosen) <= modes.budget


@pytest.mark.parametrize(
    ("chosen", "again", "allowed"),
    [
        ([], True, True),
        ([1, 1, 3], True, True),
        ([3, 2], False, True),
        ([3, 3], True, False),
        ([1, 1], False, False),
        ([1] * 5, True, True),
        ([1] * 6, True, False),
    ],
)
def test_choice(chosen: list[int], again: bool, allowed: bool) -> None:
    """700.2i, 700.2d: five pawprints' worth of modes with one, two and three."""
    assert fit(Modes([1, 2, 3], 5, again=again), chosen) is allowed


def test_first_choices() -> None:
    modes = Modes([1, 2, 3], 3, again=True)
    assert list(modes.choices()) == [(), (1,), (1, 1), (1, 1, 1), (1, 2), (2,), (3,)]


@given(PAWPRINTS, st.integers(0, 8), st.booleans())
def test_choices_are_all_there_are(pawprints: list[int], budget: int, again: bool) -> None:
    modes = Modes(pawprints, budget, again=again)
    listed = list(modes.choices())
    assert len(listed) == len(set(listed)) == modes.count()
    assert set(listed) == by_force(pawprints, budget, again=again)
    assert all(fit(modes, chosen) for chosen in listed)


def test_counting_needs_no_list() -> None:
    assert Modes([1] * MOST_MODES, MOST_BUDGET, again=True).count() > 10**12


@pytest.mark.parametrize(
    ("text", "pawprints"),
    [("{P}, {P}{P}, {P}{P}{P}", (1, 2, 3)), ("1, 2,3", (1, 2, 3)), ("PPP; p", (3, 1)), (" 2 ,", (2,))],
)
def test_reading(text: str, pawprints: tuple[int, ...]) -> None:
    assert read_modes(text) == pawprints


@pytest.mark.parametrize(
    "text", ["", ",", "0", "-1", "1.5", "{W}", "x", "1000", "12345678", ",".join(["1"] * (MOST_MODES + 1))]
)
def test_unreadable(text: str) -> None:
    with pytest.raises(BadRequest):
        read_modes(text)


def test_no_such_mode() -> None:
    with pytest.raises(BadRequest):
        Modes([1], 3, again=True).worth([2])
