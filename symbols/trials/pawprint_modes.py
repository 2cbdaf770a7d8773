"""Trial: which modes of a spell with pawprints can be chosen together (107.18, 700.2i)."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from symbols.engine import BadRequest
from symbols.trials.inputs import Inputs
from symbols.trials.mechanics.pawprints import Modes, read_modes
from symbols.trials.outcome import Outcome, Row
from symbols.trials.requirements import Requirement, deciding, judge
from symbols.trials.trial import Reading

MOST_LISTED: Final = 60
"""Most rows of the table."""
_MOST_CHOSEN: Final = 200


def pawprints(inputs: Inputs, reading: Reading) -> Outcome:
    with inputs.attributing_errors_to("modes"):
        each = read_modes(inputs.text("modes"))
    with inputs.attributing_errors_to("budget"):
        modes = Modes(each, inputs.number("budget"), again=inputs.yes("again"))
    with inputs.attributing_errors_to("chosen"):
        chosen = _places(inputs.text("chosen"))
        worth = modes.worth(chosen)
    verdict, steps = judge(_requirements(modes, chosen, worth))
    count = modes.count()
    listed = list(islice(modes.choices(), MOST_LISTED))
    return Outcome(
        sentence=_sentence(modes, chosen, worth, deciding(steps).why, can=bool(verdict)),
        steps=steps,
        facts={"can": verdict, "worth": worth, "choices": count},
        caption=_caption(count),
        rows=tuple(_row(modes, choice, marked=choice == tuple(sorted(chosen))) for choice in listed),
    )


def _places(text: str) -> tuple[int, ...]:
    pieces = re.split(r"[,;\s]+", text.strip(" ,;")) if text.strip(" ,;") else []
    if len(pieces) > _MOST_CHOSEN:
        raise BadRequest("too_many", f"{len(pieces)} modes are too many. Choose at most {_MOST_CHOSEN}.")
    for piece in pieces:
        if not re.fullmatch(r"[0-9]{1,7}", piece, re.ASCII):
            raise BadRequest("bad_place", f"“{piece[:40]}” isn’t the number of a mode. The first is 1.")
    return tuple(int(piece) for piece in pieces)


def _requirements(modes: Modes, chosen: Sequence[int], worth: int) -> Iterator[Requirement]:
    yield Requirement("107.18", "{P} marks a mode. It isn’t a cost, mana or a counter.", premise=True)
    repeated = modes.repeated(chosen)
    if modes.again:
        yield Requirement("700.2d", "The spell lets you choose a mode more than once.")
    elif repeated is None:
        yield Requirement("700.2d", "You can choose each mode only once, and you did.")
    else:
        yield Requirement(
            "700.2d", f"You chose mode {repeated} more than once; the spell doesn’t allow that.", met=False
        )
    fits = worth <= modes.budget
    compared = "no more" if fits else "more"
    why = f"Together, your modes have {worth:,} {{P}}: {compared} than {modes.budget}."
    yield Requirement("700.2i", why, fits, default_deciding=True)


def _sentence(modes: Modes, chosen: Sequence[int], worth: int, decided: str, *, can: bool) -> str:
    if not can:
        return f"No, you can’t choose those. {decided}"
    left = modes.budget - worth
    what = f"your modes use {worth} {{P}} of {modes.budget}" if chosen else "you may also choose no mode"
    rest = f", leaving {left}" if left else ""
    return f"Yes: {what}{rest}."


def _caption(count: int) -> str:
    if count > MOST_LISTED:
        return f"The first {MOST_LISTED} of {count:,} choices"
    return "The only choice" if count == 1 else f"All {count} choices"


def _row(modes: Modes, choice: Sequence[int], *, marked: bool) -> Row:
    label = f"mode{'' if len(choice) == 1 else 's'} {', '.join(map(str, choice))}" if choice else "no mode"
    worth = modes.worth(choice)
    return Row(label, "{P}" * worth if 0 < worth <= 10 else f"{worth} {{P}}" if worth else "—", marked=marked)
