"""What X is (107.3): every clause, alone and where several meet."""

import re
from dataclasses import replace
from itertools import product
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.variables import (
    LARGEST,
    LONGEST_FORMULA,
    Answer,
    Chooser,
    Definition,
    Kind,
    Letter,
    Method,
    Origin,
    Outcome,
    Place,
    Situation,
    SituationError,
    Subject,
    When,
    Zone,
    clauses,
    label,
    possible,
    read_value,
    what_is_x,
)
from tests.shared import shared


def places(*given_places: Place) -> frozenset[Place]:
    return frozenset(given_places)


def applied(answer: Answer) -> list[str]:
    return [step.rule for step in answer.steps if step.outcome is not Outcome.PASSES]


TEXT = places(Place.TEXT)
MANA = places(Place.MANA_COST)
BOTH = places(Place.MANA_COST, Place.TEXT)

Shape = tuple[Kind, Chooser, When]

CAST: Shape = (Kind.CHOSEN, Chooser.CONTROLLER, When.CASTING)
ACTIVATE: Shape = (Kind.CHOSEN, Chooser.CONTROLLER, When.ACTIVATING)
PAY: Shape = (Kind.CHOSEN, Chooser.ACTOR, When.PAYING)
TEXT_CALLS: Shape = (Kind.CHOSEN, Chooser.CONTROLLER, When.STACKED_OR_RESOLVING)
ONLY: Shape = (Kind.ONLY, Chooser.CONTROLLER, When.CASTING)
ON_STACK: Shape = (Kind.FORMULA, Chooser.NOBODY, When.ON_STACK)
ALWAYS: Shape = (Kind.FORMULA, Chooser.NOBODY, When.ALWAYS)
EARLY: Shape = (Kind.FORMULA, Chooser.CONTROLLER, When.CASTING)
SAME: Shape = (Kind.SAME, Chooser.NOBODY, When.TAKEN_OVER)
DEPENDS: Shape = (Kind.DEPENDS, Chooser.NOBODY, When.TAKEN_OVER)
ZERO: Shape = (Kind.NUMBER, Chooser.NOBODY, When.ALWAYS)

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
        "107.3g with 107.3i: an ability about dying uses its own permanent's X",
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
    ("107.3n a number announced for the trigger itself", "what=delayed-trigger&announced=3", "107.3f", TEXT_CALLS, 3),
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
    ("707.10 a copy of an activated ability", "what=activated-ability&how=copied&was=5", "707.10", SAME, 5),
]


@pytest.mark.parametrize(
    ("address", "rule", "shape", "value"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_case(address: str, rule: str, shape: Shape, value: int | None) -> None:
    answer = what_is_x(Situation.from_query(parse_qs(address)))
    assert (answer.rule, answer.value) == (rule, value)
    assert (answer.kind, answer.chooser, answer.when) == shape


@pytest.mark.parametrize(
    ("described", "rules"),
    [
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
        ({"places": BOTH, "definition": Definition.CHOICE}, {"107.3c", "601.2b", "107.3i"}),
        ({"letter": Letter.Z, "method": Method.FREE}, {"107.3p", "107.3b"}),
        (
            {"subject": Subject.CARD, "places": places(Place.SPECIAL_COST, Place.ADDITIONAL_COST)},
            {"107.3d", "107.3a", "107.2"},
        ),
    ],
)
def test_rules_that_apply_together(described: dict[str, Any], rules: set[str]) -> None:
    assert set(applied(what_is_x(Situation(**described)))) == rules


def test_a_reduced_cost_is_told_apart_from_one_that_is_not_paid() -> None:
    steps = what_is_x(Situation(method=Method.REDUCED)).steps
    assert [step.outcome for step in steps if step.rule == "107.3b"] == [Outcome.PASSES]


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
        ({"method": Method.FREE}, "X is 0: the only number that can be chosen."),
        ({"subject": Subject.CARD, "letter": Letter.Y}, "Y is 0."),
        ({"definition": Definition.TEXT}, "X is what its text says."),
        (
            {"definition": Definition.TEXT, "formula": "your life total", "defined_value": 20},
            "X is what its text says: your life total, now 20.",
        ),
        ({"subject": Subject.DELAYED, "refers": True, "letter": Letter.Y}, "Y is the other object's Y."),
    ],
)
def test_sentence(described: dict[str, Any], sentence: str) -> None:
    assert what_is_x(Situation(**described)).sentence == sentence


