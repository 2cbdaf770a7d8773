"""Official examples of rules, from `symbols/data/examples.toml`, as cases that run or with the reason why they can't.

A case names one edition with the example, and phrases that identify it in any other, where the wording may differ.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.trials.catalog import trial_named
from symbols.trials.loading import Record
from symbols.trials.outcome import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One official example, or one part of an example with several cases.

    Attributes:
        rule: number in `edition`.
        number: position among the rule's examples in `edition`, counted from 1.
        phrases: words that the example has in every edition.
        part: tells it from the other parts of the example.
        trial: slug of the trial that runs it; empty if none can, for the `reason`.
        inputs: values of the trial's controls; in the file, those that differ from the initial ones.
        expected: facts that the outcome must have.
        decides: the rule that must decide, by its number in the edition of 2025-06-06, or else in `edition`.
    """

    rule: str
    edition: dt.date
    number: int
    phrases: tuple[str, ...]
    part: str = ""
    trial: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    expected: Mapping[str, Fact] = field(default_factory=dict)
    decides: str = ""
    reason: str = ""

    def matches(self, words: str) -> bool:
        said = _plain(words)
        return all(_plain(phrase) in said for phrase in self.phrases)


@cache
def all_cases() -> tuple[Case, ...]:
    return tuple(map(_case, read_data("examples.toml")["example"]))


@lru_cache(maxsize=4096)
def known_cases(number: str, words: str) -> tuple[Case, ...]:
    """Return the cases of the example with this text: under this rule number, of any edition, or else under any."""
    found = tuple(case for case in all_cases() if case.matches(words))
    return tuple(case for case in found if case.rule == number) or found


def runnable_cases(number: str, words: str) -> tuple[Case, ...]:
    """Return the cases that run an example, one for each of its parts."""
    return tuple(case for case in known_cases(number, words) if case.trial)


def _case(record: Record) -> Case:
    trial = trial_named(record.get("trial", ""))
    inputs = {**trial.initial, **record.get("inputs", {})} if trial else {}
    return Case(**{**record, "phrases": tuple(record["phrases"]), "inputs": inputs})


@lru_cache(maxsize=256)
def _plain(words: str) -> str:
    return plain_text(words).replace("{tap}", "{t}")
