"""What each step on the way to X says (107.3): the sentences that a player reads, word for word."""

from pathlib import Path
from urllib.parse import parse_qs

import pytest

from symbols.engine.x import (
    SUBRULES,
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


def test_every_step_says_its_rule(subtests: pytest.Subtests) -> None:
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
def test_another_letter_is_spoken_of_by_its_name(address: str, first: str, formula: str) -> None:
    answer = what_is_x(Situation.from_query(parse_qs(address)))
    assert answer.steps[0].as_json() == {"rule": "107.3p", "why": first, "outcome": "adds"}
    assert answer.formula == formula
    assert not any("X" in step.why for step in answer.steps[1:])


@pytest.mark.parametrize(
    ("doubled", "why"),
    [
        ("1", "Once it is announced, an effect doubles X. Every X on the spell is twice the number from then on"),
        ("3", "Once it is announced, 3 effects double X. Every X on the spell is 8 times the number from then on"),
    ],
)
def test_as_many_effects_as_there_are_double_x(doubled: str, why: str) -> None:
    answer = what_is_x(Situation.from_query({"announced": "3", "doubled": doubled}))
    assert any(step.why.startswith(f"{why};") for step in answer.steps)


def test_every_answer_is_one_sentence(subtests: pytest.Subtests) -> None:
    for address, sentence in cases("engine/x/words", "every_answer_is_one_sentence"):
        with subtests.test(address=address, sentence=sentence):
            assert what_is_x(Situation.from_query(parse_qs(address))).sentence == sentence


def test_every_subrule_has_its_question_and_its_example(subtests: pytest.Subtests) -> None:
    for rule, question, address in cases("engine/x/words", "every_subrule_has_its_question_and_its_example"):
        with subtests.test(rule=rule, question=question, address=address):
            (subrule,) = (each for each in SUBRULES if each.rule == rule)
            assert subrule.words == question
            assert subrule.situation == Situation.from_query(parse_qs(address))


def test_the_words_of_addresses_stay_as_they_are(subtests: pytest.Subtests) -> None:
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


def test_every_word_has_its_label(subtests: pytest.Subtests) -> None:
    for word, said in [
        (Subject.SPELL, "a spell"),
        (Subject.ACTIVATED, "an activated ability"),
        (Subject.TRIGGERED, "a triggered ability"),
        (Subject.ENTERS, "an enters-the-battlefield ability"),
        (Subject.DELAYED, "a delayed triggered ability"),
        (Subject.STATIC, "a static ability"),
        (Subject.PERMANENT, "a permanent"),
        (Subject.CARD, "a card"),
        (Subject.SPECIAL_ACTION, "a special action"),
        (Subject.PAYMENT, "an effect that makes you pay a mana cost"),
        (Zone.STACK, "on the stack"),
        (Zone.BATTLEFIELD, "on the battlefield"),
        (Zone.HAND, "in a hand"),
        (Zone.LIBRARY, "in a library"),
        (Zone.GRAVEYARD, "in a graveyard"),
        (Zone.EXILE, "in exile"),
        (Zone.COMMAND, "in the command zone"),
        (Place.MANA_COST, "a mana cost"),
        (Place.ALTERNATIVE_COST, "an alternative cost"),
        (Place.ADDITIONAL_COST, "an additional cost"),
        (Place.ACTIVATION_COST, "an activation cost"),
        (Place.LOYALTY_COST, "a loyalty cost"),
        (Place.SPECIAL_COST, "the cost of a special action"),
        (Place.TEXT, "its text"),
        (LetterDefinition.NONE, "its text doesn’t define it"),
        (LetterDefinition.TEXT, "its text defines it"),
        (LetterDefinition.CHOICE, "its text defines it by a later choice"),
        (Method.NORMAL, "for its cost"),
        (Method.FREE, "without paying its mana cost"),
        (Method.ALTERNATIVE_WITH, "for an alternative cost with the letter in it"),
        (Method.ALTERNATIVE_WITHOUT, "for an alternative cost without the letter"),
        (Method.REDUCED, "for its cost, reduced"),
        (Method.COPIED, "as a copy"),
        (Origin.UNSTATED, "unknown"),
        (Origin.CHOSEN, "a number was chosen for what it came from"),
        (Origin.NOT_CHOSEN, "no number was chosen for what it came from"),
        (Origin.TURNED_UP, "a number was chosen to turn it face up"),
        (VariableLetter.X, "X"),
        (VariableLetter.Y, "Y"),
        (VariableLetter.Z, "Z"),
    ]:
        with subtests.test(word=word, said=said):
            assert word.label == said


def test_what_can_be_said_of_each_subject(subtests: pytest.Subtests) -> None:
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
