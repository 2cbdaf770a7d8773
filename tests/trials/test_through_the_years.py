"""What decides each Try it in every edition, against a table that was read in the documents."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl

import pytest

from explorer.document.dates import long_date
from explorer.library.derivation import EditionTexts
from explorer.library.loaded import library
from explorer.library.queries import EditionInfo
from explorer.tryit.answering import Answer, answer
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from symbols.sentences import join_words
from symbols.trials.catalog import TRIALS
from tests.conftest import with_editions
from tests.shared import EVERY_EDITION
from tests.trials.readings import TRIAL

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).parents[1] / "data" / "trial_facts.tsv"


class Row(NamedTuple):
    """`facts` are by the edition since which they hold; empty if they never changed."""

    trial: str
    case: Mapping[str, str]
    first: str
    first_number: str
    last: str
    last_number: str
    facts: Mapping[str, Mapping[str, object]]


def rows() -> Iterator[Row]:
    for line in TABLE.read_text().splitlines():
        if line.startswith("#"):
            continue
        trial, case, first, first_number, last, last_number, *facts = line.split("\t")
        values = dict(parse_qsl(case, keep_blank_values=True, strict_parsing=bool(case)))
        changes = {first: json.loads(facts[0])} if facts else {}
        for change in facts[1:]:
            day, _, found = change.partition(" ")
            changes[day] = json.loads(found)
        yield Row(trial, values, first, first_number, last, last_number, changes)


def found_in(row: Row, reading: TrialContext) -> Answer:
    trial = TRIAL[row.trial]
    query = {key: [text] for key, text in {**trial.initial, **row.case}.items()}
    return answer(TrialRequest.read(trial, query, reading), reading)


@with_editions(*EVERY_EDITION)
def test_an_edition_decides_or_the_answer_begins_with_whose_rules_it_follows() -> None:
    loaded, wrong = library(), []
    table, newest = list(rows()), loaded.newest
    complete = [each for each in loaded.editions if each.complete]
    telling = {id(row): set(_telling(row, [each.iso for each in complete])) for row in table}
    for edition in complete:
        reading = TrialContext(loaded, edition)
        rules, terms = EditionTexts(edition.id).by_name
        began = f"The {long_date(edition.date)} rules have "
        for row in (each for each in table if edition.iso in telling[id(each)]):
            found = found_in(row, reading)
            said = found.outcome.sentence
            if row.first <= edition.iso <= row.last:
                expected = {row.first: row.first_number, row.last: row.last_number}.get(edition.iso, found.number)
                fits = found.number == expected and (expected in rules or expected in terms)
                fits = fits and " rules have no " not in said and _as_then(row, found, edition)
            else:
                lacks = f"{began}{_none_of(found)}. By the " if found.lacks else "In the "
                fits = not found.number and said.startswith(lacks)
                fits = fits and found.source == (newest.date if newest else dt.date.min)
            if not fits:
                wrong.append((row.trial, row.case, edition.iso, found.number, said))
    assert wrong == []


def _telling(row: Row, days: Sequence[str]) -> Iterator[str]:
    """Yield the oldest and the newest edition, and those on both sides of each in which something begins or ends."""
    yield from (days[0], days[-1])
    for turn in {row.first, row.last, *row.facts} & {*days}:
        at = days.index(turn)
        yield from days[max(0, at - 1) : at + 2]


def _none_of(found: Answer) -> str:
    return join_words([f"no {one}" for one in found.lacks])


def _as_then(row: Row, found: Answer, edition: EditionInfo) -> bool:
    expected: dict[str, object] = {}
    for day, facts in row.facts.items():
        if day <= edition.iso:
            expected |= facts
    return {key: found.outcome.facts[key] for key in expected} == expected


def test_the_table_has_all_that_is_asked_with_one_tap() -> None:
    read = {(row.trial, tuple(sorted({**TRIAL[row.trial].initial, **row.case}.items()))) for row in rows()}
    # X has its own.
    asked = {
        (trial.slug, tuple(sorted({**trial.initial, **given}.items())))
        for trial in TRIALS
        for place in trial.places
        for given in ({}, place.given, *(one.values for one in place.tries))
        if trial.slug != "x"
    }
    assert asked - read == set()
