"""Apply continuous effects in the order of the layers, of timestamps, and of dependencies (613)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from symbols.trials.layers.board import Board, Effect
from symbols.trials.layers.operations import Operation
from symbols.trials.layers.systems import Layer, System
from symbols.trials.layers.values import Values

State = Mapping[int, Values]
Change = Literal["exists", "objects", "does"]
"""What applying another effect would change of an effect (613.8a)."""

Signature = tuple[str, frozenset[int], Mapping[int, tuple[Operation, ...]]]
"""What an effect says, what it applies to, and what it does to each: what a dependency compares."""

_FIRST: Final = frozenset({"control", "text", "type", "color", "ability"})
"""Kinds of layers 2 to 6, in which characteristic-defining abilities apply first (613.3)."""

_SIZES: Final = frozenset({"defined", "set", "static", "resolved", "counter", "switch"})


@dataclass(frozen=True, slots=True)
class Applied:
    """An effect's `parts` that were applied in a layer, and the state after that; `objects` may be empty."""

    layer: Layer
    effect: Effect
    parts: tuple[Operation, ...]
    objects: tuple[int, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Dependency:
    """An effect that waits for another, or both are in a loop; `changed` is what the other would change of it."""

    layer: Layer
    effect: Effect
    other: Effect
    changed: Change
    is_loop: bool = False


def evaluate(board: Board, system: System, *, copiable_only: bool = False) -> "Evaluation":
    found = Evaluation(board, system)
    found.run(copiable_only=copiable_only)
    return found


class Evaluation:
    """The effects of a board, applied in order, and the resulting `state`.

    Attributes:
        copiable: values after layer 1 (613.2c).
        unclear: effects of which the rules, before 613.6, don't say whether they go on in later layers.
        started: effects that began to apply, by their keys, with the objects.
    """

    def __init__(self, board: Board, system: System) -> None:
        self.board, self.system = board, system
        self.state = board.start
        self.applied: list[Applied] = []
        self.dependencies: list[Dependency] = []
        self.copiable: Mapping[int, Values] = {}
        self.unclear: list[Effect] = []
        self.started: dict[str, tuple[Effect, frozenset[int]]] = {}

    def run(self, *, copiable_only: bool) -> None:
        for layer in self.system.layers:
            is_copying = bool(layer.kinds & {"copy", "face down"})
            if not is_copying and not self.copiable:
                self.copiable = dict(self.state)
                if copiable_only:
                    break
            self._run_layer(layer)
            if is_copying or layer.is_typed:
                self.state = {line: values.with_mana_abilities() for line, values in self.state.items()}

    def _run_layer(self, layer: Layer) -> None:
        done: set[str] = set()
        known: dict[str, Effect] = {}
        dependencies: dict[tuple[str, str], Dependency] = {}
        while pending := [one for one in self._pending(layer, self.state) if one.key not in done]:
            known |= {one.key: one for one in pending}
            # Characteristic-defining abilities first; in 7a there is nothing else.
            group = [one for one in pending if one.defines and layer.kinds & _FIRST] or pending
            waits = self._dependencies(group, layer)
            loops = _loops(waits)
            for pair, changed in waits.items():
                effect, other = (known[key] for key in pair)
                dependencies.setdefault(pair, Dependency(layer, effect, other, changed, pair in loops))
            waiting = {key for key, other in waits if (key, other) not in loops}
            ready = [one for one in group if one.key not in waiting]
            chosen = min(ready, key=lambda one: (one.time, one.line, one.key))
            self._apply(chosen, layer)
            done.add(chosen.key)
        self.dependencies += dependencies.values()

    def _pending(self, layer: Layer, state: State) -> list[Effect]:
        """Effects with a part in the layer: those that exist, and those that began to apply before (613.6)."""
        now = [*self.board.effects, *self.board.static_effects(state)]
        keys = {one.key for one in now}
        now += [one for one, _ in self.started.values() if one.key not in keys]
        return [one for one in now if one.parts_in(layer, self.system)]

    def _objects(self, effect: Effect, state: State) -> frozenset[int]:
        begun = self.started.get(effect.key)
        return begun[1] if begun else self.board.affected(effect, state)

    def _apply(self, effect: Effect, layer: Layer) -> None:
        objects = self._objects(effect, self.state)
        self._note_unclear(effect)
        self.state = self._after(effect, layer, self.state)
        parts = effect.parts_in(layer, self.system)
        self.applied.append(Applied(layer, effect, parts, tuple(sorted(objects)), dict(self.state)))
        if objects:
            self.started.setdefault(effect.key, (effect, objects))

    def _note_unclear(self, effect: Effect) -> None:
        if self.system.keeps or effect.key not in self.started or effect.fixed is not None:
            return
        exists = any(one.key == effect.key for one in self.board.static_effects(self.state))
        if not exists or self.board.affected(effect, self.state) != self.started[effect.key][1]:
            self.unclear.append(effect)

    def _after(self, effect: Effect, layer: Layer, state: State) -> dict[int, Values]:
        """The state after this one effect."""
        after, view = dict(state), self.board.view(effect, state)
        for line in self._objects(effect, state):
            for part in effect.parts_in(layer, self.system):
                resolved = part.resolved(after[line], view)
                after[line] = resolved.apply(after[line], effect.key, effect.time)
        return after

    def _dependencies(self, group: Sequence[Effect], layer: Layer) -> dict[tuple[str, str], Change]:
        """Keys of an effect and of one that it depends on (613.8a), to what the latter would change."""
        state = self.state
        # Where only sizes change, nothing depends on that but what reads them.
        depending = [one for one in group if one.clause.reads_size] if layer.kinds <= _SIZES else group
        every = frozenset(state)
        before = {one.key: self._signature(one, layer, state, every) for one in depending}
        depends: dict[tuple[str, str], Change] = {}
        for other in group if depending else ():
            after = self._after(other, layer, state)
            touched = frozenset(line for line, values in state.items() if after[line] != values)
            if not touched:
                continue
            present = {one.key: one for one in self._pending(layer, after)}
            for one in (one for one in depending if one.key != other.key):
                then = present.get(one.key)
                if changed := self._changed_by(touched, one, then, layer, after, before[one.key]) if then else "exists":
                    depends[one.key, other.key] = changed
        return depends

    def _changed_by(
        self, touched: frozenset[int], one: Effect, then: Effect, layer: Layer, after: State, before: Signature
    ) -> Change | None:
        """What another effect, which `touched` these objects, changes of effect `one`, which is then `then`."""
        # Without a condition or a count, what it does to an object depends on that alone.
        is_local = one.controller == then.controller and not one.clause.reads_board
        if not is_local:
            return _changed(before, self._signature(then, layer, after, frozenset(after)))
        text, objects, does = before
        among = objects & touched
        before = text, among, {line: does[line] for line in among}
        return _changed(before, self._signature(then, layer, after, touched))

    def _signature(self, effect: Effect, layer: Layer, state: State, among: frozenset[int]) -> Signature:
        """Only of the objects `among` these."""
        begun = self.started.get(effect.key)
        objects = begun[1] & among if begun else self.board.affected(effect, state, among)
        view = self.board.view(effect, state)
        does = {
            line: tuple(part.resolved(state[line], view) for part in effect.parts_in(layer, self.system))
            for line in objects
        }
        return effect.ability.text if effect.ability else "", objects, does


def _changed(before: Signature, after: Signature) -> Change | None:
    changes: tuple[Change, ...] = ("exists", "objects", "does")
    return next((change for change, was, is_now in zip(changes, before, after, strict=True) if was != is_now), None)


def _loops(waits: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """The dependencies that are part of a loop (613.8b)."""
    pairs = set(waits)
    awaited = defaultdict[str, set[str]](set)
    for one, other in pairs:
        awaited[one].add(other)
    reachable = set(pairs)
    while more := {(start, end) for start, middle in reachable for end in awaited[middle]} - reachable:
        reachable |= more
    return {(one, other) for one, other in pairs if (other, one) in reachable}
