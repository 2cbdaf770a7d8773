"""Since when a symbol exists, and until when: what the editions of the library say, and what they can't."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.document.dates import long_date
from explorer.library.history.life import Life
from explorer.library.history.moments import Moment, moment_of
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.change_kind import ChangeKind
from explorer.lineages.provisions import plain_name
from explorer.symbols_by_edition.statements import Statement
from explorer.web import addresses
from symbols.catalog.definitions import Definition

#: The oldest official edition that anyone still reads is of this year.
FIRST_YEAR = 2003
_YEARS_APART = 5
_MOVES = {ChangeKind.MOVED, ChangeKind.MOVED_AND_EDITED}
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
class NumberMark:
    """Edition in which the rule that names a symbol got another number.

    Attributes:
        place: where it lies on the strip, in percent.
        title: the day, and the number from then on.
        address: the rule there.
    """

    place: str
    title: str
    address: str


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
        number: a sentence on the number that the rule got last; empty where it has the one it began with.
        numbers: where that rule got other numbers, while it named the symbol.
        rule_history: the history of that rule; empty where none names the symbol.
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
        """Editions that tell, newest first."""
        return [mark for mark in reversed(self.marks) if mark.known is not None]

    @property
    def changes(self) -> Sequence[EditionMark]:
        """Editions that tell, the newest first, each only where it has the symbol otherwise than the one before."""
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
    """Return a symbol's history.

    Args:
        one: the symbol.
        loaded: the editions that are loaded.
        said: what they say of it, by effective date.
        until: where the strip ends.
        life: that of the rule that names it; None where no edition has one.
    """
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
        rule_history=_rule_history(named[-1], loaded) if life and named else "",
    )


def _rule_history(last: EditionMark, loaded: Library) -> str:
    return addresses.history(last.number, None if last.date in loaded.undated_days else last.date)


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


def _source(one: Definition) -> str:
    """Return where its day comes from; of the whole kind where that is the day of its first symbol."""
    words = _DAY.sub(_in_words, one.source)
    return f"The first of this kind was i{words[1:]}" if one.kin and words.startswith("Introduced") else words


def _first(telling: Sequence[EditionMark], having: Sequence[EditionMark]) -> str:
    """Return a sentence on the first edition that has the symbol, and how far that is known."""
    if not telling:
        return ""
    if not having:
        return "Not in the loaded rules."
    first = having[0]
    before = max((mark.date for mark in telling if mark.date < first.date), default=None)
    return Moment(before, first.date).as_beginning(f" (in {first.number})" if first.number else "")


def _last(telling: Sequence[EditionMark], having: Sequence[EditionMark]) -> str:
    """Return a sentence on the last edition that has the symbol, and whether a later one has it no longer."""
    after = [mark.date for mark in telling if having and mark.date > having[-1].date]
    if after:
        return f"Removed {Moment(having[-1].date, after[0]).when}."
    return f"Still in the rules on {long_date(having[-1].date)}." if len(having) > 1 else ""


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
