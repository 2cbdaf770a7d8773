"""The planar die: its faces, and what the next roll costs (107.11, 107.12, 901.9)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.engine import Condition
from symbols.trials.asked import Asked
from symbols.trials.mechanics.moment import as_sorcery
from symbols.trials.mechanics.planar import FACES, Face, cost_of_roll
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Step, Trial
from symbols.trials.typed import WHEN, with_tries

__all__ = ["PLANAR_DIE"]

_FACE: Final = Control(
    key="face",
    label="Face rolled",
    kind="choice",
    default="planeswalker",
    choices=(
        Choice("planeswalker", "the Planeswalker symbol"),
        Choice("chaos", "the chaos symbol"),
        Choice("blank", "a blank face"),
    ),
)
_TAKEN: Final = Control(
    key="taken",
    label="Times I rolled it this turn before, by my own choice",
    default="0",
    least=0,
    hint="Rolls that an effect made me do don’t count.",
)
_NUMBER: Final = ("", "one", "two", "three", "four", "five", "six")


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, PLANAR_DIE.controls)
    name, taken = asked.choice("face"), asked.number("taken")
    face, cost, moment = FACES[name], cost_of_roll(taken), as_sorcery(asked.choice("when"))
    return Outcome(
        sentence=_sentence(face, cost, moment),
        steps=tuple(_steps(face, cost, moment)),
        facts={"can": moment.met, "cost": cost, "next_cost": cost + 1, "face": name},
        caption="The six faces of the die",
        rows=tuple(_rows(name if moment.met else "")),
    )


def _sentence(face: Face, cost: int, moment: Condition) -> str:
    if not moment.met:
        return f"You can’t roll the planar die now. {moment.sentence}"
    shown = f"on {face.written} {face.effect}" if face.written else f"on a blank face {face.effect}"
    return f"This roll costs {{{cost}}}, and {shown}. Rolling again this turn would cost {{{cost + 1}}}."


def _steps(face: Face, cost: int, moment: Condition) -> Iterator[Step]:
    yield Step("901.9", f"Rolling is a special action with the timing of a sorcery. {moment.sentence}", not moment.met)
    yield Step("116.2i", f"It costs as much mana as the times you took this action before this turn: {{{cost}}}.")
    looks = f"{face.written} is on one face" if face.written else "Four faces are blank, one has {PW}, one {CHAOS}"
    if face.written:
        yield Step(face.symbol_rule, f"{looks} of the planar die.")
    else:
        yield Step(face.symbol_rule, f"{looks}.")
    effect = f"{face.effect[0].upper()}{face.effect[1:]}"
    yield Step(face.rule, f"{effect}. Then you have priority again.", decides=bool(moment.met))


def _rows(rolled: str) -> Iterator[Row]:
    for name, face in FACES.items():
        label = face.written or "blank"
        yield Row(label, f"{face.effect} ({_NUMBER[face.count]} of six faces)", marked=name == rolled)


_CONTROLS: Final = (_FACE, _TAKEN, WHEN)
_TRIES: Final = {
    "{PW}, first roll": {},
    "{CHAOS}, second roll": {"face": "chaos", "taken": "1"},
    "blank, fourth roll": {"face": "blank", "taken": "3"},
}

PLANAR_DIE: Final = Trial(
    slug="planar-die",
    title="Roll the planar die",
    lead="Choose what the die shows, and how often you have rolled it this turn.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        (
            Placement("107.11", "on one face of the planar die"),
            Placement("107.12", "on one face of the planar die", {"face": "chaos"}),
            Placement("901.9", "that player may roll the planar die", {"taken": "2"}),
            Placement("901.9a", "blank face", {"face": "blank"}),
            Placement("901.9b", "chaos symbol", {"face": "chaos"}),
            Placement("901.9c", "planeswalker symbol"),
        ),
    ),
)
