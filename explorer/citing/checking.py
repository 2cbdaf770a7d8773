"""Check the citations of a text."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from typing import Any

from explorer.citing.dates import date_before, date_beside, stated_date
from explorer.citing.editions import guess_edition
from explorer.citing.finding import FoundNumber, find_citations
from explorer.citing.judging import Judge, Status, Verdict
from explorer.citing.numbers import KnownNumbers
from explorer.citing.quoting import Quote, find_quotes
from explorer.citing.texts import texts_of
from explorer.citing.tournament import CitedSection, cited_sections, with_todays_sections
from explorer.citing.updating import Updated, update
from explorer.citing.words import Quoted
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.difference import Segment, text_difference
from symbols.engine import BadRequest

IGNORE = "cite: ignore"
"""Excludes its line from checking."""
_SKIPPED = "lo"
_WRONG = frozenset({Status.UNKNOWN, Status.MISQUOTED})
_MOVED = frozenset({Status.MOVED, Status.MOVED_AND_REWORDED})


@dataclass(frozen=True, slots=True)
class Limits:
    """Most rule numbers in a text, and most quotes that aren't their rule's words."""

    numbers: int
    quotes: int


ON_SITE = Limits(5_000, 100)
MAX_LENGTH = 1_000_000
"""Longest text that the site checks, in characters."""


def edition_in_force(typed: str, loaded: Library) -> EditionInfo | None:
    """The edition in force on a typed date; None if it's empty.

    Raises:
        BadRequest: it isn't a date, or the rules of that time aren't loaded.
    """
    if not typed.strip():
        return None
    try:
        day = date.fromisoformat(typed.strip())
    except ValueError:
        message = f"“{typed.strip()[:20]}” isn’t a date. Type one such as 2014-05-01."
        raise BadRequest("bad_date", message).in_field("written") from None
    before = [edition for edition in loaded.with_all_rules if edition.date <= day]
    if before:
        return before[-1]
    oldest = loaded.with_all_rules[0].iso if loaded.with_all_rules else None
    message = f"Pipwise doesn’t have the rules of {day.isoformat()}"
    raise BadRequest("unknown_edition", f"{message}; its oldest are {oldest}.", suggestion=oldest).in_field("written")


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A rule number in a text.

    Attributes:
        start: of a number implied by a range, where the range starts.
        quote: words quoted from the rule, if any.
        uncompared: words quoted beside it that don't look like rules text; perhaps a card's.
        left: it ends a range that today's numbers can't express, so it isn't updated.
        dated: the text gives its edition, which has it, so it stays right.
    """

    start: int
    end: int
    verdict: Verdict
    quote: str = ""
    left: bool = False
    dated: bool = False
    uncompared: str = ""

    @property
    def is_right(self) -> bool:
        return self.dated or self.verdict.status is Status.SAME


@dataclass(frozen=True)
class CheckedText:
    """A text with its citations checked.

    Attributes:
        assumed: the edition was guessed.
        sections: cited sections of tournament documents.
    """

    text: str
    edition: EditionInfo
    today: EditionInfo
    assumed: bool
    citations: Sequence[CheckedCitation]
    updated: str
    sections: Sequence[CitedSection] = ()

    @property
    def total(self) -> int:
        return len(self.citations) + len(self.sections)

    @cached_property
    def right(self) -> int:
        return sum(one.is_right for one in self.citations) + sum(one.is_right for one in self.sections)

    @cached_property
    def uncompared(self) -> int:
        rules = sum(bool(citation.uncompared) for citation in self.citations)
        return rules + sum(not section.compared for section in self.sections)

    @cached_property
    def old_date(self) -> date | None:
        """The text’s own date, if its updated numbers are newer: the next check would read them as of that date."""
        return stated_date(self.text) if self.assumed and self.updated != self.text else None

    def as_json(self) -> dict[str, Any]:
        return {
            "edition": self.edition.iso,
            "assumed": self.assumed,
            "newest": self.today.iso,
            "citations": [citation_json(citation, self.today) for citation in self.citations],
            "updated": self.updated,
            "sections": [section.as_json() for section in self.sections],
        }


