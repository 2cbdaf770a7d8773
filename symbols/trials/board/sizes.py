"""What permanents are with all effects and counters on the board, layer by layer (613)."""

from collections.abc import Mapping

from symbols.trials.board.state import State
from symbols.trials.layers.applying import evaluate
from symbols.trials.layers.board import Board, Effect, Permanent
from symbols.trials.layers.clauses import Clause
from symbols.trials.layers.operations import Gain, Modify, Operation
from symbols.trials.layers.subjects import One
from symbols.trials.layers.systems import System
from symbols.trials.layers.values import Time, Values
from symbols.trials.layers.words import is_keyword


def evaluated(state: State, system: System) -> Mapping[str, Values]:
    """The values of each permanent, by key."""
    present = {place: one for place, one in enumerate(state.things.values(), 1) if one.is_permanent}
    places = {one.key: place for place, one in present.items()}
    permanents = {
        place: Permanent(place, one.label, one.values, _time(place), places.get(one.attached, 0))
        for place, one in present.items()
    }
    effects = [
        Effect(f"{kind} counters on {place}", place, kind, _time(place), Clause(One.TARGET, (part,)), 0,
               frozenset({place}), is_counter=True)
        for place, one in present.items()
        for kind, count in one.counters.items()
        if count and (part := _counters(kind, count))
    ]  # fmt: skip
    found = evaluate(Board(permanents, tuple(effects)), system).state
    return {one.key: found[place] for place, one in present.items()}


def _time(place: int) -> Time:
    """Later lines are newer."""
    return (place, 0, 0)


def _counters(kind: str, count: int) -> Operation | None:
    if "/" in kind:
        power, toughness = (int(one) * count for one in kind.split("/"))
        return Modify(power, toughness)
    return Gain((kind,)) if is_keyword(kind) else None
