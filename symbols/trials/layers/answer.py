"""The answer of the trial: what the permanents are, layer by layer, and why in that order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations, product
from typing import Any, Final

from symbols.sentences import capital, join_words
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.layers.applying import Applied, Dependency, Evaluation, evaluate
from symbols.trials.layers.board import Effect
from symbols.trials.layers.building import Line
from symbols.trials.layers.lines import MOST_LINES, LineError, ReadBoard, read_board
from symbols.trials.layers.operations import Copy, Operation, SetTypes
from symbols.trials.layers.subjects import Filter
from symbols.trials.layers.systems import System, system_of
from symbols.trials.layers.telling import (
    CONTROLLERS,
    abilities_line,
    abilities_of,
    colors_of,
    kinds_line,
    size_of,
    subtypes_of,
    told,
)
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import BASIC_LANDS, COLOR_NAMES
from symbols.trials.outcome import Fact, Outcome, Row, Step
from symbols.trials.trial import Reading

Record = Mapping[str, Any]

_LABELS: Final = {"objects": "Permanent", "effects": "Effects"}
_MOST_ORDERS: Final = 24


@dataclass(frozen=True, slots=True)
class Case:
    """What was typed, read and worked out."""

    read: ReadBoard
    result: Evaluation
    system: System
    others: Sequence[Evaluation]

    @property
    def asked(self) -> list[int]:
        """The permanents listed as such."""
        return [line.number for line in self.read.lines if line.field == "objects"]

    @property
    def undecided(self) -> bool:
        return bool(self.others or self.result.unclear)


def layers(inputs: Inputs, reading: Reading) -> Outcome:
    """What each permanent is once every effect applies."""
    case = read_case(inputs, reading)
    dependencies = [_dependency(one, case) for one in _shown_dependencies(case)]
    found = list(_layers(case, reading))
    facts: dict[str, Fact] = {
        "answers": [_told(case.result.state[line]) for line in case.asked],
        "objects": [_object(line, case) for line in case.read.board.permanents],
        "layers": found,
        "dependencies": dependencies,
        "unread": [one for line in case.read.lines for one in line.unread],
        "undecided": _undecided(case, reading),
        "lines": [_line(line) for line in case.read.lines],
    }
    steps = tuple(_steps(case, dependencies))
    return Outcome(
        sentence=_sentence(case),
        steps=steps,
        facts=facts,
        caption="Layer by layer",
        rows=tuple(_rows(found)),
    )


def read_case(inputs: Inputs, reading: Reading) -> Case:
    objects, effects = (_lines(inputs, key) for key in ("objects", "effects"))
    if len(objects) + len(effects) > MOST_LINES:
        key = "effects" if effects else "objects"
        raise TrialError(f"{_LABELS[key]}: use {MOST_LINES} lines or fewer in all.", field=key)
    system = system_of(reading)

    def read(order: Sequence[int] = ()) -> ReadBoard:
        try:
            return read_board(objects, effects, reading.card, system, order)
        except LineError as error:
            raise _with_place(error, inputs, reading) from None

    first = read()
    result = evaluate(first.board, system)
    others: list[Evaluation] = []
    orders = product(*(permutations(group) for group in first.tied))
    for order in islice(orders, 1, _MOST_ORDERS):
        other = evaluate(read([number for group in order for number in group]).board, system)
        if _plainly(other) not in {_plainly(one) for one in (result, *others)}:
            others.append(other)
    return Case(first, result, system, others)


def _with_place(error: LineError, inputs: Inputs, reading: Reading) -> TrialError:
    """The error of a field, with the place of the line in it, and the card whose name is like the line."""
    whole = inputs.values.get(error.field, "").replace("\r\n", "\n").strip()
    text = _lines(inputs, error.field)[error.number - 1]
    near = reading.near_card(text)
    hint = f" Did you mean {near}?" if near else ""
    message = f"{_LABELS[error.field]}: in line {error.number}, {error.message}{hint}"
    found = TrialError(message, field=error.field, suggestion=near or None)
    # The same line may come more than once.
    before = "\n".join(whole.split("\n")[: _row(whole, error.number)])
    found.start = len(before) + bool(before) + whole[len(before) + bool(before) :].index(text)
    found.end = found.start + len(text)
    return found


def _row(whole: str, number: int) -> int:
    """Place of a line, of those that aren't empty, among all."""
    return [place for place, line in enumerate(whole.split("\n")) if line.strip()][number - 1]


