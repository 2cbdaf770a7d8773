"""Editions to read trials under, without a library."""

import datetime as dt
from collections.abc import Mapping
from functools import cached_property

from symbols.trials import Outcome, answered
from symbols.trials.catalog import trial_named
from symbols.trials.clauses import in_edition


class Words:
    """An edition of a few rules."""

    def __init__(self, rules: Mapping[str, str] | None = None, edition: dt.date | None = None) -> None:
        self._rules = rules or {}
        self._edition = edition

    @property
    def edition(self) -> dt.date | None:
        return self._edition

    @property
    def numbers(self) -> list[str]:
        """The numbers of its rules."""
        return list(self._rules)

    def words(self, number: str) -> str:
        return self._rules.get(number, "")

    def find(self, rule: str) -> str:
        return self._numbers.get(rule, "")

    @cached_property
    def _numbers(self) -> Mapping[str, str]:
        return in_edition(self._rules.items())


def run(slug: str, rules: Mapping[str, str] | None = None, **said: str) -> Outcome:
    """Run a trial under an edition that has nothing but some rules; what is not said is left to defaults."""
    trial = trial_named(slug)
    assert trial is not None
    return answered(trial, said, Words(rules))
