"""The map of rule 107.3."""

from typing import Any

import pytest
from hypothesis import given

from symbols.engine.x import (
    EXAMPLES,
    OTHER_RULES,
    SUBRULES,
    StepOutcome,
    Subject,
    Trace,
    trace,
    what_is_x,
)
from symbols.engine.x.table import DecisionRow
from tests.engine.x.strategies import DESCRIPTIONS, answered, made


def lit(way: Trace) -> list[tuple[str, StepOutcome | None]]:
    """Every stop on the path, from the trunk to the end of its branch."""
    tracks = list(way.trunk)
    for _, is_lit, along in way.branches:
        tracks += along if is_lit else ()
    return [(track.stop.rule, track.outcome) for track in tracks]


def stops() -> list[DecisionRow]:
    way = trace(None)
    along = [track for *_, tracks in way.branches for track in tracks]
    return [track.stop for track in (*way.trunk, *along, way.one_number)]


def test_map_has_every_subrule() -> None:
    on_map = {stop.rule for stop in stops()}
    subrules = {each.rule for each in SUBRULES}
    assert on_map >= subrules
    assert on_map - subrules == {each.rule for each in OTHER_RULES}
    assert {stop.rule for stop in stops() if stop.exception} == {"107.3j", "107.3k", "107.3m"}
    assert sorted(subject for branch, *_ in trace(None).branches for subject in branch.subjects) == sorted(Subject)


@given(DESCRIPTIONS)
def test_trace_ends_at_the_deciding_rule(described: dict[str, Any]) -> None:
    situation = made(described)
    answer = answered(situation) if situation else None
    if answer is None:
        return
    way = trace(answer)
    on_the_way = lit(way)
    deciding = [place for place, (_, outcome) in enumerate(on_the_way) if outcome is StepOutcome.DECIDES]
    assert [on_the_way[place][0] for place in deciding] == [answer.rule]
    assert all(outcome is not None for _, outcome in on_the_way[: deciding[0]]), "the way has no gap"
    assert sum(is_lit for _, is_lit, _ in way.branches) == (answer.rule not in {"107.3e", "107.3j"})
    dark = [track for _, is_lit, along in way.branches if not is_lit for track in along]
    assert all(track.outcome is None for track in dark)
    assert way.one_number.outcome is not StepOutcome.DECIDES


def test_trace_without_an_answer() -> None:
    way = trace(None)
    assert {outcome for _, outcome in lit(way)} == {None}
    assert way.one_number.outcome is None


def test_examples_are_decided_by_their_rules(subtests: pytest.Subtests) -> None:
    for example in [*EXAMPLES, *OTHER_RULES]:
        with subtests.test(example=example):
            assert what_is_x(example.situation).rule == example.rule
