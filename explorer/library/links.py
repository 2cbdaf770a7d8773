"""Links of an edition: what its texts link to and what cites its rules; and its outline of chapters and sections."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import Final

from django.db.models import F, Q, Value

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.references import FoundReference, find_references
from explorer.document.terms import Glossary
from explorer.document.tree import run_in_words, runs
from explorer.library.glossaries import glossary_of
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.models import Reference, Rule
from symbols.sentences import join_words

NO_GLOSSARY: Final = Glossary(())

Places = Mapping[str, Mapping[date, str]]
"""Heading by number and edition, oldest first."""


@dataclass(frozen=True, slots=True)
class Destination:
    """The link target of a number, as seen from an edition; `newest` if a URL without a date leads there."""

    edition: date
    newest: bool


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """What the links in an edition's texts depend on; `pinned` ones name the edition.

    `destinations` omits unresolved numbers.
    """

    edition: EditionInfo
    pinned: bool
    newest: bool
    destinations: Mapping[str, Destination]
    glossary: Glossary


@lru_cache(maxsize=4096)
def references_in(text: str) -> tuple[FoundReference, ...]:
    """`find_references`, cached: pages show the same few thousand texts."""
    return tuple(find_references(text))


def numbers_named(texts: Iterable[str]) -> Collection[str]:
    return dict.fromkeys(found.target for text in texts for found in references_in(text) if found.kind != "glossary")


def places_of(numbers: Collection[str], editions: Collection[EditionInfo]) -> Places:
    """The editions that have each number, in one query; numbers that none has are omitted."""
    found: dict[str, dict[date, str]] = {}
    if numbers:
        days = {edition.id: edition.date for edition in editions}
        rows = Rule.objects.filter(number__in=numbers, edition_id__in=days)
        for number, edition, heading in rows.values_list("number", "edition_id", "heading"):
            found.setdefault(number, {})[days[edition]] = heading
    return {number: dict(sorted(held.items())) for number, held in found.items()}


def relevant_editions(edition: EditionInfo, loaded: Library, *, pinned: bool) -> list[EditionInfo]:
    """The editions that decide where numbers link to, as seen from `edition`.

    Links stay in the edition. Without a pinned URL they lead to the newest text, so newer editions count, too. What an
    excerpt lacks links to the newest text of that number in any edition.
    """
    if not edition.has_all_rules:
        return list(loaded.editions)
    return [other for other in loaded.editions if other == edition or (not pinned and other.date > edition.date)]


def destinations(
    numbers: Iterable[str], places: Places, edition: EditionInfo, *, undated: Collection[date], pinned: bool
) -> Mapping[str, Destination]:
    """Resolve numbers as seen from an edition; unresolved ones are omitted.

    `places` are those in `relevant_editions`, `undated` the editions that a URL without a date can show.
    """
    found: dict[str, Destination] = {}
    for number in numbers:
        days = places.get(number, {})
        newest = max(days, default=None)
        if newest is None:
            continue
        if edition.date in days:
            found[number] = Destination(edition.date, pinned or (newest == edition.date and newest in undated))
        elif not edition.has_all_rules:
            found[number] = Destination(newest, newest in undated)
    return found


def link_facts(texts: Iterable[str], edition: EditionInfo, *, pinned: bool, loaded: Library) -> LinkFacts:
    """Link facts of texts of one edition, in at most two queries. `pinned`: links name the edition."""
    return links_of({edition: texts}, loaded, pinned=edition.date if pinned else None)[edition]


def links_of(
    texts: Mapping[EditionInfo, Iterable[str]], loaded: Library, *, pinned: date | None
) -> Mapping[EditionInfo, LinkFacts]:
    """Link facts of texts of several editions, in one query plus one per glossary; `pinned` is the edition of links."""
    numbers = {edition: numbers_named(own) for edition, own in texts.items()}
    queried = {one for edition in texts for one in relevant_editions(edition, loaded, pinned=edition.date == pinned)}
    places = places_of({number for own in numbers.values() for number in own}, queried)
    return {
        edition: facts_from(own, places, edition, loaded, pinned=edition.date == pinned)
        for edition, own in numbers.items()
    }


def facts_from(
    numbers: Iterable[str],
    places: Places,
    edition: EditionInfo,
    loaded: Library,
    *,
    pinned: bool,
    with_glossary: bool = True,
) -> LinkFacts:
    """Link facts of numbers whose editions are known; without the glossary, no query is made."""
    return LinkFacts(
        edition=edition,
        pinned=pinned,
        newest=edition == loaded.newest,
        destinations=destinations(numbers, places, edition, undated=loaded.undated_dates, pinned=pinned),
        glossary=glossary_of(edition) if with_glossary else NO_GLOSSARY,
    )


@dataclass(frozen=True)
class Outline:
    """Headings of an edition's chapters and sections, in order; of an excerpt, the numbers of its rules, too."""

    chapters: Mapping[RuleNumber, str]
    sections: Mapping[RuleNumber, str]
    rules: Sequence[RuleNumber] = ()

    @cached_property
    def headings(self) -> Mapping[str, str]:
        found = {**self.chapters, **self.sections}
        return {str(number): heading for number, heading in found.items() if heading}

    @cached_property
    def contents(self) -> Mapping[RuleNumber, Sequence[RuleNumber]]:
        """Sections by chapter, including those of which an excerpt has only rules."""
        sections = sorted({*self.sections, *(RuleNumber.of(rule.section) for rule in self.rules)})
        chapters = sorted({*self.chapters, *(RuleNumber(section.chapter) for section in sections)})
        return {chapter: [section for section in sections if chapter.contains(section)] for chapter in chapters}

    def around(self, section: RuleNumber) -> tuple[RuleNumber | None, RuleNumber | None]:
        numbers = sorted(self.sections)
        before = [number for number in numbers if number < section]
        after = [number for number in numbers if number > section]
        return (before[-1] if before else None), (after[0] if after else None)


