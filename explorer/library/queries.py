"""The read side: what the pages ask the library. Few questions, small typed answers."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from explorer.document.extent import breaks_off, in_words
from explorer.document.numbers import Kind, RuleNumber, nearest
from explorer.document.tree import Paragraph, from_json
from explorer.models import Edition, Rule, Term

_KINDS = {
    Rule.Kind.CHAPTER: Kind.CHAPTER,
    Rule.Kind.SECTION: Kind.SECTION,
    Rule.Kind.RULE: Kind.RULE,
    Rule.Kind.SUBRULE: Kind.SUBRULE,
}
_ENTRY = ("number", "printed", "kind", "heading", "dates", "wording_id")


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """An edition without its rules.

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
        """The date as it stands in an address: `2025-06-06`."""
        return self.date.isoformat()

    @property
    def shortfall(self) -> str:
        """What to say of a document that isn't whole: “breaks off at rule 101.2”; empty for others."""
        return in_words(self.stops_at) if self.stops_at else ""

    @property
    def breaks_off(self) -> bool:
        """Whether it has everything up to a place, and nothing after that."""
        return breaks_off(self.stops_at)


@dataclass(frozen=True, slots=True)
class RuleText:
    """What one edition has under one number.

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
    """

    edition: EditionInfo
    number: str
    kind: Kind
    heading: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    dates: tuple[datetime.date | None, ...] = ()
    printed: str = ""
    children: tuple["RuleText", ...] = ()
    wording: int | None = None

    @property
    def parsed(self) -> RuleNumber:
        """The number, taken apart."""
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
class Neighbours:
    """The entries of the same kind before and after one, in its own edition."""

    previous: RuleText | None
    next: RuleText | None


@dataclass(frozen=True, slots=True)
class TermText:
    """One glossary entry of one edition. See `explorer.document.tree.Term`."""

    edition: EditionInfo
    slug: str
    name: str
    paragraphs: tuple[Paragraph, ...]
    obsolete: bool
    wording: int


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands before the first chapter and after the glossary of an edition."""

    statement: str
    introduction: tuple[str, ...]
    contents: tuple[str, ...]
    glossary_heading: str
    credits: tuple[str, ...]


# Editions ---------------------------------------------------------------------------------------


def editions() -> list[EditionInfo]:
    """Return every edition of the library, oldest first."""
    return [_info(edition) for edition in _light(Edition.objects.order_by("date"))]


def gaps() -> dict[int, list[str]]:
    """Return the numbers that the documents of editions leave out, for each that leaves out any, by its row."""
    kept = Edition.objects.values_list("pk", "back__gaps")
    return {edition: lacking for edition, lacking in kept if lacking}


def current_edition() -> EditionInfo | None:
    """Return the newest edition, or None for an empty library."""
    return _first(_light(Edition.objects.order_by("-date")))


def edition_of(date: datetime.date) -> EditionInfo | None:
    """Return the edition of one effective date."""
    return _first(_light(Edition.objects.filter(date=date)))


def newest_with(number: str) -> EditionInfo | None:
    """Return the newest edition that has a number."""
    return _first(_light(Edition.objects.filter(entries__number=number).order_by("-date")))


def editions_with(number: str) -> list[EditionInfo]:
    """Return the editions that have a number, oldest first."""
    found = Edition.objects.filter(entries__number=number).order_by("date")
    return [_info(edition) for edition in _light(found)]


def frame(edition: EditionInfo) -> Frame:
    """Return an edition's introduction, table of contents as printed, and credits."""
    front, back = Edition.objects.values_list("front", "back").get(pk=edition.id)
    return Frame(
        statement=front.get("statement", ""),
        introduction=tuple(front.get("introduction", ())),
        contents=tuple(front.get("contents", ())),
        glossary_heading=back.get("glossary_heading", ""),
        credits=tuple(back.get("credits", ())),
    )


# Rules ------------------------------------------------------------------------------------------


def rule_in(edition: EditionInfo, number: str) -> RuleText | None:
    """Return what an edition has under a number, without what stands under it."""
    rows = _entries(edition).filter(number=number)[:1]
    return next((_rule(edition, row) for row in rows), None)


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
    fields = ["edition__date", *_ENTRY, "wording__paragraphs"]
    rows = Rule.objects.filter(reduce(or_, wanted)).values(*fields)
    found = {(row["edition__date"], row["number"]): _rule(by_date[row["edition__date"]], row) for row in rows}
    return [found[place] for place in places if place in found]


def section_tree(edition: EditionInfo, number: str) -> RuleText | None:
    """Return what an edition has under a section's number, with everything under it.

    A rule's number gives that rule with its subrules, a chapter's the whole chapter. Where an
    excerpt has only parts of a section, the section stands there without a heading.

    Returns:
        None if the edition has nothing of it.
    """
    wanted = RuleNumber.try_parse(number)
    if wanted is None:
        return None
    rows = _entries(edition).filter(sort_key__gte=wanted.sort_key, sort_key__lt=wanted.sort_key_after)
    found = [_rule(edition, row) for row in rows.order_by("position")]
    if not found:
        return None
    tree = _grow(found)
    if len(tree) == 1 and tree[0].number == str(wanted):
        return tree[0]
    return RuleText(edition, str(wanted), wanted.kind, children=tuple(tree))


