"""The library as a trial reads it: the words of a rule in one edition, or the newest there are."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from explorer.document.tree import Paragraph, from_json
from explorer.library import queries
from explorer.library.queries import EditionInfo
from explorer.models import Rule
from symbols.trials import Step, Trial
from symbols.trials.clauses import in_edition


@dataclass(frozen=True, slots=True)
class Words:
    """What an edition has under a number."""

    edition: dt.date
    complete: bool
    heading: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def text(self) -> str:
        """All of its words, a line for each paragraph."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs) or self.heading

    @property
    def own(self) -> list[str]:
        """Its paragraphs without the examples."""
        return [paragraph.text for paragraph in self.paragraphs if paragraph.kind == "text"] or [self.heading]


@dataclass(frozen=True, slots=True)
class Quoted:
    """A rule as it is quoted beside an answer.

    Attributes:
        number: its number in the edition that is quoted.
        words: its words.
        newer: whether the edition read under does not have it.
        pinned: whether its page must be that of the edition quoted, since the newest text of the number is another.
    """

    number: str
    words: Words
    newer: bool
    pinned: bool


class LibraryReading:
    """The edition that a trial is read under; see `symbols.trials.Reading`.

    Args:
        edition: the edition; None for the newest text of everything.
    """

    def __init__(self, edition: EditionInfo | None = None) -> None:
        self.info = edition
        self._held: dict[tuple[str, bool], Words | None] = {}
        self._quotes: dict[tuple[EditionInfo, str], Quoted | None] = {}

    @property
    def edition(self) -> dt.date | None:
        """The effective date of the edition; None for the newest text of everything."""
        return self.info.date if self.info else None

    def words(self, number: str) -> str:
        """Return the words of a rule, with those of its examples; empty where it is not known."""
        found = self._find(number, newest=self.info is None)
        return found.text if found else ""

    def find(self, rule: str) -> str:
        """Return the number that a clause has in the edition, or in the newest one that says it; empty for none."""
        place = self._place(rule)
        return place[1] if place else ""

    def quoted(self, step: Step, trial: Trial) -> Quoted | None:
        """Return the rule of a step to be quoted: as the edition read under has it, else as the newest one does."""
        if step.clause:
            place = self._place(step.clause) or self._newest_place(step.clause)
            if place and place not in self._quotes:
                self._quotes[place] = self._quoted(*place)
            return self._quotes[place] if place else None
        newest = self._find(step.rule, newest=True)
        own = self._find(step.rule, newest=False) if self.info else newest
        if own and (self.info is None or _is_place(step.rule, own.text, trial)):
            return Quoted(step.rule, own, newer=False, pinned=self.info is not None)
        return Quoted(step.rule, newest, newer=self.info is not None, pinned=False) if newest else None

    def knows(self, trial: Trial) -> bool:
        """Return whether the edition has anything that the trial is about; True where that can't be told.

        That is so where the newest text of everything is read, and where the library has a part of the edition only.
        """
        if self.info is None or not self.info.complete:
            return True
        return any(place.stands_in(self.words(place.number)) or self.find(place.number) for place in trial.places)

    def _place(self, rule: str) -> tuple[EditionInfo, str] | None:
        if self.info is None:
            return self._newest_place(rule)
        number = _clauses(self.info.id, self.info.sha256).get(rule)
        return (self.info, number) if number else None

    @cached_property
    def _newest_first(self) -> list[EditionInfo]:
        return queries.editions()[::-1]

    def _newest_place(self, rule: str) -> tuple[EditionInfo, str] | None:
        """Return the newest edition that has a clause, and the clause's number there."""
        for edition in self._newest_first:
            number = _clauses(edition.id, edition.sha256).get(rule)
            if number:
                return edition, number
        return None

    def _quoted(self, edition: EditionInfo, number: str) -> Quoted | None:
        row = (
            Rule.objects.filter(edition_id=edition.id, number=number)
            .values_list("heading", "wording__paragraphs")
            .first()
        )
        if row is None:
            return None
        newest = self._find(number, newest=True)
        pinned = edition == self.info or (newest is not None and newest.edition != edition.date)
        newer = self.info is not None and edition != self.info
        return Quoted(
            number, Words(edition.date, edition.complete, row[0], from_json(row[1] or ())), newer=newer, pinned=pinned
        )

    def _find(self, number: str, *, newest: bool) -> Words | None:
        if (number, newest) not in self._held:
            rows = Rule.objects.filter(number=number).order_by("-edition__date")
            if not newest and self.info:
                rows = rows.filter(edition_id=self.info.id)
            row = rows.values_list("edition__date", "edition__complete", "heading", "wording__paragraphs").first()
            self._held[number, newest] = Words(*row[:3], from_json(row[3] or ())) if row else None
        return self._held[number, newest]


def _is_place(number: str, words: str, trial: Trial) -> bool:
    return any(place.number == number and place.stands_in(words) for place in trial.places)


# Wordings never change: an edition with the same source has the same words.
@lru_cache(maxsize=256)
def _clauses(edition: int, sha256: str) -> Mapping[str, str]:
    """Return which number each clause has in an edition."""
    del sha256
    rows = Rule.objects.filter(edition_id=edition, wording__isnull=False).order_by("position")
    return in_edition(
        (number, "\n".join(paragraph.text for paragraph in from_json(body or ())))
        for number, body in rows.values_list("number", "wording__paragraphs").iterator()
    )