class Checker:
    """Checks texts against one library, caching what it queries.

    Args:
        written: the edition that the texts cite; None to guess each text's.

    Raises:
        BadRequest: no edition has all rules.
    """

    def __init__(self, loaded: Library, written: EditionInfo | None = None, limits: Limits | None = None) -> None:
        if not loaded.with_all_rules:
            raise BadRequest("no_full_rules", "Pipwise has only excerpts so far. It needs the full rules for this.")
        self.known = KnownNumbers(loaded, limits.quotes if limits else None)
        self._limits = limits
        self.loaded = loaded
        self.written = written
        self.today = self.known.editions[-1]
        self._judges: dict[tuple[EditionInfo, bool], Judge] = {}

    def check(self, text: str, searched: str = "") -> CheckedText:
        """Check a text.

        Args:
            searched: the text with spaces for what to skip, such as code; all of it by default.

        Raises:
            BadRequest: it exceeds the limits.
        """
        searched = _without_ignored(searched or text)
        numbers = find_citations(searched)
        self._limit(numbers)
        self.known.load(number for one in numbers for number in (str(one.number), str(one.number.section)))
        quotes = find_quotes(searched, numbers)
        dated = {one.run: self._on(day) for one in numbers if (day := date_beside(searched, one.end))}
        edition = self.written or self._guess(searched, numbers, quotes, dated)
        for one in numbers:
            if one.run not in dated and (day := date_before(searched, one.start)) and self._on(day) != edition:
                dated[one.run] = self._on(day)
        own = self._judge(edition, assumed=self.written is None)
        judges = {one.run: own for one in numbers} | {run: self._judge(then) for run, then in dated.items()}
        numbers = self._without_decimals(numbers, quotes, judges)
        for judge in {judges[one.run] for one in numbers}:
            judge.prepare(
                [each for one in numbers if judges[one.run] is judge for each in (str(one.number), *one.within)]
            )
        quoted, uncompared = _attached(numbers, quotes, judges)

        def judged(index: int, number: str) -> Verdict:
            return judges[numbers[index].run].judge(number, quoted.get((index, number)))

        def now(index: int, number: str) -> str:
            return number if numbers[index].run in dated else _now(judged(index, number))

        updated = update(text, numbers, now, own.origin)
        citations = [
            replace(citation, dated=verdict.edition == dated.get(run) and verdict.status not in _WRONG)
            for run, citation in _citations(numbers, (quoted, uncompared), judged, updated)
            for verdict in [citation.verdict]
        ]
        written_on = self.written.date if self.written else stated_date(searched)
        sections = cited_sections(searched, written_on, self.loaded, numbers)
        changed = with_todays_sections(updated.text, sections)
        return CheckedText(text, edition, self.today, self.written is None, citations, changed, sections)

    def _on(self, day: date) -> EditionInfo:
        """The edition in force on a day, else the oldest."""
        editions = self.known.editions
        return next((one for one in reversed(editions) if one.date <= day), editions[0])

    def _limit(self, numbers: Sequence[FoundNumber]) -> None:
        count = sum(1 + len(one.within) for one in numbers)
        if self._limits and count > self._limits.numbers:
            message = f"Send up to {self._limits.numbers:,} rule numbers at once. This text has {count:,}."
            raise BadRequest("too_many_citations", message)

    def _without_decimals(
        self, numbers: Sequence[FoundNumber], quotes: Sequence[Quote], judges: Mapping[int, Judge]
    ) -> list[FoundNumber]:
        """Drop uncertain numbers that their edition lacks, unless a rule is quoted beside them."""
        doubtful = {one.run for one in numbers if one.needs and not self._is_known(one, judges[one.run].edition)}
        if not doubtful:
            return list(numbers)
        quoting = {
            run
            for quote in quotes
            for run in doubtful.intersection(quote.runs[:1])
            if quote.marked and judges[run].is_quote(Quoted.of(quote.text))
        }
        return [
            one for one in numbers if one.run not in doubtful - quoting or self._is_known(one, judges[one.run].edition)
        ]

    def _is_known(self, one: FoundNumber, edition: EditionInfo) -> bool:
        number = str(one.number.section) if one.needs == "section" else str(one.number)
        if one.needs == "section" or one.number.letter:
            return bool(self.known.spans(number))
        return self.known.has(number, edition.date)

    def _guess(
        self, text: str, numbers: Sequence[FoundNumber], quotes: Sequence[Quote], dated: Collection[int]
    ) -> EditionInfo:
        """Guess the edition from the undated numbers, or from all if each is dated."""
        numbers = [one for one in numbers if one.run not in dated] or numbers
        by_run: dict[int, list[str]] = defaultdict(list)
        for one in numbers:
            by_run[one.run] += [*one.within, str(one.number)]
        beside = [
            (tuple(number for run in quote.runs for number in by_run.get(run, ())), Quoted.of(quote.text))
            for quote in quotes
        ]
        return guess_edition(self.known, {str(one.number) for one in numbers}, beside, stated_date(text))

    def _judge(self, edition: EditionInfo, *, assumed: bool = False) -> Judge:
        """The judge of an edition; with `assumed`, it also looks for numbers in other editions."""
        if (edition, assumed) not in self._judges:
            self._judges[edition, assumed] = Judge(self.known, edition, self.today, assumed=assumed)
        return self._judges[edition, assumed]


