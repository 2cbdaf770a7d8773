"""Queries for rule numbers and words in any edition."""

import datetime
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import or_

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from explorer.citing.words import Quoted, line_of, longest_phrase, phrases, without_quotations
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
    """A cache of numbers: each is queried once.

    Args:
        searches: most quotes to search in other rules; None for no limit.
    """

    def __init__(self, loaded: Library, searches: int | None = None) -> None:
        self.loaded = loaded
        self._searches = searches
        self.editions = loaded.with_all_rules
        self._spans: dict[str, list[tuple[datetime.date, datetime.date]]] = {}
        self._fates: dict[tuple[str, datetime.date], Became | None] = {}
        self._wordings: dict[str, Mapping[int, str]] = {}

    def load(self, numbers: Iterable[str]) -> None:
        new = sorted(set(numbers) - self._spans.keys())
        self._spans |= {number: [] for number in new}
        for batch in _batches(new):
            steps = LineageStep.objects.filter(key__in=batch).exclude(change=ChangeKind.REMOVED)
            for number, since, until in steps.values_list("key", "since", "until"):
                self._spans[number].append((since, until))

    def count_search(self) -> None:
        """Count a quote that isn't its rule's.

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
        """Half-open date ranges in which the rules have a number."""
        if number not in self._spans:
            self.load([number])
        return self._spans[number]

    def has(self, number: str, day: datetime.date) -> bool:
        return any(since <= day < until for since, until in self.spans(number))

    def count_by_edition(self, numbers: Collection[str]) -> list[int]:
        """How many of these numbers each of `editions` has."""
        self.load(numbers)
        days = [edition.date for edition in self.editions]
        change = [0] * (len(days) + 1)
        for number in numbers:
            for since, until in self._spans[number]:
                change[bisect_left(days, since)] += 1
                change[bisect_left(days, until)] -= 1
        return list(accumulate(change[:-1]))

    def load_fates(self, numbers: Iterable[str], then: datetime.date, day: datetime.date) -> None:
        new = sorted(number for number in set(numbers) if (number, then) not in self._fates)
        for batch in _batches(new):
            found = fates_at([(number, then) for number in batch], day)
            self._fates |= {(number, then): found.get((number, then)) for number in batch}

    def fate(self, number: str, then: datetime.date, day: datetime.date) -> Became | None:
        if (number, then) not in self._fates:
            self.load_fates([number], then, day)
        return self._fates[number, then]

    def lines(self, number: str) -> Mapping[int, str]:
        """A number's words in each edition, by the edition's primary key."""
        self.load_lines([number])
        return self._wordings[number]

    def load_lines(self, numbers: Iterable[str]) -> None:
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
        """The edition nearest to `near` in which a number has the quoted words."""
        fits = {edition for edition, line in self.lines(number).items() if quoted.is_in(line)}
        editions = [edition for edition in self.editions if edition.id in fits and edition.date <= latest]
        return min(editions, key=lambda one: abs((one.date - near.date).days), default=None)

    def edition_like(self, number: str, quoted: Quoted, least: float, latest: datetime.date) -> EditionInfo | None:
        """The newest edition in which a number's words are most similar to a quote; at least `least`, of 100."""
        lines = self.lines(number)
        similarity = {line: quoted.similarity(line, least) for line in set(lines.values())}
        best = max(similarity.values(), default=0.0)
        editions = (one for one in reversed(self.editions) if one.id in lines and similarity[lines[one.id]] == best)
        return next((one for one in editions if best and one.date <= latest), None)

    def places_of(self, quoted: Quoted) -> list[tuple[str, EditionInfo]]:
        """Each number that has the quoted words in any edition, with the newest such edition."""
        part = longest_phrase(quoted.text)
        if not part:
            return []
        return self._places(row.pk for row in _texts_with([part]) if quoted.is_in(_own_line(row)))

    def places_like(self, quoted: Quoted, least: float) -> list[tuple[str, EditionInfo]]:
        """Like `places_of`, for the most similar words; at least `least`, of 100."""
        similarity = {row.pk: quoted.similarity(_own_line(row), least) for row in _texts_with(phrases(quoted.text))}
        best = max(similarity.values(), default=0.0)
        return self._places(pk for pk, each in similarity.items() if each == best > 0)

    def _places(self, wordings: Iterable[int]) -> list[tuple[str, EditionInfo]]:
        by_id = {edition.id: edition for edition in self.loaded.editions}
        rows = Rule.objects.filter(wording_id__in=list(wordings)).order_by("edition__date", "position")
        newest = {number: by_id[edition] for number, edition in rows.values_list("number", "edition_id")}
        return sorted(newest.items(), key=lambda place: (place[1].date, len(place[0])), reverse=True)


_MOST_TEXTS = 100


def _texts_with(parts: Iterable[str]) -> QuerySet[Wording]:
    has_any = reduce(or_, (Q(body__icontains=part) for part in parts), Q(pk=None))
    return Wording.objects.annotate(body=Cast("paragraphs", TextField())).filter(has_any)[:_MOST_TEXTS]


def _own_line(wording: Wording) -> str:
    """The words of a rule without its examples and quotations, both often cards'."""
    texts = (one.text for one in from_json(wording.paragraphs) if one.kind != "example")
    return line_of(without_quotations("\n".join(texts)))


def _batches(items: Sequence[str]) -> Iterable[Sequence[str]]:
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))


def is_within(number: str, other: str) -> bool:
    """Whether a rule is another, its parent or its subrule."""
    return number == other or parent_of(number) == other or parent_of(other) == number
