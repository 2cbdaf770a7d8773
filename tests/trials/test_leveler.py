"""Levelers: the striations in force (107.8, 711)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import BadRequest
from symbols.trials.leveling import Level, active_levels, read_box, read_level, spans_of

LEVELS = st.lists(
    st.builds(
        lambda least, more: Level(least, None if more is None else least + more),
        st.integers(1, 30),
        st.none() | st.integers(0, 10),
    ),
    max_size=4,
)


@pytest.mark.parametrize(
    ("counters", "places"),
    [(0, ()), (1, ()), (2, (0,)), (6, (0,)), (7, (1,)), (9_999_999, (1,))],
)
def test_striation(counters: int, places: tuple[int, ...]) -> None:
    """107.8a, 107.8b."""
    assert active_levels([Level(2, 6), Level(7)], counters) == places


@pytest.mark.parametrize(
    ("counters", "places"),
    [(4, (0,)), (5, (0, 1)), (8, (0, 1)), (9, (1,))],
)
def test_ranges_that_overlap(counters: int, places: tuple[int, ...]) -> None:
    assert active_levels([Level(1, 8), Level(5)], counters) == places


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("{LEVEL 2-6}", Level(2, 6)),
        ("level 2–6", Level(2, 6)),
        ("2-6", Level(2, 6)),
        ("{LEVEL 7+}", Level(7)),
        ("7+", Level(7)),
        ("3 to 3", Level(3, 3)),
    ],
)
def test_symbol(text: str, level: Level) -> None:
    assert read_level(text) == level
    assert read_level(str(level)) == level


@pytest.mark.parametrize(
    "text", ["", "7", "6-2", "-1+", "1.5-3", "LEVEL", "{LEVEL N1-N2}", "12345-99999", "²+", "1-2-3"]
)
def test_no_symbol(text: str) -> None:
    with pytest.raises(BadRequest):
        read_level(text)


@pytest.mark.parametrize(("text", "box"), [("4/4", "4/4"), ("[3/3]", "3/3"), ("*/1+*", "*/1+*"), ("-1 / 2", "-1/2")])
def test_box(text: str, box: str) -> None:
    assert read_box(text) == box


@pytest.mark.parametrize("text", ["", "4", "4/", "a/b", "½/1", "1.5/2", "1/2/3", "99999999/1"])
def test_no_box(text: str) -> None:
    with pytest.raises(BadRequest):
        read_box(text)


@given(LEVELS, st.integers(0, 60))
def test_spans_say_the_same(levels: list[Level], counters: int) -> None:
    """The table has one line for each number of counters, and it says what is in force then."""
    spans = [span for span in spans_of(levels) if counters in span]
    assert [span.levels for span in spans] == [active_levels(levels, counters)]


@given(LEVELS)
def test_spans_leave_no_gap(levels: list[Level]) -> None:
    spans = list(spans_of(levels))
    assert spans[0].least == 0
    assert spans[-1].most is None
    assert all(one.most is not None and one.most + 1 == other.least for one, other in pairwise(spans))
