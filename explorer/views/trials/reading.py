"""The library as a trial reads it: the words of a rule in one edition, or the newest there are."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.db.models import Max, Q, QuerySet

from explorer.citations import NAMES, Citations, citations_in
from explorer.document.tree import Paragraph, from_json
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.models import Rule
from symbols.trials import Step, Trial
from symbols.trials.catalog import TRIALS

_PLACES = frozenset(place.number for trial in TRIALS for place in trial.places)
"""The numbers under which trials stand, whose words they ask for one by one."""


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
        self._others: dict[tuple[EditionInfo | None, str], Words | None] = {}

    @property
    def edition(self) -> dt.date | None:
        """The effective date of the edition; None for the newest text of everything."""
        return self.info.date if self.info else None

    @cached_property
    def citations(self) -> Citations:
        """The rules that can be cited, as seen from the edition."""
        return citations_in(self.edition)

    def words(self, number: str) -> str:
        """Return the words of a rule, with those of its examples; empty where it is not known."""
        found = self._words(number, self.info)
        return found.text if found else ""

    def is_name(self, rule: str) -> bool:
        """Return whether a number is the stable name of a rule (`explorer.citations`)."""
        return rule in NAMES

    def find(self, name: str) -> str:
        """Return the number that a rule has in the edition, or in the newest one that says it; empty for none."""
        return self.citations.number_of(name)

    def quoted(self, step: Step, trial: Trial) -> Quoted | None:
        """Return the rule of a step to be quoted: as the edition read under has it, else as the newest one does."""
        if step.clause:
            rule = self.citations.get(step.clause)
            words = self._words(rule.number, rule.edition) if rule else None
            return Quoted(rule.number, words, newer=rule.newer, pinned=rule.pinned) if rule and words else None
        own = self._words(step.rule, self.info)
        if own and (self.info is None or _is_place(step.rule, own.text, trial)):
            return Quoted(step.rule, own, newer=False, pinned=self.info is not None)
        newest = self._words(step.rule, None)
        return Quoted(step.rule, newest, newer=self.info is not None, pinned=False) if newest else None

    def knows(self, trial: Trial) -> bool:
        """Return whether the edition has anything that the trial is about; True where that can't be told.

        That is so where the newest text of everything is read, and where the library has a part of the edition only.
        """
        if self.info is None or not self.info.complete:
            return True
        return any(place.stands_in(self.words(place.number)) or self.find(place.number) for place in trial.places)

    def _words(self, number: str, edition: EditionInfo | None) -> Words | None:
        """Return what an edition has under a number; without an edition, what the newest that has the number has."""
        held = _words_of(edition) if edition else _newest_words(self.citations.loaded)
        if number in held or number in _PLACES:
            return held.get(number)
        if (edition, number) not in self._others:
            rules = Rule.objects.filter(number=number).order_by("-edition__date")
            self._others[edition, number] = next(
                iter(_read(rules.filter(edition_id=edition.id) if edition else rules[:1]).values()), None
            )
        return self._others[edition, number]


def _is_place(number: str, words: str, trial: Trial) -> bool:
    return any(place.number == number and place.stands_in(words) for place in trial.places)


# Wordings never change: an edition with the same source has the same words.
@lru_cache(maxsize=256)
def _words_of(edition: EditionInfo) -> Mapping[str, Words]:
    """Return what an edition has under the numbers that trials ask for, and under those of the rules that are cited."""
    wanted = Q(number__in=_PLACES) | Q(cited_as__isnull=False)
    return _read(Rule.objects.filter(wanted, edition_id=edition.id))


@lru_cache(maxsize=4)
def _newest_words(loaded: Library) -> Mapping[str, Words]:
    """Return the newest text under each of the numbers that trials ask for."""
    days = dict(Rule.objects.filter(number__in=_PLACES).values_list("number").annotate(Max("edition__date")))
    ids = {edition.date: edition.id for edition in loaded.editions}
    wanted = Q()
    for day in set(days.values()) & ids.keys():
        wanted |= Q(edition_id=ids[day], number__in=[number for number in days if days[number] == day])
    return _read(Rule.objects.filter(wanted)) if wanted else {}


def _read(rules: QuerySet[Rule]) -> dict[str, Words]:
    fields = ("number", "edition__date", "edition__complete", "heading", "wording__paragraphs")
    return {
        number: Words(day, complete, heading, from_json(body or ()))
        for number, day, complete, heading, body in rules.values_list(*fields)
    }
