"""What could change an answer: conditions that the board doesn’t tell, and sentences that aren’t read."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from symbols.trials.board.attachments import unless_of
from symbols.trials.board.choices import Choice, TypedChoices
from symbols.trials.board.conditions import MET, UNMET, counted_in, is_met
from symbols.trials.board.performing import Course
from symbols.trials.board.replacements import replacing_texts
from symbols.trials.board.state import GameObject, State
from symbols.trials.board.state_triggers import StateTrigger, state_in, state_triggers_of
from symbols.trials.layers.phrases import condition_in, read_ability
from symbols.trials.layers.values import SELF, Ability

MOST_TRIED: Final = 10
"""Most sentences whose effect on an answer is tried."""

Runs = Callable[[State], Course]

_IS_MET: Final = "Is that condition met?"
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
        """What follows “unless”: `you have 30 or more life`."""
        return self.condition or f"{self.name} says otherwise"

    @property
    def is_open(self) -> bool:
        return not (self.choice and self.choice.is_said)


def answered(state: State, typed: TypedChoices) -> State:
    """The board with typed answers to its conditions: `yes 1`."""
    objects = dict(state.objects)
    for obj in state.objects.values():
        for place, ability, _ in _conditional(obj):
            note = next((one for one in (MET, UNMET) if typed.has(one, _line(obj, place))), "")
            if note:
                objects[obj.key] = _with_note(objects[obj.key], ability, note)
        if obj.triggers_last and typed.has(MET, _line_of_last(obj)):
            objects[obj.key] = replace(objects[obj.key], is_pending=True)
    return replace(state, objects=objects)


def sentences_in_doubt(state: State, typed: TypedChoices, course: Course, runs: Runs) -> Iterator[Doubt]:
    """Sentences and conditions by which something else would happen."""
    tried = 0
    values = course.first.values
    for obj in state.permanents:
        for place, ability, condition in _conditional(obj):
            if state_in(ability.text):
                continue
            line = _line(obj, place)
            is_said = typed.has(MET, line) or typed.has(UNMET, line)
            if not is_said and (
                is_met(condition, obj, state) is not None or counted_in(condition, obj, values, course.first.state)
            ):
                continue
            tried += 1
            other = UNMET if typed.has(MET, line) else MET
            if tried <= MOST_TRIED and _differs(course, runs(state.with_object(_with_note(obj, ability, other)))):
                choice = _whether(_IS_MET, line, obj, typed)
                yield Doubt(obj.key, obj.label, said_of(ability.text, obj), said_of(condition, obj), choice)
        abilities = values.get(obj.key, obj.values).abilities
        for text in (*_unread(obj), *replacing_texts(abilities, state)):
            tried += 1
            if tried <= MOST_TRIED and any(
                _differs(course, runs(state.with_object(_with_text(obj, one)))) for one in _tries(text, obj)
            ):
                yield Doubt(obj.key, obj.label, said_of(text, obj))


def last_in_doubt(state: State, typed: TypedChoices, course: Course, runs: Runs) -> Iterator[Doubt]:
    """Whether the last ability of a Saga or Siege, which would keep it, is on the stack (704.5s, 704.5v)."""
    for obj in state.permanents:
        line = _line_of_last(obj)
        if not obj.triggers_last or obj.is_pending is not typed.has(MET, line):
            continue
        if _differs(course, runs(state.with_object(replace(obj, is_pending=not obj.is_pending)))):
            kind = "chapter ability" if obj.values.has_subtype("Saga") else "ability"
            choice = _whether(f"Is {obj.label}’s {kind} on the stack?", line, obj, typed)
            yield Doubt(obj.key, obj.label, "", f"{obj.label}’s {kind} is on the stack", choice)


def _whether(question: str, line: str, obj: GameObject, typed: TypedChoices, *, first: str = UNMET) -> Choice:
    """`first` is the option that is assumed."""
    options = [(f"{UNMET} {line}", "No"), (f"{MET} {line}", "Yes")]
    options = options if first == UNMET else options[::-1]
    return typed.choice(f"condition {line}", question, obj.controller, options)


def _line_of_last(obj: GameObject) -> str:
    return _line(obj, 1 + sum(1 for _ in _conditional(obj)))


def states_in_doubt(typed: TypedChoices, course: Course) -> Iterator[Doubt]:
    """State triggers (603.8) of permanents that stay, if what isn't listed could change whether they trigger."""
    for one in state_triggers_of(course):
        if course.last.state.objects[one.obj.key].is_permanent and (one.ability.note or not one.is_known):
            yield _doubt_of_state(one, typed)


