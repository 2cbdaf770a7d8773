"""The outline of an edition: chapters, sections, and an excerpt's rules without their section."""

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
    """Headings of an edition's chapters and sections, in order.

    Attributes:
        rules: of an excerpt, the numbers of its rules; empty for an edition with all of them.
    """

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
