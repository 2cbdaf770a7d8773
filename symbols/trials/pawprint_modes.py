"""Modal spells with pawprints: which modes can be chosen together (107.18, 700.2i)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from symbols.engine import BadRequest
from symbols.trials.asked import Asked
from symbols.trials.judging import Judged, judge
from symbols.trials.mechanics.pawprints import MOST_BUDGET, Modes, read_modes
from symbols.trials.trial import Control, Outcome, Placement, Reading, Row, Trial
from symbols.trials.typed import typed_in, with_tries

__all__ = ["MOST_LISTED", "PAWPRINTS"]

MOST_LISTED: Final = 60
"""How many choices the table lists."""
_MOST_CHOSEN: Final = 200

_BUDGET: Final = Control(
    key="budget", label="Pawprints’ worth of modes, at most", default="5", least=0, most=MOST_BUDGET
)
_MODES: Final = Control(
    key="modes",
    label="Pawprints of each mode",
    kind="text",
    default="{P}, {P}{P}, {P}{P}{P}",
    hint="A comma between modes; numbers work too: 1, 2, 3",
)
_AGAIN: Final = Control(
    key="again", label="It says that a mode may be chosen more than once", kind="yes", default="yes"
)
_CHOSEN: Final = Control(
    key="chosen",
    label="Modes I choose",
    kind="text",
    default="1, 1, 3",
    optional=True,
    hint="Their places: 1 is the first mode. Empty: none.",
)


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, PAWPRINTS.controls)
    with typed_in(_MODES):
        pawprints = read_modes(asked.text("modes"))
    with typed_in(_BUDGET):
        modes = Modes(pawprints, asked.number("budget"), again=asked.yes("again"))
    with typed_in(_CHOSEN):
        chosen = _places(asked.text("chosen"))
        worth = modes.worth(chosen)
    verdict, steps = judge(list(_conditions(modes, chosen, worth)))
    count = modes.count()
    listed = list(islice(modes.choices(), MOST_LISTED))
    return Outcome(
        sentence=_sentence(
            modes, chosen, worth, count, next(step.why for step in steps if step.decides), can=bool(verdict)
        ),
        steps=steps,
        facts={"can": verdict, "worth": worth, "choices": count},
        caption=_caption(count),
        rows=tuple(_row(modes, each, marked=each == tuple(sorted(chosen))) for each in listed),
    )


def _places(text: str) -> tuple[int, ...]:
    pieces = re.split(r"[,;\s]+", text.strip(" ,;")) if text.strip(" ,;") else []
    if len(pieces) > _MOST_CHOSEN:
        raise BadRequest("too_many", f"that is {len(pieces)} modes; {_MOST_CHOSEN} at most fit.")
    for piece in pieces:
        if not re.fullmatch(r"[0-9]{1,7}", piece, re.ASCII):
            raise BadRequest("bad_place", f"“{piece[:40]}” is not the place of a mode: 1 is the first.")
    return tuple(int(piece) for piece in pieces)


def _conditions(modes: Modes, chosen: Sequence[int], worth: int) -> Iterator[Judged]:
    yield Judged("107.18", "{P} marks modes. It is no cost, no mana and no counter, so nothing is paid for it.")
    repeated = modes.repeated(chosen)
    if modes.again:
        yield Judged("700.2d", "The spell says that the same mode may be chosen more than once.")
    elif repeated is None:
        yield Judged("700.2d", "No mode is chosen more than once, as is normal.")
    else:
        yield Judged(
            "700.2d", f"Mode {repeated} is chosen more than once, and the spell doesn’t allow that.", met=False
        )
    fits = worth <= modes.budget
    compared = "not greater" if fits else "greater"
    why = f"The modes chosen have {worth:,} {{P}} together, which is {compared} than {modes.budget}."
    yield Judged("700.2i", why, fits, chief=True)


def _sentence(modes: Modes, chosen: Sequence[int], worth: int, count: int, decided: str, *, can: bool) -> str:
    if not can:
        return f"No, that can’t be chosen. {decided}"
    left = modes.budget - worth
    what = f"these modes have {worth} {{P}} of {modes.budget}" if chosen else "choosing no mode is allowed too"
    rest = f"; {left} would be left" if left else "; none would be left"
    ways = "1 choice" if count == 1 else f"{count:,} choices"
    return f"Yes: {what}{rest}. There {'is' if count == 1 else 'are'} {ways} in all."


def _caption(count: int) -> str:
    if count > MOST_LISTED:
        return f"The first {MOST_LISTED} of {count:,} choices"
    return "The only choice" if count == 1 else f"All {count} choices"


def _row(modes: Modes, choice: Sequence[int], *, marked: bool) -> Row:
    label = f"mode{'' if len(choice) == 1 else 's'} {', '.join(map(str, choice))}" if choice else "no mode"
    worth = modes.worth(choice)
    return Row(label, "{P}" * worth if 0 < worth <= 10 else f"{worth} {{P}}" if worth else "—", marked=marked)


_CONTROLS: Final = (_BUDGET, _MODES, _AGAIN, _CHOSEN)
_TRIES: Final = {
    "3, 2": {"chosen": "3, 2"},
    "1, 1, 3": {},
    "3, 3": {"chosen": "3, 3"},
    "none": {"chosen": ""},
    "1, 1, 3, each only once": {"again": "no"},
}

PAWPRINTS: Final = Trial(
    slug="pawprints",
    title="Choose modes by their pawprints",
    lead="Say what the spell allows and which modes you want.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        (
            Placement("107.18", "the pawprint symbol is {p}"),
            Placement("700.2i", "pawprint symbols", {"chosen": "3, 3"}),
        ),
    ),
)
