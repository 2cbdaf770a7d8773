"""Sentences of the steps to X, and permanent values of queries."""

from pathlib import Path
from urllib.parse import parse_qs

import pytest

from symbols.engine.x import (
    AnswerKind,
    Chooser,
    LetterDefinition,
    Method,
    Origin,
    Place,
    Situation,
    StepOutcome,
    Subject,
    VariableLetter,
    When,
    Zone,
    possible,
    what_is_x,
)
from tests.tables import cases, rows

STEPS: dict[str, list[tuple[str, ...]]] = {}
for _address, *_step in rows(str(Path(__file__).with_name("steps.txt"))):
    STEPS.setdefault(_address, []).append(tuple(_step))


def test_step_sentences(subtests: pytest.Subtests) -> None:
    for address, steps in STEPS.items():
        with subtests.test(address=address, steps=steps):
            found = what_is_x(Situation.from_query(parse_qs(address))).steps
            assert [(step.outcome.value, step.rule, step.why) for step in found] == steps


@pytest.mark.parametrize(
    ("address", "first", "formula"),
    [
        ("letter=Y&how=copied", "Y follows every rule that X follows.", "the Y of the original"),
        (
            "letter=Z&how=copied",
            "The rules name only X and Y. Pipwise treats Z, on un-cards, like Y.",
            "the Z of the original",
        ),
    ],
)
def test_other_variables_are_named(address: str, first: str, formula: str) -> None:
    answer = what_is_x(Situation.from_query(parse_qs(address)))
    assert answer.steps[0].as_json() == {"rule": "107.3p", "why": first, "outcome": "adds"}
    assert answer.formula == formula
    assert not any("X" in step.why for step in answer.steps[1:])


@pytest.mark.parametrize(
    ("doubled", "why"),
    [
        ("1", "Once it’s announced, an effect doubles X. From then on, every X on the spell is twice the number, but"),
        ("3", "Once it’s announced, 3 effects double X. From then on, every X on the spell is 8 times the number, but"),
    ],
)
def test_several_doublings(doubled: str, why: str) -> None:
    answer = what_is_x(Situation.from_query({"announced": "3", "doubled": doubled}))
    assert any(step.why.startswith(f"{why} ") for step in answer.steps)


def test_answer_sentences(subtests: pytest.Subtests) -> None:
    for address, sentence in cases("engine/x/words", "answer_sentences"):
        with subtests.test(address=address, sentence=sentence):
            assert what_is_x(Situation.from_query(parse_qs(address))).sentence == sentence


def test_query_values_are_permanent(subtests: pytest.Subtests) -> None:
    for kind, values in [
        (VariableLetter, "X Y Z"),
        (
            Subject,
            "spell activated-ability triggered-ability enters-ability delayed-trigger static-ability permanent card "
            "special-action mana-cost-payment",
        ),
        (Zone, "stack battlefield hand library graveyard exile command"),
        (Place, "mana-cost alternative-cost additional-cost activation-cost loyalty-cost special-action-cost text"),
        (LetterDefinition, "no by-text by-later-choice"),
        (Method, "normal without-paying alternative-with alternative-without reduced copied"),
        (Origin, "unstated chosen not-chosen turned-face-up"),
        (AnswerKind, "number chosen only same formula depends"),
        (Chooser, "nobody controller player-taking-action"),
        (
            When,
            "while-casting while-activating before-paying stacked-or-resolving as-copied while-on-stack always "
            "taken-over",
        ),
        (StepOutcome, "passes adds decides"),
    ]:
        with subtests.test(kind=kind, values=values):
            assert [word.value for word in kind] == values.split()


def test_possible_values_table(subtests: pytest.Subtests) -> None:
    for subject, zone, usual, zones, places, methods, origins, else_ in rows(
        str(Path(__file__).with_name("possible.txt"))
    ):
        with subtests.test(
            subject=subject,
            zone=zone,
            usual=usual,
            zones=zones,
            places=places,
            methods=methods,
            origins=origins,
            else_=else_,
        ):
            can = possible(Subject(subject))
            assert can.usual_zone == zone
            assert can.usual_places == set(usual.split())
            assert can.zones == set(zones.split())
            assert can.places == set(places.split())
            assert can.methods == set(methods.split())
            assert can.origins == set(origins.split())
            assert (can.gained, can.refers) == ("gained" in else_, "refers" in else_)
