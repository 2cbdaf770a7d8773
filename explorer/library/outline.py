"""The outline of an edition: chapters, sections, an excerpt's rules without their section; and what cites a rule."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from django.db.models import F, Q, Value

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.links import Places
from explorer.library.queries import EditionInfo
from explorer.models import Reference, Rule
from symbols.sentences import join_words

_Read = TypeVar("_Read")


@dataclass(frozen=True)
class Outline:
    """Headings of an edition's chapters and sections, in order; of an excerpt, the numbers of its rules, too."""

    chapters: Mapping[RuleNumber, str]
    sections: Mapping[RuleNumber, str]
    rules: Sequence[RuleNumber] = ()

    @cached_property
    def headings(self) -> Mapping[str, str]:
        """Nonempty headings by number."""
        found = {**self.chapters, **self.sections}
        return {str(number): heading for number, heading in found.items() if heading}

    @cached_property
    def contents(self) -> Mapping[RuleNumber, Sequence[RuleNumber]]:
        """Sections by chapter, including those of which an excerpt has only rules."""
        sections = sorted({*self.sections, *(RuleNumber.of(rule.section) for rule in self.rules)})
        chapters = sorted({*self.chapters, *(RuleNumber(section.chapter) for section in sections)})
        return {chapter: [section for section in sections if chapter.contains(section)] for chapter in chapters}

    def around(self, section: RuleNumber) -> tuple[RuleNumber | None, RuleNumber | None]:
        """The sections before and after `section`, which need not exist."""
        numbers = sorted(self.sections)
        before = [number for number in numbers if number < section]
        after = [number for number in numbers if number > section]
        return (before[-1] if before else None), (after[0] if after else None)


@dataclass(slots=True)
class Common(Generic[_Read]):
    """A cache slot that pages share."""

    read: _Read | None = None


@lru_cache(maxsize=128)
def common_outline(edition: EditionInfo) -> Common[Outline]:  # noqa: ARG001 - the key of the cache
    """The cache slot for an edition's outline; editions never change."""
    return Common()


def outline_of(edition: EditionInfo) -> Outline:
    slot = common_outline(edition)
    slot.read = slot.read or outlines_of([edition])[edition.id]
    return slot.read


def outlines_of(editions: Collection[EditionInfo]) -> Mapping[int, Outline]:
    wanted = in_outline(editions)
    found: dict[int, list[tuple[str, str]]] = {edition.id: [] for edition in editions}
    if editions:
        rows = Rule.objects.filter(wanted).order_by("edition_id", "sort_key")
        for edition, number, heading in rows.values_list("edition_id", "number", "heading"):
            found[edition].append((number, heading))
    return {edition: outline_from(entries) for edition, entries in found.items()}


def in_outline(editions: Iterable[EditionInfo]) -> Q:
    """Condition for the rows that outlines need.

    An edition with all rules has a row for every section. An excerpt may have rules without their section.
    """
    wanted = Q(pk__in=())
    for edition in editions:
        deepest = Rule.Kind.SECTION if edition.has_all_rules else Rule.Kind.RULE
        wanted |= Q(edition_id=edition.id, kind__lte=deepest)
    return wanted


def outline_from(entries: Iterable[tuple[str, str]]) -> Outline:
    """Build an outline from numbers and headings, ignoring subrules."""
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
    pieces = [_spans(whole)] if whole else []
    if parts:
        pieces.append(("rule " if len(parts) == 1 else "rules ") + join_words(parts))
    if edition.terms:
        pieces.append("one glossary entry" if edition.terms == 1 else f"{edition.terms} glossary entries")
    return join_words(pieces) or "nothing"


def extent_of(edition: EditionInfo) -> str:
    return extent(edition, outline_of(edition))


def _spans(sections: Sequence[RuleNumber]) -> str:
    spans: list[list[RuleNumber]] = []
    for section in sections:
        if spans and section.section == spans[-1][-1].section + 1:
            spans[-1].append(section)
        else:
            spans.append([section])
    named = [str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in spans]
    return ("section " if len(sections) == 1 else "sections ") + join_words(named)


_NUMBERS = (Reference.Kind.RULE, Reference.Kind.SECTION, Reference.Kind.CHAPTER, Reference.Kind.WITHIN)


@dataclass(frozen=True, slots=True)
class CitingText:
    """A rule or glossary entry that cites a number.

    Attributes:
        number: the citing rule; empty for a glossary entry.
        slug: the citing glossary entry; empty for a rule.
        elsewhere: its edition, if not the requested one.
    """

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
    """Filter out citations in excerpts that link to another edition's text.

    An excerpt's references to rules that it lacks link to the newest text (see `explorer.library.links.destinations`).
    """
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
    """Headings of chapters and sections by number; numbers without one are omitted.

    An excerpt may have a rule without its section, so it falls back to the newest heading in `places`.
    """
    if edition.has_all_rules:
        return {number: outline.headings[number] for number in numbers if number in outline.headings}
    newest = {number: [heading for heading in places.get(number, {}).values() if heading] for number in numbers}
    found = {number: outline.headings.get(number) or next(reversed(newest[number]), "") for number in numbers}
    return {number: heading for number, heading in found.items() if heading}
