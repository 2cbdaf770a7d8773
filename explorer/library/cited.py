"""What cites a rule: the references that lead to it, asked of one edition."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Value

from explorer.library.lookups import editions_holding
from explorer.library.queries import EditionInfo
from explorer.models import Reference, Rule, Term

_NUMBERS = (Reference.Kind.RULE, Reference.Kind.SECTION, Reference.Kind.CHAPTER, Reference.Kind.WITHIN)


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule or a glossary entry that names a number.

    Attributes:
        target: the number that is named.
        number: the rule that names it; empty for a glossary entry.
        slug: the entry that names it; empty for a rule.
        title: the entry's name, or the rule's heading where it has one.
        elsewhere: the edition that it is from, where that is another one than was asked.
    """

    target: str
    number: str
    slug: str
    title: str
    elsewhere: date | None = None


def citations(edition: EditionInfo, targets: Collection[str], *, from_excerpts: bool = False) -> list[Citation]:
    """Return what names some numbers in an edition, in the order of the document, each of a number's citers once.

    A range names what lies within it. Two questions to the library, however many numbers; one where nothing names them.
    Asked in one, SQLite would look for every number in every wording of the edition, which takes ten times as long.

    Args:
        edition: where the numbers are named.
        targets: the numbers.
        from_excerpts: whether to add, after the rest, what names them in excerpts that lack them. Their references lead
            to the newest text (see `explorer.library.lookups.leads`); where this edition has it, here is the way back.
    """
    rows = Reference.objects.filter(target__in=targets, kind__in=_NUMBERS)
    named: dict[int, set[str]] = {}
    for wording, target in rows.values_list("wording_id", "target"):
        named.setdefault(wording, set()).add(target)
    if not named:
        return []
    found = _within(edition, named)
    return [*found, *_from_excerpts(edition, named, targets)] if from_excerpts else found


def _within(edition: EditionInfo, named: Mapping[int, Collection[str]]) -> list[Citation]:
    # Both halves have the same columns: the wording, where it stands, its title, and how to sort it.
    rules = Rule.objects.filter(edition_id=edition.id, wording_id__in=named)
    terms = Term.objects.filter(edition_id=edition.id, wording_id__in=named)
    found = rules.values_list("wording_id", "number", "heading", "sort_key").order_by()
    found = found.union(terms.values_list("wording_id", "slug", "name", Value("")).order_by())
    ordered = sorted(found, key=lambda row: (not row[3], row[3], row[2].lower()))
    return [
        Citation(target, place if key else "", "" if key else place, title)
        for wording, place, title, key in ordered
        for target in sorted(named[wording])
    ]


def _from_excerpts(
    edition: EditionInfo, named: Mapping[int, Collection[str]], targets: Collection[str]
) -> list[Citation]:
    """Return what names numbers in other excerpts and leads here, the newest excerpts first."""
    rows = Rule.objects.filter(wording_id__in=named, edition__complete=False).exclude(edition_id=edition.id)
    ordered = rows.order_by("-edition__date", "sort_key")
    found = list(ordered.values_list("wording_id", "number", "heading", "edition__date"))
    held = editions_holding(targets) if found else {}
    return [
        Citation(target, number, "", heading, day)
        for wording, number, heading, day in found
        for target in sorted(named[wording])
        if target in held and held[target][-1] == edition.date and day not in held[target]
    ]
