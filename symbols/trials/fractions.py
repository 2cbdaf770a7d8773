"""Trial: half, a third, … of a number, and rounding (107.1a)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Final

from symbols.trials.below_zero import negative_rule
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading


class Rounding(StrEnum):
    """Rounding that a card states. Up is toward positive infinity, also for negative numbers."""

    UP = "up"
    DOWN = "down"
    UNSAID = "unsaid"


@dataclass(frozen=True, slots=True)
class Share:
    """Half, a third, … of a number: exactly, rounded down and up, and the integer that is used.

    `value` is None if it must be rounded and the card doesn't say how.
    """

    exact: Fraction
    value: int | None
    down: int
    up: int

    @property
    def is_whole(self) -> bool:
        return self.down == self.up


def share(number: int, parts: int, rounding: Rounding) -> Share:
    """Return one of `parts` equal parts of a number, rounded as the card says (107.1a)."""
    exact = Fraction(number, parts)
    down, up = floor(exact), ceil(exact)
    value = {Rounding.DOWN: down, Rounding.UP: up}.get(rounding, down if down == up else None)
    return Share(exact, value, down, up)


_PARTS: Final = {"half": (2, "Half"), "third": (3, "A third"), "quarter": (4, "A quarter"), "tenth": (10, "A tenth")}


def halves(inputs: Inputs, reading: Reading) -> Outcome:
    number, (parts, called) = inputs.number("number"), _PARTS[inputs.choice("part")]
    rounding = Rounding(inputs.choice("round"))
    name = f"{called} of {number:,}"
    if number < 0 and negative_rule(reading.words("107.1b")).counts_as_zero:
        return _of_zero(name)
    found = share(number, parts, rounding)
    return Outcome(
        sentence=_sentence(name, found, rounding),
        steps=_steps(found, rounding, reading),
        facts={"value": found.value, "down": found.down, "up": found.up, "whole": found.is_whole},
        caption=f"{name} is {_exact(found.exact)}" if not found.is_whole else "",
        rows=()
        if found.is_whole
        else (
            Row("rounded up", f"{found.up:,}", marked=rounding is Rounding.UP),
            Row("rounded down", f"{found.down:,}", marked=rounding is Rounding.DOWN),
        ),
    )


def _of_zero(name: str) -> Outcome:
    """Outcome in editions that treat negative numbers as 0."""
    why = "The rule names powers, toughnesses, mana costs, life totals and amounts of damage. "
    why += f"One below 0 is treated as 0, except when changing it. So {name[0].lower()}{name[1:]} is 0."
    return Outcome(
        sentence=f"{name} is 0, if it’s a power or toughness, a mana cost, a life total or an amount of damage.",
        steps=(Step("107.1", "The game uses only natural numbers."), Step("107.1b", why, decides=True)),
        facts={"value": 0, "down": 0, "up": 0, "whole": True},
    )


def _sentence(name: str, found: Share, rounding: Rounding) -> str:
    if found.is_whole:
        return f"{name} is {found.down:,}. Nothing needs to be rounded."
    if found.value is None:
        return (
            f"{name} is {_exact(found.exact)}, which isn’t a whole number. "
            f"The card doesn’t choose between {found.down:,} and {found.up:,}."
        )
    return f"{name}, rounded {rounding}, is {found.value:,}."


def _steps(found: Share, rounding: Rounding, reading: Reading) -> tuple[Step, ...]:
    below = found.value is not None and found.value < 0 and not found.is_whole
    facts = {"whole": found.is_whole, "unsaid": rounding is Rounding.UNSAID, "below": below}
    toward = f"{found.value:,}" if found.value is not None else ""
    if found.exact <= 0:
        toward += f", the {'larger' if rounding is Rounding.UP else 'smaller'} of the two,"
    return steps_of("halves", facts, reading, exact=_exact(found.exact), rounding=rounding, toward=toward)


def _exact(number: Fraction) -> str:
    """Fraction as a mixed number: `3 1/2`."""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    part = f"{rest}/{number.denominator}" if rest else ""
    return "-" * (number < 0) + " ".join(filter(None, [f"{whole:,}" if whole or not part else "", part]))
