"""A request to a trial: from query parameters and back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict

from explorer.document.numbers import RuleNumber
from explorer.library.queries import EditionInfo
from explorer.tryit.reading import TrialContext
from explorer.web import addresses
from symbols.catalog.text import find_symbols
from symbols.trials import Placement, Preset, Trial

RESERVED = ("edition", "rule")
"""Query parameters that aren't controls."""


def joined(query: QueryDict) -> dict[str, str]:
    """Each parameter, several values of one with commas: `in=text&in=mana-cost` -> `text,mana-cost`."""
    return {key: ",".join(filter(None, map(str, query.getlist(key)))) for key in query}


@dataclass(frozen=True)
class TrialRequest:
    """A request to a trial.

    Attributes:
        values: by control key; missing ones come from the placement, or are defaults.
        edition: None for the newest text of everything.
        rule: the rule whose page has the form; empty on the form's own page.
    """

    trial: Trial
    values: Mapping[str, str]
    edition: EditionInfo | None = None
    rule: str = ""
    placed: Placement | None = None
    lacking: Collection[str] = frozenset()

    @classmethod
    def read(cls, trial: Trial, query: Mapping[str, str], reading: TrialContext) -> "TrialRequest":
        """Read a query, ignoring unknown parameters."""
        keys = {control.key for control in trial.controls}
        values = {key: str(query[key]) for key in query if key in keys}
        number = RuleNumber.try_parse(query.get("rule", ""))
        rule = str(number) if number else ""
        return cls(trial, values, reading.info, rule, _placed(trial, rule, reading), reading.missing_for(trial))

    @property
    def place(self) -> Placement:
        """The requested placement, or the trial's main one."""
        places = self.trial.places
        return self.placed or next((place for place in places if place.rule == self.rule), places[0])

    @cached_property
    def complete(self) -> Mapping[str, str]:
        """Values of all controls.

        Where the placement's initial values have symbols that the edition lacks, those of the first ready-made question
        are used.
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
    def tries(self) -> Sequence[Preset]:
        """Ready-made questions, without those about symbols that the edition lacks."""
        return [one for one in self.place.tries if not self.lacked_in({**self._usual, **one.values})]

    def lacked_in(self, values: Mapping[str, str]) -> list[str]:
        costs = (values.get(control.key, "") for control in self.trial.controls if control.kind == "cost")
        codes = dict.fromkeys(symbol.code for cost in costs for symbol in find_symbols(cost))
        return [code for code in codes if code in self.lacking]

    @property
    def address(self) -> str:
        """Permalink: it names all values, since defaults may change."""
        return self.address_with({})

    def address_with(self, other: Mapping[str, str]) -> str:
        query = {**self.complete, **other}
        if self.rule and self.rule != self.trial.rules[0]:
            query["rule"] = self.rule
        if self.edition:
            query["edition"] = self.edition.iso
        return addresses.trial(self.trial.slug, query)


def _placed(trial: Trial, rule: str, reading: TrialContext) -> Placement | None:
    """The placement under the requested rule, else under the first rule that the edition has."""
    if rule:
        return trial.placed(reading.citations.names_of(rule), reading.find)
    return trial.placed([name for name in trial.rules if reading.find(name)], reading.find) if reading.info else None
