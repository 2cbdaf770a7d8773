"""Queries of history pages."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise

from explorer.document.numbers import NumberKind
from explorer.document.tree import Completeness
from explorer.library.history.changes import changes_between
from explorer.library.history.life import Life, edition_on, life_at, lives_under, moment_of, provisions_at
from explorer.library.history.snapshots import snapshot_of
from explorer.library.loaded import Library, library
from explorer.library.place import NotInLibrary, RulePlace, TermPlace
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import ChangeKind, Provision
from explorer.lineages.tracing import ChangeRow, LifeStep
from explorer.models import EditionPair, LineageStep


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What the history of a rule or glossary entry shows.

    Attributes:
        texts: its text at each step, and just before it, by edition date and key.
        sections: for a section, counts of its changes by pair of editions.
    """

    place: RulePlace | TermPlace
    life: Life
    texts: Mapping[tuple[date, str], Provision]
    others: Sequence[Life]
    sections: Mapping[tuple[date, date], Mapping[str, int]]


def text_before(step: LifeStep, life: Life, loaded: Library) -> tuple[date, str] | None:
    """(edition date, key) of the text just before a step; None where there was none."""
    index = life.steps.index(step)
    if index + 1 >= len(life.steps):
        return None
    earlier = life.steps[index + 1]
    if earlier.change is ChangeKind.REMOVED:
        return None
    return max(moment_of(step, loaded).before or earlier.date, earlier.date), earlier.key


def history_page(place: RulePlace | TermPlace) -> HistoryPage:
    """Three queries.

    Raises:
        NotInLibrary: the edition doesn't have the number or entry.
    """
    edition, loaded = place.edition, place.library
    life = life_at(place.key, edition.date)
    if edition.id not in place.wordings or life is None:
        raise place.not_there
    places = [(step.seen, step.key) for step in life.steps]
    places += [before for step in life.steps if (before := text_before(step, life, loaded))]
    newest = loaded.newest
    now = life.at(newest.date) if newest else None
    if newest and now:
        places.append((newest.date, now.key))
    others = [other for other in lives_under(place.key) if other.lineage != life.lineage]
    is_section = isinstance(place, RulePlace) and place.number.kind is NumberKind.SECTION
    return HistoryPage(
        place=place,
        life=life,
        texts=provisions_at(places),
        others=others,
        sections=section_counts(life, loaded) if is_section else {},
    )


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """What changed between two editions; `headings` are of the sections of both, the newer's where both have one."""

    library: Library
    old: EditionInfo
    new: EditionInfo
    rows: Sequence[ChangeRow]
    headings: Mapping[str, str]
    old_headings: Mapping[str, str]


def changes_page(first: date, second: date) -> ChangesPage:
    """Compare the editions that applied on two days, in either order.

    Raises:
        NotInLibrary: no edition of one of the days is loaded.
    """
    loaded = library()
    days = sorted((first, second))
    found = [edition_on(day, loaded) for day in days]
    for day, edition in zip(days, found, strict=True):
        if edition is None:
            raise NotInLibrary(library=loaded, day=day)
    old, new = (edition for edition in found if edition)
    rows = changes_between(old, new, loaded)
    return ChangesPage(loaded, old, new, rows, snapshot_of(new).headings, snapshot_of(old).headings)


@dataclass(frozen=True, slots=True)
class SectionYears:
    """A section of the newest edition through the years.

    Attributes:
        number: its number today.
        since: the edition that introduced it; None where the oldest has it.
        counts: how much of it changed, by edition date: {"created": 3, "edited": 12, "words": 400, …}.
    """

    number: str
    heading: str
    since: date | None
    counts: Mapping[date, Mapping[str, int]]


_Counts = Mapping[str, Mapping[str, Mapping[str, int]]]
_Rows = Sequence[tuple[date, date, _Counts]]


@dataclass(frozen=True)
class Timeline:
    """Changes from each edition with all rules to the next.

    Attributes:
        pairs: each edition's date with the previous one's: (old, new).
        totals: counts by the newer edition's date.
    """

    library: Library
    pairs: Sequence[tuple[date, date]]
    totals: Mapping[date, Mapping[str, int]]


@dataclass(frozen=True)
class YearsPage(Timeline):
    """All changes in all loaded editions, with the sections of the newest in order, the glossary last."""

    sections: Sequence[SectionYears]
    chapters: Mapping[str, str]