def contents(edition: EditionInfo) -> list[RuleText]:
    """Return the chapters of an edition with their sections, headings only.

    What an excerpt lacks above the rules it has, chapters or sections, stands there without a
    heading.
    """
    # An edition that is whole has a row for every section, so its rules needn't be asked for.
    deepest = Rule.Kind.SECTION if edition.complete else Rule.Kind.RULE
    rows = _entries(edition, with_wording=False).filter(kind__lte=deepest).order_by("sort_key")
    chapters: dict[str, RuleText] = {}
    sections: dict[str, dict[str, RuleText]] = {}
    for row in rows:
        entry = _rule(edition, row)
        parsed = entry.parsed
        chapter = str(parsed.chapter)
        under = sections.setdefault(chapter, {})
        if entry.kind is Kind.CHAPTER:
            chapters[chapter] = entry
        elif entry.kind is Kind.SECTION:
            under[entry.number] = entry
        else:
            section = str(parsed.section)
            under.setdefault(section, RuleText(edition, section, Kind.SECTION))
    return [
        replace(
            chapters.get(chapter, RuleText(edition, chapter, Kind.CHAPTER)),
            children=tuple(under.values()),
        )
        for chapter, under in sections.items()
    ]


def previous_and_next(edition: EditionInfo, number: str) -> Neighbours:
    """Return the entries of the same kind before and after a number, which needn't be there."""
    wanted = RuleNumber.parse(number)
    kind = next(stored for stored, kind in _KINDS.items() if kind is wanted.kind)
    rows = _entries(edition, with_wording=False).filter(kind=kind)
    before = rows.filter(sort_key__lt=wanted.sort_key).order_by("-sort_key")[:1]
    after = rows.filter(sort_key__gt=wanted.sort_key).order_by("sort_key")[:1]
    return Neighbours(
        previous=next((_rule(edition, row) for row in before), None),
        next=next((_rule(edition, row) for row in after), None),
    )


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
    starts = second.kind is Kind.RULE and second.rule == 1 and second.section == first.section + 1
    return not starts


def nearest_numbers(number: str, edition: EditionInfo | None = None, limit: int = 5) -> list[str]:
    """Return the numbers closest to one that is not there, in one edition or in the library.

    Text that is no rule number has none.
    """
    wanted = RuleNumber.try_parse(number)
    if wanted is None:
        return []
    rows = Rule.objects.all() if edition is None else Rule.objects.filter(edition_id=edition.id)
    numbers = [RuleNumber.parse(found) for found in rows.values_list("number", flat=True).distinct()]
    return [str(found) for found in nearest(wanted, numbers, limit)]


# Glossary ---------------------------------------------------------------------------------------


def glossary(edition: EditionInfo) -> list[TermText]:
    """Return an edition's glossary in printed order."""
    terms = Term.objects.filter(edition_id=edition.id).select_related("wording")
    return [_term(edition, term) for term in terms.order_by("position")]


def term_in(edition: EditionInfo, slug: str) -> TermText | None:
    """Return one glossary entry of an edition."""
    terms = Term.objects.filter(edition_id=edition.id, slug=slug).select_related("wording")
    return next((_term(edition, term) for term in terms), None)


def newest_with_term(slug: str) -> EditionInfo | None:
    """Return the newest edition whose glossary has an entry."""
    return _first(_light(Edition.objects.filter(glossary__slug=slug).order_by("-date")))


def editions_with_term(slug: str) -> list[EditionInfo]:
    """Return the editions whose glossary has an entry, oldest first."""
    found = Edition.objects.filter(glossary__slug=slug).order_by("date")
    return [_info(edition) for edition in _light(found)]


# ------------------------------------------------------------------------------------------------


def _light(rows: QuerySet[Edition]) -> QuerySet[Edition]:
    return rows.defer("front", "back")


def _first(rows: QuerySet[Edition]) -> EditionInfo | None:
    edition = rows.first()
    return None if edition is None else _info(edition)


def _info(edition: Edition) -> EditionInfo:
    return EditionInfo(
        id=edition.pk,
        date=edition.date,
        title=edition.title,
        source=edition.source,
        sha256=edition.sha256,
        complete=edition.complete,
        stops_at=edition.stops_at,
        sections=edition.sections,
        rules=edition.rules,
        examples=edition.examples,
        terms=edition.terms,
    )


def _entries(edition: EditionInfo, *, with_wording: bool = True) -> QuerySet[Rule, dict[str, Any]]:
    fields = [*_ENTRY, "wording__paragraphs"] if with_wording else _ENTRY
    rows: QuerySet[Rule, dict[str, Any]] = Rule.objects.filter(edition_id=edition.id).values(*fields)
    return rows


def _rule(edition: EditionInfo, row: dict[str, Any]) -> RuleText:
    return RuleText(
        edition=edition,
        number=row["number"],
        kind=_KINDS[row["kind"]],
        heading=row["heading"],
        paragraphs=from_json(row.get("wording__paragraphs") or ()),
        dates=tuple(date and datetime.date.fromisoformat(date) for date in row["dates"] or ()),
        printed=row["printed"].strip(),
        wording=row["wording_id"],
    )


def _term(edition: EditionInfo, term: Term) -> TermText:
    return TermText(
        edition=edition,
        slug=term.slug,
        name=term.name,
        paragraphs=from_json(term.wording.paragraphs),
        obsolete=term.obsolete,
        wording=term.wording_id,
    )


def _grow(entries: Iterable[RuleText]) -> list[RuleText]:
    """Put entries in the order of the document under each other."""
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


def _above(one: RuleNumber, other: RuleNumber) -> bool:
    return one != other and one.contains(other)
