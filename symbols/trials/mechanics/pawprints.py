"""Modal spells with pawprints: which choices of modes fit the budget (107.18, 700.2d, 700.2i)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from symbols.engine import BadRequest

MOST_MODES: Final = 10
MOST_PAWPRINTS: Final = 99
"""Of one mode."""
MOST_BUDGET: Final = 99

_MARKS: Final = re.compile(r"(?:\{?\s*P\s*\}?\s*)+", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[0-9]{1,7}", re.ASCII)


def read_modes(text: str) -> tuple[int, ...]:
    """Parse the pawprints of each mode: `{P}, {P}{P}` or `1, 2`.

    Raises:
        BadRequest: something is neither, or there are too few or too many modes or pawprints.
    """
    pieces = [piece.strip() for piece in re.split(r"[,;]", text) if piece.strip()]
    if not pieces:
        raise BadRequest("no_modes", "Type how many pawprints each mode has, such as {P}, {P}{P}.")
    if len(pieces) > MOST_MODES:
        raise BadRequest("too_many_modes", f"That is {len(pieces)} modes; {MOST_MODES} at most fit.")
    return tuple(map(_pawprints, pieces))


def _pawprints(piece: str) -> int:
    if _MARKS.fullmatch(piece):
        count = piece.upper().count("P")
    elif _NUMBER.fullmatch(piece):
        count = int(piece)
    else:
        raise BadRequest("bad_mode", f"“{piece[:40]}” isn’t pawprints, such as {{P}}{{P}}, or a whole number.")
    if not 1 <= count <= MOST_PAWPRINTS:
        raise BadRequest("bad_mode", f"A mode has from one to {MOST_PAWPRINTS} pawprints here, not {count:,} (700.2i).")
    return count


class Modes:
    """Modes of a spell, numbered from 1, and the choices among them that fit the budget.

    Args:
        pawprints: of each mode, at least one.
        budget: most pawprints of the chosen modes together.
        again: whether the spell lets one mode be chosen more than once (700.2d).

    Raises:
        BadRequest: the budget is below zero or above `MOST_BUDGET`.
    """

    def __init__(self, pawprints: Sequence[int], budget: int, *, again: bool) -> None:
        if not 0 <= budget <= MOST_BUDGET:
            raise BadRequest("bad_budget", f"The pawprints to spend are from 0 to {MOST_BUDGET} here.")
        self.pawprints = tuple(pawprints)
        self.budget = budget
        self.again = again

    def worth(self, chosen: Sequence[int]) -> int:
        """Return the pawprints of the chosen modes together.

        Raises:
            BadRequest: there is no such mode.
        """
        for place in chosen:
            if not 1 <= place <= len(self.pawprints):
                raise BadRequest("no_mode", f"There is no mode {place:,}: they go from 1 to {len(self.pawprints)}.")
        return sum(self.pawprints[place - 1] for place in chosen)

    def repeated(self, chosen: Sequence[int]) -> int | None:
        """Return a mode chosen more than once if the spell doesn't allow that (700.2d)."""
        if self.again:
            return None
        return next((place for place, times in Counter(chosen).items() if times > 1), None)

    def allows(self, chosen: Sequence[int]) -> bool:
        """Whether these modes, in any order, can be chosen together."""
        return self.repeated(chosen) is None and self.worth(chosen) <= self.budget

    def count(self) -> int:
        """Return the number of choices, with the empty one (700.2i: any number of modes)."""
        ways = [1] + [0] * self.budget
        for pawprints in self.pawprints:
            # Knapsack: counting upward lets a mode be chosen again, downward doesn't.
            order = range(pawprints, self.budget + 1)
            for total in order if self.again else reversed(order):
                ways[total] += ways[total - pawprints]
        return sum(ways)

    def choices(self) -> Iterator[tuple[int, ...]]:
        """Yield the choices in lexicographic order: `()`, `(1,)`, `(1, 1)`, `(1, 2)`, `(2,)`."""
        yield from self._choices((), 1, self.budget)

    def _choices(self, chosen: tuple[int, ...], first: int, left: int) -> Iterator[tuple[int, ...]]:
        yield chosen
        for place in range(first, len(self.pawprints) + 1):
            rest = left - self.pawprints[place - 1]
            if rest >= 0:
                yield from self._choices((*chosen, place), place if self.again else place + 1, rest)
