"""Integers, the game's only numbers (107.1): rounding, "any number", and numbers that can't be determined."""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Final

from symbols.engine import BadRequest

MOST_DIGITS: Final = 40
"""Most digits of a number that a user types."""

_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "\u2011": "-", "\u2010": "-", "⁄": "/"})
_VULGAR_FRACTIONS: Final = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
_WHOLE = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)", re.ASCII)
_DECIMAL = re.compile(r"([+-]?)([0-9]*)[.,]([0-9]+)", re.ASCII)
_QUOTIENT = re.compile(r"([+-]?)(?:([0-9]+) )?([0-9]+)/([0-9]+)", re.ASCII)


class Rounding(StrEnum):
    """Rounding that a card states. Up is toward positive infinity, also for negative numbers."""

    UP = "up"
    DOWN = "down"
    UNSAID = "unsaid"


@dataclass(frozen=True, slots=True)
class Share:
    """Half, a third, … of a number.

    Attributes:
        exact: before rounding.
        value: the integer that is used; None if it must be rounded and the card doesn't say how.
        down: rounded down; likewise `up`.
    """

    exact: Fraction
    value: int | None
    down: int
    up: int

    @property
    def is_whole(self) -> bool:
        return self.down == self.up


def share(number: int, parts: int, rounding: Rounding) -> Share:
    """Return one of `parts` equal parts of a number, rounded as the card says (107.1a).

    Raises:
        BadRequest: `parts` is less than 1.
    """
    if parts < 1:
        raise BadRequest("no_parts", "A number has at least one part.")
    exact = Fraction(number, parts)
    down, up = floor(exact), ceil(exact)
    value = {Rounding.DOWN: down, Rounding.UP: up}.get(rounding, down if down == up else None)
    return Share(exact, value, down, up)


class Choosable(StrEnum):
    """Whether a number can be chosen as "any number" (107.1c), or the reason why not."""

    YES = "yes"
    FRACTION = "fraction"
    NEGATIVE = "negative"
    NOTHING_TO_DIVIDE_AMONG = "zero"


def exact_number(text: str) -> Fraction:
    """Parse a number: `7`, `-1`, `1,000`, `1/2`, `2 1/2`, `0.5`, `½`.

    Raises:
        BadRequest: it isn't a number, or has more than `MOST_DIGITS` digits.
    """
    plain = text.translate(_SIGNS)
    for vulgar, written in _VULGAR_FRACTIONS.items():
        plain = plain.replace(vulgar, f" {written}")
    plain = re.sub(r"(?<=[+-]) ", "", " ".join(plain.split()))
    if sum(map(str.isdigit, plain)) > MOST_DIGITS:
        raise BadRequest("number_too_long", f"a number has at most {MOST_DIGITS} digits here.")
    if _WHOLE.fullmatch(plain):
        return Fraction(int(plain.replace(",", "")))
    if match := _DECIMAL.fullmatch(plain):
        return Fraction(f"{match[1]}{match[2] or 0}.{match[3]}")
    if (match := _QUOTIENT.fullmatch(plain)) and int(match[4]):
        value = int(match[2] or 0) + Fraction(int(match[3]), int(match[4]))
        return -value if match[1] == "-" else value
    raise BadRequest("not_a_number", f"“{text[:40]}” isn’t a number, such as 7, -1 or 1/2.")


def choosable(number: Fraction, *, among_some: bool = False) -> Choosable:
    """Return whether a number can be chosen as "any number" (107.1c).

    `among_some` is for dividing something among that many players or objects, in editions that then require at least
    one.
    """
    if number.denominator != 1:
        return Choosable.FRACTION
    if number < 0:
        return Choosable.NEGATIVE
    return Choosable.NOTHING_TO_DIVIDE_AMONG if among_some and number == 0 else Choosable.YES


def or_zero(number: int | None) -> int:
    """Return 0 for a number that can't be determined (107.2)."""
    return 0 if number is None else number
