"""Resolve references in texts to the editions that they link to."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from explorer.document.references import FoundReference, find_references
from explorer.document.terms import Glossary
from explorer.library.glossaries import glossary_of
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.models import Rule

NO_GLOSSARY: Final = Glossary(())

Places = Mapping[str, Mapping[date, str]]
"""Heading by number and edition, oldest first."""


@dataclass(frozen=True, slots=True)
class Destination:
    """The link target of a number, as seen from an edition; `newest` if a URL without a date leads there."""

    edition: date
    newest: bool


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """Everything that the links in an edition's texts depend on.

    Attributes:
        pinned: whether links name the edition.
        destinations: targets of the numbers in the texts; unresolved ones are omitted.
    """

    edition: EditionInfo
    pinned: bool
    newest: bool
    destinations: Mapping[str, Destination]
    glossary: Glossary


@lru_cache(maxsize=4096)
def references_in(text: str) -> tuple[FoundReference, ...]:
    """`find_references`, cached: pages show the same few thousand texts."""
    return tuple(find_references(text))


def numbers_named(texts: Iterable[str]) -> set[str]:
    return {found.target for text in texts for found in references_in(text) if found.kind != "glossary"}


def places_of(numbers: Collection[str], editions: Collection[EditionInfo]) -> Places:
    """The editions that have each number, in one query; numbers that none has are omitted."""
    found: dict[str, dict[date, str]] = {}
    if numbers:
        days = {edition.id: edition.date for edition in editions}
        rows = Rule.objects.filter(number__in=numbers, edition_id__in=days)
        for number, edition, heading in rows.values_list("number", "edition_id", "heading"):
            found.setdefault(number, {})[days[edition]] = heading
    return {number: dict(sorted(held.items())) for number, held in found.items()}


def relevant_editions(edition: EditionInfo, loaded: Library, *, pinned: bool) -> list[EditionInfo]:
    """The editions that decide where numbers link to, as seen from `edition`.

    Links stay in the edition. Without a pinned URL they lead to the newest text, so newer editions count, too. What an
    excerpt lacks links to the newest text of that number in any edition.
    """
    if not edition.has_all_rules:
        return list(loaded.editions)
    return [other for other in loaded.editions if other == edition or (not pinned and other.date > edition.date)]


def destinations(
    numbers: Iterable[str], places: Places, edition: EditionInfo, *, undated: Collection[date], pinned: bool
) -> Mapping[str, Destination]:
    """Resolve numbers as seen from an edition; unresolved ones are omitted.

    Args:
        places: where they are, in the editions of `relevant_editions`.
        undated: the editions that a URL without a date can show.
        pinned: whether links name the edition, so that newer editions don't matter.
    """
    found: dict[str, Destination] = {}
    for number in numbers:
        days = places.get(number, {})
        newest = max(days, default=None)
        if newest is None:
            continue
        if edition.date in days:
            found[number] = Destination(edition.date, pinned or (newest == edition.date and newest in undated))
        elif not edition.has_all_rules:
            found[number] = Destination(newest, newest in undated)
    return found


def link_facts(texts: Iterable[str], edition: EditionInfo, *, pinned: bool, loaded: Library) -> LinkFacts:
    """Link facts of texts of one edition, in at most two queries. `pinned`: links name the edition."""
    return links_of({edition: texts}, loaded, pinned=edition.date if pinned else None)[edition]


def links_of(
    texts: Mapping[EditionInfo, Iterable[str]], loaded: Library, *, pinned: date | None
) -> Mapping[EditionInfo, LinkFacts]:
    """Link facts of texts of several editions, in one query plus one per glossary; `pinned` is the edition of links."""
    numbers = {edition: numbers_named(own) for edition, own in texts.items()}
    queried = {one for edition in texts for one in relevant_editions(edition, loaded, pinned=edition.date == pinned)}
    places = places_of({number for own in numbers.values() for number in own}, queried)
    return {
        edition: facts_from(own, places, edition, loaded, pinned=edition.date == pinned)
        for edition, own in numbers.items()
    }


def facts_from(
    numbers: Iterable[str],
    places: Places,
    edition: EditionInfo,
    loaded: Library,
    *,
    pinned: bool,
    with_glossary: bool = True,
) -> LinkFacts:
    """Link facts of numbers whose editions are known.

    Without the glossary, no query is made and glossary entries aren't linked.
    """
    return LinkFacts(
        edition=edition,
        pinned=pinned,
        newest=edition == loaded.newest,
        destinations=destinations(numbers, places, edition, undated=loaded.undated_dates, pinned=pinned),
        glossary=glossary_of(edition) if with_glossary else NO_GLOSSARY,
    )
