"""Trial: Roman numerals, as in chapter symbols (107.15, 714.2a)."""

import unicodedata

from symbols.roman import GREATEST, LETTERS, from_roman, roman_parts, sum_of_letters, to_roman
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading


def roman(inputs: Inputs, reading: Reading) -> Outcome:
    """Convert a number to a Roman numeral, or the other way."""
    # Unicode has letters of its own for numerals, such as Ⅳ.
    letters = unicodedata.normalize("NFKC", inputs.text("number")).replace(" ", "").upper()
    is_numeral = bool(letters) and set(letters) <= LETTERS.keys()
    number = _number(letters, inputs) if is_numeral else _whole_number(inputs)
    numeral = to_roman(number)
    return Outcome(
        sentence=f"{numeral} is {number:,}." if is_numeral else f"{number:,} is written {numeral}.",
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
        rows=tuple(Row(part, f"{value:,}") for part, value in roman_parts(number)),
    )


def _number(letters: str, inputs: Inputs) -> int:
    """Parse a numeral; the error for one that isn't well-formed suggests that for what it adds up to."""
    if number := from_roman(letters):
        return number
    meant = sum_of_letters(letters)
    good = to_roman(meant) if meant <= GREATEST else None
    how = f"{meant:,} is written {good}" if good else f"numerals go to {to_roman(GREATEST)}, which is {GREATEST:,}"
    shown = letters if len(letters) <= 40 else f"{letters[:39]}…"
    raise inputs.error("number", f"{shown} is not how a number is written in Roman numerals; {how}.", good)


def _whole_number(inputs: Inputs) -> int:
    found = inputs.number("number")
    if not 1 <= found <= GREATEST:
        raise inputs.error("number", f"there’s no Roman numeral for {found:,}; they go from 1 to {GREATEST:,}.")
    return found
