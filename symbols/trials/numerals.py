"""Trial: Roman numerals, as in chapter symbols (107.15, 714.2a)."""

from typing import Final

from symbols.engine import BadRequest
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

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
    """Write a number from 1 to `GREATEST` as a Roman numeral."""
    if not 1 <= number <= GREATEST:
        raise BadRequest("no_numeral", f"Roman numerals go from 1 to {GREATEST:,}; there’s none for {number:,}.")
    letters = []
    for value, written in _PARTS:
        times, number = divmod(number, value)
        letters.append(written * times)
    return "".join(letters)


def from_roman(numeral: str) -> int:
    """Parse a well-formed Roman numeral, ignoring case."""
    letters, place, number = numeral.upper(), 0, 0
    for value, written in _PARTS:
        while letters.startswith(written, place):
            number, place = number + value, place + len(written)
    # Well-formed means equal to what the number is written as, which IIII and IC are not.
    if not number or place < len(letters) or to_roman(min(number, GREATEST)) != letters:
        raise BadRequest("bad_numeral", f"“{numeral[:40]}” isn’t a well-formed Roman numeral, such as I, IV or XII.")
    return number


_LETTERS: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_UNICODE_NUMERALS: Final = {chr(0x2160 + place): to_roman(place + 1) for place in range(12)} | {
    chr(0x2170 + place): to_roman(place + 1) for place in range(12)
}


def roman(inputs: Inputs, reading: Reading) -> Outcome:
    """Convert a number to a Roman numeral, or the other way."""
    typed = "".join(_UNICODE_NUMERALS.get(letter, letter) for letter in inputs.text("number"))
    letters = typed.replace(" ", "").upper()
    is_numeral = bool(letters) and all(letter in _LETTERS for letter in letters)
    number = _number(letters) if is_numeral else _whole_number(inputs)
    numeral = to_roman(number)
    sentence = f"{numeral} is {number:,}." if is_numeral else f"{number:,} is written {numeral}."
    return Outcome(
        sentence=sentence,
        steps=(
            Step(
                "107.15",
                f"A chapter symbol with {numeral} stands for chapter {number:,}. It triggers as its Saga goes from "
                f"fewer than {number:,} lore counters to {number:,} or more.",
                decides=True,
            ),
        ),
        facts={"number": number, "numeral": numeral},
        caption=f"How {numeral} adds up",
        rows=tuple(Row(part, f"{value:,}") for part, value in _parts(numeral)),
    )


def _number(letters: str) -> int:
    """Parse a well-formed Roman numeral; the error suggests that for what another one adds up to."""
    try:
        return from_roman(letters)
    except ValueError:
        meant = _sum_of_letters(letters)
        good = to_roman(meant) if 1 <= meant <= GREATEST else None
        how = f"{meant:,} is written {good}" if good else f"numerals go to {to_roman(GREATEST)}, which is {GREATEST:,}"
        shown = letters if len(letters) <= 40 else f"{letters[:39]}…"
        message = f"Number or numeral: {shown} is not how a number is written in Roman numerals; {how}."
        raise TrialError(message, field="number", suggestion=good) from None


def _sum_of_letters(letters: str) -> int:
    """Sum of the letters, those before a greater one subtracted: `IIII` -> 4, `IC` -> 99."""
    values = [_LETTERS[letter] for letter in letters]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


def _whole_number(inputs: Inputs) -> int:
    found = inputs.number("number")
    if not 1 <= found <= GREATEST:
        message = f"Number or numeral: there’s no Roman numeral for {found:,}; they go from 1 to {GREATEST:,}."
        raise TrialError(message, field="number")
    return found


def _parts(numeral: str) -> list[tuple[str, int]]:
    """Split a numeral: `XIV` -> `("X", 10), ("IV", 4)`."""
    parts: list[tuple[str, int]] = []
    place = 0
    while place < len(numeral):
        pair = numeral[place : place + 2]
        taken = pair if len(pair) == 2 and _LETTERS[pair[0]] < _LETTERS[pair[1]] else numeral[place]
        parts.append((taken, _sum_of_letters(taken)))
        place += len(taken)
    return parts
