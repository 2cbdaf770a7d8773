"""Sagas: the chapters that trigger (107.15, 714)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import BadRequest
from symbols.trials.sagas import MOST_ABILITIES, Chapter, final_chapter, read_chapters, triggered

THREE = read_chapters("{rI}; {rII}; {rIII}")
SHARED = read_chapters("{rI}, {rII}; {rIII}")
COUNTERS = st.integers(0, 12)
CHAPTERS = st.lists(st.builds(Chapter, st.integers(1, 9), st.integers(0, 3)), max_size=8)


@pytest.mark.parametrize(
    ("chapters", "before", "after", "numbers"),
    [
        (THREE, 0, 1, [1]),
        (THREE, 1, 2, [2]),
        (THREE, 1, 3, [2, 3]),
        (THREE, 0, 9, [1, 2, 3]),
        (THREE, 3, 4, []),
        (THREE, 2, 2, []),
        (THREE, 3, 1, []),
        (THREE, 0, 0, []),
        (SHARED, 0, 2, [1, 2]),
        (SHARED, 1, 2, [2]),
        ((), 0, 5, []),
    ],
)
def test_chapters(chapters: tuple[Chapter, ...], before: int, after: int, numbers: list[int]) -> None:
    """107.15a, 107.15b."""
    assert [chapter.number for chapter in triggered(chapters, before, after)] == numbers


@pytest.mark.parametrize(("after", "numbers"), [(1, [1]), (2, [2]), (3, [3]), (4, [])])
def test_read_ahead(after: int, numbers: list[int]) -> None:
    """702.155a."""
    assert [chapter.number for chapter in triggered(THREE, 0, after, exactly=True)] == numbers


@pytest.mark.parametrize(
    ("text", "numbers", "groups"),
    [
        ("{rI}, {rII}; {rIII}", [1, 2, 3], [0, 0, 1]),
        ("I, II; III", [1, 2, 3], [0, 0, 1]),
        ("i and ii;iii", [1, 2, 3], [0, 0, 1]),
        ("{I}{II}", [1, 2], [0, 0]),
        ("", [], []),
        (" ; ", [], []),
    ],
)
def test_reading(text: str, numbers: list[int], groups: list[int]) -> None:
    chapters = read_chapters(text)
    assert [chapter.number for chapter in chapters] == numbers
    assert [chapter.group for chapter in chapters] == groups


@pytest.mark.parametrize(
    "text", ["1", "IIII", "{rN}", "I—draw", "½", "-I", "{rI", "C", ";".join(["I"] * (MOST_ABILITIES + 1))]
)
def test_unreadable(text: str) -> None:
    with pytest.raises(BadRequest):
        read_chapters(text)


@pytest.mark.parametrize(("chapters", "final"), [(THREE, 3), ((), 0), (read_chapters("IV; II"), 4)])
def test_final_chapter(chapters: tuple[Chapter, ...], final: int) -> None:
    """714.2d."""
    assert final_chapter(chapters) == final


@given(CHAPTERS, COUNTERS, COUNTERS, COUNTERS)
def test_counters_at_once_or_one_after_the_other(chapters: list[Chapter], first: int, second: int, third: int) -> None:
    """Putting counters on in two steps triggers what putting them on at once does."""
    low, middle, high = sorted((first, second, third))
    in_steps = [*triggered(chapters, low, middle), *triggered(chapters, middle, high)]
    assert sorted(in_steps, key=hash) == sorted(triggered(chapters, low, high), key=hash)


@given(CHAPTERS, COUNTERS, COUNTERS)
def test_removing_triggers_nothing(chapters: list[Chapter], one: int, other: int) -> None:
    assert triggered(chapters, max(one, other), min(one, other)) == ()
