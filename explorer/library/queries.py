"""Read side: what the pages ask the library. Few questions, small typed answers."""

import datetime
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from explorer.document.extent import breaks_off, in_words
from explorer.document.numbers import NumberKind, RuleNumber, nearest
from explorer.document.tree import Paragraph, from_json
from explorer.lineages.change_kind import ChangeKind
from explorer.models import Edition, LineageStep, Rule

_KINDS = {kind: NumberKind(kind.label) for kind in Rule.Kind}
_BEGINNING = re.compile(r"[1-9][0-9]?")
_ENTRY = ("number", "printed", "kind", "heading", "dates", "wording_id", "wording__paragraphs")


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """Edition without its rules.

    Attributes:
        id: its row.
        date: the day from which it holds.
        title: the document's own title.
        source: where the text came from, for a reader.
        sha256: of the source's bytes.
        complete: whether the library has all of it.
        stops_at: for a document that breaks off, or goes on without a part; see `explorer.document.tree.Document`.
        sections: how many; likewise `rules` (with subrules), `examples` and `terms`.
    """

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
        """Date as it stands in an address: `2025-06-06`."""
        return self.date.isoformat()

    def as_json(self) -> dict[str, str | bool | int]:
        """Return what is said of it to programs."""
        said = ("title", "source", "sha256", "complete", "sections", "rules", "examples", "terms")
        return {"date": self.iso, **{name: getattr(self, name) for name in said}}

    @property
    def shortfall(self) -> str:
        """Words on a document that isn't whole: “breaks off at rule 101.2”; empty for others."""
        return in_words(self.stops_at) if self.stops_at else ""

    @property
    def breaks_off(self) -> bool:
        """Whether it has everything up to a place, and nothing after that."""
        return breaks_off(self.stops_at)


EDITION_FIELDS = tuple(field.name for field in fields(EditionInfo))


