"""How much changed in each section, from each edition with all rules to the next."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from django.db.models import Q

from explorer.document.tree import Completeness
from explorer.library.history.life import Life
from explorer.library.history.snapshots import snapshot_of
from explorer.library.loaded import Library, library
from explorer.lineages.provisions import ChangeKind, is_section, sort_key
from explorer.models import EditionPair, LineageStep

Counts = Mapping[str, int]
"""`{"created": 3, "edited": 12, "words": 400, …}`, by what `provisions.COUNTED_AS` calls a change."""

_BySection = Mapping[str, Mapping[str, Counts]]
_GLOSSARY = "glossary"


@dataclass(frozen=True, slots=True)
class SectionYears:
    """A section of the newest edition; `since` when, unless the oldest has it, and its changes by edition date."""

    number: str
    heading: str
    since: date | None
    counts: Mapping[date, Counts]


@dataclass(frozen=True)
class Timeline:
    """Each edition with all rules and the one before, as dates (old, new), and counts by the newer date."""

    library: Library
    pairs: Sequence[tuple[date, date]]
    totals: Mapping[date, Counts]


@dataclass(frozen=True)
class YearsPage(Timeline):
    """All changes in all loaded editions, with the sections of the newest in order, the glossary last."""

    sections: Sequence[SectionYears]
    chapters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SectionCounts:
    """How much changed in one section, by the newer edition's date.

    `pairs` are the editions in which it could change, (old, new), oldest first: those that have it, and the next one.
    """

    pairs: Sequence[tuple[date, date]]
    counts: Mapping[date, Counts]

    @property
    def changed(self) -> list[tuple[date, date]]:
        return [(old, new) for old, new in reversed(self.pairs) if new in self.counts]


@lru_cache(maxsize=2)
def timeline(loaded: Library) -> Timeline:
    totals: dict[date, Counter[str]] = {}
    rows = _pairs(loaded)
    for _, day, counts in rows:
        total = totals[day] = Counter()
        for side in counts.values():
            for of_section in side.values():
                total.update(of_section)
    return Timeline(loaded, [(old, new) for old, new, _ in rows], totals)


def years_page() -> YearsPage:
    """At most four queries, then cached."""
    return years(library())


@lru_cache(maxsize=2)
def _pairs(loaded: Library) -> Sequence[tuple[date, date, _BySection]]:
    """Changes from each edition to the next; those of the glossary since the last whole one, and of that alone."""
    ids = [edition.id for edition in loaded.with_all_rules]
    rows = EditionPair.objects.filter(old__in=ids, new__in=ids).values_list("old__date", "new__date", "counts")
    stored: dict[tuple[date, date] | None, _BySection] = {(old, new): counts for old, new, counts in rows}
    whole = pairwise(edition.date for edition in loaded.with_all_rules if edition.completeness is Completeness.WHOLE)
    glossaries = {new: (old, new) for old, new in whole}
    return [
        (old, new, _with_glossary(stored[old, new], stored.get(glossaries.get(new), {})))
        for old, new in pairwise(edition.date for edition in loaded.with_all_rules)
        if (old, new) in stored
    ]


def _with_glossary(counts: _BySection, of_glossary: _BySection) -> _BySection:
    return {
        side: {
            key: found
            for source, is_glossary in ((counts, False), (of_glossary, True))
            for key, found in source.get(side, {}).items()
            if (key == _GLOSSARY) is is_glossary
        }
        for side in ("old", "new")
    }


@lru_cache(maxsize=2)
def years(loaded: Library) -> YearsPage:
    """Changes by section of the newest edition. At most four queries, then cached."""
    known = timeline(loaded)
    newest = next(reversed(loaded.with_all_rules), None)
    if newest is None:
        return YearsPage(loaded, known.pairs, known.totals, (), {})
    traced = _traced(loaded)
    oldest = known.pairs[0][0] if known.pairs else newest.date
    headings = snapshot_of(newest).headings
    sections = []
    for key in filter(is_section, headings):
        lineage = traced.lineage_at(key, newest.date)
        since = traced.first.get(lineage, oldest)
        sections.append(SectionYears(key, headings[key], since if since > oldest else None, traced.counts[lineage]))
    sections.append(SectionYears(_GLOSSARY, "Glossary", None, traced.counts[_GLOSSARY]))
    chapters = {key: heading for key, heading in headings.items() if len(key) == 1}
    return YearsPage(loaded, known.pairs, known.totals, sections, chapters)


@dataclass(frozen=True, slots=True)
class _Traced:
    """Sections through renumberings.

    Attributes:
        spans: since when, until when and in which lineage, by key.
        first: when each lineage begins.
        counts: by lineage and edition date; of the glossary, under its key.
    """

    spans: Mapping[str, Sequence[tuple[date, date, str]]]
    first: Mapping[str, date]
    counts: Mapping[str, Mapping[date, Counts]]

    def lineage_at(self, key: str, day: date) -> str:
        return next((each for since, until, each in self.spans.get(key, ()) if since <= day < until), "")


@lru_cache(maxsize=2)
def _traced(loaded: Library) -> _Traced:
    steps = LineageStep.objects.filter(key__regex=r"^[0-9]{3}$").exclude(change=ChangeKind.REMOVED).order_by("since")
    spans: dict[str, list[tuple[date, date, str]]] = defaultdict(list)
    first: dict[str, date] = {}
    for lineage, key, since, until in steps.values_list("lineage_id", "key", "since", "until"):
        spans[key].append((since, until, str(lineage)))
        first.setdefault(str(lineage), since)
    counts: dict[str, dict[date, Counter[str]]] = defaultdict(dict)
    traced = _Traced(spans, first, counts)
    for old, new, changed in _pairs(loaded):
        for side, day in (("old", old), ("new", new)):
            for key, of_section in changed.get(side, {}).items():
                place = key if key == _GLOSSARY else traced.lineage_at(key, day)
                counts[place].setdefault(new, Counter()).update(of_section)
    return traced


def section_counts(life: Life, loaded: Library) -> SectionCounts:
    """How much changed in a section in each edition. Two queries, then cached."""
    pairs = [(old, new) for old, new, _ in _pairs(loaded) if _own_key(life, old) or _own_key(life, new)]
    return SectionCounts(pairs, _traced(loaded).counts.get(life.lineage, {}))


class SectionStep(NamedTuple):
    """What happened to one rule of a section in an edition; `key` is its last number if it is gone."""

    key: str
    change: ChangeKind


@lru_cache(maxsize=512)
def section_steps(life: Life, old: date, new: date, loaded: Library) -> Sequence[SectionStep]:  # noqa: ARG001
    """What the edition of `new` changed in a section, in its order; mere references left out. One query, then cached.

    A rule that was merged into another is there twice: under its own last number, and under the other’s.
    """
    was, now = (f"{_own_key(life, day)}." for day in (old, new))
    gone = Q(lineage__merged_on=new, until=new, key__startswith=was)
    happened = Q(since=new) & (Q(key__startswith=now) | Q(change=ChangeKind.REMOVED, key__startswith=was))
    rows = LineageStep.objects.filter(gone | happened).values_list("key", "change", "since", "lineage__split_on")
    found = [
        SectionStep(
            key,
            ChangeKind.REMOVED if since != new else ChangeKind.CREATED if split_on == new else ChangeKind(change),
        )
        for key, change, since, split_on in rows
    ]
    return sorted(found, key=lambda step: sort_key(step.key))


def key_in_changes(life: Life, old: date, new: date) -> str:
    return _own_key(life, new) or gone_section(_own_key(life, old), old)


def gone_section(key: str, old: date) -> str:
    """The key of a section that the newer of two editions doesn't have: `214 (2008)`."""
    return f"{key} ({old.year})"


def _own_key(life: Life, day: date) -> str:
    """Its key on a day; empty while it was, or is, a chapter or a part of another section."""
    step = life.at(day)
    return step.key if step and step.lineage == life.lineage and is_section(step.key) else ""
