"""Rule numbers: read, written, ordered, and their neighbours."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.body import correct_numbers, read_head
from explorer.document.numbers import DocumentError, NumberKind, RuleNumber, nearest
from tests.tables import cases

NUMBERS = st.builds(
    RuleNumber.of,
    st.integers(100, 999),
    st.integers(1, 200),
    st.sampled_from(["", *"abcdefghijkmnpqrstuvwxyz"]),
) | st.builds(RuleNumber.of, st.integers(100, 999)) | st.integers(1, 9).map(RuleNumber)  # fmt: skip


@pytest.mark.parametrize(("text", "number", "kind", "parent"), cases("document/numbers", "reading"))
def test_reading(text: str, number: str, kind: str, parent: str | None) -> None:
    read = RuleNumber.parse(text)
    assert str(read) == number
    assert read.kind == kind
    assert read.parent == (None if parent is None else RuleNumber.parse(parent))


@pytest.mark.parametrize(
    "text",
    ["", " ", "0", "10", "99", "099", "107.0", "107.4ff", "1.4", "107..4", "107,4", "x",
     "rule 107", "1071", "107.4f.2", "107.1234", "107.4-1", "１０７", "107.4é", "-107"],
)  # fmt: skip
def test_what_is_no_number(text: str) -> None:
    assert RuleNumber.try_parse(text) is None
    with pytest.raises(DocumentError, match="isn’t a rule number"):
        RuleNumber.parse(text)


@given(NUMBERS)
def test_writing_and_reading_give_it_back(number: RuleNumber) -> None:
    assert RuleNumber.parse(str(number)) == number


@given(NUMBERS, NUMBERS)
def test_the_stored_key_sorts_like_the_number(one: RuleNumber, other: RuleNumber) -> None:
    assert (one < other) == (one.sort_key < other.sort_key)
    assert one.contains(other) == (one.sort_key <= other.sort_key < one.sort_key_after)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("1", "100", True), ("2", "201", True), ("2", "300", False), ("100", "100.1", True),
        ("107.1", "107.1a", True), ("107.1a", "107.1b", True), ("107.1c", "107.2", True),
        ("107.3k", "107.3m", True), ("107.3k", "107.3l", True), ("107.3n", "107.3p", True),
        ("107.3k", "107.3n", False), ("107.9", "107.10", True), ("107.9", "107.11", False),
        ("107.18", "108", True), ("211.1c", "3", True), ("107.4", "107.3a", False),
        ("107.1b", "107.1a", False), ("107.4", "108.5", False), ("107", "107.2", False),
    ],
)  # fmt: skip
def test_what_may_follow(before: str, after: str, *, expected: bool) -> None:
    assert RuleNumber.parse(after).follows(RuleNumber.parse(before)) is expected


@given(NUMBERS, NUMBERS)
def test_what_follows_comes_later(one: RuleNumber, other: RuleNumber) -> None:
    if other.follows(one):
        assert one < other


def parse(text: str) -> list[RuleNumber]:
    return [RuleNumber.parse(number) for number in text.split()]


@pytest.mark.parametrize(
    ("wanted", "there", "expected"),
    [
        ("107.44", "107.3 107.4 107.4a 107.18 108 108.1", "107.4 107.18"),
        ("107.4l", "107.3 107.4k 107.4m 107.5", "107.4k 107.4m"),
        ("107.19", "106.1 107.1 107.17 107.18 108 108.1", "107.1 107.18"),
        ("999", "1 100 901 902 903", "902 903"),
        ("100", "", ""),
    ],
)
def test_nearest(wanted: str, there: str, expected: str) -> None:
    assert nearest(RuleNumber.parse(wanted), parse(there), limit=2) == parse(expected)


@given(NUMBERS, st.lists(NUMBERS), st.integers(1, 8))
def test_nearest_are_some_of_those_there(wanted: RuleNumber, there: list[RuleNumber], limit: int) -> None:
    found = nearest(wanted, there, limit)
    assert len(found) == min(limit, len(set(there)))
    assert found == sorted(set(found))
    assert set(found) <= set(there)
    if wanted in there:
        assert wanted in found


@pytest.mark.parametrize(("line", "number", "printed", "rest"), cases("document/numbers", "beginnings_of_lines"))
def test_beginnings_of_lines(line: str, number: str | None, printed: str, rest: str) -> None:
    head = read_head(line)
    assert (head and str(head.number)) == number
    if head is not None:
        assert (head.printed, head.text) == (printed, rest)


@pytest.mark.parametrize(("shown", "meant"), cases("document/numbers", "typos_are_corrected"))
def test_typos_are_corrected(shown: str, meant: str) -> None:
    assert correct_numbers(parse(shown)) == parse(meant)


@given(st.lists(NUMBERS.filter(lambda number: number.kind is not NumberKind.CHAPTER), max_size=30))
def test_settled_numbers_are_all_different(shown: list[RuleNumber]) -> None:
    settled = correct_numbers(shown)
    assert len(settled) == len(shown)
    assert all(one != other for one, other in itertools.combinations(settled, 2))
