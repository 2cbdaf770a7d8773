"""Stars: power and toughness printed as `*`, `1+*` or `7-*` (208.2)."""

import re
from dataclasses import dataclass
from typing import Final

from symbols.engine import BadRequest
from symbols.trials.mechanics.integers import known_or_zero

__all__ = ["MOST_DIGITS", "Star", "read_star"]

MOST_DIGITS: Final = 7

_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "★": "*", "☆": "*", "⋆": "*", "∗": "*", "×": "*"})
_FIRST = re.compile(r"([0-9]+)([+-])\*(²?)", re.ASCII)
_LAST = re.compile(r"\*(²?)(?:([+-])([0-9]+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Star:
    """A number printed with a star in it.

    Attributes:
        written: as cards write it.
        fixed: the number beside the star; 0 where there is none.
        sign: 1 where the star is added, -1 where it is taken away.
        squared: whether the star is multiplied by itself, as on a card of an un-set.
    """

    written: str
    fixed: int = 0
    sign: int = 1
    squared: bool = False

    def value(self, star: int | None) -> int:
        """Return the number.

        Args:
            star: what the star stands for; None where that can't be determined, so that 0 is used (208.2a, 107.2).
        """
        known = known_or_zero(star)
        return self.fixed + self.sign * (known * known if self.squared else known)

    def calculation(self, star: int | None) -> str:
        """Return the calculation in figures: `1 + 0`."""
        known = known_or_zero(star)
        figure = f"({known:,})" if known < 0 else f"{known:,}"
        if self.squared:
            figure = f"{figure} × {figure}"
        if not self.fixed and self.sign > 0:
            return figure
        return f"{self.fixed:,} {'+' if self.sign > 0 else '-'} {figure}"


def read_star(text: str) -> Star:
    """Read a number with a star: `*`, `1+*`, `*+1`, `7-*`, `*²`.

    Raises:
        BadRequest: it is none.
    """
    plain = "".join(text.translate(_SIGNS).split()).replace("^2", "²").replace("*{squared}", "*²")
    if match := _FIRST.fullmatch(plain):
        number, sign, squared = match[1], match[2], match[3]
    elif match := _LAST.fullmatch(plain):
        squared, sign, number = match[1], match[2] or "+", match[3] or "0"
    else:
        raise BadRequest("no_star", f"“{text[:40]}” has no star in it as cards do, such as *, 1+* or 7-*.")
    if len(number.lstrip("0")) > MOST_DIGITS:
        raise BadRequest("number_too_large", f"A number has at most {MOST_DIGITS} digits here.")
    if _LAST.fullmatch(plain) and sign == "-":
        return Star(plain, -int(number), 1, bool(squared))
    return Star(plain, int(number), 1 if sign == "+" else -1, bool(squared))