@lru_cache(maxsize=128)
def outline_of(edition: EditionInfo) -> Outline:
    """Cached: editions never change."""
    return outlines_of([edition])[edition.id]


def outlines_of(editions: Collection[EditionInfo]) -> Mapping[int, Outline]:
    """In one query; an excerpt may have rules without their section."""
    wanted = Q(pk__in=())
    for edition in editions:
        deepest = Rule.Kind.SECTION if edition.has_all_rules else Rule.Kind.RULE
        wanted |= Q(edition_id=edition.id, kind__lte=deepest)
    found: dict[int, list[tuple[str, str]]] = {edition.id: [] for edition in editions}
    if editions:
        rows = Rule.objects.filter(wanted).order_by("edition_id", "sort_key")
        for edition_id, number, heading in rows.values_list("edition_id", "number", "heading"):
            found[edition_id].append((number, heading))
    return {edition_id: _outline(entries) for edition_id, entries in found.items()}


def _outline(entries: Iterable[tuple[str, str]]) -> Outline:
    by_kind: dict[NumberKind, dict[RuleNumber, str]] = {}
    for number, heading in entries:
        parsed = RuleNumber.parse(number)
        by_kind.setdefault(parsed.kind, {})[parsed] = heading
    return Outline(
        chapters=by_kind.get(NumberKind.CHAPTER, {}),
        sections=by_kind.get(NumberKind.SECTION, {}),
        rules=tuple(by_kind.get(NumberKind.RULE, {})),
    )


