"""Find the rules and glossary entries that cite a rule."""

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
    """A rule or glossary entry that cites a number.

    Attributes:
        number: the citing rule; empty for a glossary entry.
        slug: the citing glossary entry; empty for a rule.
        elsewhere: its edition, if not the requested one.
    """

    target: str
    number: str
    slug: str
    title: str
    elsewhere: date | None = None


def citations(
    edition: EditionInfo, targets: Collection[str], excerpts: Collection[EditionInfo] = ()
) -> list[CitingText]:
    """Find what cites some numbers, in document order and each citer once per number, with one query.

    A range cites all numbers in it. Rules of `excerpts` are appended, newest first; filter them with `citing_edition`,
    since not all of them link to this edition.
    """
    days = {other.id: other.date for other in excerpts if other.id != edition.id}
    named = Reference.objects.filter(target__in=targets, kind__in=_NUMBERS).order_by()
    # “+ 0” keeps SQLite from starting at the edition, which takes ten times as long.
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
        # Glossary entries have no sort key and come last.
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
    """Filter out citations in excerpts that link to another edition's text.

    An excerpt's references to rules that it lacks link to the newest text (see `explorer.library.links.destinations`).
    """
    return [
        one
        for one in found
        if one.elsewhere is None
        or (max(places.get(one.target, ()), default=None) == edition.date and one.elsewhere not in places[one.target])
    ]


def sections_of(found: Collection[CitingText]) -> set[str]:
    return {str(RuleNumber.parse(one.number).section) for one in found if one.number}


def headings_from(
    numbers: Collection[str], outline: Outline, places: Places, edition: EditionInfo
) -> Mapping[str, str]:
    """Headings of chapters and sections by number; numbers without one are omitted.

    An excerpt may have a rule without its section, so it falls back to the newest heading in `places`.
    """
    if edition.has_all_rules:
        return {number: outline.headings[number] for number in numbers if number in outline.headings}
    newest = {number: [heading for heading in places.get(number, {}).values() if heading] for number in numbers}
    found = {number: outline.headings.get(number) or next(reversed(newest[number]), "") for number in numbers}
    return {number: heading for number, heading in found.items() if heading}
