"""Roman numerals, as in chapter symbols (714.2a)."""

from typing import Final

from symbols.engine import BadRequest

GREATEST: Final = 3999
"""MMMCMXCIX."""

_PARTS: Final = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)


def to_roman(number: int) -> str:
    """Write a number as a Roman numeral.

    Raises:
        BadRequest: it is below 1 or above `GREATEST`.
    """
    if not 1 <= number <= GREATEST:
        raise BadRequest("no_numeral", f"Roman numerals go from 1 to {GREATEST:,}; there is none for {number:,}.")
    letters = []
    for value, written in _PARTS:
        times, number = divmod(number, value)
        letters.append(written * times)
    return "".join(letters)


def from_roman(numeral: str) -> int:
    """Parse a well-formed Roman numeral, ignoring case.

    Raises:
        BadRequest: it isn't one.
    """
    letters, place, number = numeral.upper(), 0, 0
    for value, written in _PARTS:
        while letters.startswith(written, place):
            number, place = number + value, place + len(written)
    # Well-formed means equal to what the number is written as, which IIII and IC are not.
    if not number or place < len(letters) or to_roman(min(number, GREATEST)) != letters:
        raise BadRequest("bad_numeral", f"“{numeral[:40]}” isn’t a well-formed Roman numeral, such as I, IV or XII.")
    return number
