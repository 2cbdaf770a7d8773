"""Roman numerals, from 1 to 3999."""

from collections.abc import Iterator
from typing import Final

GREATEST: Final = 3999
LETTERS: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_PARTS: Final = {**LETTERS, "IV": 4, "IX": 9, "XL": 40, "XC": 90, "CD": 400, "CM": 900}
_LARGEST_FIRST: Final = sorted(_PARTS.items(), key=lambda part: -part[1])


def roman_parts(number: int) -> Iterator[tuple[str, int]]:
    """`14` -> `("X", 10), ("IV", 4)`."""
    for letters, value in _LARGEST_FIRST:
        times, number = divmod(number, value)
        yield from [(letters, value)] * times


def to_roman(number: int) -> str:
    return "".join(letters for letters, _ in roman_parts(number))


def sum_of_letters(numeral: str) -> int:
    """Add up letters, subtracting one before a greater one, well-formed or not: `IIII` -> 4, `IC` -> 99."""
    values = [LETTERS[letter] for letter in numeral]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


def from_roman(numeral: str) -> int:
    """Value of a well-formed numeral in capitals; 0 for other text."""
    if not numeral or not set(numeral) <= LETTERS.keys():
        return 0
    number = sum_of_letters(numeral)
    return number if number <= GREATEST and to_roman(number) == numeral else 0