@dataclass(frozen=True, slots=True)
class RuleText:
    """Text that one edition has under one number.

    Attributes:
        edition: the edition.
        number: `1`, `107`, `107.4`, `107.4f`.
        printed: the number as printed, where it is a misprint or unusual; else empty.
        kind: what the number names.
        heading: a title; see `explorer.document.tree.Entry`.
        paragraphs: text and examples in order; empty where there is only a title.
        dates: one for each paragraph where the source dates them; else empty.
        children: what stands under it, where that was asked for.
        wording: the row of its wording, or None.
        later: its number in another edition, where that was asked for and the rule is there; else empty.
    """

    edition: EditionInfo
    number: str
    kind: NumberKind
    heading: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    dates: tuple[datetime.date | None, ...] = ()
    printed: str = ""
    children: tuple["RuleText", ...] = ()
    wording: int | None = None
    later: str = ""

    @property
    def parsed(self) -> RuleNumber:
        """Number, taken apart."""
        return RuleNumber.parse(self.number)

    @property
    def is_title(self) -> bool:
        """Whether the wording is nothing but a title, which `heading` then repeats."""
        return bool(self.heading) and len(self.paragraphs) == 1

    @property
    def text(self) -> str:
        """All of its words, a line for each paragraph; the heading where there are no others."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs) or self.heading


@dataclass(frozen=True, slots=True)
class TermText:
    """One glossary entry of one edition. See `explorer.document.tree.Term`."""

    edition: EditionInfo
    slug: str
    name: str
    paragraphs: tuple[Paragraph, ...]
    obsolete: bool
    wording: int


def gaps() -> dict[int, list[str]]:
    """Return the numbers that the documents of editions leave out, for each that leaves out any, by its row."""
    kept = Edition.objects.values_list("pk", "back__gaps")
    return {edition: lacking for edition, lacking in kept if lacking}


# Rules ------------------------------------------------------------------------------------------


def newest_rule(number: str, held: Iterable[EditionInfo]) -> RuleText | None:
    """Return what the newest of some editions that has a number has under it, with one query."""
    by_id = {edition.id: edition for edition in held}
    rows = Rule.objects.filter(number=number, edition_id__in=by_id).order_by("-edition__date")
    return next((_rule(by_id[row["edition_id"]], row) for row in rows.values("edition_id", *_ENTRY)[:1]), None)


def newest_rules(numbers: Collection[str], held: Iterable[EditionInfo]) -> dict[str, RuleText]:
    """Return what the newest of some editions that have each of some numbers have there, with one query."""
    by_id = {edition.id: edition for edition in held}
    rows = Rule.objects.filter(number__in=numbers, edition_id__in=by_id).order_by("edition__date")
    # The newest of a number comes last.
    newest = {row["number"]: row for row in rows.values("edition_id", *_ENTRY)}
    return {number: _rule(by_id[row["edition_id"]], row) for number, row in newest.items()}


def rules_at(places: Sequence[tuple[datetime.date, str]], held: Iterable[EditionInfo]) -> list[RuleText]:
    """Return what editions have under numbers, in the order asked for, with one query; what isn't there is left out.

    Args:
        places: effective dates and numbers.
        held: editions, at least those.
    """
    if not places:
        return []
    by_date = {edition.date: edition for edition in held}
    wanted = (Q(edition_id=by_date[day].id, number=number) for day, number in places)
    fields = ["edition__date", *_ENTRY]
    rows = Rule.objects.filter(reduce(or_, wanted)).values(*fields)
    found = {(row["edition__date"], row["number"]): _rule(by_date[row["edition__date"]], row) for row in rows}
    return [found[place] for place in places if place in found]


def entries_of(edition: EditionInfo, which: Q, later: datetime.date | None = None) -> list[RuleText]:
    """Return some of the entries of an edition, in the order of the document, each without what is under it.

    Args:
        edition: the edition.
        which: the entries.
        later: the effective date of another edition, where their numbers in that are asked for too.
    """
    rows = _entries(edition).filter(which).order_by("position")
    if later is not None:
        rows = rows.annotate(later=_key_at(later, edition.date))
    return [_rule(edition, row) for row in rows]


def _key_at(day: datetime.date, then: datetime.date) -> Subquery:
    """Return the key that the rule of a row, which is of one edition, has in another."""
    own = {"lineage__steps__since__lte": then, "lineage__steps__until__gt": then}
    steps = LineageStep.objects.filter(lineage__steps__key=OuterRef("number"), since__lte=day, until__gt=day, **own)
    return Subquery(steps.exclude(change=ChangeKind.REMOVED).values("key")[:1])


def rule_numbers(edition: EditionInfo) -> list[str]:
    """Return every number that an edition has, in the order of the document."""
    rows = Rule.objects.filter(edition_id=edition.id).order_by("position")
    return list(rows.values_list("number", flat=True))


def is_neighbour_missing(edition: EditionInfo, number: str, neighbour: str) -> bool:
    """Return whether an excerpt leaves out something between a number and its neighbour.

    Both are of the same kind. A whole edition leaves out nothing.
    """
    if edition.complete:
        return False
    first, second = sorted((RuleNumber.parse(number), RuleNumber.parse(neighbour)))
    if second.follows(first):
        return False
    # A new section or a new rule: what came last in the one before can't be told.
    starts = second.kind is NumberKind.RULE and second.rule == 1 and second.section == first.section + 1
    return not starts


def is_loaded(number: RuleNumber) -> bool:
    """Return whether any edition has a number."""
    return Rule.objects.filter(number=str(number)).exists()


def sections_begun(typed: str, edition: EditionInfo | None) -> str:
    """Return the sections of an edition whose numbers begin with one or two digits, as “Sections 700–709”.

    Nothing for any other text, and where there is no such section.
    """
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
    """Return the numbers closest to one that is not there, with what they name, in two queries.

    Near a section are sections, and near a chapter chapters, which have pages wherever there is a section of theirs.

    Args:
        number: the number.
        held: the editions of the library; each number is taken from the newest that has it.
        edition: the only one to look in, where that is wanted.
        limit: how many to return at most.
    """
    is_chapter = number.kind is NumberKind.CHAPTER
    by_id = {one.id: one for one in ([edition] if edition else held)}
    within = Rule.objects.filter(edition_id=edition.id) if edition else Rule.objects.all()
    alike = within.filter(kind=Rule.Kind.SECTION) if is_chapter or number.kind is NumberKind.SECTION else within
    numbers = map(RuleNumber.parse, alike.values_list("number", flat=True).distinct())
    near = nearest(number, {RuleNumber(one.chapter) for one in numbers} if is_chapter else numbers, limit)
    rows = within.filter(number__in=map(str, near), edition_id__in=by_id).order_by("edition__date")
    # The newest of each comes last.
    texts = {row["number"]: _rule(by_id[row["edition_id"]], row) for row in rows.values("edition_id", *_ENTRY)}
    return [(str(one), texts.get(str(one))) for one in near]


# ------------------------------------------------------------------------------------------------


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
        printed=row["printed"].strip(),
        wording=row["wording_id"],
        later=row.get("later") or "",
    )


def tree_of(entries: Iterable[RuleText]) -> list[RuleText]:
    """Return entries that are in the order of the document, put under each other."""
    roots: list[RuleText] = []
    # Each is still open: its number, itself, and the children found so far.
    open_entries: list[tuple[RuleNumber, RuleText, list[RuleText]]] = []

    def close() -> None:
        _, entry, children = open_entries.pop()
        grown = replace(entry, children=tuple(children))
        (open_entries[-1][2] if open_entries else roots).append(grown)

    for entry in entries:
        number = entry.parsed
        while open_entries and not _above(open_entries[-1][0], number):
            close()
        open_entries.append((number, entry, []))
    while open_entries:
        close()
    return roots


def stands_below(rule: RuleText, number: RuleNumber) -> bool:
    """Return whether a rule is under a number."""
    return _above(number, rule.parsed)


def _above(one: RuleNumber, other: RuleNumber) -> bool:
    return one != other and one.contains(other)