@pytest.mark.parametrize(
    ("described", "field", "word"),
    [
        ({"zone": Zone.HAND}, "zone", "stack"),
        ({"subject": Subject.CARD, "zone": Zone.STACK}, "zone", "a spell"),
        ({"subject": Subject.CARD, "zone": Zone.BATTLEFIELD}, "zone", "a permanent"),
        ({"subject": Subject.PERMANENT, "zone": Zone.EXILE}, "zone", "battlefield"),
        ({"subject": Subject.ENTERS, "zone": Zone.STACK}, "zone", "battlefield"),
        ({"subject": Subject.SPECIAL_ACTION, "zone": Zone.STACK}, "zone", "116.1"),
        ({"places": places(Place.LOYALTY_COST)}, "in", "loyalty cost"),
        ({"subject": Subject.DELAYED, "places": MANA}, "in", "mana cost"),
        ({"subject": Subject.SPECIAL_ACTION, "places": MANA}, "in", "mana cost"),
        ({"formula": "your life total"}, "defined", "not to define"),
        ({"defined_value": 3}, "defined", "not to define"),
        ({"definition": Definition.TEXT, "formula": "x" * (LONGEST_FORMULA + 1)}, "formula", "200"),
        ({"definition": Definition.TEXT, "announced": 3}, "announced", "107.3c"),
        ({"subject": Subject.CARD, "method": Method.FREE}, "how", "cast or activated"),
        ({"subject": Subject.ACTIVATED, "method": Method.FREE}, "how", "cast or activated"),
        ({"method": Method.COPIED, "announced": 1}, "announced", "707.10"),
        ({"gained": True}, "gained", "Only an ability"),
        ({"subject": Subject.CARD, "refers": True}, "refers", "107.3e"),
        ({"refers": True, "places": BOTH}, "refers", "both"),
        ({"refers": True, "definition": Definition.TEXT}, "refers", "both"),
        ({"refers": True, "announced": 2}, "announced", "107.3e"),
        ({"other_value": 2}, "refers", "none is referred to"),
        ({"origin": Origin.CHOSEN}, "origin", "origin"),
        ({"subject": Subject.DELAYED, "origin": Origin.TURNED_UP}, "origin", "origin"),
        ({"subject": Subject.DELAYED, "origin_value": 2}, "origin", "none was chosen"),
        ({"announced": 0, "least": 1}, "announced", "at least 1"),
        ({"announced": -1}, "announced", "107.1b"),
        ({"announced": 1.5}, "announced", "107.1a"),
        ({"announced": 10**9}, "announced", "too large"),
    ],
)
def test_what_cannot_be(described: dict[str, Any], field: str, word: str) -> None:
    with pytest.raises(SituationError) as caught:
        Situation(**described)
    assert caught.value.field == field
    assert word in caught.value.message
    assert caught.value.as_json()["code"] == "bad_situation"


@pytest.mark.parametrize(
    ("described", "rule"),
    [
        ({"method": Method.FREE, "announced": 3}, "107.3b"),
        ({"subject": Subject.CARD, "announced": 3}, "107.3g"),
        ({"subject": Subject.PAYMENT, "announced": 3}, "107.3h"),
        ({"subject": Subject.TRIGGERED, "gained": True, "announced": 1}, "107.3j"),
        ({"subject": Subject.ENTERS, "origin": Origin.CHOSEN, "announced": 1}, "107.3m"),
    ],
)
def test_a_number_that_nobody_could_have_announced(described: dict[str, Any], rule: str) -> None:
    with pytest.raises(SituationError, match=rule) as caught:
        what_is_x(Situation(**described))
    assert caught.value.field == "announced"


