"""The library as a trial reads it: the words of a rule in one edition, or the newest there are."""

import datetime as dt
import re
from dataclasses import dataclass

from explorer.document.tree import Paragraph, from_json
from explorer.library.queries import EditionInfo
from explorer.models import Rule
from symbols.engine.trials import Trial

SAME = 0.4
"""Rules share at least this part of their words when they say the same in different years."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Words:
    """What an edition has under a number."""

    edition: dt.date
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
    """A rule as it is quoted beside an answer; `newer` where the edition read under does not have it."""

    words: Words
    newer: bool


class LibraryReading:
    """The edition that a trial is read under; see `symbols.engine.trials.Reading`.

    Args:
        edition: the edition; None for the newest text of everything.
    """

    def __init__(self, edition: EditionInfo | None = None) -> None:
        self.info = edition
        self._held: dict[tuple[str, bool], Words | None] = {}

    @property
    def edition(self) -> dt.date | None:
        """The effective date of the edition; None for the newest text of everything."""
        return self.info.date if self.info else None

    def words(self, number: str) -> str:
        """Return the words of a rule, with those of its examples; empty where it is not known."""
        found = self._find(number, newest=self.info is None)
        return found.text if found else ""

    def quoted(self, number: str, trial: Trial) -> Quoted | None:
        """Return the rule that a trial cites.

        It names rules by today's numbers, or by those of the edition where it stands under another one there. What
        has the number in an old edition may be another rule; then the newest text is quoted.
        """
        newest = self._find(number, newest=True)
        if self.info is None:
            return Quoted(newest, newer=False) if newest else None
        own = self._find(number, newest=False)
        if own and (_is_place(number, own.text, trial) or newest is None or _alike(own.text, newest.text)):
            return Quoted(own, newer=False)
        return Quoted(newest, newer=True) if newest else None

    def _find(self, number: str, *, newest: bool) -> Words | None:
        if (number, newest) not in self._held:
            rows = Rule.objects.filter(number=number).order_by("-edition__date")
            if not newest and self.info:
                rows = rows.filter(edition_id=self.info.id)
            row = rows.values_list("edition__date", "heading", "wording__paragraphs").first()
            self._held[number, newest] = Words(row[0], row[1], from_json(row[2] or ())) if row else None
        return self._held[number, newest]


def _is_place(number: str, words: str, trial: Trial) -> bool:
    return any(place.number == number and place.stands_in(words) for place in trial.places)


def _alike(one: str, other: str) -> bool:
    a, b = frozenset(_WORD.findall(one.lower())), frozenset(_WORD.findall(other.lower()))
    return len(a & b) >= SAME * len(a | b)
