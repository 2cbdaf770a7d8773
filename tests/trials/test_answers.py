"""What trials answer, and what they refuse."""

from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import EngineError
from symbols.roman import from_roman, to_roman
from symbols.trials.calling_by_name import renamed
from symbols.trials.catalog import TRIALS
from symbols.trials.examples import all_cases
from symbols.trials.leveling import Level, active_levels, spans_of
from symbols.trials.pawprint_modes import MOST_BUDGET, MOST_MODES, Modes
from symbols.trials.sagas import Chapter, triggered
from tests.citations.editions import DATES
from tests.shared import examples, shared
from tests.tables import cases
from tests.trials.readings import TRIAL, Words, ask, official, placed_under


def test_answered(subtests: pytest.Subtests) -> None:
    table: list[Any] = cases("trials/answers", "answered")
    for slug, said, facts, rule in table:
        with subtests.test(slug=slug, said=said, facts=facts, rule=rule):
            outcome = ask(slug, said)
            found = {key: outcome.facts[key] for key in facts}
            assert {key: list(fact) if isinstance(fact, tuple) else fact for key, fact in found.items()} == facts
            assert outcome.deciding.rule == rule


def test_refused(subtests: pytest.Subtests) -> None:
    for slug, said, key in cases("trials/answers", "refused"):
        with subtests.test(slug=slug, said=said, key=key):
            with pytest.raises(EngineError) as caught:
                ask(slug, said)
            assert caught.value.field == key
            label = next(control.label for control in TRIAL[slug].controls if control.key == key)
            assert caught.value.message.startswith((f"{label}:", "Every card has a card type", "“QQ”"))
            assert caught.value.message.endswith((".", "?"))
            assert len(caught.value.message) < 250


NUMBERS = ["", "0", "1", "3", "7", "-1", "½", "1.5", "9999999", "99999999"]
WORDS = ["yes", "no", "x", "red", "stack", "back", "gained", "{X}{W/P}", "[-3]", "a" * 400]
SOME_TEXT = st.sampled_from([*NUMBERS, *cases("trials/answers", "symbols"), *WORDS])


@given(st.data())
@examples(150)
def test_every_question_has_an_answer_or_a_reason(data: st.DataObject) -> None:
    trial = data.draw(st.sampled_from(TRIALS))
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


ON_SYMBOLS = "107.5 107.6 107.7 107.8 107.8a 107.8b 107.9 107.10 107.11 107.12 107.13 107.14 107.15 107.15a 107.15b "
ON_SYMBOLS += "107.16 107.16a 107.17 107.17a 107.18"
ON_PARTS_OF_CARDS = "201.4 201.4a 201.4b 201.4c 201.5 202.1 202.1a 202.1b 202.2 202.2a 202.2b 202.2c 202.2d 202.2e "
ON_PARTS_OF_CARDS += "202.3 202.3a 202.3b 202.3c 202.3d"


@pytest.mark.parametrize(
    ("day", "numbers"),
    [
        ("2011-06-17", ON_PARTS_OF_CARDS),
        ("2024-11-08", ON_SYMBOLS),
        ("2025-04-04", ON_SYMBOLS),
        ("2025-06-06", ON_SYMBOLS),
        ("2026-01-16", ON_SYMBOLS),
    ],
)
def test_every_rule_on_symbols_and_parts_of_cards_can_be_tried(day: str, numbers: str) -> None:
    assert [number for number in numbers.split() if not placed_under(number, official(day))] == []


@pytest.mark.slow
def test_every_placement_is_in_an_edition() -> None:
    """No placement is idle: one edition at least has its rule."""
    shared("rules")
    readings = [official(date) for date in DATES]
    idle = [
        f"{trial.slug} {place.rule}"
        for trial in TRIALS
        for place in trial.places
        if not any(reading.find(place.rule) for reading in readings)
    ]
    assert idle == []