_Attached = Mapping[tuple[int, str], Quoted]
"""Quotes by a number's index and its text, or that of a number within its range."""


def _attached(
    numbers: Sequence[FoundNumber], quotes: Sequence[Quote], judges: Mapping[int, Judge]
) -> tuple[_Attached, _Attached]:
    """Quotes from each number, and quotes beside it that don't look like rules text."""
    places: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for index, one in enumerate(numbers):
        places[one.run] += [(index, number) for number in (str(one.number), *one.within)]
    found: dict[tuple[int, str], Quoted] = {}
    others: dict[tuple[int, str], Quoted] = {}

    def judge_of(place: tuple[int, str]) -> Judge:
        return judges[numbers[place[0]].run]

    for quote in quotes:
        quoted = Quoted.of(quote.text)
        if not quote.marked and any(place in found for place in places[quote.runs[0]]):
            continue
        near = [place for run in quote.runs for place in places[run]]
        fitting = [place for place in near if judge_of(place).fits(place[1], quoted)]
        if fitting:
            found.setdefault(next((place for place in fitting if place not in found), fitting[0]), quoted)
            continue
        near = [place for place in near if place not in found] or (near if quote.claims else [])
        if near and judge_of(near[0]).is_quote_of(near[0][1], quoted, marked=quote.marked, claims=quote.claims):
            found[near[0]] = quoted
        elif near and quote.marked:
            others.setdefault(near[0], quoted)
    return found, others


def _now(verdict: Verdict) -> str:
    """The number to write in the updated text: unchanged where a person must decide."""
    moves = verdict.status in _MOVED or (verdict.status is Status.MISQUOTED and verdict.says == verdict.number)
    return verdict.now if moves and verdict.now else verdict.number


def _citations(
    numbers: Sequence[FoundNumber],
    attached: tuple[_Attached, _Attached],
    judged: Callable[[int, str], Verdict],
    updated: Updated,
) -> Iterator[tuple[int, CheckedCitation]]:
    """Each citation with its run."""
    quoted, uncompared = attached

    def words(place: tuple[int, str], of: _Attached = quoted) -> str:
        return of[place].text if place in of else ""

    for index, one in enumerate(numbers):
        begins = numbers[index - 1].start if index and numbers[index - 1].run == one.run else one.start
        for number in one.within:
            # Within a range, only problems are listed.
            inner = judged(index, number)
            missing = inner.status is Status.UNKNOWN and number[-1] in _SKIPPED
            if inner.status is not Status.SAME and not missing:
                yield one.run, CheckedCitation(begins, one.end, inner, words((index, number)))
        place = (index, str(one.number))
        verdict = judged(*place)
        yield (
            one.run,
            CheckedCitation(
                one.start,
                one.end,
                verdict,
                words(place),
                index in updated.left,
                uncompared=words(place, uncompared) if verdict.status is not Status.MISQUOTED else "",
            ),
        )


def _without_ignored(text: str) -> str:
    if IGNORE not in text:
        return text
    return "\n".join(" " * len(line) if IGNORE in line else line for line in text.split("\n"))


def difference_of(citation: CheckedCitation, today: EditionInfo) -> Sequence[Segment]:
    verdict = citation.verdict
    if verdict.status not in {Status.REWORDED, Status.MOVED_AND_REWORDED}:
        return ()
    edition, number = verdict.old
    return _difference(texts_of(edition).text(number), texts_of(today).text(verdict.now))


@lru_cache(maxsize=2_000)
def _difference(old: str, new: str) -> Sequence[Segment]:
    return tuple(text_difference(old, new))


def citation_json(citation: CheckedCitation, today: EditionInfo) -> dict[str, object]:
    verdict = citation.verdict
    texts = texts_of(today)
    shown = verdict.now if verdict.now in texts else ""
    return {
        "start": citation.start,
        "end": citation.end,
        "number": verdict.number,
        "now": verdict.now or None,
        "status": str(verdict.status),
        "quote": citation.uncompared or citation.quote or None,
        "compared": not citation.uncompared,
        "text": texts.text(shown) if shown else None,
        "edition": verdict.edition.iso,
        "since": verdict.since.isoformat() if verdict.since else None,
        "says": verdict.says or None,
        "says_edition": verdict.says_in.iso if verdict.says_in else None,
        "says_now": verdict.says_now or None,
        "altered": verdict.altered,
        "split": list(verdict.split),
        "merged": verdict.merged,
        "left": citation.left,
        "dated": citation.dated,
        "difference": [{"kind": part.kind, "text": part.text} for part in difference_of(citation, today)],
    }
