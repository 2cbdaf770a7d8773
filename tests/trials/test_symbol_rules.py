"""What the rules about symbols answer when they are tried (107.5 to 107.18, 201.4, 202.1 to 202.3)."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import EngineError
from symbols.trials import Outcome, answered
from symbols.trials.catalog import TRIALS
from symbols.trials.examples import all_cases
from tests.citations.editions import DATES
from tests.shared import examples, shared
from tests.tables import cases
from tests.trials.readings import Words, official, placed_under

SLUGS = cases("trials/symbol_rules", "slugs")
OURS = {trial.slug: trial for trial in TRIALS if trial.slug in SLUGS}
PLACES = [(trial, place) for trial in OURS.values() for place in trial.places]


def ask(slug: str, said: Mapping[str, str], reading: Words | None = None) -> Outcome:
    trial = OURS[slug]
    keys = {control.key for control in trial.controls}
    assert set(said) <= keys
    return answered(trial, {**trial.initial, **said}, reading or Words())


def test_answer(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        # 107.5, 107.6
        ("activate", {}, {"can": True}, "107.5"),
        ("activate", {"state": "tapped"}, {"can": False}, "107.5"),
        ("activate", {"cost": "{Q}"}, {"can": False}, "107.6"),
        ("activate", {"cost": "{Q}", "state": "tapped"}, {"can": True}, "107.6"),
        ("activate", {"cost": "{T}, {Q}", "state": "tapped"}, {"can": True}, "107.5"),
        ("activate", {"since": "later"}, {"can": False}, "302.6"),
        ("activate", {"since": "gap", "cost": "{Q}", "state": "tapped"}, {"can": False}, "302.6"),
        ("activate", {"since": "later", "haste": "yes"}, {"can": True}, "107.5"),
        ("activate", {"since": "later", "creature": "no"}, {"can": True}, "107.5"),
        ("activate", {"since": "later", "cost": "{1}", "mana": "G"}, {"can": True}, "118.3"),
        ("activate", {"reason": "priority"}, {"can": False}, "117.1b"),
        ("activate", {"reason": "control"}, {"can": False}, "602.2"),
        ("activate", {"reason": "effect"}, {"can": False}, "602.5"),
        ("activate", {"reason": "once"}, {"can": False}, "602.5b"),
        ("activate", {"reason": "sorcery"}, {"can": False}, "602.5d"),
        ("activate", {"cost": "{1}{G}, {T}"}, {"can": None}, "118.3"),
        ("activate", {"cost": "{1}{G}, {T}", "mana": "GG"}, {"can": True}, "107.5"),
        ("activate", {"cost": "{1}{G}, {T}", "mana": "WW"}, {"can": False}, "118.3"),
        ("activate", {"cost": "{X}, {T}"}, {"can": True}, "107.5"),
        ("activate", {"cost": "{T}, Sacrifice a creature"}, {"can": None}, "118.1"),
        # 107.7
        ("loyalty", {}, {"can": True, "left": 1, "total": "[-3]"}, "606.6"),
        ("loyalty", {"cost": "[+1]"}, {"can": True, "left": 5}, "606.4"),
        ("loyalty", {"cost": "[0]", "counters": "0"}, {"can": True, "left": 0}, "606.4"),
        ("loyalty", {"cost": "[-4]"}, {"can": True, "left": 0}, "606.6"),
        ("loyalty", {"cost": "[-5]"}, {"can": False, "left": None}, "606.6"),
        ("loyalty", {"cost": "[-X]", "x": "4"}, {"can": True, "left": 0}, "606.6"),
        ("loyalty", {"cost": "[-X]", "x": "5"}, {"can": False, "left": None}, "606.6"),
        ("loyalty", {"cost": "[+1]", "changes": "[+1]", "counters": "3"}, {"left": 5, "total": "[+2]"}, "606.5"),
        ("loyalty", {"cost": "[-4]", "changes": "[+1]", "counters": "3"}, {"left": 0, "total": "[-3]"}, "606.6"),
        ("loyalty", {"when": "stack"}, {"can": False, "left": None}, "606.3"),
        ("loyalty", {"when": "turn", "anytime": "yes"}, {"can": True, "left": 1}, "606.6"),
        ("loyalty", {"when": "priority", "anytime": "yes"}, {"can": False}, "606.3"),
        ("loyalty", {"activated": "1"}, {"can": False}, "606.3"),
        # 107.8
        ("leveler", {"counters": "0"}, {"power_toughness": "1/1", "levels": []}, "711.5"),
        ("leveler", {"counters": "2"}, {"power_toughness": "3/3", "abilities": ["first strike"]}, "107.8a"),
        ("leveler", {"counters": "7"}, {"power_toughness": "4/4", "abilities": ["double strike"]}, "107.8b"),
        ("leveler", {"counters": "7", "where": "elsewhere"}, {"power_toughness": "1/1", "levels": []}, "711.6"),
        ("leveler", {"counters": "7", "level1": "2+"}, {"power_toughness": None, "levels": ["2+", "7+"]}, "107.8b"),
        ("leveler", {"counters": "5", "level1": "1-4"}, {"power_toughness": "1/1", "levels": []}, "107.8b"),
        ("leveler", {"counters": "2", "beside1": "5/5"}, {"power_toughness": "5/5", "abilities": []}, "107.8a"),
        # 107.9, 107.10
        ("tombstone", {}, {"matters": True, "icon_matters": False}, "107.9"),
        ("tombstone", {"icon": "no"}, {"matters": True, "icon_matters": False}, "107.9"),
        ("tombstone", {"ability": "no"}, {"matters": False, "icon_matters": False}, "107.9"),
        ("type-icon", {}, {"icon": "claw marks"}, "107.10"),
        ("type-icon", {"artifact": "yes"}, {"icon": "a black and white cross"}, "107.10"),
        ("type-icon", {"creature": "no", "land": "yes"}, {"icon": "a pair of mountain peaks"}, "107.10"),
        ("type-icon", {"creature": "no", "planeswalker": "yes"}, {"icon": None}, "107.10"),
        # 107.11, 107.12
        ("planar-die", {}, {"can": True, "cost": 0, "next_cost": 1}, "901.9c"),
        ("planar-die", {"face": "chaos", "taken": "3"}, {"cost": 3, "next_cost": 4}, "901.9b"),
        ("planar-die", {"face": "blank"}, {"can": True}, "901.9a"),
        ("planar-die", {"when": "turn"}, {"can": False}, "901.9"),
        # 107.13
        ("colors", {}, {"colors": ["U"]}, "202.2e"),
        ("colors", {"cost": "{2}{W}{B}", "indicator": ""}, {"colors": ["W", "B"]}, "202.2c"),
        ("colors", {"cost": "{W/U}", "indicator": ""}, {"colors": ["W", "U"]}, "202.2d"),
        ("colors", {"cost": "{U}", "defining": "devoid"}, {"colors": []}, "702.114a"),
        ("colors", {"defining": "all"}, {"colors": list("WUBRG"), "multicolored": True}, "604.3"),
        ("colors", {"effect": "becomes", "given": "black"}, {"colors": ["B"]}, "105.3"),
        ("colors", {"effect": "also", "given": "black"}, {"colors": ["U", "B"]}, "105.3"),
        ("colors", {"effect": "colorless"}, {"colors": []}, "105.3"),
        # 107.14, 107.17
        ("counters", {}, {"can": True, "energy_left": 1, "tickets_left": 3}, "107.14"),
        ("counters", {"energy": "1"}, {"can": False, "energy_left": None}, "107.14"),
        ("counters", {"cost": "{TK}"}, {"can": True, "tickets_left": 2}, "107.17"),
        ("counters", {"cost": "{TK5}"}, {"can": False, "tickets_left": None}, "107.17a"),
        ("counters", {"cost": "{TK5}", "tickets": "5"}, {"can": True, "tickets_left": 0}, "107.17a"),
        ("counters", {"cost": "Pay X {E}", "x": "3"}, {"can": True, "energy_left": 0}, "107.14"),
        ("counters", {"cost": "{E}{E}, Pay 2 {E}"}, {"can": False, "energy_left": None}, "107.14"),
        # 107.15
        ("saga", {}, {"chapters": ["I"], "final": 3, "final_reached": False}, "107.15a"),
        ("saga", {"before": "1", "after": "3"}, {"chapters": ["II", "III"], "final_reached": True}, "107.15a"),
        ("saga", {"chapters": "I, II; III", "after": "2"}, {"chapters": ["I", "II"], "count": 2}, "107.15a"),
        ("saga", {"before": "3", "after": "1"}, {"chapters": []}, "107.15a"),
        ("saga", {"after": "0"}, {"chapters": []}, "107.15a"),
        ("saga", {"chapters": ""}, {"chapters": [], "final": 0, "final_reached": False}, "107.15a"),
        ("saga", {"after": "2", "ahead": "yes"}, {"chapters": ["II"]}, "702.155a"),
        # 107.16
        ("class", {}, {"can": True, "cost": "{1}{G}", "in_force": []}, "107.16a"),
        ("class", {"want": "3"}, {"can": False, "next_level": 2, "next_cost": "{1}{G}"}, "107.16a"),
        ("class", {"level": "3"}, {"can": False, "next_level": None, "in_force": [2, 3]}, "107.16a"),
        ("class", {"level": "2", "want": "3"}, {"can": True, "cost": "{3}{G}", "in_force": [2]}, "107.16a"),
        ("class", {"when": "stack"}, {"can": False}, "307.5"),
        ("class", {"level": ""}, {"can": True}, "107.16a"),
        # 107.18
        ("pawprints", {}, {"can": True, "worth": 5, "choices": 16}, "700.2i"),
        ("pawprints", {"chosen": "3, 3"}, {"can": False, "worth": 6}, "700.2i"),
        ("pawprints", {"again": "no"}, {"can": False, "choices": 7}, "700.2d"),
        ("pawprints", {"chosen": ""}, {"can": True, "worth": 0}, "700.2i"),
        ("pawprints", {"modes": "1", "budget": "0", "chosen": ""}, {"can": True, "choices": 1}, "700.2i"),
        # 202.1 to 202.3
        ("mana-cost", {}, {"mana_value": 5}, "202.3"),
        ("mana-cost", {"cost": ""}, {"mana_value": 0, "payable": False}, "202.3a"),
        ("mana-cost", {"cost": "{X}{X}{R}", "where": "stack", "x": "2"}, {"mana_value": 5}, "202.3e"),
        ("mana-cost", {"cost": "{X}{X}{R}", "x": "2"}, {"mana_value": 1}, "202.3e"),
        ("mana-cost", {"cost": "{2/B}{2/B}{2/B}"}, {"mana_value": 6}, "202.3f"),
        ("mana-cost", {"cost": "{1}{W/P}{W/P}"}, {"mana_value": 3}, "202.3g"),
        ("mana-cost", {"cost": "{W}", "about": "color"}, {"colors": ["W"]}, "202.2a"),
        ("mana-cost", {"cost": "{2}", "about": "color"}, {"colors": []}, "202.2b"),
        ("mana-cost", {"cost": "{W}{B}", "about": "color"}, {"colors": ["W", "B"]}, "202.2c"),
        ("mana-cost", {"cost": "{W/P}", "about": "color"}, {"colors": ["W"]}, "202.2d"),
        ("mana-cost", {"cost": "{W}{B}", "about": "paying"}, {"payable": True}, "202.1a"),
        ("mana-cost", {"cost": "", "about": "paying"}, {"payable": False}, "202.1b"),
        ("mana-cost", {"cost": "{2}{R}{G}", "face": "back"}, {"mana_value": 4, "colors": []}, "202.3b"),
        ("mana-cost", {"cost": "{2}{R}{G}", "face": "copy"}, {"mana_value": 0}, "202.3b"),
        # 201.5
        ("names", {}, {"mentions": 1, "refers_to": "this Drudge Skeletons"}, "201.5"),
        ("names", {"how": "gained"}, {"reads": "{B}: Regenerate Quicksilver Elemental."}, "201.5b"),
        ("names", {"how": "granted"}, {"refers_to": "the Drudge Skeletons that granted the ability"}, "201.5a"),
        ("names", {"short": "Skeletons", "text": "Skeletons tap."}, {"reads": "Drudge Skeletons tap."}, "201.5c"),
        ("names", {"text": "No name."}, {"mentions": 0, "refers_to": None}, "201.5"),
        ("that-object", {}, {"refers": True, "still": False}, "700.7"),
    ]
    for slug, said, facts, rule in table:
        with subtests.test(slug=slug, said=said, facts=facts, rule=rule):
            outcome = ask(slug, said)
            assert {key: outcome.facts[key] for key in facts} == facts
            assert outcome.deciding.rule == rule


def test_what_makes_no_sense_is_said_at_its_control(subtests: pytest.Subtests) -> None:
    for slug, key, said in cases("trials/symbol_rules", "what_makes_no_sense_is_said_at_its_control"):
        with subtests.test(slug=slug, key=key, said=said):
            with pytest.raises(EngineError) as caught:
                ask(slug, {key: said})
            assert caught.value.field == key
            label = next(control.label for control in OURS[slug].controls if control.key == key)
            assert caught.value.message.startswith(f"{label}:")
            assert caught.value.message.endswith((".", "?"))


def test_a_card_has_a_type() -> None:
    with pytest.raises(EngineError) as caught:
        ask("type-icon", {"creature": "no"})
    assert caught.value.field == "creature"


def test_a_gained_text_needs_an_object() -> None:
    with pytest.raises(EngineError) as caught:
        ask("names", {"how": "gained", "other": ""})
    assert caught.value.field == "other"


def test_first_question(subtests: pytest.Subtests) -> None:
    """What stands in the form at first has an answer, and exactly one clause decides it."""
    for trial, place in PLACES:
        with subtests.test(trial=trial, place=place):
            outcome = ask(trial.slug, place.given)
            assert [step.decides for step in outcome.steps].count(True) == 1
            assert outcome.sentence.endswith((".", "”"))
            for one in place.tries:
                assert ask(trial.slug, {**place.given, **one.values}).sentence


NUMBERS = ["", "0", "1", "3", "7", "-1", "½", "1.5", "9999999", "99999999"]
SYMBOLS = cases("trials/symbol_rules", "symbols")
WORDS = ["yes", "no", "x", "red", "stack", "back", "gained", "a" * 400]
SOME_TEXT = st.sampled_from([*NUMBERS, *SYMBOLS, *WORDS])


@given(st.data())
@examples(100)
def test_every_question_has_an_answer_or_a_reason(data: st.DataObject) -> None:
    trial = data.draw(st.sampled_from(list(OURS.values())))
    said = {}
    for control in trial.controls:
        values = [choice.value for choice in control.choices]
        sensible = st.sampled_from([control.initial, *values])
        said[control.key] = data.draw(sensible | SOME_TEXT | st.text(max_size=12))
    problem = None
    try:
        outcome = trial.run(said, Words())
    except EngineError as error:
        problem = error
    if problem is None:
        assert [step.decides for step in outcome.steps].count(True) == 1
        assert outcome.sentence
    else:
        assert problem.field in said
        assert problem.message


@pytest.mark.parametrize("name", ["2024-11-08", "2025-04-04", "2025-06-06", "2026-01-16"])
def test_every_rule_on_symbols_can_be_tried(name: str) -> None:
    shared("rules")
    texts = official(name)
    numbers = ["107.5", "107.6", "107.7", "107.8", "107.8a", "107.8b", "107.9", "107.10", "107.11", "107.12"]
    numbers += ["107.13", "107.14", "107.15", "107.15a", "107.15b", "107.16", "107.16a", "107.17", "107.17a", "107.18"]
    assert all(number in texts.rules for number in numbers)
    assert [number for number in numbers if not placed_under(number, texts)] == []


def test_every_rule_on_parts_of_cards_can_be_tried(subtests: pytest.Subtests) -> None:
    for number in ["201.4", "201.4a", "201.4b", "201.4c", "201.5", "202.1", "202.1a", "202.1b", "202.2"]:
        with subtests.test(number=number):
            shared("rules")
            assert placed_under(number, official("2011-06-17"))


def test_every_rule_on_colors_and_mana_can_be_tried(subtests: pytest.Subtests) -> None:
    for number in ["202.2a", "202.2b", "202.2c", "202.2d", "202.2e", "202.3", "202.3a", "202.3b", "202.3c", "202.3d"]:
        with subtests.test(number=number):
            shared("rules")
            assert placed_under(number, official("2011-06-17"))


def test_every_placement_is_in_an_edition() -> None:
    """No placement is idle: one edition at least has its rule."""
    shared("rules")
    readings = [official(date) for date in DATES]
    idle = [
        f"{trial.slug} {place.rule}"
        for trial, place in PLACES
        if not any(reading.find(place.rule) for reading in readings)
    ]
    assert idle == []


def test_edition_read_under(subtests: pytest.Subtests) -> None:
    """Clauses are cited by their numbers in the edition that is read, in its terms."""
    for name, slug, said, rule, words in cases("trials/symbol_rules", "edition_read_under"):
        with subtests.test(name=name, slug=slug, said=said, rule=rule, words=words):
            shared("rules")
            outcome = ask(slug, said, official(name))
            assert outcome.deciding.number == rule
            assert words in outcome.sentence


def test_shortened_names_by_edition() -> None:
    """201.4c of 2011 wants the full name first; 201.5c today does not."""
    shared("rules")
    said = {"name": "Jaya Ballard, Task Mage", "short": "Jaya Ballard", "text": "Jaya Ballard taps."}
    assert ask("names", said, official("2011-06-17")).facts["mentions"] == 0
    assert ask("names", said, official("2025-06-06")).facts["mentions"] == 1


OFFICIAL = [case for case in all_cases() if case.trial in SLUGS and case.edition.isoformat() in DATES]


def test_official_example(subtests: pytest.Subtests) -> None:
    """Examples that whole editions alone have: found where they are said to stand, and run there."""
    shared("rules")
    assert OFFICIAL
    for case in OFFICIAL:
        with subtests.test(case=case):
            name = case.edition.isoformat()
            # Those of 2003 give some in passing.
            examples = [words for words in official(name).rules[case.rule].split("\n") if "example" in words.casefold()]
            assert case.matches(examples[case.number - 1])
            facts = ask(case.trial, case.inputs, official(name)).facts
            assert {key: facts[key] for key in case.expected} == dict(case.expected)
