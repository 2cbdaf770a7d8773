"""The life of a rule or glossary entry, and when something happened to it."""

import csv
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Q

from explorer.document.dates import long_date
from explorer.document.tree import from_json
from explorer.library.history.places import Became, KeySpan, became
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.lineages import Lineage, LineageLink, Lineages
from explorer.lineages.provisions import (
    REWORDING,
    ChangeKind,
    Provision,
    completeness_to_lack,
    is_term,
    plain_name,
    sort_key,
    term_key,
)
from explorer.lineages.tracing import LifeStep, TraceStep, whole_life
from explorer.models import Rule, Term
from symbols.rendering import ITALICS

# Raw SQL, since building it with the ORM would take a third of the time of a rule's page. Selects the steps of the
# lineages that have a key, of those that have any of other keys on a day, and recursively of all that they merged into
# or were split from, and that were split from them.
_STEPS = f"""
    WITH RECURSIVE asked(id) AS (
        SELECT lineage_id FROM explorer_lineagestep WHERE key = %s AND change <> %s AND since <= %s AND until > %s
    ), near(id) AS (
        SELECT id FROM asked
        UNION
        SELECT lineage_id FROM explorer_lineagestep WHERE key IN ({{keys}}) AND since <= %s AND until > %s
        UNION
        SELECT linked.id FROM near JOIN explorer_lineagerow has ON has.id = near.id
        JOIN explorer_lineagerow linked
        ON linked.id IN (has.merged_into_id, has.split_from_id) OR linked.split_from_id = has.id
    )
    SELECT had.id, step.key, step.change, step.since, step.seen,
        had.merged_into_id, had.merged_on, had.split_from_id, had.split_on,
        CASE WHEN step.key LIKE '{term_key("")}%%' THEN (
            SELECT term.name FROM explorer_term term JOIN explorer_edition edition ON edition.id = term.edition_id
            WHERE term.slug = substr(step.key, {len(term_key("")) + 1}) AND edition.date = step.seen
        ) END,
        step.until, had.id IN (SELECT id FROM asked)
    FROM explorer_lineagestep step JOIN explorer_lineagerow had ON had.id = step.lineage_id
    WHERE step.lineage_id IN (SELECT id FROM near)
    ORDER BY step.id
"""  # noqa: S608 - interpolates only constants and placeholders


@dataclass(frozen=True, slots=True)
class Life:
    """The life of a rule or a glossary entry, as far as the loaded editions show it.

    Attributes:
        lineage: the id of its lineage, valid until editions are added or removed.
        steps: newest first; at least one.
        names: of a glossary entry, its name by key.
        parts: the newest step of each other rule that has a part of it today, with the date of the split.
    """

    lineage: str
    steps: tuple[LifeStep, ...]
    names: Mapping[str, str] = field(default_factory=dict, compare=False)
    parts: tuple[tuple[date, LifeStep], ...] = ()

    @property
    def first(self) -> LifeStep:
        return self.steps[-1]

    @property
    def removal(self) -> LifeStep | None:
        return self.steps[0] if self.steps[0].change is ChangeKind.REMOVED else None

    def keys_now(self, then: date) -> list[str]:
        """The current keys of everything its text of a day became: its own and those split off since."""
        own = [self.steps[0].key] if self.removal is None else []
        return sorted([*own, *(step.key for apart, step in self.parts if apart > then)], key=sort_key)

    def is_split(self, then: date) -> bool:
        """Whether a part of its text of a day is in another rule now."""
        return any(apart > then for apart, _ in self.parts)

    @property
    def rewordings(self) -> list[LifeStep]:
        """Steps that changed its text, newest first."""
        return [step for step in self.steps[:-1] if step.change in REWORDING]

    @property
    def keys(self) -> list[str]:
        return list(dict.fromkeys(step.key for step in self.steps))

    def name_of(self, key: str) -> str:
        """A key for display: the number of a rule, the name of a glossary entry."""
        return ITALICS.sub(r"\1", self.names.get(key, plain_name(key)))

    @property
    def spans(self) -> list[tuple[date, date]]:
        """When it was in the rules, oldest first, as half-open ranges; the last may end with `date.max`."""
        found: list[tuple[date, date]] = []
        for step, following in pairwise([*self.steps[::-1], None]):
            if step is None or step.change is ChangeKind.REMOVED:
                continue
            end = following.date if following else date.max
            if found and found[-1][1] == step.date:
                found[-1] = (found[-1][0], end)
            else:
                found.append((step.date, end))
        return found

    def has(self, key: str, day: date) -> bool:
        """Whether it has a key on a day itself, not what it was merged into or split from."""
        step = self.at(day)
        return step is not None and (step.key, step.lineage) == (key, self.lineage)

    def at(self, day: date) -> LifeStep | None:
        """The step in effect on a day; None if it wasn't in the rules."""
        step = next((step for step in self.steps if step.date <= day), None)
        return step if step and step.change is not ChangeKind.REMOVED else None


