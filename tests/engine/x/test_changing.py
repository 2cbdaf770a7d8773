"""Changing a situation: later parameters win, and contradictory ones are dropped."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from symbols.engine.x import (
    KEYS,
    Method,
    Situation,
    SituationError,
    Subject,
    VariableLetter,
    XAnswer,
    offered,
    possible,
    resolve,
    revised,
    what_is_x,
)
from tests.engine.x.strategies import DESCRIPTIONS, WORDS, answered, made

TYPED = {"formula", "gives", "other", "was", "announced", "least"}


def form_for(answer: XAnswer) -> dict[str, list[str]]:
    """Query of an unchanged form: every offered control has a value."""
    situation = answer.situation
    query = situation.as_query()
    usual = {"what": "spell", "zone": situation.where, "how": "normal", "defined": "no", "origin": "unstated"}
    usual |= {"letter": "X", "in": ",".join(situation.places or situation.usual_spots)}
    sent = {key: query.get(key) or usual.get(key, "") for key in offered(answer)}
    return {key: value.split(",") if key == "in" else [value] for key, value in sent.items() if value or key in TYPED}


ANSWERS = DESCRIPTIONS.map(lambda described: made(described)).map(
    lambda situation: (answered(situation) if situation else None) or what_is_x(Situation())
)


@given(ANSWERS)
def test_unchanged_form_changes_nothing(answer: XAnswer) -> None:
    now, changed = revised(answer, form_for(answer))
    assert not changed
    assert Situation.from_query(now) == answer.situation


@given(ANSWERS, st.sampled_from(Subject))
def test_changed_subject_keeps_possible_parameters(answer: XAnswer, subject: Subject) -> None:
    now, changed = revised(answer, {**form_for(answer), "what": [subject]})
    assert changed == ({"what"} if subject is not answer.situation.subject else set())
    found = resolve(now, changed)
    situation = found.answer.situation
    assert situation.subject is subject
    gone = {each.key for each in found.dropped}
    assert gone <= now.keys()
    before, after = answer.situation.as_query(), situation.as_query()
    for key in before.keys() - gone - {"what"}:
        # What became the usual thing for the new subject is no longer said.
        assert key in after or key in {"zone", "in"}
    assert (situation.zone or possible(subject).usual_zone) in possible(subject).zones


CHOICES: dict[str, list[str]] = {
    "refers": ["1"],
    "gained": ["1"],
    "how": ["copied", "without-paying", "normal"],
    "defined": ["by-text", "no"],
    "origin": ["chosen", "not-chosen", "unstated"],
    "zone": ["stack", "graveyard"],
    "letter": [letter.value for letter in VariableLetter],
}


@given(
    ANSWERS,
    st.sampled_from(sorted(CHOICES)).flatmap(lambda key: st.tuples(st.just(key), st.sampled_from(CHOICES[key]))),
)
@example(what_is_x(Situation(method=Method.ALTERNATIVE_WITH)), ("refers", "1"))
def test_offered_choices_are_accepted(answer: XAnswer, choice: tuple[str, str]) -> None:
    key, value = choice
    can = answer.situation.possible
    allowed = {"how": can.methods, "zone": can.zones, "origin": can.origins}.get(key)
    if key not in offered(answer) or (allowed is not None and value not in allowed):
        return
    now, changed = revised(answer, {**form_for(answer), key: [value]})
    situation = resolve(now, changed).answer.situation
    said = situation.as_query().get(key)
    assert said in {value, None}
    assert said == value or value in {"normal", "no", "unstated", "X", situation.where}


@pytest.mark.parametrize("key", ["refers", "gained"])
@given(answer=ANSWERS)
def test_checkbox_can_be_cleared(key: str, answer: XAnswer) -> None:
    form = form_for(answer)
    form.pop(key, None)
    now, changed = revised(answer, form)
    assert key not in resolve(now, changed).answer.situation.as_query()


@given(
    st.dictionaries(
        st.sampled_from(KEYS),
        st.lists(st.sampled_from([*WORDS, "", "0", "1", "-1", "½", "9" * 9]) | st.text(max_size=5), max_size=2),
    )
)
def test_any_query_is_resolved(query: dict[str, list[str]]) -> None:
    found = resolve(query)
    assert found.answer.sentence.endswith(".")
    assert {each.key for each in found.dropped} <= query.keys()
    try:
        assert what_is_x(Situation.from_query(query)) == found.answer
        assert not found.dropped
    except SituationError:
        assert found.dropped


def test_kept_parameters_are_not_dropped() -> None:
    query = {"refers": ["1"], "in": ["mana-cost"], "announced": ["3"], "defined": ["by-text"], "gives": ["2"]}
    found = resolve(query, {"refers"})
    assert found.answer.rule == "107.3e"
    assert {each.key for each in found.dropped} == {"in", "defined", "gives", "announced"}
    with pytest.raises(SituationError) as caught:
        resolve({"announced": ["-1"]}, {"announced"})
    assert caught.value.field == "announced"


def test_only_impossible_places_are_dropped() -> None:
    found = resolve({"what": ["delayed-trigger"], "in": ["mana-cost", "text"]})
    assert [(each.key, each.said) for each in found.dropped] == [("in", "mana-cost")]
    assert found.answer.situation == Situation(subject=Subject.DELAYED)


def test_offered_parameters(subtests: pytest.Subtests) -> None:
    for address, there, missing in [
        ({}, {"how", "announced", "least", "in", "refers", "defined"}, {"zone", "gained", "origin", "other", "gives"}),
        ({"how": "without-paying"}, {"least"}, {"announced", "was"}),
        ({"how": "copied"}, {"was"}, {"announced", "least"}),
        ({"what": "card"}, {"zone", "in", "defined"}, {"how", "announced", "refers", "gained", "least"}),
        ({"what": "permanent"}, {"in"}, {"zone", "how"}),
        ({"what": "enters-ability"}, {"origin"}, {"was", "zone"}),
        ({"what": "enters-ability", "origin": "chosen"}, {"origin", "was"}, {"announced"}),
        ({"defined": "by-text"}, {"formula", "gives"}, {"announced", "least"}),
        ({"refers": "1"}, {"other"}, {"in", "defined", "announced", "how"}),
        ({"what": "mana-cost-payment"}, {"zone"}, {"announced"}),
        ({"what": "mana-cost-payment", "zone": "stack"}, {"announced"}, {"how"}),
    ]:
        with subtests.test(address=address, there=there, missing=missing):
            found = offered(what_is_x(Situation.from_query(address)))
            assert there <= found
            assert not missing & found
            assert {"what", "letter"} <= found