def _plainly(result: Evaluation) -> tuple[tuple[object, ...], ...]:
    """What players see of it."""
    return tuple(
        (line, kinds_line(one), abilities_line(one), size_of(one), one.controller, one.name)
        for line, one in sorted(result.state.items())
    )


def _lines(inputs: Inputs, key: str) -> list[str]:
    return [line.strip() for line in inputs.text(key).splitlines() if line.strip()]


def _object(line: int, case: Case) -> Record:
    return {
        "line": line,
        **_characteristics(case.result.state[line]),
        "before": _characteristics(case.read.board.start[line]),
    }


def _characteristics(values: Values) -> dict[str, Any]:
    return {
        "name": values.name or None,
        "controller": values.controller,
        "colors": colors_of(values),
        "supertypes": list(values.supertypes),
        "types": list(values.types),
        "subtypes": subtypes_of(values),
        "abilities": abilities_of(values),
        "power": values.power or 0 if values.is_creature else None,
        "toughness": values.toughness or 0 if values.is_creature else None,
        "face_down": values.is_face_down,
    }


def _line(line: Line) -> Record:
    return {
        "line": line.number,
        "field": line.field,
        "label": line.label,
        "kind": line.kind,
        "says": line.says,
        "on": line.on or None,
        "counts": line.counts,
        "unread": list(line.unread),
    }


def _layers(case: Case, reading: Reading) -> Iterator[Record]:
    """All layers, in order, each with the effects that were applied in it, and what changed."""
    state: Mapping[int, Values] = case.read.board.start
    for place, layer in enumerate(case.system.passes):
        applied = [one for one in case.result.applied if one.layer is layer]
        if (
            place
            and not applied
            and case.system.passes[place - 1].label == layer.label
            and layer.kinds == {"face down"}
        ):
            continue
        effects, changes = [], dict[int, list[str]]()
        for one in applied:
            effects.append(_effect(one, state, case))
            for line in one.objects:
                _note_change(line, one, state, changes)
            state = one.state
        yield {
            "layer": layer.label,
            "title": layer.title,
            "rule": reading.find(layer.rule) or layer.rule,
            "effects": effects,
            "changes": [{"line": line, "values": found} for line, found in changes.items() if len(found) > 1],
        }


def _effect(one: Applied, before: Mapping[int, Values], case: Case) -> Record:
    seen = case.read.board.seen(one.effect, before)
    found = [part.resolved(before[line], seen) for line in one.objects[:1] for part in one.parts]
    whats = [part.what for part in (found or one.parts)]
    return {
        "line": one.effect.line,
        "source": one.effect.label,
        "what": join_words(whats),
        "objects": list(one.objects),
    }


def _note_change(line: int, one: Applied, before: Mapping[int, Values], changes: dict[int, list[str]]) -> None:
    """Add what an object became, after what it was."""
    for part in one.parts:
        was, now = _aspect(before[line], part), _aspect(one.state[line], part)
        if was != now:
            found = changes.setdefault(line, [was])
            if found[-1] != now:
                found.append(now)
            return