def test_edition_read_under(subtests: pytest.Subtests) -> None:
    """Clauses are cited by their numbers in the edition that is read, in its terms."""
    for name, slug, said, rule, words in cases("trials/answers", "edition_read_under"):
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


OFFICIAL = [case for case in all_cases() if case.trial and case.edition.isoformat() in DATES]


def test_official_example(subtests: pytest.Subtests) -> None:
    """Examples that whole editions alone have: found where they are said to stand, and run there."""
    shared("rules")
    assert OFFICIAL
    for case in OFFICIAL:
        with subtests.test(case=case):
            name = case.edition.isoformat()
            # Those of 2003 give some in passing.
            lines = official(name).rules[case.rule].split("\n")
            examples = [line for line in lines if line.startswith("Example")]
            examples = examples or [line for line in lines if "example" in line.casefold()]
            assert case.matches(examples[case.number - 1])
            facts = ask(case.trial, case.inputs, official(name)).facts
            assert {key: facts[key] for key in case.expected} == dict(case.expected)


def test_a_die_has_six_faces() -> None:
    """901.3a."""
    rows = ask("planar-die", {}).rows
    assert [row.label for row in rows] == ["{PW}", "{CHAOS}", "blank"]
    for row, count in zip(rows, ("one", "one", "four"), strict=True):
        assert row.value.endswith(f"({count} of six faces)")


LEVELS = st.lists(
    st.builds(
        lambda least, more: Level(least, None if more is None else least + more),
        st.integers(1, 30),
        st.none() | st.integers(0, 10),
    ),
    max_size=4,
)


@given(LEVELS, st.integers(0, 60))
def test_spans_of_levels_have_no_gap_and_say_what_is_in_force(levels: list[Level], counters: int) -> None:
    spans = list(spans_of(levels))
    assert [span.levels for span in spans if counters in span] == [active_levels(levels, counters)]
    assert spans[0].least == 0
    assert spans[-1].most is None
    assert all(one.most is not None and one.most + 1 == other.least for one, other in pairwise(spans))


CHAPTERS = st.lists(st.builds(Chapter, st.integers(1, 9), st.integers(0, 3)), max_size=8)
COUNTERS = st.tuples(*[st.integers(0, 12)] * 3).map(sorted)


@given(CHAPTERS, COUNTERS)
def test_counters_trigger_the_same_at_once_or_one_after_the_other(chapters: list[Chapter], counters: list[int]) -> None:
    low, middle, high = counters
    in_steps = [*triggered(chapters, low, middle), *triggered(chapters, middle, high)]
    assert sorted(in_steps, key=hash) == sorted(triggered(chapters, low, high), key=hash)
    assert triggered(chapters, high, low) == ()


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.integers(0, 8), st.booleans())
def test_choices_of_modes_are_all_there_are(pawprints: list[int], budget: int, again: bool) -> None:
    modes = Modes(pawprints, budget, again=again)
    listed = list(modes.choices())
    assert len(listed) == len(set(listed)) == modes.count()
    places, pick = range(1, len(pawprints) + 1), combinations_with_replacement if again else combinations
    chosen = (some for size in range(budget + 1) for some in pick(places, size))
    assert set(listed) == {some for some in chosen if sum(pawprints[place - 1] for place in some) <= budget}
    assert all(modes.repeated(some) is None and modes.worth(some) <= budget for some in listed)
    assert Modes([1] * MOST_MODES, MOST_BUDGET, again=True).count() > 10**12


@given(st.text("IVXLCDM", max_size=8))
def test_what_is_read_as_a_numeral_is_written_the_same(text: str) -> None:
    number = from_roman(text)
    assert number == 0 or to_roman(number) == text


@given(st.lists(st.sampled_from(["Old", "deals", "2", "damage", "to", "unOld", "older", "{R}:"]), max_size=12))
def test_only_names_change(words: list[str]) -> None:
    text = " ".join(words)
    assert renamed(text, "Old", "New").split() == ["New" if word == "Old" else word for word in words]
    assert renamed(text, "Old", "Old") == text
