"""Official examples of rules, from `symbols/data/examples.toml`, as cases that run or with the reason why they can't.

A case names one edition with the example, and phrases that identify it in any other, where the wording may differ.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final

from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.trials.catalog import trial_named
from symbols.trials.loading import check_values
from symbols.trials.outcome import Fact
from symbols.trials.records import DataError, Kinds, Record, check_fields

_FIELDS: Final[Kinds] = {
    "rule": str,
    "edition": dt.date,
    "number": int,
    "phrases": list,
    "part": str,
    "trial": str,
    "inputs": dict,
    "expected": dict,
    "decides": str,
    "reason": str,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One official example, or one part of an example with several cases.

    Attributes:
        rule: number in `edition`.
        number: position among the rule's examples in `edition`, counted from 1.
        phrases: words that the example has in every edition.
        part: tells it from the other parts of the example.
        trial: slug of the trial that runs it; empty if none can.
        inputs: values of the trial's controls; in the file, those that differ from the initial ones.
        expected: facts that the outcome must have.
        decides: the rule that must decide, by its number in the edition of 2025-06-06, or else in `edition`.
        reason: why it can't be run.
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
        """Whether this is the example with this text."""
        said = _plain(words)
        return all(_plain(phrase) in said for phrase in self.phrases)


@cache
def all_cases() -> tuple[Case, ...]:
    return tuple(parse_case(record, place) for place, record in enumerate(read_data("examples.toml")["example"], 1))


@lru_cache(maxsize=4096)
def known_cases(number: str, words: str) -> tuple[Case, ...]:
    """Return the cases of the example with this text: under this rule number, of any edition, or else under any."""
    found = tuple(case for case in all_cases() if case.matches(words))
    return tuple(case for case in found if case.rule == number) or found


def runnable_cases(number: str, words: str) -> tuple[Case, ...]:
    """Return the cases that run an example, one for each of its parts."""
    return tuple(case for case in known_cases(number, words) if case.trial)


def parse_case(record: Record, place: int) -> Case:
    """Validate a record of the data file; `place` is its position there, counted from 1.

    Raises:
        DataError: the record is invalid.
    """
    where = f"examples.toml, example {place} ({record.get('rule')})"
    check_fields(record, _FIELDS, required=("rule", "edition", "number", "phrases"), where=where)
    case = Case(**{**record, "phrases": tuple(record["phrases"])})
    if bool(case.trial) is bool(case.reason) or not case.phrases:
        raise DataError(f"{where}: an example needs phrases, and a try-it that runs it or a reason why none can.")
    trial = trial_named(case.trial)
    if case.trial and not (trial and case.expected and case.decides):
        raise DataError(f"{where}: name a try-it that exists, what it expects and the deciding rule.")
    if trial:
        check_values(case.inputs, {control.key: control for control in trial.controls}, where)
        return replace(case, inputs={**trial.initial, **case.inputs})
    return case


@lru_cache(maxsize=256)
def _plain(words: str) -> str:
    return plain_text(words).replace("{tap}", "{t}")