def _aspect(values: Values, part: Operation) -> str:
    """What a part changes, in words."""
    match part.kind:
        case "control":
            return CONTROLLERS.get(values.controller, values.controller)
        case "text":
            return "; ".join(filter(None, [*abilities_of(values), " ".join(values.subtypes)]))
        case "type":
            types = " ".join((*values.supertypes, *values.types))
            return ", ".join(filter(None, [types, " ".join(subtypes_of(values))])) or "no card type"
        case "color":
            return join_words([COLOR_NAMES[one] for one in colors_of(values)]).capitalize() or "Colorless"
        case "ability":
            return abilities_line(values)
        case "set" | "modify" | "switch" | "defined":
            return f"{values.power or 0}/{values.toughness or 0}"
        case _:
            return f"{values.name or 'nameless'}, {kinds_line(values)}"


def _rows(found: Sequence[Record]) -> Iterator[Row]:
    for layer in found:
        if layer["effects"]:
            words = "; ".join(f"{one['source']}: {one['what']}" for one in layer["effects"])
            yield Row(f"{layer['layer']} {layer['title']}", words)


def _shown_dependencies(case: Case) -> list[Dependency]:
    """Of effects from different lines, each pair once."""
    found: dict[tuple[str, int, int], Dependency] = {}
    for one in case.result.dependencies:
        if one.effect.line != one.other.line or one.effect.key != one.other.key:
            found.setdefault((one.layer.label, one.effect.line, one.other.line), one)
    return [one for one in found.values() if one.effect.line != one.other.line]


_WHY: Final = {
    "exists": "{other} decides whether {effect}’s effect exists",
    "objects": "{other} changes what {effect}’s effect applies to",
    "does": "{other} changes what {effect}’s effect does",
}


def _dependency(one: Dependency, case: Case) -> Record:
    why = _WHY[one.changed].format(effect=one.effect.label, other=one.other.label)
    applied = {each.effect.key for each in case.result.applied if each.layer is one.layer}
    return {
        "layer": one.layer.label,
        "waits": one.effect.line,
        "for": one.other.line,
        "source": one.effect.label,
        "other": one.other.label,
        "why": f"{why}.",
        "rule": "613.8b" if one.is_loop else "613.8a",
        "loop": one.is_loop,
        "says": one.effect.clause.sentence.replace("~", one.effect.label),
        "other_says": one.other.clause.sentence.replace("~", one.other.label),
        "older": one.effect.time < one.other.time,
        "applied": one.effect.key in applied,
    }


def _undecided(case: Case, reading: Reading) -> Record | None:
    if case.others:
        answers = [_told_all(one, case) for one in (case.result, *case.others)]
        return {"rule": reading.find("613.7m") or "613.7m", "why": _TIED, "answers": answers}
    if case.result.unclear:
        names = join_words(list(dict.fromkeys(one.label for one in case.result.unclear)))
        why = f"These rules don’t say whether {names} goes on to apply in later layers."
        return {"rule": reading.find("613.6") or reading.find("613.1"), "why": why, "answers": []}
    return None


_TIED: Final = "Objects that get a timestamp together are ordered by their controllers, the active player’s first."


def _sentence(case: Case) -> str:
    if case.others:
        answers = list(dict.fromkeys(_told_all(one, case) for one in (case.result, *case.others)))
        return f"The rules leave the order to the players. Either: {' Or: '.join(answers)}"
    said = _told_all(case.result, case)
    if case.result.unclear:
        said = f"The rules don’t decide all of it. Probably: {said}"
    unread = [one for line in case.read.lines for one in line.unread]
    left_out = f" Not read, and left out: {join_words([f'“{one}”' for one in unread])}" if unread else ""
    return f"{said}{left_out}"


def _told_all(result: Evaluation, case: Case) -> str:
    asked = case.asked
    if len(asked) == 1:
        return _told(result.state[asked[0]])
    labels = {line.number: line.label for line in case.read.lines}
    return " ".join(f"{capital(labels[line])}: {_told(result.state[line])}" for line in asked)


def _told(values: Values) -> str:
    phrase = told(values)
    size = size_of(values)
    start = f"{size}, {phrase}" if size else f"{phrase[:1].upper()}{phrase[1:]}"
    return f"{start}{'' if start.endswith(('.”', '.')) else '.'}"


