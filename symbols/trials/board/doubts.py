"""What an answer leaves out, and by which it could be another: conditions that nobody told, and sentences not read."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from symbols.trials.board.attachments import unless_of
from symbols.trials.board.choices import Choice, Said
from symbols.trials.board.conditions import MET, UNMET, counted_in, is_met
from symbols.trials.board.performing import Course
from symbols.trials.board.replacements import replacing_texts
from symbols.trials.board.state import State, Thing
from symbols.trials.board.state_triggers import StateTrigger, state_in, state_triggers_of
from symbols.trials.layers.phrases import condition_in, read_ability
from symbols.trials.layers.values import SELF, Ability

MOST_TRIED: Final = 10
"""Most sentences whose effect on an answer is tried."""

Runs = Callable[[State], Course]

_BIGGER: Final = "{who} get +0/+5000."
_SMALLER: Final = "{who} get -0/-5000."
_LASTING: Final = "{who} have indestructible."
_ELSEWHERE: Final = "If a card or token would be put into a graveyard from anywhere, exile it instead."
_SELF_ELSEWHERE: Final = "If this permanent would be put into a graveyard from anywhere, exile it instead."
_ITS_OWN: Final = re.compile(rf"if (?:{re.escape(SELF)}|this \w+) would ", re.IGNORECASE)
_RAISES: Final = re.compile(r"[+](?:\d|X|Y)\S*/[+](?:[1-9]|X|Y)", re.IGNORECASE)
_LOWERS: Final = re.compile(r"/[-−](?:[1-9]|X|Y)", re.IGNORECASE)
_SIZES: Final = re.compile(
    r"\btoughness\b|\bbase power\b|\bcop(?:y|ies) of\b|\bis(?:n't)? an? [\w ]*creature\b|[+-]\d/[+-]\d counters? put"
)
_LOSING: Final = re.compile(r"\b(?:lose|losing) the game\b")
_HARMLESS: Final = re.compile(
    r"\bassigns?\b|^Cumulative upkeep|\benters?\b|\bspells?\b|^Ward\b|\bas though\b"
    # It’s about cards elsewhere, or gives only what triggers.
    r"|^(?!As\b|For\b|If\b|The\b)(?:[\w-]+ )*[Cc]ards? in [\w' ]+? (?:can't|gain|ha(?:s|ve)|lose)\b"
    r"|^(?:Enchanted|Equipped) \w+ has [\"'“](?:When|Whenever|At)\b"
)
_ATTACHED: Final = re.compile(r"\b(?:enchanted|equipped) \w+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A sentence that could change an answer.

    Attributes:
        key: of the permanent whose it is; a line that isn't read has none.
        sentence: with the permanent's name; empty for a name without any.
        condition: what it depends on; empty for a sentence that isn't counted at all.
        choice: whether the condition is met.
        suggestion: the line that would tell; `line` is its number.
        triggers: whether only an ability of it triggers or doesn't.
    """

    key: str
    name: str
    sentence: str = ""
    condition: str = ""
    choice: Choice | None = None
    line: int = 0
    suggestion: str = ""
    triggers: bool = False

    @property
    def reason(self) -> str:
        """What the answer would be otherwise for: `you have 30 or more life`."""
        return self.condition or f"{self.name} says otherwise"

    @property
    def is_open(self) -> bool:
        return not (self.choice and self.choice.is_said)


def answered(state: State, said: Said) -> State:
    """The board with what is typed of conditions: `yes 1`."""
    things = dict(state.things)
    for thing in state.things.values():
        for place, ability, _ in _conditional(thing):
            note = next((one for one in (MET, UNMET) if said.has(one, _line(thing, place))), "")
            if note:
                things[thing.key] = _with_note(things[thing.key], ability, note)
        if thing.triggers_last and said.has(MET, _line_of_last(thing)):
            things[thing.key] = replace(things[thing.key], is_pending=True)
    return replace(state, things=things)


def sentences_in_doubt(state: State, said: Said, course: Course, runs: Runs) -> Iterator[Doubt]:
    """Those by which something else would happen."""
    tried = 0
    values = course.first.values
    for thing in state.permanents:
        for place, ability, condition in _conditional(thing):
            if state_in(ability.text):
                continue
            line = _line(thing, place)
            is_said = said.has(MET, line) or said.has(UNMET, line)
            if not is_said and (
                is_met(condition, thing, state) is not None or counted_in(condition, thing, values, course.first.state)
            ):
                continue
            tried += 1
            other = UNMET if said.has(MET, line) else MET
            if tried <= MOST_TRIED and _differs(course, runs(state.with_thing(_with_note(thing, ability, other)))):
                choice = _whether(condition, line, thing, said)
                yield Doubt(thing.key, thing.label, said_of(ability.text, thing), said_of(condition, thing), choice)
        abilities = values.get(thing.key, thing.values).abilities
        for text in (*_unread(thing), *replacing_texts(abilities, state)):
            tried += 1
            if tried <= MOST_TRIED and any(
                _differs(course, runs(state.with_thing(_with_text(thing, one)))) for one in _tries(text, thing)
            ):
                yield Doubt(thing.key, thing.label, said_of(text, thing))


