"""Editions to read trials under, without a library."""

import datetime as dt
from collections.abc import Mapping

from symbols.engine.trials import Outcome
from symbols.engine.trials.catalogue import trial_named


class Words:
    """An edition of a few rules."""

    def __init__(self, rules: Mapping[str, str] | None = None, edition: dt.date | None = None) -> None:
        self._rules = rules or {}
        self._edition = edition

    @property
    def edition(self) -> dt.date | None:
        return self._edition

    def words(self, number: str) -> str:
        return self._rules.get(number, "")


def run(slug: str, rules: Mapping[str, str] | None = None, **said: str) -> Outcome:
    """Run a trial under an edition that has nothing but some rules; what is not said is left to defaults."""
    trial = trial_named(slug)
    assert trial is not None
    return trial.run(said, Words(rules))
