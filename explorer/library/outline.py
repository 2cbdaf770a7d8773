"""The outline of an edition: its chapters and sections, and the rules that an excerpt has without their section."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from explorer.document.numbers import RuleNumber
from explorer.library.queries import EditionInfo
from explorer.models import Rule
from symbols.engine.wording import listed


@dataclass(frozen=True)
class Outline:
    """The chapters and sections of an edition in order, each with its heading.

    Attributes:
        chapters: number and heading of each chapter; likewise `sections`.
        rules: of an excerpt, the numbers of its rules; empty for a whole edition.
    """

    chapters: Mapping[RuleNumber, str]
    sections: Mapping[RuleNumber, str]
    rules: Sequence[RuleNumber] = ()

    @cached_property
    def headings(self) -> Mapping[str, str]:
        """The headings that there are, by number."""
        found = {**self.chapters, **self.sections}
        return {str(number): heading for number, heading in found.items() if heading}

    @cached_property
    def contents(self) -> Mapping[RuleNumber, Sequence[RuleNumber]]:
        """The sections of each chapter in order, those too of which an excerpt has rules only."""
        sections = sorted({*self.sections, *(RuleNumber.of(rule.section) for rule in self.rules)})
        chapters = sorted({*self.chapters, *(RuleNumber(section.chapter) for section in sections)})
        return {chapter: [section for section in sections if chapter.contains(section)] for chapter in chapters}

    def around(self, section: RuleNumber) -> tuple[RuleNumber | None, RuleNumber | None]:
        """Return the sections before and after one, which needn't be there."""
        numbers = sorted(self.sections)
        before = [number for number in numbers if number < section]
        after = [number for number in numbers if number > section]
        return (before[-1] if before else None), (after[0] if after else None)


def outline_of(edition: EditionInfo) -> Outline:
    """Return the outline of an edition, in one query."""
    return outlines_of([edition])[edition.id]


def outlines_of(editions: Collection[EditionInfo]) -> Mapping[int, Outline]:
    """Return the outlines of editions by their rows, in one query."""
    whole = {edition.id for edition in editions if edition.complete}
    parts = {edition.id for edition in editions if not edition.complete}
    # An edition that is whole has a row for every section, so its rules needn't be asked for.
    wanted = Q(edition_id__in=whole, kind__lte=Rule.Kind.SECTION) | Q(edition_id__in=parts, kind__lte=Rule.Kind.RULE)
    found: dict[int, dict[int, dict[RuleNumber, str]]] = {edition.id: {} for edition in editions}
    if editions:
        rows = Rule.objects.filter(wanted).order_by("edition_id", "sort_key")
        for edition, kind, number, heading in rows.values_list("edition_id", "kind", "number", "heading"):
            found[edition].setdefault(kind, {})[RuleNumber.parse(number)] = heading
    return {
        edition: Outline(
            chapters=by_kind.get(Rule.Kind.CHAPTER, {}),
            sections=by_kind.get(Rule.Kind.SECTION, {}),
            rules=tuple(by_kind.get(Rule.Kind.RULE, {})),
        )
        for edition, by_kind in found.items()
    }


def extent(edition: EditionInfo, outline: Outline) -> str:
    """Return in words what an edition has: “section 107”, “sections 200 to 211”."""
    if edition.complete:
        return f"all {edition.sections} sections"
    whole = [section for sections in outline.contents.values() for section in sections if outline.sections.get(section)]
    parts = [str(rule) for rule in outline.rules if not outline.sections.get(RuleNumber.of(rule.section))]
    pieces = [_spans(whole)] if whole else []
    if parts:
        pieces.append(("rule " if len(parts) == 1 else "rules ") + listed(parts))
    if edition.terms:
        pieces.append("one glossary entry" if edition.terms == 1 else f"{edition.terms} glossary entries")
    return listed(pieces) or "nothing"


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
    return ("section " if len(sections) == 1 else "sections ") + listed(named)
