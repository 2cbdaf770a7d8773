"""What X is (107.3): every clause, alone and where several meet."""

from typing import Any
from urllib.parse import parse_qs

import pytest

from symbols.engine.x import (
    AnswerKind,
    Chooser,
    LetterDefinition,
    Method,
    Place,
    Situation,
    StepOutcome,
    Subject,
    VariableLetter,
    When,
    what_is_x,
)
from tests.engine.x.situations import BOTH, applied, places

Shape = tuple[AnswerKind, Chooser, When]

CAST: Shape = (AnswerKind.CHOSEN, Chooser.CONTROLLER, When.CASTING)
ACTIVATE: Shape = (AnswerKind.CHOSEN, Chooser.CONTROLLER, When.ACTIVATING)
PAY: Shape = (AnswerKind.CHOSEN, Chooser.ACTOR, When.PAYING)
TEXT_CALLS: Shape = (AnswerKind.CHOSEN, Chooser.CONTROLLER, When.STACKED_OR_RESOLVING)
ONLY: Shape = (AnswerKind.ONLY, Chooser.CONTROLLER, When.CASTING)
ON_STACK: Shape = (AnswerKind.FORMULA, Chooser.NOBODY, When.ON_STACK)
ALWAYS: Shape = (AnswerKind.FORMULA, Chooser.NOBODY, When.ALWAYS)
EARLY: Shape = (AnswerKind.FORMULA, Chooser.CONTROLLER, When.CASTING)
SAME: Shape = (AnswerKind.SAME, Chooser.NOBODY, When.TAKEN_OVER)
DEPENDS: Shape = (AnswerKind.DEPENDS, Chooser.NOBODY, When.TAKEN_OVER)
ZERO: Shape = (AnswerKind.NUMBER, Chooser.NOBODY, When.ALWAYS)

