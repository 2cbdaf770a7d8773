"""A request to a trial: from query parameters and back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.document.numbers import RuleNumber
from explorer.library.queries import EditionInfo
from explorer.tryit.reading import TrialContext
from explorer.web import addresses
from symbols.catalog.text import find_symbols
from symbols.engine import EngineError
from symbols.trials import Control, Inputs, MissingValueError, Outcome, Placement, Preset, Trial, answered

RESERVED = ("edition", "rule")
"""Query parameters that aren't controls."""


@dataclass(frozen=True)
class TrialRequest:
    """A request to a trial.

    Attributes:
        edition: None for the newest text of everything.
        rule: the rule whose page has the form; empty on the form's own page.
        error: why the values can't be read.
        shows_example: whether the placement's example is the question where nothing was given, as on a page.
    """

    trial: Trial
    values: Mapping[str, str]
    edition: EditionInfo | None = None
    rule: str = ""
    placed: Placement | None = None
    lacking: Collection[str] = frozenset()
    error: EngineError | None = None
    shows_example: bool = True

    @classmethod
    def read(
        cls, trial: Trial, query: Mapping[str, Sequence[str]], reading: TrialContext, *, shows_example: bool = True
    ) -> "TrialRequest":
        """Read a query, ignoring unknown parameters."""
        query = trial.normalize(query)
        values: dict[str, str] = {}
        wrong: EngineError | None = None
        for control in trial.controls:
            if control.key not in query:
                continue
            try:
                values[control.key] = control.read(query[control.key])
            except EngineError as error:
                wrong, values[control.key] = wrong or error, query[control.key][-1]
        number = RuleNumber.try_parse(next(iter(query.get("rule", ())), ""))
        rule = str(number) if number else ""
        placed, lacking = _placed(trial, rule, reading), reading.missing_for(trial)
        return cls(trial, values, reading.info, rule, placed, lacking, wrong, shows_example)

    def answer(self, reading: TrialContext) -> Outcome:
        if self.error:
            raise self.error
        if self._missing and (self.values or not self.shows_example):
            Inputs(self.values, [control for control in self.trial.controls if control.key in self.values]).check()
            raise MissingValueError(self._missing[0])
        return answered(self.trial, self.complete, reading)

    @property
    def place(self) -> Placement:
        """The requested placement, or the trial's main one."""
        places = self.trial.places
        return self.placed or next((place for place in places if place.rule == self.rule), places[0])

    @property
    def controls(self) -> Sequence[Control]:
        """Those that the form shows. It submits the others, too, with the values that they have."""
        return self.place.controls or self.trial.controls

    @cached_property
    def complete(self) -> Mapping[str, str]:
        """Values of all controls: what was left out is the default, or empty.

        Where nothing was given, a page shows the placement's example; or the first ready-made question, where the
        edition lacks symbols of that.
        """
        if self.values or not self.shows_example:
            left_out = {control.key: control.default or "" for control in self.trial.controls}
            return {**left_out, **self._of_rule, **self.values}
        given = {**self.trial.initial, **self.place.given}
        return {**given, **self.tries[0].values} if self.tries and self.lacked_in(given) else given

    @property
    def _missing(self) -> Sequence[Control]:
        given = {*self.values, *self._of_rule}
        return [control for control in self.trial.controls if control.default is None and control.key not in given]

    @property
    def _of_rule(self) -> Mapping[str, str]:
        """Values that a rule's form has for controls that it doesn't show."""
        shown = {control.key for control in self.controls}
        return {key: text for key, text in self.place.given.items() if key not in shown} if self.rule else {}

    @property
    def tries(self) -> Sequence[Preset]:
        """Ready-made questions, without those about symbols that the edition lacks."""
        return [one for one in self.place.tries if not self.lacked_in({**self.trial.initial, **one.values})]

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
