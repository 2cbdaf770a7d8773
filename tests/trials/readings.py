"""Editions to read trials under, without a library."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import ClassVar

from explorer.citations.names import numbers_in
from symbols.plain_text import plain_text
from symbols.trials import Outcome, Placement, Step, Trial, TrialError, answered, catalog
from symbols.trials.layers.words import singular
from symbols.trials.printed import CardLine, PrintedCard
from tests.citations.editions import numbers_of
from tests.document.editions import document
from tests.shared import shared


class Words:
    """An edition of a few rules, by their numbers."""

    cards: ClassVar[Mapping[str, PrintedCard]] = {}

    def __init__(
        self,
        rules: Mapping[str, str] | None = None,
        edition: dt.date | None = None,
        numbers: Mapping[str, str] | None = None,
    ) -> None:
        self.rules = rules or {}
        self.edition = edition
        self._found = numbers

    def find(self, name: str) -> str:
        return self._numbers.get(name, "")

    def giving(self, name: str, fact: str) -> str:
        return name

    def words(self, name: str) -> str:
        return _own(self.rules.get(self.find(name), ""))

    def creature(self, name: str, size: str = "") -> CardLine:
        raise TrialError(f"“{name}” isn’t loaded", field="")

    def is_card(self, name: str) -> bool:
        return False

    def is_kind(self, name: str) -> bool:
        return True

    def is_name(self, word: str) -> bool:
        kinds = plain_text(self.words("205.3m")).replace(",", " ").split()
        return not kinds or singular(word.capitalize()).lower() in kinds

    def card(self, name: str) -> PrintedCard | None:
        return self.cards.get(name.casefold())

    def near_card(self, name: str) -> str:
        return ""

    def cited(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        return tuple(replace(step, number=self.find(step.rule)) for step in steps)

    def names_of(self, number: str) -> set[str]:
        """The stable names of what stands under a number."""
        return {name for name, at in self._numbers.items() if at == number}

    @cached_property
    def _numbers(self) -> Mapping[str, str]:
        if self._found is not None:
            return self._found
        return numbers_in((number, _own(words)) for number, words in self.rules.items())


def _own(words: str) -> str:
    """Without examples."""
    return "\n".join(line for line in words.split("\n") if not line.startswith("Example:"))


@cache
def official(day: str) -> Words:
    shared("rules")
    read = document(f"{day}.txt")
    entries = [entry for top in read.body for entry in top.walk()]
    texts = {str(entry.number): "\n".join(part.text for part in entry.paragraphs) for entry in entries}
    return Words(texts, read.effective, numbers_of(day))


TRIAL = {trial.slug: trial for trial in catalog.TRIALS}


def ask(slug: str, said: Mapping[str, str], reading: Words | None = None) -> Outcome:
    """Run a trial; what isn't said is as the form shows it first."""
    trial = TRIAL[slug]
    assert set(said) <= {control.key for control in trial.controls}
    return answered(trial, {**trial.initial, **said}, reading or Words())


def run(slug: str, rules: Mapping[str, str] | None = None, **said: str) -> Outcome:
    """Run a trial under an edition that has nothing but some rules."""
    return ask(slug, said, Words(rules))


def placed_under(number: str, reading: Words) -> list[tuple[Trial, Placement]]:
    """Return the trials that stand under a rule of an edition, as a page finds them."""
    return catalog.placed_under(reading.names_of(number), reading.find)


def check_rules(outcome: Outcome, rules: str) -> None:
    """The rule that decides, then others that are cited; `lacks` where the edition has none that decides."""
    if rules == "lacks":
        assert not outcome.deciding.number
    else:
        decides, *others = rules.split()
        assert outcome.deciding.number == decides
        assert set(others) <= {step.number for step in outcome.steps}
