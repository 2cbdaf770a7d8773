"""Whole numbers: shares of them, what "any number" may be, and numbers that can't be determined.

The game uses integers only (107.1). A fraction is rounded as the card that makes it says (107.1a).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Final

from symbols.engine import BadRequest

MOST_DIGITS: Final = 40
"""Most digits of a number that somebody thinks of; one that nobody could read is refused."""

_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "\u2011": "-", "\u2010": "-", "⁄": "/"})
_VULGAR: Final = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
_WHOLE = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)", re.ASCII)
_DECIMAL = re.compile(r"([+-]?)([0-9]*)[.,]([0-9]+)", re.ASCII)
_QUOTIENT = re.compile(r"([+-]?)(?:([0-9]+) )?([0-9]+)/([0-9]+)", re.ASCII)


class Rounding(StrEnum):
    """Rounding that a card asks for. Up is toward the greater number, for negative ones too."""

    UP = "up"
    DOWN = "down"
    UNSAID = "unsaid"


@dataclass(frozen=True, slots=True)
class Share:
    """Half, a third, … of a number.

    Attributes:
        exact: what it is, as a fraction.
        value: the whole number that is used; None where the share is no whole number and the card says nothing.
        down: it, rounded down; likewise `up`. Both are `exact` where that is whole.
    """

    exact: Fraction
    value: int | None
    down: int
    up: int

    @property
    def is_whole(self) -> bool:
        """Return whether nothing needs to be rounded."""
        return self.down == self.up


def share(number: int, parts: int, rounding: Rounding) -> Share:
    """Return one of so many equal parts of a number, rounded as the card says (107.1a).

    Args:
        number: any integer.
        parts: how many parts; at least 1.
        rounding: what the card says.

    Raises:
        BadRequest: there are no such parts.
    """
    if parts < 1:
        raise BadRequest("no_parts", "A number has at least one part.")
    exact = Fraction(number, parts)
    down, up = floor(exact), ceil(exact)
    value = {Rounding.DOWN: down, Rounding.UP: up}.get(rounding, down if down == up else None)
    return Share(exact, value, down, up)


class Choosable(StrEnum):
    """Verdict on a number as "any number" (107.1c), with the reason where it can't be chosen."""

    YES = "yes"
    FRACTION = "fraction"
    NEGATIVE = "negative"
    NOTHING_TO_DIVIDE_AMONG = "zero"


def exact_number(text: str) -> Fraction:
    """Return the number that somebody has written: `7`, `-1`, `1,000`, `1/2`, `2 1/2`, `0.5`, `½`.

    Raises:
        BadRequest: it is none, or one that is longer than `MOST_DIGITS`.
    """
    plain = text.translate(_SIGNS)
    for vulgar, written in _VULGAR.items():
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

    Args:
        number: the number.
        among_some: whether something is divided among that many players or objects, under an edition that then asks
            for at least one.
    """
    if number.denominator != 1:
        return Choosable.FRACTION
    if number < 0:
        return Choosable.NEGATIVE
    return Choosable.NOTHING_TO_DIVIDE_AMONG if among_some and number == 0 else Choosable.YES


def known_or_zero(number: int | None) -> int:
    """Return a number, or the 0 that is used where it can't be determined (107.2)."""
    return 0 if number is None else number
