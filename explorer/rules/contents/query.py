"""Queries for the contents of an edition or of a chapter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from explorer.document.numbers import RuleNumber
from explorer.library.links import (
    CitingText,
    Outline,
    citations,
    citing_edition,
    headings_from,
    outlines_of,
    places_of,
    sections_of,
)
from explorer.library.place import EditionPlace, RulePlace
from explorer.library.queries import EditionInfo, RuleText, entries_of
from explorer.models import Rule


@dataclass(frozen=True, slots=True)
class ContentsPage:
    """What a page of contents shows.

    Attributes:
        editions: those whose sections are listed: the edition alone; in a library of excerpts all of them, newest
            first.
        outlines: of those editions and of every excerpt, by edition id.
        openings: the rules of sections that a pinned excerpt has without their headings.
        headings: of the chapters, and of the sections that cite one (`headings_from`).
    """

    place: EditionPlace
    chapter: RuleNumber | None
    editions: Sequence[EditionInfo]
    outlines: Mapping[int, Outline]
    openings: Sequence[RuleText]
    headings: Mapping[str, str]
    citations: Sequence[CitingText]


def contents_page(place: EditionPlace) -> ContentsPage:
    """At most four queries.

    Raises:
        NotInLibrary: the edition doesn't have the chapter.
    """
    edition, loaded = place.edition, place.library
    alone = place.pinned or edition.has_all_rules
    listed = [edition] if alone else list(loaded.undated)
    outlines = outlines_of({*listed, *loaded.excerpts})
    own = outlines[edition.id]
    chapter = place.number if isinstance(place, RulePlace) else None
    if isinstance(place, RulePlace) and chapter not in {one for other in listed for one in outlines[other.id].contents}:
        raise place.not_there
    openings: list[RuleText] = []
    if place.pinned and not edition.has_all_rules:
        parts = {RuleNumber.of(rule.section) for rule in own.rules if not own.sections.get(RuleNumber.of(rule.section))}
        openings = _rules_of(edition, sorted(parts)) if parts else []
    excerpts = () if alone else loaded.excerpts
    cites = citations(edition, [str(chapter)], excerpts) if chapter else []
    headings = {str(chapter) for chapter in own.contents} | sections_of(cites)
    places = {} if edition.has_all_rules else places_of(headings | {one.target for one in cites}, loaded.editions)
    return ContentsPage(
        place=place,
        chapter=chapter,
        editions=listed,
        outlines=outlines,
        openings=openings,
        headings=headings_from(headings, own, places, edition),
        citations=citing_edition(cites, edition, places),
    )


def _rules_of(edition: EditionInfo, sections: Sequence[RuleNumber]) -> list[RuleText]:
    within = Q()
    for section in sections:
        within |= Q(sort_key__gte=section.sort_key, sort_key__lt=section.sort_key_after)
    return entries_of(edition, within & Q(kind=Rule.Kind.RULE))