def lives_and_fates(
    key: str, keys: Collection[str], then: date, later: date | None, *, ever: bool
) -> tuple[list[Life], Mapping[str, Became]]:
    """The lives of `key`, and what other keys of the edition of `then` became in that of `later`, if any; in one query.

    With `ever`, everything that was ever under the key, as `lives_under` does, not only what the edition has.
    """
    rows = _rows(key, None if ever else then, keys if later else (), then)
    spans: dict[int, list[KeySpan]] = defaultdict(list)
    for row, key_then, change, since, _, into, _, out_of, _, _, until, _ in rows if later else ():
        if change != ChangeKind.REMOVED:
            spans[row].append(KeySpan(row, key_then, change, _date(since), _date(until), out_of, into))
    for own in spans.values():
        own.sort(key=lambda span: span.since)
    steps, known = _gather(rows)
    lives = _lives(rows, steps, known)
    fates = became(keys, spans, then, later, lambda row: known.parts(known[str(row)])) if later else {}
    return _last_first(key, lives) if ever else lives, fates


def life_at(key: str, day: date) -> Life | None:
    """The life of what an edition has under a key (see `explorer.lineages.provisions.term_key`), in one query."""
    rows = _rows(key, day)
    return next(iter(_lives(rows, *_gather(rows))), None)


def lives_under(key: str) -> list[Life]:
    """The lives of everything that was ever under a key, the last to have it first. One query."""
    rows = _rows(key)
    return _last_first(key, _lives(rows, *_gather(rows)))


def _last_first(key: str, found: Iterable[Life]) -> list[Life]:
    return sorted(
        found, key=lambda life: max(step.date for step in life.steps if life.has(key, step.date)), reverse=True
    )


def steps_with_texts(life: Life) -> list[TraceStep]:
    """Newest first, in at most two queries; `KeyError` if the lineages are outdated."""
    texts = provisions_at((step.seen, step.key) for step in life.steps)
    return [TraceStep(step, texts[step.seen, step.key]) for step in life.steps]


def provisions_at(places: Iterable[tuple[date, str]]) -> Mapping[tuple[date, str], Provision]:
    """The provisions at (effective date, key), in at most two queries; missing ones are omitted."""
    wanted: dict[bool, list[Q]] = defaultdict(list)
    for day, key in set(places):
        name = "slug" if is_term(key) else "number"
        wanted[is_term(key)].append(Q(edition__date=day, **{name: plain_name(key)}))
    found: dict[tuple[date, str], Provision] = {}
    if wanted[False]:
        rules = Rule.objects.filter(reduce(or_, wanted[False]))
        for day, number, heading, body in rules.values_list(
            "edition__date", "number", "heading", "wording__paragraphs"
        ):
            found[day, number] = Provision(number, heading, from_json(body or ()))
    if wanted[True]:
        terms = Term.objects.filter(reduce(or_, wanted[True]))
        for day, slug, name, body in terms.values_list("edition__date", "slug", "name", "wording__paragraphs"):
            found[day, term_key(slug)] = Provision(term_key(slug), name, from_json(body))
    return found


