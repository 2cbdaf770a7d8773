"""The answer of the trial: what the permanents are, layer by layer, and why in that order."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from symbols.sentences import capital, join_words
from symbols.trials.inputs import Inputs
from symbols.trials.layers.applying import Applied, Dependency, Evaluation
from symbols.trials.layers.cases import Case, read_case, suggestion
from symbols.trials.layers.entries import Line, short
from symbols.trials.layers.operations import Operation
from symbols.trials.layers.steps import TIED, shown_effect, steps_of
from symbols.trials.layers.telling import (
    CONTROLLERS,
    abilities_line,
    abilities_of,
    colors_of,
    kinds_line,
    phrase_of,
    size_of,
    subtypes_of,
)
from symbols.trials.layers.types import SetTypes
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import COLOR_NAMES
from symbols.trials.outcome import Fact, Outcome, Row
from symbols.trials.trial import Reading

Record = Mapping[str, Any]


def layers(inputs: Inputs, reading: Reading) -> Outcome:
    """What each permanent is once every effect applies."""
    case = read_case(inputs, reading)
    dependencies = [_dependency(one, case) for one in _shown_dependencies(case)]
    found = list(_layers(case, reading))
    facts: dict[str, Fact] = {
        "answers": [_sentence_of(case.result.state[line]) for line in case.objects],
        "objects": [_object(line, case, case.result) for line in case.read.board.permanents],
        "layers": found,
        "dependencies": [{**one, "rule": reading.find(one["rule"]) or one["rule"]} for one in dependencies],
        "unread": [one for line in case.read.lines for one in line.unread],
        "left_out": list(_left_out(case, reading)),
        "undecided": _undecided(case, reading),
        "unused": [{"of": one.label, "what": one.what, "line": one.line} for one in case.unused],
        "lines": [_line(line, reading) for line in case.read.lines],
    }
    steps = tuple(steps_of(case, dependencies))
    sentence = " ".join([_sentence(case), *_left_out(case, reading)])
    return Outcome(sentence=sentence, steps=steps, facts=facts, caption="Layer by layer", rows=tuple(_rows(found)))


def _object(line: int, case: Case, result: Evaluation) -> Record:
    return {
        "line": line,
        **_characteristics(result.state[line]),
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


def _line(line: Line, reading: Reading) -> Record:
    return {
        "line": line.number,
        "field": line.entry.field,
        "label": line.label,
        "kind": line.kind,
        "says": line.says,
        "on": next(iter(line.on), None),
        "targets": list(line.on),
        "counts": line.counts,
        "unread": list(line.unread),
        "problem": line.problem or None,
        "aside": line.aside or None,
        "rule": (reading.find(line.rule) or None) if line.rule else None,
        "suggestion": suggestion(line, reading) or None,
        "row": line.entry.row,
        "typed_in": line.entry.place,
        "cost": line.cost,
    }


def _layers(case: Case, reading: Reading) -> Iterator[Record]:
    """All layers, in order, each with the effects that were applied in it, and what changed."""
    state: Mapping[int, Values] = case.read.board.start
    for place, layer in enumerate(case.system.layers):
        applied = [one for one in case.result.applied if one.layer is layer]
        is_second = place > 0 and case.system.layers[place - 1].label == layer.label
        if is_second and not applied and layer.kinds == {"face down"}:
            continue
        effects, changes = [], dict[int, list[str]]()
        for one in applied:
            effects.append(shown_effect(one, state, case))
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


def _note_change(line: int, one: Applied, before: Mapping[int, Values], changes: dict[int, list[str]]) -> None:
    """Append what an effect made of an object; the first of its `changes` is what it was before."""
    for part in one.parts:
        was, now = _aspect(before[line], part), _aspect(one.state[line], part)
        if was != now:
            found = changes.setdefault(line, [was])
            if found[-1] != now:
                found.append(now)
            return


def _aspect(values: Values, part: Operation) -> str:
    """The characteristic that a part changes, in words."""
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
        "does": _done_to_source(one, case) if one.effect.key not in applied else None,
    }


def _done_to_source(one: Dependency, case: Case) -> str | None:
    """What the other effect did to the source of an effect that never applied."""
    for each in case.result.applied:
        if each.layer is one.layer and each.effect.key == one.other.key and one.effect.source in each.objects:
            what = join_words([part.what for part in each.parts])
            lost = " and loses its own ability" if any(isinstance(part, SetTypes) for part in each.parts) else ""
            return f"{capital(one.effect.label)} {what}{lost}."
    return None


def _undecided(case: Case, reading: Reading) -> Record | None:
    if case.others:
        answers = [_sentences_of(one, case) for one in (case.result, *case.others)]
        objects = [[_object(line, case, one) for line in case.read.board.permanents] for one in case.others]
        return {"rule": reading.find("613.7m") or "613.7m", "why": TIED, "answers": answers, "objects": objects}
    if case.result.unclear:
        names = join_words(list(dict.fromkeys(one.label for one in case.result.unclear)))
        why = f"These rules don’t say whether {names} goes on to apply in later layers."
        return {"rule": reading.find("613.6") or reading.find("613.1"), "why": why, "answers": [], "objects": []}
    return None


def _sentence(case: Case) -> str:
    answers = list(dict.fromkeys(_sentences_of(one, case) for one in (case.result, *case.others)))
    sentence = answers[0]
    if len(answers) > 1:
        sentence = f"The rules leave the order to the players. Either: {' Or: '.join(answers)}"
    return f"The rules don’t decide all of it. Probably: {sentence}" if case.result.unclear else sentence


def _left_out(case: Case, reading: Reading) -> Iterator[str]:
    """What the answer leaves out, in sentences."""
    for line in case.read.lines:
        near = suggestion(line, reading)
        if line.unknown:
            yield f"Left out: “{short(line.says)}”.{f' Did you mean {near}?' if near else ''}"
        elif line.problem:
            yield line.problem
        if line.aside:
            yield f"{line.label}: {line.aside}"
    if not_used := case.unused:
        lines = join_words(list(dict.fromkeys(f"“{one.line}”" for one in not_used)), "or")
        whose = join_words(list(dict.fromkeys(f"{one.label}’s {one.what}" for one in not_used)))
        yield f"Not counted: {whose}. To apply {'it' if len(not_used) == 1 else 'one'}, add {lines}."
    if not_read := list(dict.fromkeys(f"{label}’s {how} ability" for label, how in case.unread_uses)):
        does = "it does" if len(not_read) == 1 else "they do"
        yield f"Not read, and not counted: {join_words(not_read)}. Say what {does}."
    if unread := [one for line in case.read.lines for one in line.unread]:
        yield f"Not read, and left out: {join_words([f'“{one}”' for one in unread])}"
        if any(re.search(r"\b(?:as long as|if)\b", one, re.IGNORECASE) for one in unread):
            yield "If a condition is met, put (yes) behind its line; if it isn’t, (no)."
        if any(re.search(r" with X [+-]\d", one) for one in unread):
            yield "If X is known, put its number behind the line, such as (4)."


def _sentences_of(result: Evaluation, case: Case) -> str:
    """What each permanent is, and who controls it if that changed."""
    labels = {line.number: f"{capital(line.label)}: " if len(case.objects) > 1 else "" for line in case.read.lines}
    start = case.read.board.start
    sentences: list[str] = []
    for line in case.objects:
        values = result.state[line]
        sentences.append(f"{labels[line]}{_sentence_of(values)}")
        if values.controller != start[line].controller:
            who = capital(CONTROLLERS.get(values.controller, values.controller))
            sentences.append(f"{who} {'control' if values.controller == 'you' else 'controls'} it.")
    return " ".join(sentences)


def _sentence_of(values: Values) -> str:
    sentence = capital(", ".join(filter(None, [size_of(values), phrase_of(values)])))
    return sentence if sentence.endswith((".”", ".")) else f"{sentence}."
