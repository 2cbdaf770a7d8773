"""Outline of an edition: its chapters and sections, and the rules that an excerpt has without their section."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from django.db.models import Q

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.queries import EditionInfo
from explorer.models import Rule
from symbols.sentences import join_words

_Read = TypeVar("_Read")


@dataclass(frozen=True)
class Outline:
    """Chapters and sections of an edition in order, each with its heading.

    Attributes:
        chapters: number and heading of each chapter; likewise `sections`.
        rules: of an excerpt, the numbers of its rules; empty for a whole edition.
    """

    chapters: Mapping[RuleNumber, str]
    sections: Mapping[RuleNumber, str]
    rules: Sequence[RuleNumber] = ()

    @cached_property
    def headings(self) -> Mapping[str, str]:
        """Headings that there are, by number."""
        found = {**self.chapters, **self.sections}
        return {str(number): heading for number, heading in found.items() if heading}

    @cached_property
    def contents(self) -> Mapping[RuleNumber, Sequence[RuleNumber]]:
        """Sections of each chapter in order, those too of which an excerpt has rules only."""
        sections = sorted({*self.sections, *(RuleNumber.of(rule.section) for rule in self.rules)})
        chapters = sorted({*self.chapters, *(RuleNumber(section.chapter) for section in sections)})
        return {chapter: [section for section in sections if chapter.contains(section)] for chapter in chapters}

    def around(self, section: RuleNumber) -> tuple[RuleNumber | None, RuleNumber | None]:
        """Return the sections before and after one, which needn't be there."""
        numbers = sorted(self.sections)
        before = [number for number in numbers if number < section]
        after = [number for number in numbers if number > section]
        return (before[-1] if before else None), (after[0] if after else None)


@dataclass(slots=True)
class Common(Generic[_Read]):
    """Part that pages have in common: read with the first of them, and kept for the others."""

    read: _Read | None = None


@lru_cache(maxsize=128)
def common_outline(edition: EditionInfo) -> Common[Outline]:  # noqa: ARG001 - each has its own
    """Return where the outline of an edition is kept. Nobody changes an edition."""
    return Common()


def outline_of(edition: EditionInfo) -> Outline:
    """Return the outline of an edition, in one query at most."""
    kept = common_outline(edition)
    kept.read = kept.read or outlines_of([edition])[edition.id]
    return kept.read


def outlines_of(editions: Collection[EditionInfo]) -> Mapping[int, Outline]:
    """Return the outlines of editions by their rows, in one query."""
    wanted = in_outline(editions)
    found: dict[int, list[tuple[str, str]]] = {edition.id: [] for edition in editions}
    if editions:
        rows = Rule.objects.filter(wanted).order_by("edition_id", "sort_key")
        for edition, number, heading in rows.values_list("edition_id", "number", "heading"):
            found[edition].append((number, heading))
    return {edition: outline_from(entries) for edition, entries in found.items()}


def in_outline(editions: Iterable[EditionInfo]) -> Q:
    """Return the condition for what belongs to the outlines of editions.

    An edition that is whole has a row for every section, so its rules needn't be asked for. An excerpt may have rules
    without the section that they are under.
    """
    wanted = Q(pk__in=())
    for edition in editions:
        deepest = Rule.Kind.SECTION if edition.complete else Rule.Kind.RULE
        wanted |= Q(edition_id=edition.id, kind__lte=deepest)
    return wanted


def outline_from(entries: Iterable[tuple[str, str]]) -> Outline:
    """Return the outline that numbers and headings make; subrules count for nothing."""
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
    """Return in words what an edition has: “section 107”, “sections 200 to 211”; a whole one needs no outline."""
    if edition.complete or outline is None:
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
    """Return in words what an edition has, in one query."""
    return extent(edition, outline_of(edition))


def _spans(sections: Sequence[RuleNumber]) -> str:
    """Name sections, those that follow each other as one span."""
    spans: list[list[RuleNumber]] = []
    for section in sections:
        if spans and section.section == spans[-1][-1].section + 1:
            spans[-1].append(section)
        else:
            spans.append([section])
    named = [str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in spans]
    return ("section " if len(sections) == 1 else "sections ") + join_words(named)
