"""When a symbol came and went, as far as the loaded editions tell."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.document.dates import long_date
from explorer.library.history.life import Life, Moment, moment_of
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import ChangeKind, plain_name
from explorer.symbols_by_edition.edition_symbols import Statement
from explorer.web import addresses
from symbols.catalog.definitions import Definition

#: Year of the oldest official edition in use.
FIRST_YEAR = 2003
_YEARS_APART = 5
_MOVES = {ChangeKind.MOVED, ChangeKind.MOVED_AND_EDITED}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class EditionMark:
    """An edition on the timeline, and the rule there that names the symbol; `known` is None where it doesn't tell."""

    date: date
    known: bool | None
    written: str
    number: str
    address: str
    place: str


@dataclass(frozen=True, slots=True)
class NumberMark:
    """An edition in which the rule that names the symbol was renumbered."""

    place: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class History:
    """A symbol's history.

    Attributes:
        first: sentence on the first edition that has it; `last` on the last one. Empty where none tells.
        gone: whether a later edition no longer has it.
        known: whether any edition has it; None where none tells.
        spans: periods in which it existed: offset and width in percent, and whether the period is open-ended.
        source: where the dates of its coming and going are from (`Definition.since`).
        since_place: offset of its first date; empty outside of the timeline.
        years: labels under the timeline: year, offset, SVG `text-anchor`.
        number: sentence on the rule's last renumbering; else empty.
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
    number: str
    numbers: Sequence[NumberMark]
    rule_history: str

    @property
    def telling(self) -> Sequence[EditionMark]:
        """Editions that tell whether they have it, newest first."""
        return [mark for mark in reversed(self.marks) if mark.known is not None]

    @property
    def changes(self) -> Sequence[EditionMark]:
        """Those that differ from the one before, newest first."""
        oldest_first = self.telling[::-1]
        before = [None, *oldest_first]
        return [
            mark
            for mark, last in zip(oldest_first, before, strict=False)
            if last is None or (mark.known, mark.written, mark.number) != (last.known, last.written, last.number)
        ][::-1]


def history_of(
    one: Definition, loaded: Library, said: Mapping[date, Statement], until: date, life: Life | None = None
) -> History:
    """Shape a symbol's history, given what the editions say of it and the life of the rule that names it."""
    editions = loaded.editions
    scale = _Scale(editions, until)
    marks = [_mark(edition, said.get(edition.date), scale) for edition in editions]
    telling = [mark for mark in marks if mark.known is not None]
    having = [mark for mark in telling if mark.known]
    named = [mark for mark in having if mark.number]
    moves = [step for step in life.steps if step.change in _MOVES] if life and named else []
    moves = [step for step in moves if having[0].date < step.date <= having[-1].date]
    return History(
        first=_first(telling, having),
        last=_last(telling, having),
        gone=bool(having) and not telling[-1].known,
        known=bool(having) if telling else None,
        marks=marks,
        spans=_spans(telling, scale),
        source=_source(one),
        since_place=scale.place_if_on(one.since),
        until_place=scale.place_if_on(one.until),
        years=scale.years(),
        number=f"Moved to {plain_name(moves[0].key)} {moment_of(moves[0], loaded).when}." if moves else "",
        numbers=[
            NumberMark(
                scale.place(step.date),
                f"{long_date(step.date)}: {plain_name(step.key)}",
                addresses.provision(step.key, step.date),
            )
            for step in moves
        ],
        rule_history=addresses.history(
            named[-1].number, None if named[-1].date in loaded.undated_dates else named[-1].date
        )
        if life and named
        else "",
    )


class _Scale:
    """Maps dates to percent of the timeline."""

    def __init__(self, editions: Sequence[EditionInfo], until: date) -> None:
        self.start = date(min([FIRST_YEAR, *(edition.date.year for edition in editions)]), 1, 1)
        self.end = max([until, *(edition.date for edition in editions)])

    def share(self, day: date) -> float:
        return 100 * (day - self.start).days / (self.end - self.start).days

    def place(self, day: date) -> str:
        return f"{self.share(day):.2f}%"

    def place_if_on(self, day: date | None) -> str:
        return self.place(day) if day is not None and day >= self.start else ""

    def years(self) -> list[tuple[int, str, str]]:
        """First and last year, and every fifth with room for its label."""
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


def _source(one: Definition) -> str:
    """Where its date is from; for many of a kind, that is the date of the first."""
    words = _DAY.sub(lambda day: long_date(date.fromisoformat(day[0])), one.source)
    return f"The first of this kind was i{words[1:]}" if one.kin and words.startswith("Introduced") else words


def _first(telling: Sequence[EditionMark], having: Sequence[EditionMark]) -> str:
    if not telling:
        return ""
    if not having:
        return "Not in the loaded rules."
    first = having[0]
    before = max((mark.date for mark in telling if mark.date < first.date), default=None)
    return Moment(before, first.date).as_beginning(f" (in {first.number})" if first.number else "")


def _last(telling: Sequence[EditionMark], having: Sequence[EditionMark]) -> str:
    after = [mark.date for mark in telling if having and mark.date > having[-1].date]
    if after:
        return f"Removed {Moment(having[-1].date, after[0]).when}."
    return f"Still in the rules on {long_date(having[-1].date)}." if len(having) > 1 else ""


def _spans(telling: Sequence[EditionMark], scale: _Scale) -> list[tuple[str, str, bool]]:
    """Periods in which the editions have the symbol; the last may extend to today."""
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
