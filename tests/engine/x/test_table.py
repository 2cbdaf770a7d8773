"""The decision table: conditions name existing facts, and every row is reachable."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from explorer.citations import NAMES
from symbols.engine.x import (
    FIELDS,
    SUBRULES,
    AnswerKind,
    LetterDefinition,
    Method,
    Origin,
    Place,
    Situation,
    Subject,
    VariableLetter,
    Zone,
    what_is_x,
    words_of,
)
from symbols.engine.x.table import REFUSALS, ROWS, WORDS, DecisionRow, FactCondition
from tests.engine.test_result import rule_numbers
from tests.engine.x.strategies import answered, made

ADDED = {"decided", "negative", "kind", "announceable"}
"""Facts that come with an answer."""


def conditions() -> Iterator[FactCondition]:
    for condition in (*(row.fits for row in ROWS), *(refusal.fits for refusal in REFUSALS)):
        yield from filter(None, [condition, condition.unless])
    for field in FIELDS.values():
        yield from field.offered
    for variants in (*WORDS.values(), *(field.label for field in FIELDS.values())):
        yield from (condition for condition, _ in variants.rows)


def test_conditions_name_possible_facts() -> None:
    facts = Situation().facts
    for condition in conditions():
        for name, values in condition.wanted:
            assert name in facts.keys() | ADDED
            words = words_of(name)
            if words:
                assert values <= set(words), name
            elif name in {"given", "forbidden", "choices"}:
                assert values <= FIELDS.keys(), name
            elif name == "kind":
                assert values <= set(AnswerKind), name
            elif name == "decided":
                assert values <= {row.rule for row in ROWS}, name
            else:
                assert values <= {"yes", "no"}, name


def test_last_variant_always_fits() -> None:
    for variants in (*WORDS.values(), *(field.label for field in FIELDS.values())):
        assert [not condition.wanted for condition, _ in variants.rows].index(True) == len(variants.rows) - 1


@pytest.fixture(scope="module")
def cited() -> set[tuple[str, str, str]]:
    """Rule, outcome and text of each step, for situations of every kind."""
    places = [frozenset({place}) for place in Place] + [frozenset({Place.MANA_COST, Place.TEXT})]
    options = product(
        Subject, (None, Zone.STACK), places, LetterDefinition, Method, Origin, (False, True), (False, True)
    )
    found: set[tuple[str, str, str]] = set()
    for subject, zone, there, definition, method, origin, gained, refers in options:
        if refers and there != {Place.TEXT}:
            continue
        described = {
            "subject": subject,
            "zone": zone,
            "places": there,
            "definition": definition,
            "method": method,
            "origin": origin,
            "gained": gained,
            "refers": refers,
        }
        situation = made(described)
        answer = answered(situation) if situation else None
        found |= {(step.rule, step.outcome, step.why) for step in answer.steps} if answer else set()
    for letter, number in product(VariableLetter, (-3, None)):
        for other in (
            Situation(letter=letter, definition=LetterDefinition.TEXT, defined_value=number),
            Situation(letter=letter, refers=True, other_value=number),
        ):
            answer = answered(other)
            found |= {(step.rule, step.outcome, step.why) for step in answer.steps} if answer else set()
    for other in (Situation(doubled=1), Situation(subject=Subject.SPECIAL_ACTION, zone=Zone.BATTLEFIELD)):
        found |= {(step.rule, step.outcome, step.why) for step in what_is_x(other).steps}
    return found


@pytest.mark.slow
def test_every_cited_rule_exists_and_has_a_stable_name(cited: set[tuple[str, str, str]]) -> None:
    rules = {rule for rule, _, _ in cited}
    assert rules <= rule_numbers()
    assert rules <= NAMES
    assert rules >= {each.rule for each in SUBRULES}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.rule}-{row.outcome.value}-{row.why[:30]}")
def test_every_row_is_reachable(row: DecisionRow, cited: set[tuple[str, str, str]]) -> None:
    pattern = re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(row.why)))
    assert any((rule, outcome) == (row.rule, row.outcome) and pattern.fullmatch(why) for rule, outcome, why in cited)
