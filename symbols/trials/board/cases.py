"""A board as it was typed, and what happens on it."""

import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from symbols.trials.board.choices import Choice, TypedChoices, read_choices
from symbols.trials.board.doubts import (
    Doubt,
    answered,
    auras_in_doubt,
    last_in_doubt,
    sentences_in_doubt,
    states_in_doubt,
)
from symbols.trials.board.era import Era, era_of
from symbols.trials.board.lines import MOST_LINES, MOST_OBJECTS, ReadBoard, lines_of, read_board
from symbols.trials.board.performing import Course, run
from symbols.trials.board.state import GameObject, Player, State
from symbols.trials.board.state_triggers import StateTrigger, state_triggers_of
from symbols.trials.board.triggers import Triggered, of_state, triggers_of, waiting_in
from symbols.trials.board.unknown import names_in_doubt
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.trial import Reading


@dataclass(frozen=True, slots=True)
class Case:
    read: ReadBoard
    typed: TypedChoices
    era: Era
    course: Course
    doubts: Sequence[Doubt] = ()

    @property
    def state(self) -> State:
        return self.read.state

    @property
    def triggers(self) -> list[Triggered]:
        """All that triggered, those of the active player first (603.3b)."""
        found = list(waiting_in(self.state, self.era))
        found += (one for each in self.course.rounds for one in triggers_of(each))
        found += (of_state(one) for one in self.states if one.is_met)
        return sorted(found, key=lambda one: self.state.turn_of(one.controller))

    @property
    def states(self) -> Sequence[StateTrigger]:
        """Abilities that trigger on a state, whether or not it's so."""
        return state_triggers_of(self.course)

    @property
    def is_over(self) -> bool:
        return bool(self.course.winner or self.course.is_draw)

    @property
    def is_open(self) -> bool:
        """Whether a choice that isn't typed would change what happens."""
        return any(self._changes(one) for one in self.course.choices if not one.is_said)

    def _changes(self, choice: Choice) -> bool:
        others = (read_choices(line, self.typed) for line, _ in choice.options if line != choice.taken)
        return any(self._differs(run(self.state, self.era, typed)) for typed in others)

    def _differs(self, other: Course) -> bool:
        if self.is_over:
            # Nobody cares which permanents are left.
            return (other.winner, other.is_draw) != (self.course.winner, self.course.is_draw)
        return self._fates(other) != self._fates(self.course)

    def _fates(self, course: Course) -> tuple[Mapping[str, Player], Counter[str]]:
        """What becomes of players and objects; which of two that are alike makes no difference."""
        players, objects = course.last.state.players, course.last.state.objects
        return players, Counter(f"{_kind(one)} {_kind(objects[key])}" for key, one in self.state.objects.items())

    @property
    def leaving(self) -> list[str]:
        """Permanents that are elsewhere in the end, by key."""
        last = self.course.last.state.objects
        return [
            key
            for key, one in self.state.objects.items()
            if one.zone == "battlefield" and not one.kind and last[key].zone != "battlefield"
        ]


def _kind(obj: GameObject) -> str:
    return repr(replace(obj, key="", line=0, text="", label=""))


def read_case(inputs: Inputs, reading: Reading) -> Case:
    texts = lines_of(inputs.text("board"))
    if len(texts) > MOST_LINES:
        raise TrialError(f"Board: that’s {len(texts)} lines. Use {MOST_LINES} or fewer.", field="board")
    read, typed, era = read_board(texts, reading), read_choices(inputs.text("choices")), era_of(inputs, reading)
    if len(read.state.objects) > MOST_OBJECTS:
        message = f"Board: that’s {len(read.state.objects)} objects. Use {MOST_OBJECTS} or fewer."
        raise TrialError(message, field="board")
    state = answered(read.state, typed)
    course = run(state, era, typed)

    def runs(changed: State) -> Course:
        with contextlib.suppress(TrialError):
            return run(changed, era, typed)
        return course

    doubts = [
        *sentences_in_doubt(state, typed, course, runs),
        *last_in_doubt(state, typed, course, runs),
        *auras_in_doubt(course),
        *names_in_doubt(state, read.lines, course),
    ]
    if not (course.winner or course.is_draw):
        doubts += states_in_doubt(typed, course)
    return Case(replace(read, state=state), typed, era, course, doubts)