@pytest.mark.parametrize(
    ("value", "number"),
    [("0", 0), (" 12 ", 12), ("007", 7), (LARGEST, LARGEST), (3.0, 3), ("0" * 50 + "1", 1)],
)
def test_numbers_that_x_can_be(value: str | int | float, number: int) -> None:
    assert read_value(value) == number


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("", "No number"),
        ("  ", "No number"),
        ("-1", "107.1b"),
        ("−2", "107.1b"),
        (-3, "107.1b"),
        (-(10**4000), "107.1b"),
        ("1.5", "107.1a"),
        ("2,5", "107.1a"),
        ("1/2", "107.1a"),
        ("½", "107.1a"),
        ("2½", "107.1a"),
        (0.5, "107.1a"),
        ("three", "whole number"),
        ("X", "whole number"),
        ("٣", "whole number"),
        (float("nan"), "whole number"),
        (float("inf"), "whole number"),
        ("∞", "whole number"),
        ("10000000", "too large"),
        (10**4000, "too large"),
        ("9" * 5000, "too large"),
        (True, "not yes or no"),
    ],
)
def test_numbers_that_x_cannot_be(value: str | int | float, word: str) -> None:
    with pytest.raises(SituationError, match=word) as caught:
        read_value(value)
    assert len(caught.value.message) < 120


def test_the_map_has_every_clause_in_order() -> None:
    letters = "abcdefghijkmnp"
    assert [clause.rule for clause in clauses()] == [f"107.3{letter}" for letter in letters]
    exceptions = {clause.rule for clause in clauses() if clause.exception_to == "107.3i"}
    assert exceptions == {"107.3j", "107.3k", "107.3m"}


@pytest.mark.parametrize("clause", clauses(), ids=lambda clause: clause.rule)
def test_the_example_of_a_clause_goes_through_it(clause: Any) -> None:
    assert clause.rule in applied(what_is_x(clause.example))
    assert clause.question.endswith("?")


def test_query_of_the_usual_situation_is_empty() -> None:
    assert Situation().as_query() == {}
    assert Situation.from_query({}) == Situation()


def test_query_as_forms_send_it() -> None:
    situation = Situation.from_query(
        {
            "what": ["spell"],
            "in": ["mana-cost", "text"],
            "announced": ["3"],
            "gained": "",
            "zone": "",
            "edition": "2025-06-06",
            "letter": "y",
        }
    )
    assert situation == Situation(places=BOTH, announced=3, letter=Letter.Y)


@pytest.mark.parametrize(
    ("query", "field", "suggestion"),
    [
        ({"what": "spel"}, "what", "spell"),
        ({"zone": "graveyrad"}, "zone", "graveyard"),
        ({"in": "mana-cost,txt"}, "in", "text"),
        ({"how": "qqqqq"}, "how", None),
        ({"gained": "maybe"}, "gained", None),
        ({"announced": "-2"}, "announced", None),
        ({"announced": ["1", "2"]}, "announced", None),
    ],
)
def test_a_bad_query(query: dict[str, str | list[str]], field: str, suggestion: str | None) -> None:
    with pytest.raises(SituationError) as caught:
        Situation.from_query(query)
    assert caught.value.field == field
    assert caught.value.suggestion == suggestion


NUMBERS = st.none() | st.integers(0, LARGEST)
DESCRIPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "subject": st.sampled_from(Subject),
        "zone": st.sampled_from(Zone),
        "places": st.frozensets(st.sampled_from(Place)),
        "letter": st.sampled_from(Letter),
        "definition": st.sampled_from(Definition),
        "formula": st.text(max_size=20),
        "defined_value": NUMBERS,
        "method": st.sampled_from(Method),
        "gained": st.booleans(),
        "refers": st.booleans(),
        "other_value": NUMBERS,
        "announced": NUMBERS,
        "origin": st.sampled_from(Origin),
        "origin_value": NUMBERS,
        "least": st.integers(0, 2),
    },
)


def made(described: dict[str, Any]) -> Situation | None:
    try:
        return Situation(**described)
    except SituationError:
        return None


@pytest.mark.parametrize("subject", Subject)
def test_what_is_possible_can_be_described(subject: Subject) -> None:
    can = possible(subject)
    assert Situation(subject=subject).where == can.usual_zone
    assert Situation(subject=subject).spots == can.usual_places
    for zone in Zone:
        assert (made({"subject": subject, "zone": zone}) is not None) == (zone in can.zones)
    for place in Place:
        assert (made({"subject": subject, "places": {place}}) is not None) == (place in can.places)
    for method in Method:
        assert (made({"subject": subject, "method": method}) is not None) == (method in can.methods)
    for origin in Origin:
        assert (made({"subject": subject, "origin": origin}) is not None) == (origin in can.origins)
    assert (made({"subject": subject, "gained": True}) is not None) == can.gained
    assert (made({"subject": subject, "refers": True}) is not None) == can.refers


