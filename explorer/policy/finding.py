"""Find a document or a section, or suggest others."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date

from explorer.document.dates import long_date
from explorer.library.loaded import Library, library
from explorer.policy.kinds import KINDS
from explorer.policy.loaded import PolicyEditionInfo, policy_editions
from explorer.policy.page import FETCH
from explorer.policy.place import PolicyPlace, address_of
from explorer.policy.reading.tree import Section, slug_of
from explorer.web.errors import LinkList, NotFound, PageLink
from symbols.similar import similar

_NEAR = 8


def find_policy(
    document: str, edition: str | None = None, number: str = "", *, any_edition: bool = False
) -> PolicyPlace:
    """Find a document, or a section of it.

    Args:
        any_edition: use the newest edition that has the section.

    Raises:
        NotFound: there is none; it has suggestions.
    """
    loaded, kind = library(), KINDS[document]
    editions = policy_editions(loaded).get(document, ())
    if not editions:
        raise NotFound(
            "That document isn’t loaded",
            f"Pipwise doesn’t have {kind.in_text} yet.",
            hint="To get the tournament documents, run:",
            command=FETCH,
        )
    found = _edition(editions, edition, document, number) if edition else editions[0]
    if not number:
        return PolicyPlace(loaded, found, pinned=edition is not None)
    for each in editions if any_edition else [found]:
        if section := each.section(canonical_number(number)):
            return PolicyPlace(loaded, each, edition is not None, section)
    raise _no_section(found, number, loaded, pin=found.date if edition else None)


def canonical_number(number: str) -> str:
    """`4.2.` -> `4.2`, `Appendix-B` and `b` -> `appendix-b`."""
    plain = number.strip().rstrip(".").lower()
    if len(plain) == 1 and plain.isalpha():
        return f"appendix-{plain}"
    return slug_of(plain) if plain[:1].isalpha() else plain


def _edition(editions: Sequence[PolicyEditionInfo], day: str, document: str, number: str) -> PolicyEditionInfo:
    found = next((each for each in editions if each.date.isoformat() == day), None)
    if found is None:
        with suppress(ValueError):
            day = long_date(date.fromisoformat(day))
        message = f"Pipwise doesn’t have {KINDS[document].in_text} of {day}."
        raise NotFound("That edition isn’t loaded", message, [LinkList("Loaded", _edition_links(editions, number))])
    return found


def _no_section(edition: PolicyEditionInfo, number: str, loaded: Library, *, pin: date | None) -> NotFound:
    kind, typed, canonical = edition.kind, number[:40], canonical_number(number)
    others = [each for each in policy_editions(loaded)[edition.document] if each.section(canonical)]
    lists = [
        LinkList("Editions that have it", _edition_links(others, canonical)),
        LinkList("Nearest", [_link(edition, section, pin) for section in _near(edition, number)]),
    ]
    message = f"Section {typed} isn’t in {kind.in_text} of {long_date(edition.date)}."
    return NotFound(f"There’s no {kind.short} {typed}", message, lists)


def _near(edition: PolicyEditionInfo, number: str) -> list[Section]:
    chapter = number.partition(".")[0]
    sections = [section for section in edition.text.sections if chapter in (section.chapter, section.number)]
    if not sections:
        close = similar(number.lower(), [section.number for section in edition.text.sections], _NEAR)
        sections = [section for section in edition.text.sections if section.number in close]
    return sections[:_NEAR] or _near_chapters(edition, chapter)


def _near_chapters(edition: PolicyEditionInfo, chapter: str) -> list[Section]:
    """The chapters nearest to a number; the first ones if it isn't a number."""
    chapters = [section for section in edition.text.sections if not section.chapter]
    if not re.fullmatch(r"\d{1,9}", chapter, re.ASCII) or not any(each.number.isdigit() for each in chapters):
        return chapters[:_NEAR]
    numbered = [each for each in chapters if each.number.isdigit()]
    near = sorted(numbered, key=lambda each: abs(int(each.number) - int(chapter)))[:_NEAR]
    return [each for each in numbered if each in near]


def _edition_links(editions: Iterable[PolicyEditionInfo], number: str) -> list[PageLink]:
    return [PageLink("", long_date(one.date), address_of(one.document, number, one.date)) for one in editions]


def _link(edition: PolicyEditionInfo, section: Section, pin: date | None) -> PageLink:
    number = section.number if section.number[:1].isdigit() else ""
    words = edition.kind.name_of(section.title) or edition.kind.title
    return PageLink(number, words, address_of(edition.document, section.number, pin))