def extent(edition: EditionInfo, outline: Outline | None) -> str:
    """“section 107”, “sections 200 to 211 and rule 601.2”; an edition with all rules needs no outline."""
    if edition.has_all_rules or outline is None:
        return f"all {edition.sections} sections"
    whole = [section for sections in outline.contents.values() for section in sections if outline.sections.get(section)]
    parts = [str(rule) for rule in outline.rules if not outline.sections.get(RuleNumber.of(rule.section))]
    pieces = [f"section{'' if len(whole) == 1 else 's'} {spans(whole)}"] if whole else []
    if parts:
        pieces.append(("rule " if len(parts) == 1 else "rules ") + join_words(parts))
    if edition.terms:
        pieces.append("one glossary entry" if edition.terms == 1 else f"{edition.terms} glossary entries")
    return join_words(pieces) or "nothing"


def extent_of(edition: EditionInfo) -> str:
    return extent(edition, outline_of(edition))


def spans(sections: Sequence[RuleNumber], to: str = " to ") -> str:
    """“104 and 107”, “200 to 211”."""
    return join_words([run_in_words(run, to) for run in runs(sections)])


_NUMBERS = (Reference.Kind.RULE, Reference.Kind.SECTION, Reference.Kind.CHAPTER, Reference.Kind.WITHIN)


@dataclass(frozen=True, slots=True)
class CitingText:
    """A rule (by number) or glossary entry (by slug) that cites `target`; `elsewhere` is an edition not requested."""

    target: str
    number: str
    slug: str
    title: str
    elsewhere: date | None = None


def citations(
    edition: EditionInfo, targets: Collection[str], excerpts: Collection[EditionInfo] = ()
) -> list[CitingText]:
    """Find what cites some numbers, in document order and each citer once per number, with one query.

    A range cites all numbers in it. Rules of `excerpts` are appended, newest first; filter them with `citing_edition`,
    since not all of them link to this edition.
    """
    days = {other.id: other.date for other in excerpts if other.id != edition.id}
    named = Reference.objects.filter(target__in=targets, kind__in=_NUMBERS).order_by()
    # “+ 0” keeps SQLite from starting at the edition, which takes ten times as long.
    rules = (
        named.annotate(within=F("wording__rules__edition_id") + 0)
        .filter(within__in={edition.id, *days})
        .values_list(
            "within", "target", "wording__rules__number", "wording__rules__heading", "wording__rules__sort_key"
        )
    )
    terms = (
        named.annotate(within=F("wording__glossary__edition_id") + 0)
        .filter(within=edition.id)
        .values_list("within", "target", "wording__glossary__slug", "wording__glossary__name", Value(""))
    )
    found = [
        # Glossary entries have no sort key and come last.
        (
            (not key, key, title.lower(), place),
            CitingText(target, place if key else "", "" if key else place, title, day),
        )
        for within, target, place, title, key in rules.union(terms)
        for day in [days.get(within)]
    ]
    found.sort(key=lambda pair: (pair[0], pair[1].target))
    found.sort(key=lambda pair: pair[1].elsewhere or date.max, reverse=True)
    return [citation for _, citation in found]


def citing_edition(found: Iterable[CitingText], edition: EditionInfo, places: Places) -> list[CitingText]:
    """Filter out citations in excerpts that lead to another edition's text (see `destinations`)."""
    return [
        one
        for one in found
        if one.elsewhere is None
        or (max(places.get(one.target, ()), default=None) == edition.date and one.elsewhere not in places[one.target])
    ]


def sections_of(found: Collection[CitingText]) -> set[str]:
    return {str(RuleNumber.parse(one.number).section) for one in found if one.number}


def headings_from(
    numbers: Collection[str], outline: Outline, places: Places, edition: EditionInfo
) -> Mapping[str, str]:
    """Headings of chapters and sections by number, if they have one.

    An excerpt may have a rule without its section, so it falls back to the newest heading in `places`.
    """
    if edition.has_all_rules:
        return {number: outline.headings[number] for number in numbers if number in outline.headings}
    newest = {number: [heading for heading in places.get(number, {}).values() if heading] for number in numbers}
    found = {number: outline.headings.get(number) or next(reversed(newest[number]), "") for number in numbers}
    return {number: heading for number, heading in found.items() if heading}
