"""Since when a symbol exists, and until when: what the editions of the library say, and what they can't."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer import addresses
from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from explorer.symbology.statements import Statement
from symbols.catalog.definitions import Definition

#: The oldest official edition that anyone still reads is of this year.
FIRST_YEAR = 2003
_YEARS_APART = 5
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class EditionMark:
    """One edition on the strip.

    Attributes:
        date: its effective date.
        known: whether it has the symbol; None where it does not tell.
        written: how it writes the symbol.
        number: the rule that says so; empty for none, and for the glossary.
        address: where that is, pinned; the edition's contents where there is no rule.
        place: where it lies on the strip, in percent.
    """

    date: date
    known: bool | None
    written: str
    number: str
    address: str
    place: str


@dataclass(frozen=True, slots=True)
class History:
    """Life of a symbol, as far as it is known.

    Attributes:
        first: a sentence on the first edition that has it; empty where no edition tells.
        last: a sentence on the last one; empty where the first is the only one that tells.
        gone: whether an edition tells that it is no longer there.
        known: whether any edition of the library has it; None where none tells.
        marks: the editions of the library, oldest first.
        spans: when it was known, in percent of the strip: where from, how wide, and whether nothing says that it ended.
        source: where the days are from on which the symbol is known to have come and gone (`Definition.since`).
        since_place: where the first of them lies on the strip, or nothing when it is not on it; likewise `until_place`.
        years: the years under the strip: each with its place, and how its figures lie about that.
    """

    first: str
    last: str
    gone: bool
    known: bool | None
    marks: Sequence[EditionMark]
    spans: Sequence[tuple[str, str, bool]]
    source: str
    since_place: str
    until_place: str
    years: Sequence[tuple[int, str, str]]

    @property
    def telling(self) -> Sequence[EditionMark]:
        """Editions that tell, newest first."""
        return [mark for mark in reversed(self.marks) if mark.known is not None]

    @property
    def newest_first(self) -> Sequence[EditionMark]:
        """All editions, newest first."""
        return self.marks[::-1]


def history_of(
    one: Definition, editions: Sequence[EditionInfo], said: Mapping[date, Statement], until: date
) -> History:
    """Return a symbol's history.

    Args:
        one: the symbol.
        editions: those of the library, oldest first.
        said: what they say of it, by effective date.
        until: where the strip ends.
    """
    scale = _Scale(editions, until)
    marks = [_mark(edition, said.get(edition.date), scale) for edition in editions]
    telling = [mark for mark in marks if mark.known is not None]
    having = [mark for mark in telling if mark.known]
    return History(
        first=_first(marks, telling, having),
        last=_last(marks, telling, having),
        gone=bool(having) and not telling[-1].known,
        known=bool(having) if telling else None,
        marks=marks,
        spans=_spans(telling, scale),
        source=_DAY.sub(_in_words, one.source),
        since_place=scale.place_if_on(one.since),
        until_place=scale.place_if_on(one.until),
        years=scale.years(),
    )


def _in_words(day: re.Match[str]) -> str:
    return long_date(date.fromisoformat(day[0]))


class _Scale:
    """Strip: from the first year to now."""

    def __init__(self, editions: Sequence[EditionInfo], until: date) -> None:
        self.start = date(min([FIRST_YEAR, *(edition.date.year for edition in editions)]), 1, 1)
        self.end = max([until, *(edition.date for edition in editions)])

    def share(self, day: date) -> float:
        """Return where a day lies, in percent."""
        return 100 * (day - self.start).days / (self.end - self.start).days

    def place(self, day: date) -> str:
        return f"{self.share(day):.2f}%"

    def place_if_on(self, day: date | None) -> str:
        """Return where a day lies, or nothing for none and for one before the strip begins."""
        return self.place(day) if day is not None and day >= self.start else ""

    def years(self) -> list[tuple[int, str, str]]:
        """Return the years to write: the ends, and every fifth that has room."""
        between = [
            (year, self.place(date(year, 1, 1)), "middle")
            for year in range(self.start.year + 3, self.end.year - 2)
            if year % _YEARS_APART == 0
        ]
        return [(self.start.year, "0%", "start"), *between, (self.end.year, "100%", "end")]


def _mark(edition: EditionInfo, said: Statement | None, scale: _Scale) -> EditionMark:
    day, number = edition.date, said.number if said else ""
    address = addresses.rule(number, day) if number else addresses.contents(day)
    known, written = (said.known, said.written) if said else (None, "")
    return EditionMark(day, known, written, number, address, scale.place(day))


def _silent(marks: Sequence[EditionMark], after: date, before: date) -> str:
    """Return how many editions between two days do not say, as the end of a sentence; nothing where all do."""
    count = sum(mark.known is None and after < mark.date < before for mark in marks)
    if not count:
        return ""
    return ", and the one between does not tell" if count == 1 else f", and {count} between do not tell"


def _first(marks: Sequence[EditionMark], telling: Sequence[EditionMark], having: Sequence[EditionMark]) -> str:
    """Return a sentence on the first edition that has the symbol, and how far that is known."""
    if not telling:
        return ""
    if not having:
        only = (
            f"The edition of {long_date(telling[0].date)} does"
            if len(telling) == 1
            else "The editions here that tell do"
        )
        return f"{only} not have it."
    first = having[0]
    before = [mark.date for mark in telling if mark.date < first.date]
    if before:
        lacks = f"that of {long_date(before[-1])} does not have it{_silent(marks, before[-1], first.date)}"
        return f"First in the edition of {long_date(first.date)}; {lacks}."
    return f"In the edition of {long_date(first.date)} already, the oldest here that tells."


def _last(marks: Sequence[EditionMark], telling: Sequence[EditionMark], having: Sequence[EditionMark]) -> str:
    """Return a sentence on the last edition that has the symbol, and whether a later one has it no longer."""
    after = [mark.date for mark in telling if having and mark.date > having[-1].date]
    if after:
        lacks = f"that of {long_date(after[0])} no longer has it{_silent(marks, having[-1].date, after[0])}"
        return f"Last in the edition of {long_date(having[-1].date)}; {lacks}."
    return f"Still in that of {long_date(having[-1].date)}, the newest that tells." if len(having) > 1 else ""


def _spans(telling: Sequence[EditionMark], scale: _Scale) -> list[tuple[str, str, bool]]:
    """Return the times between editions that have the symbol, the last one up to now."""
    spans: list[tuple[str, str, bool]] = []
    start: date | None = None
    for place, mark in enumerate(telling):
        if not mark.known:
            continue
        start = start or mark.date
        following = telling[place + 1] if place + 1 < len(telling) else None
        if following is None or not following.known:
            spans.append(_span(start, mark.date, scale))
            start = None
        if following is None and mark.date < scale.end:
            spans.append(_span(mark.date, scale.end, scale, is_open=True))
    return spans


def _span(start: date, end: date, scale: _Scale, *, is_open: bool = False) -> tuple[str, str, bool]:
    return scale.place(start), f"{scale.share(end) - scale.share(start):.2f}%", is_open
