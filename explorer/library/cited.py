"""What cites a rule: the references that lead to it, asked of one edition."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Value

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
    """

    target: str
    number: str
    slug: str
    title: str


def citations(edition: EditionInfo, targets: Collection[str]) -> list[Citation]:
    """Return what names some numbers in an edition, in the order of the document, each of a number's citers once.

    A range names what lies within it. Two questions to the library, however many numbers; one where nothing names them.
    Asked in one, SQLite would look for every number in every wording of the edition, which takes ten times as long.
    """
    rows = Reference.objects.filter(target__in=targets, kind__in=_NUMBERS)
    named: dict[int, set[str]] = {}
    for wording, target in rows.values_list("wording_id", "target"):
        named.setdefault(wording, set()).add(target)
    if not named:
        return []
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
