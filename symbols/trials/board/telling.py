"""What happened on a board, in sentences, and what of it isn't read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from string import Template
from typing import Any

from symbols.sentences import capital, join_words, number_word
from symbols.trials.board.cases import Case
from symbols.trials.board.checking import Action, called
from symbols.trials.board.doubts import Doubt, said_of
from symbols.trials.board.era import data
from symbols.trials.board.performing import Course
from symbols.trials.board.state import YOU, State

Record = Mapping[str, Any]


def label_of(key: str, state: State) -> str:
    return state.objects[key].label if key in state.objects else called(key)


def sentence_of(one: Action, state: State) -> str:
    """Return such as `The 2/2 Bear is destroyed`."""
    name = label_of(one.key, state)
    names = {
        "name": capital(name),
        "lose": "lose" if one.key == YOU else "loses",
        "poss": "Your" if one.key == YOU else f"{capital(name)}’s",
        "by": one.to,
        "to": called(one.to) if one.does in {"protector", "returns"} else one.to,
        "removed": one.to,
    }
    return Template(data()["does"][one.does]).substitute(names)


def all_unread(case: Case) -> Iterator[Record]:
    for line in case.read.lines:
        if line.why:
            yield _unread(line.number, line.text, line.why, line.suggestion)
        elif line.words:
            yield _unread(line.number, line.words, "the rest of the line is read.", "")
    for text in case.typed.unread:
        yield _unread(0, text, "it isn’t a choice.", "")
    conditions = [one.choice for one in case.doubts if one.choice]
    fitting = {line for one in (*case.course.choices, *conditions) for line, _ in one.options}
    for (verb, key), value in case.typed.lines.items():
        choice = f"{verb} {key} {value}".strip()
        is_commander = key in case.state.objects and case.state.objects[key].is_commander
        if choice not in fitting and not is_commander:
            yield _unread(0, choice, "it doesn’t fit a choice on this board.", "")


def _unread(number: int, text: str, why: str, suggestion: str) -> Record:
    return {"line": number, "text": text, "why": why, "suggestion": suggestion or None}


def sentences(case: Case) -> Iterator[str]:
    """The sentences of the answer: what happens, unless what, and what isn't read."""
    said = list(_what_happens(case))
    if doubts := [one for one in case.doubts if one.is_open and not one.triggers]:
        # Who wins depends on it, too.
        said = [one for one in said if one not in set(_winning(case.course))] or said
        reasons = list(dict.fromkeys(_unless(one, said[0]) for one in doubts))
        said[0] = f"{said[0].removesuffix('.')}, unless {join_words(reasons, 'or')}."
    yield from said
    yield from _waiting(case)
    yield from _state_triggers(case)
    if case.is_open:
        yield "That depends on a choice."
    if unread := [f"“{one['text']}”" for one in all_unread(case)]:
        yield f"Not read, and left out: {join_words(unread)}."


def _unless(doubt: Doubt, said: str) -> str:
    """`you have 30 or more life`, `Platinum Angel says otherwise`."""
    if not (doubt.key and said.startswith(capital(doubt.name))):
        return doubt.reason
    who = doubt.name if doubt.condition else "its own text"
    return replace(doubt, name=who).reason.replace(f"{doubt.name}’s ", "its ")


def _what_happens(case: Case) -> Iterator[str]:
    yield from _ending(case)
    course, count = case.course, len(case.leaving)
    performed = course.performed
    if case.is_over or (course.losers and not count):
        pass
    elif len(performed) == 1 or (performed and not count):
        yield from dict.fromkeys(sentence_of(one, state) for one, state in performed)
    elif count:
        rounds = sum(not one.is_burn for one in course.rounds)
        noun = "permanent leaves" if count == 1 else "permanents leave"
        yield f"{count} {noun}, in {number_word(rounds, none='no')} round{'' if rounds == 1 else 's'}."
    else:
        yield _nothing(case)
    for one, state in performed if len(performed) > 1 and not case.is_over else ():
        if one.action == "burn":
            who = called(one.key)
            yield f"At the end of the phase, {who}{sentence_of(one, state).removeprefix(capital(who))}"


def _waiting(case: Case) -> Iterator[str]:
    """What triggered as damage was dealt, if it will still do something."""
    last = case.course.last
    for one in () if case.is_over else case.triggers:
        record = data()["waiting"].get(one.also)
        obj = last.state.objects[one.key]
        if not record or not obj.is_permanent:
            continue
        is_saved = one.also == "deathtouch" and (obj.shields or last.values[one.key].has_ability("indestructible"))
        if not is_saved:
            yield Template(record["then"]).substitute(name=obj.label, Name=capital(obj.label))


def _state_triggers(case: Case) -> Iterator[str]:
    """State triggers that trigger or may."""
    doubts = {(one.key, one.sentence): one for one in case.doubts if one.triggers and one.is_open}
    for one in () if case.is_over else case.states:
        obj = one.obj
        doubt = doubts.get((obj.key, said_of(one.ability.text, obj)))
        if case.course.last.state.objects[obj.key].is_permanent and (one.is_met or doubt):
            what = f"{obj.label}’s ability triggers: {said_of(one.then, obj)}."
            yield capital(f"{'unless' if one.is_met else 'if'} {doubt.condition}, {what}" if doubt else what)


def _nothing(case: Case) -> str:
    objects = [one for one in case.state.objects.values() if one.is_permanent]
    doubted = {one.line for one in case.doubts}
    if any(line.why and line.number not in doubted for line in case.read.lines):
        is_empty = not case.state.objects and not any(one.is_listed for one in case.state.players.values())
        return "There’s nothing to check yet." if is_empty else "Nothing happens to the rest."
    alone = len(objects) == 1 and not any(one.is_listed for one in case.state.players.values())
    for_now = " for now" if case.triggers else ""
    return f"{capital(objects[0].label)} stays on the battlefield{for_now}." if alone else f"Nothing happens{for_now}."


def verdict_of(sentence: str) -> tuple[str, str]:
    """The number that a sentence begins with, and the rest of it."""
    first, _, rest = sentence.partition(" ")
    return (first, rest) if first.isdigit() else ("", sentence)


def _ending(case: Case) -> Iterator[str]:
    course = case.course
    if course.is_draw:
        yield "The game is a draw."
        return
    if course.losers:
        names = [called(key) for key in course.losers]
        verb = "lose" if len(names) > 1 or course.losers[0] == YOU else "loses"
        yield f"{capital(join_words(names))} {verb} the game."
    yield from _winning(course)


def _winning(course: Course) -> Iterator[str]:
    if course.winner:
        yield f"{capital(called(course.winner))} {'win' if course.winner == YOU else 'wins'}."
