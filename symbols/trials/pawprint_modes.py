"""Trial: which modes of a spell with pawprints can be chosen together (107.18, 700.2i)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from symbols.engine import BadRequest
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row
from symbols.trials.requirements import Requirement, deciding, judge, requirements_of
from symbols.trials.trial import Reading

MOST_MODES: Final = 10
MOST_PAWPRINTS: Final = 99
"""Of one mode."""
MOST_BUDGET: Final = 99
_MOST_LISTED: Final = 60
_MOST_CHOSEN: Final = 200

_MARKS: Final = re.compile(r"(?:\{?\s*P\s*\}?\s*)+", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[0-9]{1,7}", re.ASCII)


def read_modes(text: str) -> tuple[int, ...]:
    """Parse the pawprints of each mode: `{P}, {P}{P}` or `1, 2`."""
    pieces = [piece.strip() for piece in re.split(r"[,;]", text) if piece.strip()]
    if not pieces:
        raise BadRequest("no_modes", "Type how many pawprints each mode has, such as {P}, {P}{P}.")
    if len(pieces) > MOST_MODES:
        raise BadRequest("too_many_modes", f"That’s {len(pieces)} modes. Use {MOST_MODES} or fewer.")
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
    """Modes of a spell by their pawprints, numbered from 1, and the choices among them that fit the budget.

    `again` is whether the spell lets one mode be chosen more than once (700.2d).
    """

    def __init__(self, pawprints: Sequence[int], budget: int, *, again: bool) -> None:
        self.pawprints = tuple(pawprints)
        self.budget = budget
        self.again = again

    def worth(self, chosen: Sequence[int]) -> int:
        for place in chosen:
            if not 1 <= place <= len(self.pawprints):
                raise BadRequest("no_mode", f"There’s no mode {place:,}. They go from 1 to {len(self.pawprints)}.")
        return sum(self.pawprints[place - 1] for place in chosen)

    def repeated(self, chosen: Sequence[int]) -> int | None:
        """Return a mode chosen more than once if the spell doesn't allow that (700.2d)."""
        if self.again:
            return None
        return next((place for place, times in Counter(chosen).items() if times > 1), None)

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


def pawprints(inputs: Inputs, reading: Reading) -> Outcome:
    modes = Modes(inputs.parse("modes", read_modes), inputs.number("budget"), again=inputs.yes("again"))
    chosen = inputs.parse("chosen", _places)
    with inputs.attributing_errors_to("chosen"):
        worth = modes.worth(chosen)
    verdict, steps = judge(_requirements(modes, chosen, worth, reading))
    count = modes.count()
    listed = list(islice(modes.choices(), _MOST_LISTED))
    return Outcome(
        sentence=_sentence(modes, chosen, worth, deciding(steps).why, can=bool(verdict)),
        steps=steps,
        facts={"can": verdict, "worth": worth, "choices": count},
        caption=_caption(count),
        rows=tuple(_row(modes, choice, marked=choice == tuple(sorted(chosen))) for choice in listed),
    )


def _places(text: str) -> tuple[int, ...]:
    pieces = re.findall(r"[^,;\s]+", text)
    if len(pieces) > _MOST_CHOSEN:
        raise BadRequest("too_many", f"{len(pieces)} modes are too many. Choose at most {_MOST_CHOSEN}.")
    for piece in pieces:
        if not _NUMBER.fullmatch(piece):
            raise BadRequest("bad_place", f"“{piece[:40]}” isn’t the number of a mode. The first is 1.")
    return tuple(int(piece) for piece in pieces)


def _requirements(modes: Modes, chosen: Sequence[int], worth: int, reading: Reading) -> Iterator[Requirement]:
    repeated, fits = modes.repeated(chosen), worth <= modes.budget
    facts = {"again": modes.again, "once": repeated is None, "fits": fits}
    compared = "no more" if fits else "more"
    names = {"mode": repeated, "worth": f"{worth:,}", "compared": compared, "budget": modes.budget}
    return requirements_of("pawprints", facts, reading, **names)


def _sentence(modes: Modes, chosen: Sequence[int], worth: int, decided: str, *, can: bool) -> str:
    if not can:
        return f"No, you can’t choose those. {decided}"
    left = modes.budget - worth
    what = f"your modes use {worth} {{P}} of {modes.budget}" if chosen else "you may also choose no mode"
    rest = f", leaving {left}" if left else ""
    return f"Yes: {what}{rest}."


def _caption(count: int) -> str:
    if count > _MOST_LISTED:
        return f"The first {_MOST_LISTED} of {count:,} choices"
    return "The only choice" if count == 1 else f"All {count} choices"


def _row(modes: Modes, choice: Sequence[int], *, marked: bool) -> Row:
    label = f"mode{'' if len(choice) == 1 else 's'} {', '.join(map(str, choice))}" if choice else "no mode"
    worth = modes.worth(choice)
    return Row(label, "{P}" * worth if 0 < worth <= 10 else f"{worth} {{P}}" if worth else "—", marked=marked)
