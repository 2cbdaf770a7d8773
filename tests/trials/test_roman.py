"""Roman numerals (714.2a)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import BadRequest
from symbols.trials.numerals import GREATEST, from_roman, to_roman

NUMBERS = st.integers(min_value=1, max_value=GREATEST)


@pytest.mark.parametrize(
    ("numeral", "number"),
    [("I", 1), ("II", 2), ("III", 3), ("IV", 4), ("V", 5), ("VI", 6), ("IX", 9), ("XIV", 14), ("XL", 40), ("xc", 90)],
)
def test_numeral(numeral: str, number: int) -> None:
    assert from_roman(numeral) == number
    assert to_roman(number) == numeral.upper()


@pytest.mark.parametrize("text", ["", "IIII", "IC", "VX", "IVI", "VV", "1", "Z", "IIX", "MMMM", "M" * 100_000])
def test_no_numeral(text: str) -> None:
    with pytest.raises(BadRequest):
        from_roman(text)


@pytest.mark.parametrize("number", [0, -1, GREATEST + 1])
def test_number_without_numeral(number: int) -> None:
    with pytest.raises(BadRequest):
        to_roman(number)


@given(NUMBERS)
def test_every_number_has_one_numeral(number: int) -> None:
    assert from_roman(to_roman(number)) == number


@given(st.text("IVXLCDM", max_size=8))
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        number = from_roman(text)
    except BadRequest:
        return
    assert to_roman(number) == text
