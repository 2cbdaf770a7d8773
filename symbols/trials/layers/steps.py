"""The steps of an answer: rules that applied, in order, and which of them decides."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from symbols.sentences import join_words
from symbols.trials.layers.applying import Applied, evaluate
from symbols.trials.layers.board import Effect
from symbols.trials.layers.cases import Case, visible
from symbols.trials.layers.operations import Copy
from symbols.trials.layers.subjects import Filter
from symbols.trials.layers.types import SetTypes
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import BASIC_LANDS
from symbols.trials.outcome import Step

Record = Mapping[str, Any]

TIED: Final = (
    "Permanents that get a timestamp together are ordered by their controllers: the active player’s first, and each "
    "player’s as that player likes."
)


def shown_effect(one: Applied, before: Mapping[int, Values], case: Case) -> Record:
    view = case.read.board.view(one.effect, before)
    found = [part.resolved(before[line], view) for line in one.objects[:1] for part in one.parts]
    what = join_words([part.what for part in found or one.parts])
    return {"line": one.effect.line, "source": one.effect.label, "what": what, "objects": list(one.objects)}


def steps_of(case: Case, dependencies: Sequence[Record]) -> list[Step]:
    steps = list(_all_steps(case, dependencies))
    deciding = _deciding(case, dependencies)
    decides = next((place for place, step in enumerate(steps) if step.rule == deciding), 0)
    return [replace(step, decides=place == decides) for place, step in enumerate(steps)]


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
            effect = shown_effect(one, state, case)
            grouped.setdefault((one.layer.label, one.layer.rule), []).append(f"{effect['source']}: {effect['what']}")
        state = one.state
    for (label, rule), found in grouped.items():
        yield Step(rule, f"Layer {label}. {'; '.join(found)}.")
    labels = Counter(label for label, _ in {(one.layer.label, one.effect.line) for one in case.result.applied})
    if any(labels[label] > 1 for label, _ in grouped):
        yield Step("613.7", "Within a layer, the older effect applies first.")
    for each in dependencies:
        tail = "They depend on each other, so they apply in timestamp order." if each["loop"] else "So it waits."
        yield Step(each["rule"], f"{each['why']} {tail}")
    yield from _special_steps(case)


def _special_steps(case: Case) -> Iterator[Step]:
    """Rules besides those of the order."""
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
        yield Step("613.7m", TIED)


def _sets_land(part: SetTypes) -> bool:
    return not part.also and any(one in BASIC_LANDS for one in part.subtypes)


def _is_locked(effect: Effect, case: Case) -> bool:
    """Whether the result would differ if the set of objects could change."""
    if effect.fixed is None or not isinstance(effect.clause.subject, Filter):
        return False
    board = case.read.board
    effects = tuple(replace(one, fixed=None) if one.key == effect.key else one for one in board.effects)
    return visible(evaluate(replace(board, effects=effects), case.system)) != visible(case.result)


def _lost(effect: Effect, case: Case) -> bool:
    """Whether an effect's ability is gone in the end."""
    if effect.ability is None:
        return False
    return all(one.key != effect.ability.key for one in case.result.state[effect.source].abilities)
