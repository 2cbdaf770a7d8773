"""Every official example of the rules on numbers and symbols, and of the card-parts text, runs or says why not."""

import datetime as dt
from collections.abc import Iterator

import pytest

from explorer.document.tree import Entry
from explorer.library.loaded import library
from explorer.library.queries import EditionInfo
from explorer.models import Rule
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from symbols.trials import answered
from symbols.trials.examples import Case, all_cases, known_cases, runnable_cases
from tests.citations.editions import names_in
from tests.document.editions import EVERY_EDITION, document
from tests.trials.readings import TRIAL, Words, official

SECTIONS = {
    dt.date(2008, 3, 17): {"104"},
    dt.date(2011, 7, 15): {str(section) for section in range(200, 212)},
}


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.rule}-{case.number}{case.part}")
def test_a_case_is_whole(case: Case) -> None:
    assert bool(case.trial) is not bool(case.reason)
    assert case.phrases
    if case.trial:
        assert case.expected
        assert case.decides
        assert set(case.inputs) <= {control.key for control in TRIAL[case.trial].controls}


def examples_of(edition: EditionInfo) -> Iterator[tuple[str, int, str]]:
    """Yield the examples of an edition's rules: rule, place among its examples, words."""
    rows = Rule.objects.filter(edition_id=edition.id, wording__isnull=False).order_by("position")
    for number, paragraphs in rows.values_list("number", "wording__paragraphs"):
        if number.split(".")[0] in SECTIONS.get(edition.date, {"107"}):
            examples = [paragraph["text"] for paragraph in paragraphs if paragraph["kind"] == "example"]
            for place, words in enumerate(examples, 1):
                yield number, place, words


def assert_runs(case: Case, reading: Words | TrialContext) -> None:
    trial = TRIAL[case.trial]
    asked = TrialRequest(trial, case.inputs)
    found = answered(trial, asked.complete, reading)
    if not found.deciding.is_given:
        # As on pages, the newest rules answer instead.
        found = answered(trial, asked.complete, official("2026-02-27"))
    assert {key: found.facts[key] for key in case.expected} == case.expected, case.rule
    assert found.deciding.rule == case.decides, case.rule
    if found.deciding.number:
        # The very rule as that edition has it, whatever number it gave it.
        assert case.decides in names_in(reading.words(case.decides)), (case.rule, found.deciding.number)


@pytest.mark.django_db
def test_every_example_of_the_default_library_runs_or_says_why_not() -> None:
    found = 0
    for edition in library().editions:
        for number, place, words in examples_of(edition):
            known = known_cases(number, words)
            assert known, f"{number} of {edition.iso}, example {place}: neither a case nor a reason: {words}"
            found += 1
            for case in runnable_cases(number, words):
                assert_runs(case, TrialContext(library(), edition))
    # 3 in 2008, 17 in 2011, 5 in 2024, 5 in 2025.
    assert found == 30


@pytest.mark.django_db
def test_every_case_of_the_default_library_is_found_where_it_says() -> None:
    for edition in library().editions:
        there = {(number, place): words for number, place, words in examples_of(edition)}
        for case in all_cases():
            if case.edition == edition.date and case.rule.split(".")[0] in SECTIONS.get(edition.date, {"107"}):
                assert case.matches(there[case.rule, case.number])


def test_an_unknown_example_is_not_taken_for_a_known_one() -> None:
    assert known_cases("107.1b", "Example: If a 4/4 creature gets -5/-0, it’s a -1/4 creature.") == ()
    assert known_cases("107.4e", "Example: {G/W} can be paid by spending {G}.") == ()


@EVERY_EDITION
def test_every_example_of_numbers_and_symbols_in_every_edition(name: str) -> None:
    """The section is 104 until 2009 and 107 since, so it is found by its heading."""
    entries = [entry for top in document(name).body for entry in top.walk()]
    effective = document(name).effective
    section = next((entry for entry in entries if entry.heading.lower() == "numbers and symbols"), None)
    if section is None:
        # There was no such section yet.
        assert effective < dt.date(2003, 10, 1)
        return
    unknown = [
        f"{entry.number}: {words}"
        for entry in section.walk()
        for words in _examples(entry)
        if not known_cases(str(entry.number), words)
    ]
    assert unknown == []


@pytest.mark.slow
@EVERY_EDITION
def test_every_case_runs_in_every_edition_that_has_its_example(name: str) -> None:
    entries = [entry for top in document(name).body for entry in top.walk()]
    effective = document(name).effective
    words_of = {str(entry.number): "\n".join(part.text for part in entry.paragraphs) for entry in entries}
    reading = Words(words_of, effective)
    for entry in entries:
        for place, words in enumerate(_examples(entry), 1):
            for case in runnable_cases(str(entry.number), words):
                assert_runs(case, reading)
            for case in all_cases():
                if (case.edition, case.rule, case.number) == (effective, str(entry.number), place):
                    assert case.matches(words)


def _examples(entry: Entry) -> list[str]:
    return [paragraph.text for paragraph in entry.paragraphs if paragraph.kind == "example"]
