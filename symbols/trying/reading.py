"""The library as a trial reads it: the words of a rule in one edition, or the newest there are."""

import datetime as dt
import re
from dataclasses import dataclass

from explorer.library import queries
from explorer.library.queries import EditionInfo, RuleText
from symbols.engine.trials import Trial

SAME = 0.4
"""Rules share at least this part of their words when they say the same in different years."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A rule as it is quoted beside an answer; `newer` where the edition read under does not have it."""

    text: RuleText
    newer: bool


class LibraryReading:
    """The edition that a trial is read under; see `symbols.engine.trials.Reading`.

    Args:
        edition: the edition; None for the newest text of everything.
    """

    def __init__(self, edition: EditionInfo | None = None) -> None:
        self._edition = edition
        self._newest: dict[str, RuleText | None] = {}
        self._own: dict[str, RuleText | None] = {}

    @property
    def edition(self) -> dt.date | None:
        """The effective date of the edition; None for the newest text of everything."""
        return self._edition.date if self._edition else None

    def words(self, number: str) -> str:
        """Return the words of a rule, with those of its examples; empty where it is not known."""
        found = self._in_edition(number) if self._edition else self._in_newest(number)
        return found.text if found else ""

    def quoted(self, number: str, trial: Trial) -> Quoted | None:
        """Return the rule that a trial cites.

        It names rules by today's numbers, or by those of the edition where it stands under another one there. What
        has the number in an old edition may be another rule; then the newest text is quoted.
        """
        newest = self._in_newest(number)
        if self._edition is None:
            return Quoted(newest, newer=False) if newest else None
        own = self._in_edition(number)
        if own and (_is_place(number, own.text, trial) or newest is None or _alike(own.text, newest.text)):
            return Quoted(own, newer=False)
        return Quoted(newest, newer=True) if newest else None

    def _in_edition(self, number: str) -> RuleText | None:
        if number not in self._own:
            self._own[number] = queries.rule_in(self._edition, number) if self._edition else None
        return self._own[number]

    def _in_newest(self, number: str) -> RuleText | None:
        if number not in self._newest:
            edition = queries.newest_with(number)
            self._newest[number] = queries.rule_in(edition, number) if edition else None
        return self._newest[number]


def _is_place(number: str, words: str, trial: Trial) -> bool:
    return any(place.number == number and place.stands_in(words) for place in trial.places)


def _alike(one: str, other: str) -> bool:
    a, b = _words(one), _words(other)
    return len(a & b) >= SAME * len(a | b)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
