"""Contents of an edition or of a chapter, for the template."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.document.dates import long_date
from explorer.document.numbers import RuleNumber
from explorer.library.links import extent
from explorer.library.place import EditionPlace, RulePlace
from explorer.library.queries import EditionInfo
from explorer.rules.contents.query import ContentsPage
from explorer.rules.reading_page import (
    CitingGroup,
    EditionSwitch,
    NumberedHeading,
    OtherEdition,
    ReadingPage,
    cited_by,
    rule_switch,
)
from explorer.web import addresses
from explorer.wording.wordings import short_label, without_italics
from symbols.rendering import render_text


@dataclass(frozen=True, slots=True)
class ContentsChapter(NumberedHeading):
    entries: Sequence[NumberedHeading] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownContentsPage(ReadingPage):
    """Contents of an edition or of a chapter.

    Attributes:
        contents_address: on a chapter's page, the whole contents; else empty.
        glossary_address: empty without a glossary, and on a chapter's page.
        glossary_note: "1,234 entries".
        glossary_from: its edition, if the page has more than one.
        excerpts: date, extent and URL of each, on a page of several.
    """

    chapters: Sequence[ContentsChapter]
    contents_address: str
    cited: Sequence[CitingGroup]
    glossary_address: str
    glossary_note: str
    glossary_from: str
    excerpts: Sequence[tuple[date, str, str]]


def show_contents_page(page: ContentsPage) -> ShownContentsPage:
    place, edition = page.place, page.place.edition
    chapters = [chapter for chapter in _chapters(page) if not page.chapter or chapter.number == str(page.chapter)]
    glossary = edition if place.pinned or edition.complete else place.library.newest_with_glossary
    terms = 0 if page.chapter or glossary is None else glossary.terms
    title, address = "Contents", addresses.contents(place.pin)
    switch = _switch(page)
    if isinstance(place, RulePlace):
        title = f"{place.number}. {chapter_heading(page)}"
        address = addresses.rule(str(place.number), place.pin)
        switch = rule_switch(place)
    return ShownContentsPage(
        edition=edition,
        pinned=place.pinned,
        extent="" if edition.complete else extent(edition, page.outlines[edition.id]),
        switch=switch,
        address=address,
        title=without_italics(title),
        heading=render_text(title),
        chapters=chapters,
        contents_address=addresses.contents(place.pin) if page.chapter else "",
        cited=cited_by([str(page.chapter)], page.citations, page.headings, place),
        glossary_address=addresses.glossary(place.pin) if terms else "",
        glossary_note=f"{terms:,} {'entry' if terms == 1 else 'entries'}",
        glossary_from=_whose(glossary, place) if glossary else "",
        excerpts=_excerpts(page),
    )


def chapter_heading(page: ContentsPage) -> str:
    """The heading of the page's chapter, from the first of its editions that has one."""
    found = (page.outlines[edition.id].chapters.get(page.chapter, "") for edition in page.editions if page.chapter)
    return next(filter(None, found), page.headings.get(str(page.chapter), ""))


def _chapters(page: ContentsPage) -> list[ContentsChapter]:
    """Chapters with their sections, each from the first of the page's editions that has it."""
    headings: dict[RuleNumber, str] = {}
    entries: dict[RuleNumber, NumberedHeading] = {}
    for edition in page.editions:
        outline = page.outlines[edition.id]
        note = _whose(edition, page.place)
        for chapter, sections in outline.contents.items():
            headings[chapter] = headings.get(chapter) or outline.chapters.get(chapter, "")
            for section in sections:
                heading = outline.sections.get(section, "")
                if heading and section not in entries:
                    entries[section] = _entry(section, heading, page.place, note)
    for rule in page.openings:
        entries[rule.parsed] = _entry(rule.parsed, short_label(rule), page.place)
    return [
        ContentsChapter(
            number=str(chapter),
            words=render_text(heading or page.headings.get(str(chapter), "")),
            address=addresses.rule(str(chapter), page.place.pin) if heading else "",
            entries=[entries[number] for number in sorted(entries) if chapter.contains(number)],
        )
        for chapter, heading in sorted(headings.items())
    ]


def _excerpts(page: ContentsPage) -> list[tuple[date, str, str]]:
    found = [edition for edition in page.editions if not edition.has_all_rules]
    if page.chapter or len(found) == 1:
        return []
    return [(one.date, extent(one, page.outlines[one.id]), addresses.contents(one.date)) for one in found]


def _whose(edition: EditionInfo, place: EditionPlace) -> str:
    """Where a section or the glossary is from, if the page has more than one edition."""
    if place.pinned or place.edition.has_all_rules:
        return ""
    return f"{long_date(edition.date)} {'rules' if edition.has_all_rules else 'excerpt'}"


def _entry(number: RuleNumber, words: str, place: EditionPlace, note: str = "") -> NumberedHeading:
    return NumberedHeading(str(number), render_text(words), addresses.rule(str(number), place.pin), note)


def _switch(page: ContentsPage) -> EditionSwitch:
    others = [
        OtherEdition(
            other.date,
            addresses.contents(other.date),
            other.shortfall if other.has_all_rules else f"excerpt: {extent(other, page.outlines[other.id])}",
            has_it=True,
        )
        for other in page.place.library.newest_first
    ]
    return EditionSwitch(others, addresses.contents())
