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

from symbols.engine.trials import Fact
from symbols.engine.trials.trial import plain

__all__ = ["Case", "all_cases", "case_of", "entry_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One official example.

    Attributes:
        rule: the rule that it stands under.
        edition: an edition in which it stands there.
        number: the how-manieth example of the rule it is there, counted from 1.
        phrases: words that the example has in every edition.
        trial: the slug of the trial that runs it; empty where none can.
        inputs: what the trial's controls say; the others keep their defaults.
        expected: facts of the outcome that must hold.
        reason: why it can't be run.
    """

    rule: str
    edition: dt.date
    number: int
    phrases: tuple[str, ...]
    trial: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    expected: Mapping[str, Fact] = field(default_factory=dict)
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
def entry_of(number: str, words: str) -> Case | None:
    """Return what is known of an example by its words: under that rule's number first, then under any.

    Args:
        number: the rule that it stands under, in any edition.
        words: the example.
    """
    found = [case for case in all_cases() if case.tells(words)]
    return next((case for case in found if case.rule == number), found[0] if found else None)


def case_of(number: str, words: str) -> Case | None:
    """Return the case that runs an example; None where there is none, or where it can't be run."""
    case = entry_of(number, words)
    return case if case and case.trial else None


def _case(record: dict[str, object]) -> Case:
    known = {**record, "phrases": tuple(record["phrases"])}  # type: ignore[arg-type]
    return Case(**known)  # type: ignore[arg-type]


def _plain(words: str) -> str:
    return plain(words).replace("{tap}", "{t}")
