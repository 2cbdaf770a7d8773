"""Official examples of rules, as cases that run, or with the reason why they can't.

They lie in `symbols/data/examples.toml` and are read once. A case names the edition in which it was found, and words
by which the same example is known in any other, where a card's name or a turn of phrase may differ.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
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
    """One official example, or one part of an example that tells of several.

    Attributes:
        rule: the rule that it stands under.
        edition: an edition in which it stands there.
        number: the how-manieth example of the rule it is there, counted from 1.
        phrases: words that the example has in every edition.
        part: what tells this part from the others, where there are several.
        trial: the slug of the trial that runs it; empty where none can.
        inputs: what the trial's controls say; the others keep their defaults.
        expected: facts of the outcome that must hold.
        decides: the rule that decides, by its number in the edition of 2025-06-06 where that has it, else by the
            one in `edition`.
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
        """Return whether this is the example that has these words."""
        said = _plain(words)
        return all(_plain(phrase) in said for phrase in self.phrases)


@cache
def all_cases() -> tuple[Case, ...]:
    """Return every example that the data file has, in its order."""
    return tuple(parse_case(record, place) for place, record in enumerate(read_data("examples.toml")["example"], 1))


@lru_cache(maxsize=4096)
def known_cases(number: str, words: str) -> tuple[Case, ...]:
    """Return what is known of an example by its words: under that rule's number, else under any.

    Args:
        number: the rule that it stands under, in any edition.
        words: the example.
    """
    found = tuple(case for case in all_cases() if case.matches(words))
    return tuple(case for case in found if case.rule == number) or found


def runnable_cases(number: str, words: str) -> tuple[Case, ...]:
    """Return the cases that run an example, one for each of its parts; none where it can't be run."""
    return tuple(case for case in known_cases(number, words) if case.trial)


def parse_case(record: Record, place: int) -> Case:
    """Return the case that a record of the data file declares.

    Args:
        record: the record.
        place: the place of the record in the file, counted from 1.

    Raises:
        DataError: the record is wrong.
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
    return case


@lru_cache(maxsize=256)
def _plain(words: str) -> str:
    return plain_text(words).replace("{tap}", "{t}")
