"""Destinations of references: the numbers that texts name, and the editions that have them."""

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
"""For each number the editions that have it, oldest first, each with its heading there."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Destination of a number as seen from an edition.

    Attributes:
        edition: the edition that has it.
        newest: whether an address without a date leads there.
    """

    edition: date
    newest: bool


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """All that links in the texts of one edition depend on.

    Attributes:
        edition: what the texts are from.
        pinned: whether links name the edition.
        newest: whether it is the newest of the library.
        destinations: where the numbers lead that the texts name; those that lead nowhere are left out.
        glossary: the entries of the edition's glossary.
    """

    edition: EditionInfo
    pinned: bool
    newest: bool
    destinations: Mapping[str, Destination]
    glossary: Glossary


@lru_cache(maxsize=4096)
def references_in(text: str) -> tuple[FoundReference, ...]:
    """Return the references in a text; the same few thousand texts are shown over and over."""
    return tuple(find_references(text))


def numbers_named(texts: Iterable[str]) -> set[str]:
    """Return the numbers of rules, sections and chapters that texts name."""
    return {found.target for text in texts for found in references_in(text) if found.kind != "glossary"}


def places_of(numbers: Collection[str], editions: Collection[EditionInfo]) -> Places:
    """Return which of some editions have each of some numbers, in one query; those that none has are left out."""
    found: dict[str, dict[date, str]] = {}
    if numbers:
        days = {edition.id: edition.date for edition in editions}
        rows = Rule.objects.filter(number__in=numbers, edition_id__in=days)
        for number, edition, heading in rows.values_list("number", "edition_id", "heading"):
            found.setdefault(number, {})[days[edition]] = heading
    return {number: dict(sorted(held.items())) for number, held in found.items()}


def editions_to_ask(edition: EditionInfo, loaded: Library, *, pinned: bool) -> list[EditionInfo]:
    """Return the editions that decide where numbers lead as seen from one.

    They lead within the edition; without a pinned address, to the newest text, so one that is newer counts too. From an
    excerpt, what it lacks leads to the newest text that bears the number, whichever edition that is of.
    """
    if not edition.complete:
        return list(loaded.editions)
    return [other for other in loaded.editions if other == edition or (not pinned and other.date > edition.date)]


def destinations(
    numbers: Iterable[str], places: Places, edition: EditionInfo, *, undated: Collection[date], pinned: bool
) -> Mapping[str, Destination]:
    """Return where numbers lead as seen from an edition; a number that leads nowhere is left out.

    Args:
        numbers: the numbers that are named.
        places: where they are, in the editions that `editions_to_ask` names.
        edition: the edition that is being read.
        undated: the editions that an address without a date can show.
        pinned: whether links name it, so that it is no matter whether a newer one has the number too.
    """
    found: dict[str, Destination] = {}
    for number in numbers:
        days = places.get(number, {})
        newest = max(days, default=None)
        if newest is None:
            continue
        if edition.date in days:
            found[number] = Destination(edition.date, pinned or (newest == edition.date and newest in undated))
        elif not edition.complete:
            found[number] = Destination(newest, newest in undated)
    return found


def link_facts(texts: Iterable[str], edition: EditionInfo, *, pinned: bool, loaded: Library) -> LinkFacts:
    """Return what the links in some texts of one edition depend on, in two queries at most.

    Args:
        texts: all of them.
        edition: what they are from.
        pinned: whether links name the edition.
        loaded: the editions of the library.
    """
    return links_of({edition: texts}, loaded, pinned=edition.date if pinned else None)[edition]


def links_of(
    texts: Mapping[EditionInfo, Iterable[str]], loaded: Library, *, pinned: date | None
) -> Mapping[EditionInfo, LinkFacts]:
    """Return what the links in texts of several editions depend on, in one query, and one for each of their glossaries.

    Args:
        texts: those of each edition.
        loaded: the editions of the library.
        pinned: the effective date of the one that links name.
    """
    numbers = {edition: numbers_named(own) for edition, own in texts.items()}
    asked = {one for edition in texts for one in editions_to_ask(edition, loaded, pinned=edition.date == pinned)}
    places = places_of({number for own in numbers.values() for number in own}, asked)
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
    """Return what links to some numbers depend on, once it is known which editions have them.

    Without the glossary, nothing is asked of the database, and no name of an entry becomes a link.
    """
    return LinkFacts(
        edition=edition,
        pinned=pinned,
        newest=edition == loaded.newest,
        destinations=destinations(numbers, places, edition, undated=loaded.undated_days, pinned=pinned),
        glossary=glossary_of(edition) if with_glossary else NO_GLOSSARY,
    )