def _doubt_of_state(one: StateTrigger, typed: TypedChoices) -> Doubt:
    obj = one.obj
    places = (place for place, ability, _ in _conditional(obj) if ability.key == one.ability.key)
    choice = None
    if place := next(places, None):
        choice = _whether(_IS_MET, _line(obj, place), obj, typed, first=MET if one.is_met else UNMET)
    sentence, otherwise = said_of(one.ability.text, obj), said_of(one.otherwise, obj)
    return Doubt(obj.key, obj.label, sentence, otherwise, choice, triggers=True)


def auras_in_doubt(course: Course) -> Iterator[Doubt]:
    """Auras that stay, though the board doesn't tell whether they may."""
    first = course.first
    left = {each.key for one in course.rounds[:1] for each in one.performed if each.moves}
    for obj in first.state.permanents:
        unless = "" if obj.key in left else unless_of(obj, first.state, first.values)
        if unless:
            there = first.state.objects[obj.attached]
            mended = f"tapped {there.text}" if unless.endswith("tapped") else ""
            yield Doubt(obj.key, obj.label, f"Enchant {obj.enchants}", unless, None, there.line, mended)


def _line(obj: GameObject, place: int) -> str:
    return obj.key if place == 1 else f"{obj.key}-{place}"


def _conditional(obj: GameObject) -> Iterator[tuple[int, Ability, str]]:
    """Its abilities that depend on something, numbered."""
    place = 0
    for ability in obj.values.abilities:
        found = condition_in(ability.text)
        condition = found[0] if found else state_in(ability.text)
        if condition and " would " not in f" {condition} ":
            place += 1
            yield place, ability, condition


def _unread(obj: GameObject) -> Iterator[str]:
    """Its sentences that may change something, and aren't understood even if their condition is met."""
    for ability in obj.values.abilities:
        if ability.note != UNMET:
            note = MET if condition_in(ability.text) else ability.note
            yield from (one for one in read_ability(ability.text, note).unread if not _HARMLESS.search(one))
    yield from (one for one in obj.uncounted if not _HARMLESS.search(one))


def _tries(text: str, obj: GameObject) -> Iterator[str]:
    """Sentences to try instead of one that isn't read: the most that it might do."""
    if " would " in text:
        yield _SELF_ELSEWHERE if _ITS_OWN.match(text) else _ELSEWHERE
        return
    if _LOSING.search(text):
        yield "You can't lose the game."
    who = _affected(text, obj)
    if who == SELF and obj.is_sized:
        # The size that’s typed is what it is now.
        return
    if re.search(r"\bindestructible\b|\ball (?:of the )?abilities\b", text):
        yield _LASTING.format(who=who)
    may_be_any = _SIZES.search(text) is not None
    if may_be_any or _RAISES.search(text):
        yield _BIGGER.format(who=who)
    if may_be_any or _LOWERS.search(text):
        yield _SMALLER.format(who=who)


def _affected(text: str, obj: GameObject) -> str:
    """The narrowest subject that the sentence surely affects."""
    if _ATTACHED.search(text) or (obj.attached and text.startswith(("It ", "Otherwise"))):
        return "Enchanted creature"
    if text.startswith((SELF, "This ", "It ")):
        return SELF
    if "you control" in text:
        return "Creatures you control"
    return "Creatures your opponents control" if "opponents control" in text else "Creatures"


def said_of(text: str, obj: GameObject) -> str:
    """A text with the name of its permanent."""
    return text.replace(SELF, obj.values.name or obj.label).rstrip(".")


def _with_note(obj: GameObject, ability: Ability, note: str) -> GameObject:
    abilities = tuple(replace(one, note=note) if one.key == ability.key else one for one in obj.values.abilities)
    return replace(obj, values=replace(obj.values, abilities=abilities))


def _with_text(obj: GameObject, text: str) -> GameObject:
    abilities = (*obj.values.abilities, Ability(text, "what if"))
    return replace(obj, values=replace(obj.values, abilities=abilities))


def _differs(one: Course, other: Course) -> bool:
    return _events(one) != _events(other)


def _events(course: Course) -> tuple[object, ...]:
    rounds = [sorted((each.key, each.action, each.does, each.to) for each in one.performed) for one in course.rounds]
    return rounds, course.winner, course.is_draw, course.losers
