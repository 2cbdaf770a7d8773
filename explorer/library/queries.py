"""Queries for rules and editions."""

import datetime
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from explorer.document.numbers import NumberKind, RuleNumber, nearest
from explorer.document.tree import Completeness, Paragraph, breaks_off, completeness, from_json, in_words, nest
from explorer.lineages.provisions import ChangeKind
from explorer.models import Edition, LineageStep, Rule

_KINDS = {kind: NumberKind(kind.label) for kind in Rule.Kind}
_BEGINNING = re.compile(r"[1-9][0-9]?")
_ENTRY = ("number", "kind", "heading", "dates", "wording__paragraphs")


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """An edition without its rules; `sections`, `rules` (with subrules), `examples` and `terms` are counts."""

    id: int
    date: datetime.date
    title: str
    source: str
    sha256: str
    complete: bool
    stops_at: str
    sections: int
    rules: int
    examples: int
    terms: int

    @property
    def iso(self) -> str:
        """As in URLs: `2025-06-06`."""
        return self.date.isoformat()

    def as_json(self) -> dict[str, str | bool | int]:
        names = ("title", "source", "sha256", "complete", "sections", "rules", "examples", "terms")
        return {"date": self.iso, **{name: getattr(self, name) for name in names}}

    @property
    def completeness(self) -> Completeness:
        return completeness(self.stops_at, complete=self.complete)

    @property
    def has_all_rules(self) -> bool:
        return self.completeness >= Completeness.ALL_RULES

    @property
    def shortfall(self) -> str:
        """“breaks off at rule 101.2”; empty for a complete edition."""
        return in_words(self.stops_at) if self.stops_at else ""

    @property
    def breaks_off(self) -> bool:
        return breaks_off(self.stops_at)


EDITION_FIELDS = tuple(field.name for field in fields(EditionInfo))


@dataclass(frozen=True, slots=True)
class RuleText:
    """The text of one number in one edition.

    Attributes:
        paragraphs: empty if there is only a heading.
        dates: one per paragraph if the source dates them; else empty.
        children: empty unless requested.
        later: the number in another edition, if requested and the rule is there; else empty.
    """

    edition: EditionInfo
    number: str
    kind: NumberKind
    heading: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    dates: tuple[datetime.date | None, ...] = ()
    children: tuple["RuleText", ...] = ()
    later: str = ""

    @property
    def parsed(self) -> RuleNumber:
        return RuleNumber.parse(self.number)

    @property
    def is_title(self) -> bool:
        """Whether the wording is only a title, which is also the heading."""
        return bool(self.heading) and len(self.paragraphs) == 1

    @property
    def text(self) -> str:
        """A line per paragraph; the heading if there are none."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs) or self.heading


@dataclass(frozen=True, slots=True)
class TermText:
    edition: EditionInfo
    slug: str
    name: str
    paragraphs: tuple[Paragraph, ...]
    obsolete: bool


def gaps() -> dict[int, list[str]]:
    """The numbers skipped by each edition's document, by the edition's key."""
    kept = Edition.objects.values_list("pk", "back__gaps")
    return {edition: lacking for edition, lacking in kept if lacking}


def newest_rule(number: str, held: Iterable[EditionInfo]) -> RuleText | None:
    return newest_rules([number], held).get(number)


def newest_rules(numbers: Collection[str], held: Iterable[EditionInfo]) -> dict[str, RuleText]:
    """The newest text of each number among some editions, with one query."""
    by_id = {edition.id: edition for edition in held}
    rows = Rule.objects.filter(number__in=numbers, edition_id__in=by_id).order_by("edition__date")
    # Later rows, of newer editions, overwrite earlier ones.
    newest = {row["number"]: row for row in rows.values("edition_id", *_ENTRY)}
    return {number: _rule(by_id[row["edition_id"]], row) for number, row in newest.items()}


def rules_at(places: Sequence[tuple[datetime.date, str]], held: Iterable[EditionInfo]) -> list[RuleText]:
    """The texts at (effective date, number), in that order, with one query; missing ones are omitted."""
    if not places:
        return []
    by_date = {edition.date: edition for edition in held}
    wanted = (Q(edition_id=by_date[day].id, number=number) for day, number in places)
    fields = ["edition__date", *_ENTRY]
    rows = Rule.objects.filter(reduce(or_, wanted)).values(*fields)
    found = {(row["edition__date"], row["number"]): _rule(by_date[row["edition__date"]], row) for row in rows}
    return [found[place] for place in places if place in found]


def entries_of(edition: EditionInfo, which: Q, later: datetime.date | None = None) -> list[RuleText]:
    """Entries of an edition in document order, without children; with their numbers in the edition of `later`."""
    rows = _entries(edition).filter(which).order_by("position")
    if later is not None:
        rows = rows.annotate(later=_key_at(later, edition.date))
    return [_rule(edition, row) for row in rows]


def with_contents(edition: EditionInfo, number: RuleNumber) -> RuleText | None:
    """A chapter with its sections, or a section with its rules, if the edition has any. One query."""
    below = Rule.Kind.SECTION if number.kind is NumberKind.CHAPTER else Rule.Kind.RULE
    within = Q(kind=below, sort_key__gte=number.sort_key, sort_key__lt=number.sort_key_after)
    found = entries_of(edition, Q(number=str(number)) | within)
    children = tuple(one for one in found if one.number != str(number))
    own = next((one for one in found if one.number == str(number)), RuleText(edition, str(number), number.kind))
    return replace(own, children=children) if found else None


def _key_at(day: datetime.date, then: datetime.date) -> Subquery:
    """The number on `day` of the rule that has the row's number on `then`."""
    own = {"lineage__steps__since__lte": then, "lineage__steps__until__gt": then}
    steps = LineageStep.objects.filter(lineage__steps__key=OuterRef("number"), since__lte=day, until__gt=day, **own)
    return Subquery(steps.exclude(change=ChangeKind.REMOVED).values("key")[:1])