def last_in_doubt(state: State, said: Said, course: Course, runs: Runs) -> Iterator[Doubt]:
    """What stays while its last ability is on the stack (704.5s, 704.5v), if its line doesn't tell."""
    for thing in state.permanents:
        line = _line_of_last(thing)
        if not thing.triggers_last or thing.is_pending is not said.has(MET, line):
            continue
        if _differs(course, runs(state.with_thing(replace(thing, is_pending=not thing.is_pending)))):
            kind = "chapter ability" if thing.values.has_subtype("Saga") else "ability"
            condition = f"{thing.label}’s {kind} is on the stack"
            yield Doubt(thing.key, thing.label, "", condition, _whether(condition, line, thing, said))


def _whether(condition: str, line: str, thing: Thing, said: Said, *, first: str = UNMET) -> Choice:
    """`first` is the option that is assumed."""
    options = [(f"{UNMET} {line}", "No"), (f"{MET} {line}", "Yes")]
    options = options if first == UNMET else options[::-1]
    return said.choice(f"condition {line}", f"Is it so that {condition}?", thing.controller, options)


def _line_of_last(thing: Thing) -> str:
    return _line(thing, 1 + sum(1 for _ in _conditional(thing)))


def states_in_doubt(said: Said, course: Course) -> Iterator[Doubt]:
    """States in which abilities of what stays trigger, and that what isn't listed could change."""
    for one in state_triggers_of(course):
        if course.last.state.things[one.thing.key].is_permanent and (one.ability.note or not one.is_known):
            yield _doubt_of_state(one, said)


def _doubt_of_state(one: StateTrigger, said: Said) -> Doubt:
    thing = one.thing
    places = (place for place, ability, _ in _conditional(thing) if ability.key == one.ability.key)
    choice = None
    if place := next(places, None):
        condition = said_of(one.condition, thing)
        choice = _whether(condition, _line(thing, place), thing, said, first=MET if one.is_met else UNMET)
    sentence, otherwise = said_of(one.ability.text, thing), said_of(one.otherwise, thing)
    return Doubt(thing.key, thing.label, sentence, otherwise, choice, triggers=True)


def auras_in_doubt(course: Course) -> Iterator[Doubt]:
    """Auras that stay where nobody knows whether they may."""
    first = course.first
    left = {each.key for one in course.rounds[:1] for each in one.performed if each.moves}
    for thing in first.state.permanents:
        unless = "" if thing.key in left else unless_of(thing, first.state, first.values)
        if unless:
            there = first.state.things[thing.attached]
            mended = f"tapped {there.text}" if unless.endswith("tapped") else ""
            yield Doubt(thing.key, thing.label, f"Enchant {thing.enchants}", unless, None, there.line, mended)


def _line(thing: Thing, place: int) -> str:
    return thing.key if place == 1 else f"{thing.key}-{place}"


def _conditional(thing: Thing) -> Iterator[tuple[int, Ability, str]]:
    """Its abilities that depend on something, numbered."""
    place = 0
    for ability in thing.values.abilities:
        found = condition_in(ability.text)
        condition = found[0] if found else state_in(ability.text)
        if condition and " would " not in f" {condition} ":
            place += 1
            yield place, ability, condition


def _unread(thing: Thing) -> Iterator[str]:
    """Its sentences that may change something, and aren't understood even if their condition is met."""
    for ability in thing.values.abilities:
        if ability.note != UNMET:
            note = MET if condition_in(ability.text) else ability.note
            yield from (one for one in read_ability(ability.text, note).unread if not _HARMLESS.search(one))
    yield from (one for one in thing.uncounted if not _HARMLESS.search(one))


def _tries(text: str, thing: Thing) -> Iterator[str]:
    """Sentences that stand for what another may do."""
    if " would " in text:
        yield _SELF_ELSEWHERE if _ITS_OWN.match(text) else _ELSEWHERE
        return
    if _LOSING.search(text):
        yield "You can't lose the game."
    who = _affected(text, thing)
    if who == SELF and thing.is_sized:
        # The size that’s typed is what it is now.
        return
    if re.search(r"\bindestructible\b|\ball (?:of the )?abilities\b", text):
        yield _LASTING.format(who=who)
    may_be_any = _SIZES.search(text) is not None
    if may_be_any or _RAISES.search(text):
        yield _BIGGER.format(who=who)
    if may_be_any or _LOWERS.search(text):
        yield _SMALLER.format(who=who)


def _affected(text: str, thing: Thing) -> str:
    """A subject that surely is among what a sentence is about."""
    if _ATTACHED.search(text) or (thing.attached and text.startswith(("It ", "Otherwise"))):
        return "Enchanted creature"
    if text.startswith((SELF, "This ", "It ")):
        return SELF
    if "you control" in text:
        return "Creatures you control"
    return "Creatures your opponents control" if "opponents control" in text else "Creatures"


def said_of(text: str, thing: Thing) -> str:
    """A text with the name of its permanent."""
    return text.replace(SELF, thing.values.name or thing.label).rstrip(".")


def _with_note(thing: Thing, ability: Ability, note: str) -> Thing:
    abilities = tuple(replace(one, note=note) if one.key == ability.key else one for one in thing.values.abilities)
    return replace(thing, values=replace(thing.values, abilities=abilities))


def _with_text(thing: Thing, text: str) -> Thing:
    abilities = (*thing.values.abilities, Ability(text, "what if"))
    return replace(thing, values=replace(thing.values, abilities=abilities))


def _differs(one: Course, other: Course) -> bool:
    return _events(one) != _events(other)


def _events(course: Course) -> tuple[object, ...]:
    rounds = [sorted((each.key, each.action, each.does, each.to) for each in one.performed) for one in course.rounds]
    return rounds, course.winner, course.is_draw, course.losers
