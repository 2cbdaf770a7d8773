"""Parts of cards, and what copies have of them, as read in the rules of each edition before the code was asked."""

import json

import pytest

from symbols.trials import Outcome, answered
from symbols.trials.catalog import trial_named
from tests.tables import rows
from tests.trials.readings import Words, official


def ask(slug: str, fields: str, reading: Words | None = None) -> Outcome:
    trial = trial_named(slug)
    assert trial is not None
    pairs = (one.partition("=") for one in fields.split(" ; "))
    said = {key: text.replace(" | ", "\n") for key, _, text in pairs}
    return answered(trial, said, reading or Words())


def test_situations(subtests: pytest.Subtests) -> None:
    for situation, edition, slug, fields, expected, rules in rows("card_parts.tsv"):
        with subtests.test(situation=situation):
            outcome = ask(slug, fields, official(edition))
            wanted = json.loads(expected)
            assert {key: outcome.facts[key] for key in wanted} == wanted
            if rules == "lacks":
                assert not outcome.deciding.number
            else:
                decides, *others = rules.split()
                assert outcome.deciding.number == decides
                assert set(others) <= {step.number for step in outcome.steps}
