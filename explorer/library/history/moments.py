"""When something happened to a rule or a symbol, as exactly as the loaded editions show it."""

from collections.abc import Container
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from explorer.document.dates import long_date
from explorer.library.known_editions import known_documents
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import completeness_to_lack
from explorer.lineages.tracing import LifeStep


@lru_cache(maxsize=1)
def published() -> tuple[date, ...]:
    """Effective dates of all known editions, loaded or not, oldest first."""
    return tuple(sorted(one.effective for one in known_documents()))


def applied_on(day: date, loaded: Library) -> date | None:
    """The effective date of the rules that applied on a day, loaded or not; None before the first known ones."""
    known = {*published(), *(edition.date for edition in loaded.editions if edition.has_all_rules)}
    return max((each for each in known if each <= day), default=None)


def edition_on(day: date, loaded: Library, having: Container[EditionInfo] | None = None) -> EditionInfo | None:
    """The edition whose rules applied on a day; None if it isn't loaded.

    Excerpts from between two editions count only if they are among `having`, the editions that have what the question
    is about, or, without `having`, if the complete edition isn't loaded.
    """
    then = applied_on(day, loaded)
    since = [edition for edition in loaded.newest_first if edition.date <= day and (not then or then <= edition.date)]
    found = [edition for edition in since if having and edition in having]
    found += [edition for edition in since if edition.has_all_rules]
    return loaded.on(day) or next(iter(found if having is not None else [*found, *since]), None)


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happened.

    Attributes:
        before: the last loaded edition without it, if any.
        on: the first edition with it.
    """

    before: date | None
    on: date

    @property
    def exact(self) -> bool:
        """Whether no known edition was published between the two."""
        return self.before is not None and not any(self.before < day < self.on for day in published())

    @property
    def when(self) -> str:
        """“on June 6, 2025”, “between March 8 and November 8, 2024”, or “no later than June 6, 2025”."""
        if self.before is None:
            return f"no later than {long_date(self.on)}"
        return f"on {long_date(self.on)}" if self.exact else f"between {self.around}"

    @property
    def around(self) -> str:
        """“March 8 and November 8, 2024”, or only the second date."""
        if self.before is None:
            return long_date(self.on)
        same_year = self.before.year == self.on.year
        first = f"{self.before:%B} {self.before.day}" if same_year else long_date(self.before)
        return f"{first} and {long_date(self.on)}"

    def as_beginning(self, then: str = "", *, gone: bool = False) -> str:
        """The sentence that something began.

        Args:
            then: its number at the time, in parentheses and with a leading space.
        """
        if self.before is None:
            return f"In the rules {'from' if gone else 'since'} at least {long_date(self.on)}{then}."
        if not self.exact or gone:
            return f"Added {self.when}{then}."
        return f"In the rules since {long_date(self.on)}{then}."


def moment_of(step: LifeStep, loaded: Library) -> Moment:
    least = completeness_to_lack(step.key)
    days = (edition.date for edition in loaded.editions if edition.completeness >= least and edition.date < step.date)
    return Moment(max(days, default=None), step.date)