# The situation as in an address; the deciding rule; the shape of the answer; the number.
CASES: list[tuple[str, str, str, Shape, int | None]] = [
    ("107.3a Fireball is cast with X = 4", "in=mana-cost,text&announced=4", "107.3a", CAST, 4),
    (
        "107.3a X in an additional cost alone, although the mana cost is not paid",
        "in=additional-cost,text&how=without-paying&announced=2",
        "107.3a",
        CAST,
        2,
    ),
    ("107.3a an alternative cost with X is paid", "in=mana-cost,text&how=alternative-with", "107.3a", CAST, None),
    ("107.3a the ability of a creature with {X}: in it", "what=activated-ability&announced=7", "107.3a", ACTIVATE, 7),
    ("107.3b cast without paying its mana cost", "in=mana-cost,text&how=without-paying", "107.3b", ONLY, 0),
    ("107.3b cast for an alternative cost that has no X", "how=alternative-without", "107.3b", ONLY, 0),
    (
        "107.3b even if an additional cost has X too",
        "in=mana-cost,additional-cost&how=without-paying",
        "107.3b",
        ONLY,
        0,
    ),
    ("107.3b does not apply to a cost reduced to nothing", "how=reduced&announced=3", "107.3a", CAST, 3),
    ("107.3c the text defines X", "in=mana-cost,text&defined=by-text&gives=5", "107.3c", ON_STACK, 5),
    (
        "107.3c comes before 107.3b: a defined X is not 0 for being cast for free",
        "defined=by-text&gives=5&how=without-paying",
        "107.3c",
        ON_STACK,
        5,
    ),
    (
        "107.3c with 601.2b: X is defined by a choice, which is made while casting",
        "in=mana-cost,text&defined=by-later-choice",
        "107.3c",
        EARLY,
        None,
    ),
    (
        "107.3c an activated ability that defines X",
        "what=activated-ability&defined=by-text&gives=0",
        "107.3c",
        ON_STACK,
        0,
    ),
    ("107.3d morph {X}", "what=special-action&zone=battlefield&announced=1", "107.3d", PAY, 1),
    (
        "107.3e a triggered ability that counts the X of the spell that set it off",
        "what=triggered-ability&refers=1&other=6",
        "107.3e",
        SAME,
        6,
    ),
    (
        "107.3e holds for a gained ability as well: its words name the other object",
        "what=triggered-ability&gained=1&refers=1&other=6",
        "107.3e",
        SAME,
        6,
    ),
    ("107.3f a spell with X in its text alone", "in=text", "107.3f", TEXT_CALLS, None),
    ("107.3f a triggered ability that asks to pay {X}", "what=triggered-ability&announced=2", "107.3f", TEXT_CALLS, 2),
    (
        "107.3f an activated ability with X in its effect alone",
        "what=activated-ability&in=text",
        "107.3f",
        TEXT_CALLS,
        None,
    ),
    ("107.3g a card in the library", "what=card&zone=library", "107.3g", ZERO, 0),
    (
        "107.3g although its text defines X",
        "what=card&zone=hand&in=mana-cost,text&defined=by-text&gives=3",
        "107.3g",
        ZERO,
        0,
    ),
    ("107.3g a permanent, whatever was chosen for its spell", "what=permanent", "107.3g", ZERO, 0),
    (
        "107.3g with 107.3i: an ability about dying uses its own permanent’s X",
        "what=triggered-ability&in=mana-cost,text",
        "107.3g",
        ZERO,
        0,
    ),
    ("107.3h pay the mana cost of a card in a graveyard", "what=mana-cost-payment&zone=graveyard", "107.3h", ZERO, 0),
    ("107.3h pay the mana cost of a permanent", "what=mana-cost-payment&zone=battlefield", "107.3h", ZERO, 0),
    (
        "107.3h pay the mana cost of a spell on the stack",
        "what=mana-cost-payment&zone=stack&announced=4",
        "107.3h",
        SAME,
        4,
    ),
    (
        "107.3h pay the mana cost of a spell that defines X",
        "what=mana-cost-payment&zone=stack&defined=by-text&gives=2",
        "107.3h",
        SAME,
        2,
    ),
    (
        "107.3i an ability that triggers on casting, still on the spell",
        "what=triggered-ability&zone=stack&in=mana-cost,text&announced=8",
        "107.3i",
        SAME,
        8,
    ),
    ("107.3j a gained ability that defines nothing", "what=triggered-ability&gained=1", "107.3j", ZERO, 0),
    (
        "107.3j comes before 107.3i: gained by a spell with an X of its own",
        "what=static-ability&zone=stack&in=mana-cost,text&gained=1",
        "107.3j",
        ZERO,
        0,
    ),
    (
        "107.3j comes before 107.3m: the entering creature copies one with X counters",
        "what=enters-ability&gained=1&origin=chosen&was=3",
        "107.3j",
        ZERO,
        0,
    ),
    (
        "107.3j a gained ability that defines X",
        "what=static-ability&defined=by-text&gives=9&gained=1",
        "107.3j",
        ALWAYS,
        9,
    ),
    (
        "107.3k a gained ability with {X} in its own cost is still activated for any X",
        "what=activated-ability&gained=1&announced=3",
        "107.3a",
        ACTIVATE,
        3,
    ),
    (
        "107.3k an activation is independent of the {X} in the mana cost",
        "what=activated-ability&in=mana-cost,activation-cost&announced=3",
        "107.3a",
        ACTIVATE,
        3,
    ),
    ("107.3m enters with X counters", "what=enters-ability&origin=chosen&was=5", "107.3m", SAME, 5),
    ("107.3m nobody said where it came from", "what=enters-ability", "107.3m", DEPENDS, None),
    ("107.3m nor for X in the text alone", "what=enters-ability&in=text", "107.3m", DEPENDS, None),
    (
        "107.3m X in the text alone, put there",
        "what=enters-ability&in=text&origin=not-chosen",
        "107.3f",
        TEXT_CALLS,
        None,
    ),
    ("107.3n nobody said what created it", "what=delayed-trigger", "107.3n", DEPENDS, None),
    ("107.3n nothing chosen for what created it", "what=delayed-trigger&origin=not-chosen", "107.3f", TEXT_CALLS, None),
    (
        "107.3n a number announced for the trigger itself",
        "what=delayed-trigger&origin=not-chosen&announced=3",
        "107.3f",
        TEXT_CALLS,
        3,
    ),
    ("107.3m not when it was put onto the battlefield", "what=enters-ability&origin=not-chosen", "107.3g", ZERO, 0),
    (
        "107.3n the spell that created the trigger had X chosen",
        "what=delayed-trigger&origin=chosen&was=2",
        "107.3n",
        SAME,
        2,
    ),
    (
        "107.3n not when the trigger defines X itself",
        "what=delayed-trigger&defined=by-text&gives=7&origin=chosen&was=2",
        "107.3",
        ON_STACK,
        7,
    ),
    ("107.3p Y is announced like X", "letter=Y&announced=1", "107.3a", CAST, 1),
    ("107.2 a static ability with an X that nothing determines", "what=static-ability", "107.2", ZERO, 0),
    ("107.2 an alternative cost with X that is not the one paid", "in=alternative-cost,text", "107.2", ZERO, 0),
    ("107.2 an activated ability that nobody has activated yet", "what=permanent&in=activation-cost", "107.2", ZERO, 0),
    (
        "107.3 a static ability that defines X keeps counting",
        "what=static-ability&defined=by-text&gives=4",
        "107.3",
        ALWAYS,
        4,
    ),
    ("702.37f turned face up for morph {X}", "what=triggered-ability&origin=turned-face-up&was=3", "702.37f", SAME, 3),
    ("707.10 a copy of a spell", "in=mana-cost,text&how=copied&was=5", "707.10", SAME, 5),
    ("707.10 a copy of a triggered ability", "what=triggered-ability&how=copied&was=5", "707.10", SAME, 5),
    (
        "107.3a doubled once announced, as by Unbound Flourishing",
        "announced=3&doubled=1",
        "107.3a",
        CAST,
        6,
    ),
    ("107.3a doubled by two effects", "announced=3&doubled=2", "107.3a", CAST, 12),
    ("107.3a doubled, as addresses once said it", "announced=3&doubled=yes", "107.3a", CAST, 6),
    ("107.3a not doubled", "announced=3&doubled=0", "107.3a", CAST, 3),
    (
        "107.3a doubled where the mana cost has it too",
        "in=mana-cost,additional-cost&announced=1&doubled=1",
        "107.3a",
        CAST,
        2,
    ),
    (
        "107.3d a manifested or cloaked card with X turned face up",
        "what=special-action&zone=battlefield&announced=2",
        "107.3d",
        PAY,
        2,
    ),
    ("707.10 a copy of an activated ability", "what=activated-ability&how=copied&was=5", "707.10", SAME, 5),
    (
        "707.10 a copy of a gained one is not activated either",
        "what=activated-ability&gained=1&how=copied&was=5",
        "707.10",
        SAME,
        5,
    ),
]


