"""Hypothesis strategies for situations, and what comes of them."""

from typing import Any

from hypothesis import strategies as st

from symbols.engine.x import (
    LARGEST,
    LetterDefinition,
    Method,
    Origin,
    Place,
    Situation,
    SituationError,
    StepOutcome,
    Subject,
    VariableLetter,
    XAnswer,
    Zone,
    what_is_x,
)


def places(*given_places: Place) -> frozenset[Place]:
    return frozenset(given_places)


def applied(answer: XAnswer) -> list[str]:
    return [step.rule for step in answer.steps if step.outcome is not StepOutcome.NOT_APPLICABLE]


TEXT = places(Place.TEXT)
BOTH = places(Place.MANA_COST, Place.TEXT)

NUMBERS = st.none() | st.integers(0, LARGEST)
OF_ANY_SIGN = st.none() | st.integers(-LARGEST, LARGEST)
DESCRIPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "subject": st.sampled_from(Subject),
        "zone": st.sampled_from(Zone),
        "places": st.frozensets(st.sampled_from(Place)),
        "letter": st.sampled_from(VariableLetter),
        "definition": st.sampled_from(LetterDefinition),
        "formula": st.text(max_size=20),
        "defined_value": OF_ANY_SIGN,
        "method": st.sampled_from(Method),
        "gained": st.booleans(),
        "refers": st.booleans(),
        "other_value": OF_ANY_SIGN,
        "announced": NUMBERS,
        "origin": st.sampled_from(Origin),
        "origin_value": NUMBERS,
        "least": st.integers(0, 2),
        "doubled": st.integers(0, 3),
    },
)


WORDS = [
    word.value for kind in (Subject, Zone, Place, VariableLetter, LetterDefinition, Method, Origin) for word in kind
]


def made(described: dict[str, Any]) -> Situation | None:
    try:
        return Situation(**described)
    except SituationError:
        return None


def answered(situation: Situation) -> XAnswer | None:
    try:
        return what_is_x(situation)
    except SituationError:
        return None