@lru_cache(maxsize=2)
def timeline(loaded: Library) -> Timeline:
    """One query, then cached."""
    totals: dict[date, Counter[str]] = {}
    rows = _pairs(loaded)
    for _, day, counts in rows:
        total = totals[day] = Counter()
        for side in counts.values():
            for of_section in side.values():
                total.update(of_section)
    return Timeline(loaded, [(old, new) for old, new, _ in rows], totals)


def years_page() -> YearsPage:
    """One query, then cached."""
    return _years(library())


@lru_cache(maxsize=2)
def _pairs(loaded: Library) -> _Rows:
    """Changes from each edition to the next; those of the glossary since the last whole one, and of that alone."""
    ids = [edition.id for edition in loaded.with_all_rules]
    rows = EditionPair.objects.filter(old__in=ids, new__in=ids).values_list("old__date", "new__date", "counts")
    stored: dict[tuple[date, date] | None, _Counts] = {(old, new): counts for old, new, counts in rows}
    whole = pairwise(edition.date for edition in loaded.with_all_rules if edition.completeness is Completeness.WHOLE)
    glossaries = {new: (old, new) for old, new in whole}
    return [
        (old, new, _with_glossary(stored[old, new], stored.get(glossaries.get(new), {})))
        for old, new in pairwise(edition.date for edition in loaded.with_all_rules)
        if (old, new) in stored
    ]


def _with_glossary(counts: _Counts, of_glossary: _Counts) -> _Counts:
    """Counts by section, those of the glossary taken from `of_glossary`."""
    return {
        side: {
            key: found
            for source, is_glossary in ((counts, False), (of_glossary, True))
            for key, found in source.get(side, {}).items()
            if (key == "glossary") is is_glossary
        }
        for side in ("old", "new")
    }


@lru_cache(maxsize=2)
def _years(loaded: Library) -> YearsPage:
    newest = loaded.newest_with_all_rules
    headings: Mapping[str, str] = {}
    sections: list[SectionYears] = []
    if newest is not None:
        headings = snapshot_of(newest).headings
        sections = _sections(newest, headings, _pairs(loaded))
    chapters = {key: heading for key, heading in headings.items() if len(key) == 1}
    known = timeline(loaded)
    return YearsPage(loaded, known.pairs, known.totals, sections, chapters)


def _sections(newest: EditionInfo, headings: Mapping[str, str], rows: _Rows) -> list[SectionYears]:
    """The newest edition's sections, each traced back through renumberings."""
    steps = LineageStep.objects.filter(key__regex=r"^[0-9]{3}$").order_by("since")
    spans: dict[str, list[tuple[date, date, int]]] = defaultdict(list)
    now: dict[int, str] = {}
    first: dict[int, date] = {}
    for lineage, key, change, since, until in steps.values_list("lineage_id", "key", "change", "since", "until"):
        if change == ChangeKind.REMOVED:
            continue
        spans[key].append((since, until, lineage))
        first.setdefault(lineage, since)
        if since <= newest.date < until:
            now[lineage] = key

    def newest_key(key: str, day: date) -> str:
        if not key.isdigit():
            return key
        lineage = next((each for since, until, each in spans[key] if since <= day < until), None)
        return now.get(lineage, "") if lineage is not None else ""

    cells: dict[str, dict[date, Counter[str]]] = defaultdict(dict)
    for old, new, counts in rows:
        for side, day in (("old", old), ("new", new)):
            for key, of_section in counts.get(side, {}).items():
                cells[newest_key(key, day)].setdefault(new, Counter()).update(of_section)
    oldest = rows[0][0] if rows else newest.date
    births = {key: first[lineage] for lineage, key in now.items() if first[lineage] > oldest}
    return [
        SectionYears(key, heading, births.get(key), cells[key]) for key, heading in headings.items() if len(key) == 3
    ] + [SectionYears("glossary", "Glossary", None, cells["glossary"])]


def section_counts(life: Life, loaded: Library) -> Mapping[tuple[date, date], Mapping[str, int]]:
    """Counts of a section's changes, by pair of editions, newest first."""
    newest = loaded.newest_with_all_rules
    now = life.at(newest.date) if newest else None
    years = _years(loaded)
    found = next((one for one in years.sections if now and one.number == now.key), None)
    return {(old, new): found.counts[new] for old, new in reversed(years.pairs) if found and new in found.counts}
