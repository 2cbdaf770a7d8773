"""Which editions have which numbers and words, and what became of them."""

import datetime
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from explorer.citing.words import Quoted, line_of, longest_plain, plain_parts, without_quotations
from explorer.document.tree import from_json
from explorer.library.history.places import Became, fates_at
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import ChangeKind, parent_of
from explorer.models import LineageStep, Rule, Wording
from symbols.engine import BadRequest

# Numbers a query; SQLite's limit is far higher.
_BATCH = 2_000

Spans = Sequence[tuple[datetime.date, datetime.date]]


class KnownNumbers:
    """What the library knows of the numbers of some texts; each number is queried once."""

    def __init__(self, loaded: Library, searches: int | None = None) -> None:
        """Take how many quotes to look for elsewhere; None for any number."""
        self.loaded = loaded
        self._searches = searches
        self.editions = loaded.with_all_rules
        self._spans: dict[str, list[tuple[datetime.date, datetime.date]]] = {}
        self._fates: dict[tuple[str, datetime.date], Became | None] = {}
        self._wordings: dict[str, Mapping[int, str]] = {}

    def learn(self, numbers: Iterable[str]) -> None:
        new = sorted(set(numbers) - self._spans.keys())
        self._spans |= {number: [] for number in new}
        for batch in _batches(new):
            steps = LineageStep.objects.filter(key__in=batch).exclude(change=ChangeKind.REMOVED)
            for number, since, until in steps.values_list("key", "since", "until"):
                self._spans[number].append((since, until))

    def count_search(self) -> None:
        """Count a quote that isn't where it should be.

        Raises:
            BadRequest: there were too many.
        """
        if self._searches is None:
            return
        self._searches -= 1
        if self._searches < 0:
            raise BadRequest(
                "too_many_quotes", "Too many of these quotes aren’t their rule’s words. Send less at once."
            )

    def spans(self, number: str) -> Spans:
        """When the rules had a number, as half-open ranges."""
        if number not in self._spans:
            self.learn([number])
        return self._spans[number]

    def has(self, number: str, day: datetime.date) -> bool:
        return any(since <= day < until for since, until in self.spans(number))

    def how_many(self, numbers: Collection[str]) -> list[int]:
        """How many of some numbers each of `editions` has."""
        self.learn(numbers)
        days = [edition.date for edition in self.editions]
        change = [0] * (len(days) + 1)
        for number in numbers:
            for since, until in self._spans[number]:
                change[bisect_left(days, since)] += 1
                change[bisect_left(days, until)] -= 1
        counts, count = [], 0
        for each in change[:-1]:
            count += each
            counts.append(count)
        return counts

    def learn_fates(self, numbers: Iterable[str], then: datetime.date, day: datetime.date) -> None:
        """What became of numbers of one edition until a later one."""
        new = sorted(number for number in set(numbers) if (number, then) not in self._fates)
        for batch in _batches(new):
            found = fates_at([(number, then) for number in batch], day)
            self._fates |= {(number, then): found.get((number, then)) for number in batch}

    def fate(self, number: str, then: datetime.date, day: datetime.date) -> Became | None:
        if (number, then) not in self._fates:
            self.learn_fates([number], then, day)
        return self._fates[number, then]

    def lines(self, number: str) -> Mapping[int, str]:
        """The words of what each edition has under a number, by the edition's primary key."""
        self.learn_lines([number])
        return self._wordings[number]

    def learn_lines(self, numbers: Iterable[str]) -> None:
        new = sorted(set(numbers) - self._wordings.keys())
        for batch in _batches(new):
            rows = list(
                Rule.objects.filter(number__in=batch, wording__isnull=False).values_list(
                    "number", "edition_id", "wording_id"
                )
            )
            texts = Wording.objects.in_bulk({wording for _, _, wording in rows})
            lines = {pk: line_of("\n".join(one.text for one in from_json(row.paragraphs))) for pk, row in texts.items()}
            found: dict[str, dict[int, str]] = defaultdict(dict)
            for number, edition, wording in rows:
                found[number][edition] = lines[wording or 0]
            self._wordings |= {number: found[number] for number in batch}

    def edition_with(self, number: str, quoted: Quoted, near: EditionInfo, latest: datetime.date) -> EditionInfo | None:
        """The edition nearest to another, up to a day, in which a number has quoted words."""
        lines = self.lines(number)
        fits = {edition for edition, line in lines.items() if quoted.is_in(line)}
        having = [edition for edition in self.editions if edition.id in fits and edition.date <= latest]
        return min(having, key=lambda one: abs((one.date - near.date).days), default=None)

    def edition_like(self, number: str, quoted: Quoted, least: float, latest: datetime.date) -> EditionInfo | None:
        """The newest edition up to a day in which a number has almost these words."""
        lines = self.lines(number)
        likeness = {line: quoted.likeness(line, least) for line in set(lines.values())}
        best = max(likeness.values(), default=0.0)
        having = (one for one in reversed(self.editions) if one.id in lines and likeness[lines[one.id]] == best)
        return next((one for one in having if best and one.date <= latest), None)

    def places_of(self, quoted: Quoted) -> list[tuple[str, EditionInfo]]:
        """Every number that has quoted words in any edition, with the newest such edition."""
        part = longest_plain(quoted.text)
        if not part:
            return []
        return self._places(row.pk for row in _texts_with([part]) if quoted.is_in(_own_line(row)))

    def places_like(self, quoted: Quoted, least: float) -> list[tuple[str, EditionInfo]]:
        """Every number that has almost these words in any edition, with the newest such edition."""
        likeness = {row.pk: quoted.likeness(_own_line(row), least) for row in _texts_with(plain_parts(quoted.text))}
        best = max(likeness.values(), default=0.0)
        return self._places(pk for pk, each in likeness.items() if each == best > 0)

    def _places(self, wordings: Iterable[int]) -> list[tuple[str, EditionInfo]]:
        by_id = {edition.id: edition for edition in self.loaded.editions}
        rows = Rule.objects.filter(wording_id__in=list(wordings)).order_by("edition__date", "position")
        newest = {number: by_id[edition] for number, edition in rows.values_list("number", "edition_id")}
        return sorted(newest.items(), key=lambda place: (place[1].date, len(place[0])), reverse=True)


_MOST_TEXTS = 100


def _texts_with(parts: Iterable[str]) -> QuerySet[Wording]:
    """Wordings that have any of these words, of which there’s one at least."""
    having = reduce(or_, (Q(body__icontains=part) for part in parts), Q(pk=None))
    return Wording.objects.annotate(body=Cast("paragraphs", TextField())).filter(having)[:_MOST_TEXTS]


def _own_line(wording: Wording) -> str:
    """The words of a rule without its examples and what it quotes, both often cards'."""
    texts = (one.text for one in from_json(wording.paragraphs) if one.kind != "example")
    return line_of(without_quotations("\n".join(texts)))


def _batches(items: Sequence[str]) -> Iterable[Sequence[str]]:
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))


def is_within(number: str, other: str) -> bool:
    """Whether a rule is another, its parent or its subrule."""
    return number == other or parent_of(number) == other or parent_of(other) == number
