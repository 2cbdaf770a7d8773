"""Pages of documents and sections."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from textwrap import shorten
from typing import Any

from django.conf import settings

from explorer.library.loaded import Library
from explorer.policy.history import policy_history
from explorer.policy.kinds import Kind
from explorer.policy.loaded import PolicyEditionInfo, newest_editions
from explorer.policy.parts import ShownPart, quotation, show_parts
from explorer.policy.place import ONE_PAGE, PolicyPlace, address_of
from explorer.policy.reading.tree import PolicyDocument, Section
from explorer.policy.references import RULES
from explorer.policy.related import related_to, sections_related_to, target_of
from explorer.web import addresses

FETCH = f"{settings.PROGRAM} fetch_policy"
_SUMMARY = 300


@dataclass(frozen=True, slots=True)
class PolicyLink:
    """Link to a section or a rule, with its number as shown: `4.2`, `MTR 4.2`, `732.1`."""

    number: str
    words: str
    address: str
    penalty: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section with its text; `number` is for its heading (`4.2`), `cited` for other pages (`MTR 4.2`)."""

    key: str
    number: str
    cited: str
    name: str
    penalty: str
    address: str
    pinned: str
    parts: Sequence[ShownPart]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPolicyPage:
    """What all pages of a document share.

    Attributes:
        contents: URL of the contents in this edition.
        editions: all, newest first: date, URL, whether it's this one.
        newest: URL in the newest edition; empty if it's this one.
    """

    kind: Kind
    edition: PolicyEditionInfo
    document: PolicyDocument
    pinned: bool
    address: str
    contents: str
    editions: Sequence[tuple[date, str, bool]]
    newest: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPolicySection(ShownPolicyPage):
    """Page of a section.

    Attributes:
        chapter: None for a chapter, an introduction or an appendix.
        listed: its siblings.
        below: its subsections.
        beside: related rules and sections.
        named_by: other sections that are related to it.
    """

    section: ShownSection
    history: str
    chapter: PolicyLink | None
    listed: Sequence[PolicyLink]
    below: Sequence[PolicyLink]
    beside: Sequence[PolicyLink]
    named_by: Sequence[PolicyLink]
    previous: PolicyLink | None
    next: PolicyLink | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPolicyContents(ShownPolicyPage):
    """Contents, or the whole text of a document on one page.

    Attributes:
        others: parts without sections: the introduction, appendices.
        penalties: infractions by chapter.
        sections: the text of a document on one page.
    """

    chapters: Sequence[tuple[PolicyLink, Sequence[PolicyLink]]]
    others: Sequence[PolicyLink]
    penalties: Sequence[tuple[str, Sequence[PolicyLink]]]
    sections: Sequence[ShownSection]


def show_section(place: PolicyPlace, section: Section) -> ShownPolicySection:
    text = place.edition.text
    at = text.sections.index(section)
    chapter = place.edition.section(section.chapter)
    around = [each for each in text.sections if each.chapter == section.chapter]
    below = [each for each in text.sections if each.chapter == section.number]
    beside = related_to(place.edition, section, place.library)
    shown = {(one.document, one.number) for one in beside}
    naming = [
        (edition, other)
        for edition, other in sections_related_to(place.edition.document, section.number, place.library)
        if (edition.document, other.number) not in shown
    ]
    return ShownPolicySection(
        **_shared(place, section),
        section=_section(place, section),
        history=addresses.policy_history(
            place.kind.key, section.number, None if place.edition == place.editions[0] else place.edition.date
        ),
        chapter=_link(place, chapter) if chapter else None,
        listed=[_link(place, each, current=each is section) for each in around],
        below=[_link(place, each) for each in below],
        beside=[
            PolicyLink(*named(one.document, one.number, one.words, place), address_of(one.document, one.number))
            for one in beside
        ],
        named_by=[_named_by(edition, other) for edition, other in naming],
        previous=_link(place, text.sections[at - 1]) if at else None,
        next=_link(place, text.sections[at + 1]) if at + 1 < len(text.sections) else None,
    )


def named(document: str, number: str, words: str, place: PolicyPlace) -> tuple[str, str]:
    """Number and words of a link to a rule or a section."""
    if document == RULES:
        return number, words
    edition = target_of(document, place.edition, place.library)
    section = edition.section(number) if edition else None
    name = edition.kind.name_of(section.title) if edition and section else ""
    return edition.kind.cited(number) if edition else number, words or name


def sections_about(document: str, number: str, loaded: Library) -> list[PolicyLink]:
    return [_named_by(edition, section) for edition, section in sections_related_to(document, number, loaded)]


def document_links(loaded: Library) -> list[PolicyLink]:
    return [
        PolicyLink(edition.kind.short, edition.kind.title, addresses.policy(edition.document))
        for edition in newest_editions(loaded)
    ]


def _named_by(edition: PolicyEditionInfo, section: Section) -> PolicyLink:
    kind = edition.kind
    return PolicyLink(
        kind.cited(section.number), kind.name_of(section.title), address_of(kind.key, section.number), section.penalty
    )


def show_contents(place: PolicyPlace) -> ShownPolicyContents:
    sections = place.edition.text.sections
    tops = [section for section in sections if not section.chapter]
    below = {top.number: [each for each in sections if each.chapter == top.number] for top in tops}
    return ShownPolicyContents(
        **_shared(place, None),
        chapters=[
            (_link(place, top), [_link(place, each) for each in below[top.number]]) for top in tops if below[top.number]
        ],
        others=[_link(place, top) for top in tops if not below[top.number]],
        penalties=[
            (top.title, [_link(place, each) for each in below[top.number] if each.penalty])
            for top in tops
            if any(each.penalty for each in below[top.number])
        ],
        sections=[_section(place, each) for each in sections] if place.kind.key in ONE_PAGE else [],
    )


def _shared(place: PolicyPlace, section: Section | None) -> dict[str, Any]:
    edition, number = place.edition, section.number if section else ""
    known = [(each, number if each.section(number) else "") for each in place.editions]
    text = quotation(section or edition.text.sections[0]) or place.kind.name
    return {
        "kind": place.kind,
        "edition": edition,
        "document": edition.text,
        "pinned": place.pinned,
        "address": place.address(number),
        "contents": place.address(),
        "editions": [(each.date, address_of(edition.document, own, each.date), each == edition) for each, own in known],
        "newest": "" if edition == place.editions[0] else address_of(edition.document, _number_now(place, number)),
        "summary": shorten(text.partition("\n")[0], _SUMMARY, placeholder="…"),
    }


def _number_now(place: PolicyPlace, number: str) -> str:
    """A section's number in the newest edition; empty if it is gone."""
    history = policy_history(place.kind.key, place.library)
    return history.number_in(place.editions[0].date, place.edition.date, number) if number else ""


def _link(place: PolicyPlace, section: Section, *, current: bool = False) -> PolicyLink:
    name = place.kind.name_of(section.title) or place.kind.title
    number = heading_number(section)
    return PolicyLink(number, name, place.address(section.number), section.penalty, current)


def heading_number(section: Section) -> str:
    """Such as `4.2` or `Appendix B`; empty for a section without a number."""
    return section.printed.rstrip(".—–:- ")


def _section(place: PolicyPlace, section: Section) -> ShownSection:
    kind = place.kind
    return ShownSection(
        key=section.number,
        number=heading_number(section),
        cited=kind.cited(section.number),
        name=kind.name_of(section.title),
        penalty=section.penalty,
        address=place.address(section.number),
        pinned=address_of(kind.key, section.number, place.edition.date),
        parts=show_parts(place, section.paragraphs),
    )
