"""What permanents are with all effects and counters on the board, layer by layer (613)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from symbols.trials.board.conditions import with_conditions
from symbols.trials.board.state import GameObject, State
from symbols.trials.inputs import TrialError
from symbols.trials.layers.applying import evaluate
from symbols.trials.layers.board import Board, Effect, Permanent
from symbols.trials.layers.clauses import Clause
from symbols.trials.layers.operations import Gain, Operation
from symbols.trials.layers.sizes import Modify
from symbols.trials.layers.subjects import Filter, Target
from symbols.trials.layers.systems import System
from symbols.trials.layers.values import Time, Values
from symbols.trials.layers.words import is_keyword

MOST_EFFECTS: Final = 6
"""Most static effects where what one does may depend on another."""


def evaluated(state: State, system: System) -> Mapping[str, Values]:
    present = {place: one for place, one in enumerate(state.objects.values(), 1) if one.is_permanent}
    places = {one.key: place for place, one in present.items()}
    permanents = {
        place: Permanent(place, one.label, _values(one, state), _time(place), places.get(one.attached, 0))
        for place, one in present.items()
    }
    board = Board(permanents, tuple(effect for place, one in present.items() for effect in _counters_on(place, one)))
    static = list(board.static_effects(board.start))
    if all(map(_is_simple, static)):
        found = _summed(board, [*board.effects, *static])
    elif len(static) > MOST_EFFECTS:
        message = f"Board: that’s {len(static)} effects, and some may depend on others. Use {MOST_EFFECTS} or fewer."
        raise TrialError(message, field="board")
    else:
        found = evaluate(board, system).state
    return {one.key: found[place] for place, one in present.items()}


def _values(obj: GameObject, state: State) -> Values:
    """Its values before effects."""
    counters = tuple((kind, count) for kind, count in obj.counters.items() if count)
    values = replace(obj.permanent_values, counters=counters)
    if obj.has_size_of_life:
        life = next((one.life for one in state.remaining if one.includes(obj.controller)), 0)
        values = replace(values, power=life, toughness=life)
    return with_conditions(obj, values, state)


def _is_simple(effect: Effect) -> bool:
    """Whether it only changes sizes or gives keywords, so that the order of such effects doesn't matter."""
    subject, clause = effect.clause.subject, effect.clause
    by_size = isinstance(subject, Filter) and (subject.having or subject.compared)
    is_bare = not (by_size or clause.condition or clause.needs or clause.counts)
    return is_bare and all(
        isinstance(part, Modify) or (isinstance(part, Gain) and all(map(is_keyword, part.abilities)))
        for part in clause.parts
    )


def _summed(board: Board, effects: Sequence[Effect]) -> dict[int, Values]:
    """Apply simple effects; their order doesn't matter."""
    state = board.start
    for effect in effects:
        for line in board.affected(effect, board.start):
            for part in effect.parts:
                state[line] = part.apply(state[line], effect.key, effect.time)
    return state


def _counters_on(place: int, obj: GameObject) -> Iterator[Effect]:
    for kind, count in obj.counters.items():
        if count and (part := _counters(kind, count)):
            clause = Clause(Target(), (part,))
            key = f"{kind} counters on {place}"
            yield Effect(key, place, kind, _time(place), clause, 0, frozenset({place}), is_counter=True)


def _time(place: int) -> Time:
    """Later lines are newer."""
    return (place, 0, 0)


def _counters(kind: str, count: int) -> Operation | None:
    if "/" in kind:
        power, toughness = (int(one) * count for one in kind.split("/"))
        return Modify(power, toughness)
    return Gain((kind,)) if is_keyword(kind) else None
