"""The map of 107.3 and the words by which its clauses are known."""

from typing import Any

import pytest
from hypothesis import given

from explorer.citations import NAMES
from symbols.engine.x import Answer, Outcome, Situation, Subject, clauses, what_is_x
from symbols.engine.x.examples import EXAMPLES
from symbols.engine.x.paths import BRANCHES, OTHER_WAYS, Way, stops, way_of
from tests.engine.situations import DESCRIPTIONS, answered, made


def lit(way: Way) -> list[tuple[str, Outcome | None]]:
    """Every stop on the way, from the trunk to the end of its branch."""
    tracks = list(way.trunk)
    for _, is_lit, along in way.branches:
        tracks += along if is_lit else ()
    return [(track.stop.rule, track.outcome) for track in tracks]


def test_every_clause_and_every_deciding_rule_is_on_the_map() -> None:
    on_map = {stop.rule for stop in stops()}
    assert on_map >= {clause.rule for clause in clauses()}
    assert on_map - {clause.rule for clause in clauses()} == OTHER_WAYS.keys()
    assert {stop.rule for stop in stops() if stop.exception} == {"107.3j", "107.3k", "107.3m"}
    assert sorted(subject for branch in BRANCHES for subject in branch.subjects) == sorted(Subject)


@given(DESCRIPTIONS)
def test_one_way_is_lit_and_it_ends_where_the_answer_was_decided(described: dict[str, Any]) -> None:
    situation = made(described)
    answer = answered(situation) if situation else None
    if answer is None:
        return
    way = way_of(answer)
    on_the_way = lit(way)
    deciding = [place for place, (_, outcome) in enumerate(on_the_way) if outcome is Outcome.DECIDES]
    assert [on_the_way[place][0] for place in deciding] == [answer.rule]
    assert all(outcome is not None for _, outcome in on_the_way[: deciding[0]]), "the way has no gap"
    assert sum(is_lit for _, is_lit, _ in way.branches) == (answer.rule not in {"107.3e", "107.3j"})
    dark = [track for _, is_lit, along in way.branches if not is_lit for track in along]
    assert all(track.outcome is None for track in dark)
    assert way.one_number.outcome is not Outcome.DECIDES


def test_nothing_is_lit_without_an_answer() -> None:
    way = way_of(None)
    assert {outcome for _, outcome in lit(way)} == {None}
    assert way.one_number.outcome is None


@pytest.mark.parametrize(("rule", "situation"), OTHER_WAYS.items(), ids=OTHER_WAYS)
def test_rules_that_are_no_clauses_have_examples_too(rule: str, situation: Situation) -> None:
    assert what_is_x(situation).rule == rule


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_is_decided_by_its_rule(example: Any) -> None:
    assert what_is_x(example.situation).rule == example.rule


def all_answers() -> list[Answer]:
    situations = [*(clause.example for clause in clauses()), *(each.situation for each in EXAMPLES)]
    return [what_is_x(situation) for situation in [*situations, *OTHER_WAYS.values()]]


def test_every_rule_that_an_answer_cites_can_be_told_by_its_words() -> None:
    assert {step.rule for answer in all_answers() for step in answer.steps} <= NAMES


@given(DESCRIPTIONS)
def test_whatever_is_cited_can_be_told(described: dict[str, Any]) -> None:
    situation = made(described)
    answer = answered(situation) if situation else None
    assert answer is None or {step.rule for step in answer.steps} <= NAMES
