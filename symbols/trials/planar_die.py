"""Trial: what a roll of the planar die costs and does (107.11, 107.12, 901.9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from symbols.data_files import read_data
from symbols.engine import Condition
from symbols.sentences import capital, number_word
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.requirements import as_sorcery
from symbols.trials.trial import Reading


@dataclass(frozen=True, slots=True)
class _Face:
    """Face of the planar die; the file describes the fields. A blank one has no symbol."""

    written: str
    count: int
    effect: str
    short: str
    rule: str
    symbol_rule: str


_FACES: Final = {name: _Face(**face) for name, face in read_data("trials/planar-die.toml")["face"].items()}
_PRINTED_OTHERWISE: Final = {
    "{PW}": ("other_planeswalker_symbol", "the planeswalker symbol"),
    "{CHAOS}": ("other_chaos_symbol", "the chaos symbol"),
}
"""Symbols that some editions don't print: the key of the decision, and their name there."""


def planar_die(inputs: Inputs, reading: Reading) -> Outcome:
    name, taken = inputs.choice("face"), inputs.number("taken")
    faces, moment = _FACES, as_sorcery(inputs.choice("when"))
    if inputs.decided("no_chaos_ensues"):
        effect = "abilities of the plane that trigger on {CHAOS} trigger"
        faces = {**_FACES, "chaos": replace(_FACES["chaos"], effect=effect, short="chaos abilities trigger")}
    face = faces[name]

    def printed(text: str) -> str:
        for symbol, (key, called) in _PRINTED_OTHERWISE.items():
            if inputs.decided(key):
                text = text.replace(symbol, called)
        return text

    return Outcome(
        sentence=printed(_sentence(face, taken, moment)),
        steps=tuple(replace(step, why=capital(printed(step.why))) for step in _steps(face, taken, moment)),
        facts={"can": moment.met, "cost": taken, "next_cost": taken + 1, "face": name},
        caption="The six faces",
        rows=tuple(
            replace(row, label=printed(row.label), value=printed(row.value))
            for row in _rows(faces, name if moment.met else "")
        ),
    )


def _sentence(face: _Face, taken: int, moment: Condition) -> str:
    if not moment.met:
        return f"You can’t roll the planar die now. {moment.sentence}"
    shown = f"On {face.written or 'a blank face'}, {face.short}"
    return f"This roll costs {{{taken}}}. {shown}. The next roll this turn costs {{{taken + 1}}}."


def _steps(face: _Face, taken: int, moment: Condition) -> Iterator[Step]:
    yield Step("901.9", f"You roll it as a special action, only as a sorcery. {moment.sentence}", not moment.met)
    yield Step("116.2i", f"It costs {{1}} for each earlier roll this turn: {{{taken}}}.")
    blank = "Four faces are blank, one has {PW}, one {CHAOS}."
    yield Step(face.symbol_rule, f"{face.written} is on one of its six faces." if face.written else blank)
    yield Step(face.rule, f"{face.effect}.", decides=bool(moment.met))


def _rows(faces: Mapping[str, _Face], rolled: str) -> Iterator[Row]:
    for name, face in faces.items():
        label = face.written or "blank"
        yield Row(label, f"{face.effect} ({number_word(face.count)} of six faces)", marked=name == rolled)
