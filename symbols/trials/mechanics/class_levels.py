"""Class cards: what is in force at a level, and whether the next one can be gained (107.16, 716)."""

from collections.abc import Sequence
from dataclasses import dataclass

from symbols.engine.errors import BadRequest
from symbols.engine.verdicts import Check, Verdict, all_of
from symbols.trials.mechanics.moment import as_sorcery

__all__ = ["FIRST", "Gaining", "active_bars", "gaining", "level_of"]

FIRST = 1
"""The level that a permanent without one is treated as having (716.2d)."""


@dataclass(frozen=True, slots=True)
class Gaining:
    """Whether a class level can be gained now.

    Attributes:
        level: the condition on the level that the Class has.
        moment: the condition on the time.
    """

    level: Check
    moment: Check

    @property
    def allowed(self) -> Verdict:
        """Whether the ability can be activated, if its cost can be paid."""
        return all_of([self.level.met, self.moment.met])


def level_of(level: int | None) -> int:
    """Return the level that a permanent is treated as having; None: it has none (716.2d).

    Raises:
        BadRequest: it is no level.
    """
    if level is None:
        return FIRST
    if level < FIRST:
        raise BadRequest("bad_level", f"A level is {FIRST} or more.")
    return level


def active_bars(bars: Sequence[int], level: int | None) -> tuple[int, ...]:
    """Return the class level bars whose abilities the Class has: those of its level and of lower ones (107.16a).

    Args:
        bars: the level numbers in the bars.
        level: the level of the Class; None where it has none.
    """
    has = level_of(level)
    return tuple(bar for bar in bars if has >= bar)


def gaining(number: int, level: int | None, moment: str) -> Gaining:
    """Tell whether the activated ability of a class level bar can be activated (107.16a).

    Args:
        number: the level number in the bar.
        level: the level of the Class; None where it has none.
        moment: when it is; see `symbols.trials.mechanics.moment`.

    Raises:
        BadRequest: a level is none, or there is no such moment.
    """
    if number <= FIRST:
        raise BadRequest("bad_level", f"A class level bar has a number above {FIRST}.")
    has = level_of(level)
    why = f"Level {number} is gained at level {number - 1} only, and the Class is level {has}."
    return Gaining(Check(has == number - 1, why, ("107.16a", "716.2a")), as_sorcery(moment))
