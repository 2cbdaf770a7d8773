"""What cites a rule: the references that lead to it, asked of one edition."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import F, Value

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

    A range names what lies within it. One question to the library, however many numbers.
    """
    named = {"wording__references__target__in": targets, "wording__references__kind__in": _NUMBERS}
    target = F("wording__references__target")
    # Both halves have the same columns: what is named, where it stands, its title, and how to sort it.
    rules = Rule.objects.filter(edition_id=edition.id, **named).values_list(target, "number", "heading", "sort_key")
    terms = Term.objects.filter(edition_id=edition.id, **named).values_list(target, "slug", "name", Value(""))
    found = sorted(set(rules.order_by().union(terms.order_by())), key=lambda row: (not row[3], row[3], row[2].lower()))
    return [
        Citation(named_number, place if key else "", "" if key else place, title)
        for named_number, place, title, key in found
    ]