def _rows(key: str, day: date | None = None, keys: Collection[str] = (), then: date = date.min) -> list[Any]:
    since, until = (day, day) if day else (date.max, date.min)
    query = _STEPS.format(keys=", ".join(["%s"] * len(keys)) or "NULL")
    with connection.cursor() as cursor:
        parameters = [key, ChangeKind.REMOVED, since.isoformat(), until.isoformat(), *keys]
        cursor.execute(query, [*parameters, then.isoformat(), then.isoformat()])
        rows: list[Any] = cursor.fetchall()
    return rows


def _lives(rows: Sequence[Any], steps: Mapping[str, Sequence[LifeStep]], known: Lineages) -> list[Life]:
    own = {str(row[0]) for row in rows if row[-1]}
    names = {row[1]: row[9] for row in rows if row[9]}

    def life(name: str) -> Life:
        whole = whole_life(known, known[name], lambda each: steps[each.id])
        parts = ((apart, steps[one.id][-1]) for apart, one in known.parts(known[name]))
        living = tuple((apart, step) for apart, step in parts if step.change is not ChangeKind.REMOVED)
        return Life(name, tuple(whole), names, living)

    return sorted(map(life, own), key=lambda life: (life.steps[0].date, int(life.lineage)), reverse=True)


def _gather(rows: Iterable[Any]) -> tuple[Mapping[str, Sequence[LifeStep]], Lineages]:
    steps: dict[str, list[LifeStep]] = defaultdict(list)
    lineages: dict[str, Lineage] = {}
    offshoots: dict[str, dict[str, LineageLink]] = defaultdict(dict)
    for row, key, change, since, seen, into, merged_on, out_of, split_on, *_ in rows:
        name = str(row)
        merged = LineageLink(_date(merged_on), str(into)) if into else None
        split = LineageLink(_date(split_on), str(out_of)) if out_of else None
        lineages[name] = Lineage(name, {}, merged, split)
        if split:
            offshoots[split.lineage][name] = LineageLink(split.date, name)
        steps[name].append(LifeStep(_date(since), ChangeKind(change), name, key, _date(seen)))
    known = (replace(one, offshoots=tuple(offshoots[name].values())) for name, one in lineages.items())
    return steps, Lineages({}, known)


def _date(stored: date | str) -> date:
    """Raw SQL returns dates as text on SQLite."""
    return date.fromisoformat(stored) if isinstance(stored, str) else stored


_DOCUMENTS = Path(__file__).resolve().parents[2] / "data" / "documents.csv"


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """An official document, with its URL at the publisher's or the Web Archive's site."""

    effective: date
    size: int
    sha256: str
    address: str


def known_documents() -> list[KnownDocument]:
    """Newest first."""
    with _DOCUMENTS.open(encoding="ascii", newline="") as file:
        found = [
            KnownDocument(date.fromisoformat(row["effective"]), int(row["bytes"]), row["sha256"], row["address"])
            for row in csv.DictReader(file)
        ]
    return sorted(found, key=lambda one: one.effective, reverse=True)


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

    Excerpts published since count only if they are among `having`, the editions that have what the question is about,
    or, without `having`, if the complete edition isn't loaded.
    """
    then = applied_on(day, loaded)
    since = [edition for edition in loaded.newest_first if edition.date <= day and (not then or then <= edition.date)]
    found = [edition for edition in since if having and edition in having]
    found += [edition for edition in since if edition.has_all_rules]
    return loaded.on(day) or next(iter(found if having is not None else [*found, *since]), None)


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happened: `on` the first edition with it, `before` the last loaded one without it."""

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
        """`then` is its number at the time, such as “ (as 420.5e)”."""
        if self.before is None:
            return f"In the rules {'from' if gone else 'since'} at least {long_date(self.on)}{then}."
        if not self.exact or gone:
            return f"Added {self.when}{then}."
        return f"In the rules since {long_date(self.on)}{then}."


def moment_of(step: LifeStep, loaded: Library) -> Moment:
    least = completeness_to_lack(step.key)
    days = (edition.date for edition in loaded.editions if edition.completeness >= least and edition.date < step.date)
    return Moment(max(days, default=None), step.date)