def test_every_rule_that_is_cited_exists() -> None:
    text = (shared("rules") / "2025-06-06.txt").read_text(encoding="utf-8-sig")
    numbers = set(re.findall(r"^([0-9]{3}\.[0-9]+[a-z]?)\.? ", text, re.MULTILINE))
    cited: set[str] = set()
    everything = product(Subject, (Zone.STACK, None), Place, (Definition.NONE, Definition.CHOICE), Method, Origin)
    for subject, zone, place, definition, method, origin in everything:
        for gained in (False, True):
            situation = made(
                {
                    "subject": subject,
                    "zone": zone,
                    "places": frozenset({place, Place.TEXT}),
                    "definition": definition,
                    "method": method,
                    "origin": origin,
                    "gained": gained,
                }
            )
            if situation is not None:
                cited |= {step.rule for step in what_is_x(situation).steps}
    assert cited <= numbers
    assert cited >= {clause.rule for clause in clauses()} - {"107.3e", "107.3p"}


@given(DESCRIPTIONS)
def test_what_an_answer_depends_on_is_asked_for_and_settles_it(described: dict[str, Any]) -> None:
    situation = made(described)
    answer = answered(situation) if situation else None
    if answer is None:
        return
    assert bool(answer.ask) == (answer.kind is Kind.DEPENDS)
    assert answer.as_json()["ask"] == (answer.ask or None)
    if answer.ask:
        assert answer.ask not in answer.situation.as_query()
        for origin in (Origin.CHOSEN, Origin.NOT_CHOSEN):
            told = answered(replace(answer.situation, origin=origin))
            assert told is not None
            assert told.kind is not Kind.DEPENDS


def answered(situation: Situation) -> Answer | None:
    try:
        return what_is_x(situation)
    except SituationError:
        return None


def test_every_word_has_a_label_of_its_own() -> None:
    for words in (Subject, Zone, Place, Definition, Method, Origin, Letter):
        labels = [label(word) for word in words]
        assert len(set(labels)) == len(labels)


@given(DESCRIPTIONS)
def test_a_situation_survives_its_query(described: dict[str, Any]) -> None:
    situation = made(described)
    if situation is not None:
        assert Situation.from_query(situation.as_query()) == situation


@given(DESCRIPTIONS)
def test_every_answer_is_decided_once_and_explained(described: dict[str, Any]) -> None:
    situation = made(described)
    if situation is None:
        return
    try:
        answer = what_is_x(situation)
    except SituationError:
        assert situation.announced is not None
        return
    deciding = [step.rule for step in answer.steps if step.outcome is Outcome.DECIDES]
    assert deciding == [answer.rule]
    assert answer.value is None or answer.value >= 0
    assert all("{x}" not in step.why for step in answer.steps)
    assert (answer.chooser is Chooser.NOBODY) or answer.kind in {Kind.CHOSEN, Kind.ONLY, Kind.FORMULA}
    assert answer.as_json()["sentence"] == answer.sentence
    if situation.letter is not Letter.X:
        same = what_is_x(replace(situation, letter=Letter.X))
        assert (same.kind, same.value, same.rule) == (answer.kind, answer.value, answer.rule)


KEYS = sorted({key for clause in clauses() for key in clause.example.as_query()} | {"how", "least", "other"})
WORDS = [word.value for kind in (Subject, Zone, Place, Letter, Definition, Method, Origin) for word in kind]


@given(st.dictionaries(st.sampled_from(KEYS), st.sampled_from([*WORDS, "", "0", "1", "-1", "½"]) | st.text(max_size=5)))
def test_nothing_but_the_engines_own_error_comes_out_of_a_query(query: dict[str, str]) -> None:
    try:
        said = what_is_x(Situation.from_query(query)).sentence
    except SituationError as error:
        said = error.message
    assert said.endswith(".")