def rule_numbers(edition: EditionInfo) -> list[str]:
    rows = Rule.objects.filter(edition_id=edition.id).order_by("position")
    return list(rows.values_list("number", flat=True))


def is_neighbour_missing(edition: EditionInfo, number: str, neighbour: str) -> bool:
    """Whether an excerpt skips something between two numbers of the same kind."""
    if edition.has_all_rules:
        return False
    first, second = sorted((RuleNumber.parse(number), RuleNumber.parse(neighbour)))
    if second.follows(first):
        return False
    # At a new section, the last rule of the previous one is unknown.
    starts = second.kind is NumberKind.RULE and second.rule == 1 and second.section == first.section + 1
    return not starts


def is_loaded(number: RuleNumber) -> bool:
    return Rule.objects.filter(number=str(number)).exists()


def sections_begun(typed: str, edition: EditionInfo | None) -> str:
    """Sections whose numbers begin with one or two typed digits: "70" -> “Sections 700–709”; else empty."""
    digits = typed.strip()
    if edition is None or not (typed.isascii() and _BEGINNING.fullmatch(digits)):
        return ""
    rules = Rule.objects.filter(edition_id=edition.id, kind=Rule.Kind.SECTION, number__startswith=digits)
    numbers = sorted(rules.values_list("number", flat=True))
    if len(numbers) < 2:
        return f"Section {numbers[0]}" if numbers else ""
    return f"Sections {numbers[0]}–{numbers[-1]}"


def rules_near(
    number: RuleNumber, held: Iterable[EditionInfo], edition: EditionInfo | None = None, limit: int = 5
) -> list[tuple[str, RuleText | None]]:
    """The numbers closest to a missing one, with their newest texts, in two queries.

    Near a section are only sections, near a chapter only chapters, which have pages if any of their sections exists.
    """
    is_chapter = number.kind is NumberKind.CHAPTER
    within = Rule.objects.filter(edition_id=edition.id) if edition else Rule.objects.all()
    alike = within.filter(kind=Rule.Kind.SECTION) if is_chapter or number.kind is NumberKind.SECTION else within
    numbers = map(RuleNumber.parse, alike.values_list("number", flat=True).distinct())
    near = nearest(number, {RuleNumber(one.chapter) for one in numbers} if is_chapter else numbers, limit)
    texts = newest_rules([*map(str, near)], [edition] if edition else held)
    return [(str(one), texts.get(str(one))) for one in near]


def _entries(edition: EditionInfo) -> QuerySet[Rule, dict[str, Any]]:
    rows: QuerySet[Rule, dict[str, Any]] = Rule.objects.filter(edition_id=edition.id).values(*_ENTRY)
    return rows


def _rule(edition: EditionInfo, row: dict[str, Any]) -> RuleText:
    return RuleText(
        edition=edition,
        number=row["number"],
        kind=_KINDS[row["kind"]],
        heading=row["heading"],
        paragraphs=from_json(row["wording__paragraphs"] or ()),
        dates=tuple(date and datetime.date.fromisoformat(date) for date in row["dates"] or ()),
        later=row.get("later") or "",
    )


def tree_of(rules: Iterable[RuleText]) -> list[RuleText]:
    """Nest rules that are in document order."""
    return nest(rules, lambda rule: rule.parsed, lambda rule, children: replace(rule, children=children))


def stands_below(rule: RuleText, number: RuleNumber) -> bool:
    return rule.parsed != number and number.contains(rule.parsed)