def _steps(case: Case, dependencies: Sequence[Record]) -> Iterator[Step]:
    steps = list(_all_steps(case, dependencies))
    wanted = _deciding(case, dependencies)
    decides = next((place for place, step in enumerate(steps) if step.rule == wanted), 0)
    yield from (replace(step, decides=place == decides) for place, step in enumerate(steps))


def _deciding(case: Case, dependencies: Sequence[Record]) -> str:
    if case.others:
        return "613.7m"
    if any(one["loop"] for one in dependencies):
        return "613.8b"
    if dependencies:
        return "613.8a"
    if any(_is_locked(one.effect, case) for one in case.result.applied):
        return "611.2c"
    applied = [one for one in case.result.applied if one.objects]
    if applied and all(isinstance(part, Copy) for one in applied for part in one.parts):
        return "707.2"
    used = {one.layer for one in applied}
    return "613.7" if len(used) == 1 and len(applied) > 1 else "613.1"


def _all_steps(case: Case, dependencies: Sequence[Record]) -> Iterator[Step]:
    yield Step("613.1", "Start with the printed object. Then effects apply layer by layer.")
    grouped: dict[tuple[str, str], list[str]] = {}
    state: Mapping[int, Values] = case.read.board.start
    for one in case.result.applied:
        if one.objects:
            effect = _effect(one, state, case)
            grouped.setdefault((one.layer.label, one.layer.rule), []).append(f"{effect['source']}: {effect['what']}")
        state = one.state
    for (label, rule), found in grouped.items():
        yield Step(rule, f"Layer {label}. {'; '.join(found)}.")
    if any(_has_both(case.result.applied, label) for label, _ in grouped):
        yield Step("613.7", "Within a layer, the older effect applies first.")
    for each in dependencies:
        tail = "They depend on each other, so they apply in timestamp order." if each["loop"] else "So it waits."
        yield Step(each["rule"], f"{each['why']} {tail}")
    yield from _special_steps(case)


def _has_both(applied: Sequence[Applied], label: str) -> bool:
    return len({one.effect.line for one in applied if one.layer.label == label}) > 1


def _special_steps(case: Case) -> Iterator[Step]:
    """Rules that matter here besides the order."""
    parts = [(one.effect, part, one.objects) for one in case.result.applied for part in one.parts if one.objects]
    if any(isinstance(part, SetTypes) and _sets_land(part) for _, part, _ in parts):
        yield Step("305.7", "A land whose subtype is set to a basic land type loses the abilities from its text.")
    if any(_is_locked(effect, case) for effect, _, _ in parts):
        yield Step("611.2c", "What a resolved spell affects is fixed when its effect begins.")
    if any(isinstance(part, Copy) for _, part, _ in parts):
        yield Step("707.2", "A copy takes the copiable values, and nothing else that changes them.")
    if case.system.keeps and any(_lost(effect, case) for effect, _, _ in parts):
        yield Step("613.6", "An effect that began to apply goes on in later layers, even without its ability.")
    if case.others:
        yield Step("613.7m", _TIED)


def _sets_land(part: SetTypes) -> bool:
    return not part.also and any(one in BASIC_LANDS for one in part.subtypes)


def _is_locked(effect: Effect, case: Case) -> bool:
    """Whether what comes out would differ if the set of objects could change."""
    if effect.fixed is None or not isinstance(effect.clause.subject, Filter):
        return False
    board = case.read.board
    effects = tuple(replace(one, fixed=None) if one.key == effect.key else one for one in board.effects)
    return _plainly(evaluate(replace(board, effects=effects), case.system)) != _plainly(case.result)


def _lost(effect: Effect, case: Case) -> bool:
    """Whether an effect's ability is gone in the end."""
    if effect.ability is None:
        return False
    return all(one.key != effect.ability.key for one in case.result.state[effect.source].abilities)
