"""The official examples of rules, as cases that run, or with the reason why they can't.

They lie in `symbols/data/examples.toml` and are read once. A case names the edition in which it was found, and words
by which the same example is known in any other, where a card's name or a turn of phrase may differ.
"""

import datetime as dt
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from symbols.plain_text import plain_text
from symbols.trials import Fact

__all__ = ["Case", "all_cases", "cases_of", "known_of"]


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
        decides: the clause that decides, by its number in the edition of 2025-06-06 where that has it, else by the
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

    def tells(self, words: str) -> bool:
        """Return whether this is the example that has these words."""
        said = _plain(words)
        return all(_plain(phrase) in said for phrase in self.phrases)


@cache
def all_cases() -> tuple[Case, ...]:
    """Return every example that the data file has, in its order."""
    text = files("symbols").joinpath("data/examples.toml").read_text(encoding="utf-8")
    return tuple(_case(record) for record in tomllib.loads(text)["example"])


@lru_cache(maxsize=4096)
def known_of(number: str, words: str) -> tuple[Case, ...]:
    """Return what is known of an example by its words: under that rule's number, else under any.

    Args:
        number: the rule that it stands under, in any edition.
        words: the example.
    """
    found = tuple(case for case in all_cases() if case.tells(words))
    return tuple(case for case in found if case.rule == number) or found


def cases_of(number: str, words: str) -> tuple[Case, ...]:
    """Return the cases that run an example, one for each of its parts; none where it can't be run."""
    return tuple(case for case in known_of(number, words) if case.trial)


def _case(record: dict[str, Any]) -> Case:
    return Case(**{**record, "phrases": tuple(record["phrases"])})


@lru_cache(maxsize=256)
def _plain(words: str) -> str:
    return plain_text(words).replace("{tap}", "{t}")
