"""Roman numerals, as chapter symbols have them: I represents 1, II represents 2, and so on (714.2a)."""

from typing import Final

from symbols.engine import BadRequest

GREATEST: Final = 3999
"""Greatest number that has a Roman numeral in these letters."""

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
        BadRequest: there is none for it: it is below 1 or above `GREATEST`.
    """
    if not 1 <= number <= GREATEST:
        raise BadRequest("no_numeral", f"Roman numerals go from 1 to {GREATEST:,}; there is none for {number:,}.")
    letters = []
    for value, written in _PARTS:
        times, number = divmod(number, value)
        letters.append(written * times)
    return "".join(letters)


def from_roman(numeral: str) -> int:
    """Return the number that a Roman numeral in good form stands for, in capital or small letters.

    Raises:
        BadRequest: it is none.
    """
    letters, place, number = numeral.upper(), 0, 0
    for value, written in _PARTS:
        while letters.startswith(written, place):
            number, place = number + value, place + len(written)
    # A numeral in good form is the one that its number is written as: IIII and IC are none.
    if not number or place < len(letters) or to_roman(min(number, GREATEST)) != letters:
        raise BadRequest("bad_numeral", f"“{numeral[:40]}” isn’t a well-formed Roman numeral, such as I, IV or XII.")
    return number
