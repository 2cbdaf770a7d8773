"""Rule numbers: read, written, ordered, and their neighbours."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.body import read_head, settle_numbers
from explorer.document.numbers import DocumentError, NumberKind, RuleNumber, nearest

NUMBERS = st.builds(
    RuleNumber.of,
    st.integers(100, 999),
    st.integers(1, 200),
    st.sampled_from(["", *"abcdefghijkmnpqrstuvwxyz"]),
) | st.builds(RuleNumber.of, st.integers(100, 999)) | st.integers(1, 9).map(RuleNumber)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "number", "kind", "parent"),
    [
        ("1", "1", "chapter", None),
        ("1.", "1", "chapter", None),
        ("107", "107", "section", "1"),
        ("107.", "107", "section", "1"),
        ("107.4", "107.4", "rule", "107"),
        ("107.4.", "107.4", "rule", "107"),
        ("107.4f", "107.4f", "subrule", "107.4"),
        (" 107.4F. ", "107.4f", "subrule", "107.4"),
        ("606. 8b", "606.8b", "subrule", "606.8"),
        ("104.3 a", "104.3a", "subrule", "104.3"),
        ("205.3m", "205.3m", "subrule", "205.3"),
        ("702.30d-2", "702.30d-2", "subrule", "702.30"),
    ],
)
def test_reading(text: str, number: str, kind: str, parent: str | None) -> None:
    read = RuleNumber.parse(text)
    assert str(read) == number
    assert read.kind == kind
    assert read.parent == (None if parent is None else RuleNumber.parse(parent))


@pytest.mark.parametrize(
    "text",
    ["", " ", "0", "10", "99", "099", "107.", "107.0", "107.4ff", "1.4", "107..4", "107,4", "x",
     "rule 107", "1071", "107.4f.2", "107.1234", "107.4-1", "１０７", "107.4é", "-107"],
)  # fmt: skip
def test_what_is_no_number(text: str) -> None:
    if text == "107.":
        assert RuleNumber.try_parse(text) is not None
        return
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


@pytest.mark.parametrize(
    ("line", "number", "printed", "rest"),
    [
        ("1. Game Concepts", "1", "", "Game Concepts"),
        ("107. Numbers and Symbols", "107", "", "Numbers and Symbols"),
        ("107.4. The mana symbols", "107.4", "", "The mana symbols"),
        ("107.4f Phyrexian mana", "107.4f", "", "Phyrexian mana"),
        ("606.5 If the total", "606.5", "606.5 ", "If the total"),
        ("901.4.All plane and", "901.4", "901.4.", "All plane and"),
        ("119.1d. In a two-player", "119.1d", "119.1d. ", "In a two-player"),
        ("606. 8b The", "606.8b", "606. 8b ", "The"),
        ("205. 3. A", "205.3", "205. 3. ", "A"),
        ("104.3 b Each", "104.3b", "104.3 b ", "Each"),
        ("104.3fEach", "104.3f", "104.3f", "Each"),
        ("104.3 a player may", "104.3", "104.3 ", "a player may"),
        ("102.7.", "102.7", "", ""),
        ("102.7", "102.7", "102.7 ", ""),
        ("{107.4} costs", None, "", ""),
        ("107 cards", None, "", ""),
        ("20.5 points", None, "", ""),
        ("2/3 means", None, "", ""),
        ("1071. No", None, "", ""),
        ("Example: 107.4", None, "", ""),
    ],
)
def test_beginnings_of_lines(line: str, number: str | None, printed: str, rest: str) -> None:
    head = read_head(line)
    assert (head and str(head.number)) == number
    if head is not None:
        assert (head.printed, head.text) == (printed, rest)


@pytest.mark.parametrize(
    ("shown", "meant"),
    [
        # As it should be; letters that skip l and o, or don't.
        ("100 100.1 100.1a 100.1b 100.2 101", "100 100.1 100.1a 100.1b 100.2 101"),
        ("107.3k 107.3m 107.3n 107.3p", "107.3k 107.3m 107.3n 107.3p"),
        ("107.3k 107.3l 107.3m", "107.3k 107.3l 107.3m"),
        # A number left out stays left out.
        ("113.7c 113.9 113.10", "113.7c 113.9 113.10"),
        ("214.8i 214.8k 215", "214.8i 214.8k 215"),
        # Misprints: back, ahead, another section's.
        ("502.36 502.36a 502.35b 502.37", "502.36 502.36a 502.36b 502.37"),
        ("505.4 505.54 505.5a 505.5b 505.6", "505.4 505.5 505.5a 505.5b 505.6"),
        ("423.2a 432.2b 423.3 423.4", "423.2a 423.2b 423.3 423.4"),
        # Printed twice: the first was meant to be the one before, or the second the one after.
        ("702.30b 702.30d 702.30d 702.30e", "702.30b 702.30c 702.30d 702.30e"),
        ("702.30c 702.30d 702.30d 702.30f", "702.30c 702.30d 702.30e 702.30f"),
        # Misprints that only what follows can tell: a section's, a gap too far, a kind that can't be.
        ("408 408.1 490 409.1 409.2", "408 408.1 409 409.1 409.2"),
        ("408 408.1 408 409.1 409.2", "408 408.1 409 409.1 409.2"),
        ("4 480 400.1 401", "4 400 400.1 401"),
        ("505.5 505.66 505.7", "505.5 505.6 505.7"),
        ("419.5 419.5k 419.5b 419.6", "419.5 419.5a 419.5b 419.6"),
        ("702.47 702.47 702.47b", "702.47 702.47a 702.47b"),
        ("809.3c 809.3c 809.5", "809.3c 809.4 809.5"),
        # A chapter is the one whose sections follow.
        ("1 100 100.1 1 200 200.1", "1 100 100.1 2 200 200.1"),
        # Of the whole document, the chapters tell that a section or a rule isn't there.
        ("1 100 100.1 3 301 301.4 301.4a 380.4b 4", "1 100 100.1 3 301 301.4 301.4a 301.4b 4"),
        # Printed twice, and both neighbours are taken.
        ("702.30c 702.30d 702.30d 702.30e", "702.30c 702.30d 702.30d-2 702.30e"),
    ],
)
def test_misprints_are_settled(shown: str, meant: str) -> None:
    assert settle_numbers(parse(shown)) == parse(meant)


@given(st.lists(NUMBERS.filter(lambda number: number.kind is not NumberKind.CHAPTER), max_size=30))
def test_settled_numbers_are_all_different(shown: list[RuleNumber]) -> None:
    settled = settle_numbers(shown)
    assert len(settled) == len(shown)
    assert all(one != other for one, other in itertools.combinations(settled, 2))