def test_case(subtests: pytest.Subtests) -> None:
    for address, rule, shape, value in [case[1:] for case in CASES]:
        with subtests.test(address=address, rule=rule, shape=shape, value=value):
            answer = what_is_x(Situation.from_query(parse_qs(address)))
            assert (answer.rule, answer.value) == (rule, value)
            assert (answer.kind, answer.chooser, answer.when) == shape


def test_rules_that_apply_together(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ({"places": BOTH}, {"107.3a", "601.2b", "107.3i"}),
        ({"subject": Subject.ACTIVATED}, {"107.3a", "602.2b", "107.3k"}),
        (
            {"subject": Subject.ACTIVATED, "places": places(Place.LOYALTY_COST)},
            {"107.3a", "602.2b", "107.3k", "606.6"},
        ),
        ({"subject": Subject.ACTIVATED, "gained": True}, {"107.3j", "107.3a", "602.2b", "107.3k"}),
        ({"subject": Subject.PERMANENT}, {"107.3g", "202.3e", "107.3m"}),
        ({"subject": Subject.CARD, "places": BOTH}, {"107.3g", "202.3e", "107.3i"}),
        ({"subject": Subject.TRIGGERED, "places": BOTH}, {"107.3g", "107.3i"}),
        ({"places": BOTH, "definition": LetterDefinition.CHOICE}, {"107.3c", "601.2b", "107.3i"}),
        ({"letter": VariableLetter.Z, "method": Method.FREE}, {"107.3p", "107.3b"}),
        (
            {"subject": Subject.CARD, "places": places(Place.SPECIAL_COST, Place.ADDITIONAL_COST)},
            {"107.3d", "107.3a", "107.2"},
        ),
    ]
    for described, rules in table:
        with subtests.test(described=described, rules=rules):
            assert set(applied(what_is_x(Situation(**described)))) == rules


def test_a_reduced_cost_is_told_apart_from_one_that_is_not_paid() -> None:
    steps = what_is_x(Situation(method=Method.REDUCED)).steps
    assert [step.outcome for step in steps if step.rule == "107.3b"] == [StepOutcome.NOT_APPLICABLE]


def test_x_that_cannot_be_zero_cannot_be_cast_for_free() -> None:
    answer = what_is_x(Situation(method=Method.FREE, least=1))
    assert answer.allowed is not None
    assert not answer.allowed
    assert not answer.is_legal
    assert answer.value is None
    assert "1 or more" in answer.sentence


def test_the_only_legal_choice_is_said_as_a_set() -> None:
    answer = what_is_x(Situation(method=Method.FREE))
    assert answer.allowed == frozenset({0})
    assert answer.is_legal
    assert what_is_x(Situation()).allowed is None


@pytest.mark.parametrize(
    ("described", "sentence"),
    [
        ({"announced": 3}, "X is 3, chosen by its controller as the spell is cast."),
        ({"least": 1}, "X is chosen by its controller as the spell is cast, 1 or more."),
        ({"method": Method.FREE}, "X is 0, the only legal choice."),
        ({"subject": Subject.CARD, "letter": VariableLetter.Y}, "Y is 0."),
        ({"definition": LetterDefinition.TEXT}, "X is what its text says."),
        (
            {"definition": LetterDefinition.TEXT, "formula": "your life total", "defined_value": 20},
            "X is what its text says: your life total, now 20.",
        ),
        ({"subject": Subject.DELAYED, "refers": True, "letter": VariableLetter.Y}, "Y is the other object’s Y."),
    ],
)
def test_sentence(described: dict[str, Any], sentence: str) -> None:
    assert what_is_x(Situation(**described)).sentence == sentence
