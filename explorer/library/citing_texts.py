"""Citations of a rule: the references that lead to it, asked of one edition."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import F, Value

from explorer.document.numbers import RuleNumber
from explorer.library.links import Places
from explorer.library.outline import Outline
from explorer.library.queries import EditionInfo
from explorer.models import Reference

_NUMBERS = (Reference.Kind.RULE, Reference.Kind.SECTION, Reference.Kind.CHAPTER, Reference.Kind.WITHIN)


@dataclass(frozen=True, slots=True)
class CitingText:
    """Rule or a glossary entry that names a number.

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


def citations(
    edition: EditionInfo, targets: Collection[str], excerpts: Collection[EditionInfo] = ()
) -> list[CitingText]:
    """Return what names some numbers in an edition, in the order of the document, each of a number's citers once.

    A range names what lies within it. One query, however many numbers.

    Args:
        edition: where the numbers are named.
        targets: the numbers.
        excerpts: other editions, of which whatever names the numbers is added after the rest, the newest first. Which
            of it leads to this edition, `citing_edition` tells.
    """
    days = {other.id: other.date for other in excerpts if other.id != edition.id}
    named = Reference.objects.filter(target__in=targets, kind__in=_NUMBERS).order_by()
    # The sums keep SQLite from beginning with the edition: it would look for every number in every wording of it, which
    # takes ten times as long.
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
        # Rules come before entries.
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
    """Return citations without those of excerpts whose references lead to another edition's text.

    References of an excerpt to what it lacks lead to the newest text (see `explorer.library.links.destinations`).

    Args:
        found: the citations.
        edition: the edition that is cited.
        places: the editions that have the numbers that are named.
    """
    return [
        one
        for one in found
        if one.elsewhere is None
        or (max(places.get(one.target, ()), default=None) == edition.date and one.elsewhere not in places[one.target])
    ]


def sections_of(found: Collection[CitingText]) -> set[str]:
    """Return the sections of the rules that cite."""
    return {str(RuleNumber.parse(one.number).section) for one in found if one.number}


def headings_from(
    numbers: Collection[str], outline: Outline, places: Places, edition: EditionInfo
) -> Mapping[str, str]:
    """Return the headings of chapters and sections in an edition; for an excerpt also the newest ones in the library.

    An excerpt may have a rule without the heading that it stands under; a number that has none is left out.

    Args:
        numbers: of the chapters and sections.
        outline: what the edition has.
        places: what other editions have under the numbers; not needed for a whole edition.
        edition: the edition that is being read.
    """
    if edition.complete:
        return {number: outline.headings[number] for number in numbers if number in outline.headings}
    newest = {number: [heading for heading in places.get(number, {}).values() if heading] for number in numbers}
    found = {number: outline.headings.get(number) or next(reversed(newest[number]), "") for number in numbers}
    return {number: heading for number, heading in found.items() if heading}
