"""Request to a trial, read from an address; and the address that asks the same."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.document.numbers import RuleNumber
from explorer.library.queries import EditionInfo
from explorer.tryit.reading import LibraryReading
from explorer.web import addresses
from symbols.catalog.text import find_symbols
from symbols.trials import Placement, Trial, Try

RESERVED = ("edition", "rule")
"""Parameters of an address that are no control's: the edition to read under, and the rule that the trial stands at."""


@dataclass(frozen=True)
class TrialRequest:
    """Request to a trial.

    Attributes:
        trial: what is tried.
        values: what its controls say, by their keys; the rest is as its placement gives it, or by default.
        edition: the edition to read under; None for the newest text of everything.
        rule: the rule that the trial stands at; empty for its own page.
        placed: its placement there, where that is known.
        lacking: the symbols that the edition does not have.
    """

    trial: Trial
    values: Mapping[str, str]
    edition: EditionInfo | None = None
    rule: str = ""
    placed: Placement | None = None
    lacking: Collection[str] = frozenset()

    @classmethod
    def read(cls, trial: Trial, query: Mapping[str, str], reading: LibraryReading) -> "TrialRequest":
        """Read a query; what it says of anything else than the trial's controls and its rule is left alone."""
        keys = {control.key for control in trial.controls}
        values = {key: str(query[key]) for key in query if key in keys}
        number = RuleNumber.try_parse(query.get("rule", ""))
        rule = str(number) if number else ""
        return cls(trial, values, reading.info, rule, _placed(trial, rule, reading), reading.lacking_for(trial))

    @property
    def place(self) -> Placement:
        """Return the placement that was asked for, else the trial's own."""
        places = self.trial.places
        return self.placed or next((place for place in places if place.rule == self.rule), places[0])

    @cached_property
    def complete(self) -> Mapping[str, str]:
        """Return what every control says.

        At first they say what the placement gives; the first try instead, where that has symbols the edition lacks.
        """
        given = self.place.given
        if not self.values and self.tries and self.lacked_in({**self._usual, **given}):
            given = self.tries[0].values
        return {
            control.key: self.values.get(control.key, given.get(control.key, control.default))
            for control in self.trial.controls
        }

    @property
    def _usual(self) -> Mapping[str, str]:
        return {control.key: control.default for control in self.trial.controls}

    @property
    def tries(self) -> Sequence[Try]:
        """Return the questions ready to be asked, but for those about symbols that the edition lacks."""
        return [one for one in self.place.tries if not self.lacked_in({**self._usual, **one.values})]

    def lacked_in(self, values: Mapping[str, str]) -> list[str]:
        """Return the symbols in the costs of some values that the edition does not have."""
        costs = (values.get(control.key, "") for control in self.trial.controls if control.kind == "cost")
        codes = dict.fromkeys(symbol.code for cost in costs for symbol in find_symbols(cost))
        return [code for code in codes if code in self.lacking]

    @property
    def address(self) -> str:
        """Return the address that asks the same for good, whatever the defaults will be."""
        return self.address_with({})

    def address_with(self, other: Mapping[str, str]) -> str:
        """Return the address that asks the same, but for what some controls say."""
        query = {**self.complete, **other}
        if self.rule and self.rule != self.trial.rules[0]:
            query["rule"] = self.rule
        if self.edition:
            query["edition"] = self.edition.iso
        return addresses.trial(self.trial.slug, query)


def _placed(trial: Trial, rule: str, reading: LibraryReading) -> Placement | None:
    """Return the placement that is meant: under the rule asked for, or the first that the edition being read has."""
    if rule:
        return trial.placed(reading.citations.names_of(rule), reading.find)
    return trial.placed([name for name in trial.rules if reading.find(name)], reading.find) if reading.info else None
