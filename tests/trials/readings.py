"""Editions to read trials under, without a library."""

import datetime as dt
from collections.abc import Mapping
from functools import cached_property

from explorer.citations.names import NAMES, names_in, numbers_in
from symbols.trials import Outcome, Placement, Trial, answered, catalog
from symbols.trials.catalog import trial_named


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

    def is_name(self, rule: str) -> bool:
        return rule in NAMES

    def find(self, name: str) -> str:
        return self._numbers.get(name, "")

    @cached_property
    def _numbers(self) -> Mapping[str, str]:
        return numbers_in(self._rules.items())


def run(slug: str, rules: Mapping[str, str] | None = None, **said: str) -> Outcome:
    """Run a trial under an edition that has nothing but some rules; what is not said is left to defaults."""
    trial = trial_named(slug)
    assert trial is not None
    return answered(trial, said, Words(rules))


def placed_under(number: str, words: str) -> list[tuple[Trial, Placement]]:
    """Return the trials that stand under a rule, as a page finds them."""
    return catalog.placed_under(number, words, names_in(words))
