"""Pages that look as old as the rules that they answer by: times in which a trial's rules were alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from explorer.library.queries import EditionInfo
from explorer.tryit.answering import Answer
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest


@dataclass(frozen=True, slots=True)
class Era:
    """A time; `say` is for a page of its rules, empty for the newest."""

    since: date
    label: str
    say: str = ""


class InEras:
    """What a trial's own page draws: the form alone if there is no `answer`. The newest of `eras_known` comes first."""

    eras_known: Sequence[Era]

    def __init__(self, request: TrialRequest, answer: Answer | None, reading: TrialContext) -> None:
        # The era, numbers and links are those of the rules that give the answer.
        self.request, self.answer, self.reading = request, answer, answer.reading if answer else reading
        self.day = (answer.source if answer else None) or self.reading.edition
        self.facts: Mapping[str, Any] = answer.outcome.facts if answer else {}

    def _era_of(self, day: date | None) -> Era:
        return next(era for era in self.eras_known if day is None or day >= era.since)

    @cached_property
    def of_eras(self) -> list[tuple[Era, EditionInfo]]:
        """The newest edition of each era, of those that are loaded whole."""
        found: dict[Era, EditionInfo] = {}
        for edition in self.reading.loaded.newest_first:
            if edition.complete:
                found.setdefault(self._era_of(edition.date), edition)
        return list(found.items())

    @property
    def eras(self) -> list[tuple[str, str, bool]]:
        """Label, address, and whether it's the one that is read."""
        if len(self.of_eras) < 2:
            return []
        here = self._era_of(self.day)
        newest = self.of_eras[0][0]
        return [
            (era.label, replace(self.request, edition=None if era is newest else edition).address, era is here)
            for era, edition in self.of_eras
        ]

    @property
    def old(self) -> Era | None:
        """The era of a page of old rules."""
        era = self._era_of(self.day)
        return era if era.say else None
