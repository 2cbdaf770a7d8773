"""Glossary's pages made ready to be rendered: its names by letter, the entries of a letter, each entry alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from explorer import addresses
from explorer.library.citing_texts import CitingText
from explorer.library.links import LinkFacts
from explorer.library.pages.glossary import OTHER, SHORT, GlossaryPage, TermPage, initial
from explorer.library.pages.place import EditionPlace, TermPlace
from explorer.library.queries import EditionInfo, TermText
from explorer.prose.links import Resolver
from explorer.prose.reading_page import CitingGroup, EditionSwitch, OtherEdition, ReadingPage, citing_groups
from explorer.prose.wordings import ShownParagraph, show_paragraphs, without_italics
from symbols.rendering import render_text


@dataclass(frozen=True, slots=True)
class TermLink:
    """Glossary entry's name, with the way to it."""

    slug: str
    name: SafeString
    address: str


@dataclass(frozen=True, slots=True)
class ShownTerm(TermLink):
    """Glossary entry with all that it means."""

    obsolete: bool
    paragraphs: Sequence[ShownParagraph]


@dataclass(frozen=True, slots=True)
class Letter:
    """Letter of the index, the page with its entries, and their names; `current` when that page is shown."""

    letter: str
    address: str
    names: Sequence[TermLink]
    current: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGlossaryPage(ReadingPage):
    """Page of the glossary, ready to be rendered.

    Attributes:
        glossary_address: the whole glossary.
        letters: the letters that there are; none where the glossary is short.
        index: whether the page shows names only.
        entries: those that are shown with all that they mean.
        empty: whether the glossary has no entries.
    """

    glossary_address: str
    letters: Sequence[Letter]
    index: bool
    entries: Sequence[ShownTerm]
    empty: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTermPage(ReadingPage):
    """Glossary entry's page, ready to be rendered.

    Attributes:
        glossary_address: the whole glossary.
        entries: the entry.
        cited: the rules that use its words, and the entries that point to it.
        everywhere: whether its words are not looked for, being everywhere.
        search_address: the results of a search for its name.
        previous: the entry before it; likewise `next`.
        single: that this is one entry alone, for the template that both kinds of page share.
    """

    glossary_address: str
    entries: Sequence[ShownTerm]
    cited: Sequence[CitingGroup]
    everywhere: bool
    search_address: str
    previous: TermLink | None
    next: TermLink | None
    single: bool = True


def show_glossary_page(page: GlossaryPage) -> ShownGlossaryPage:
    """Return a page of the glossary, ready to be rendered."""
    place = page.place
    title = f"Glossary: {'other signs' if page.letter == OTHER else page.letter}" if page.letter else "Glossary"
    return ShownGlossaryPage(
        edition=place.edition,
        pinned=place.pinned,
        extent=page.extent,
        switch=_switch(
            [_other(other, addresses.glossary(other.date)) for other in place.library.newest_first],
            addresses.glossary(),
        ),
        address=addresses.glossary(place.pin, page.letter),
        title=title,
        glossary_address=addresses.glossary(place.pin),
        letters=_letters(page) if len(page.names) > SHORT else (),
        index=len(page.names) > SHORT and not page.letter,
        entries=[_shown(entry, page.links, place) for entry in page.entries],
        empty=not page.names,
    )


def show_term_page(page: TermPage) -> ShownTermPage:
    """Return a glossary entry's page, ready to be rendered."""
    place, entry = page.place, page.entry
    cites: Mapping[str, Sequence[CitingText]] = {
        "Rules that use it": [CitingText("", number, "", heading) for number, heading in page.using or ()],
        "Entries that point here": [CitingText("", "", one.slug, one.name) for one in page.naming],
    }
    return ShownTermPage(
        edition=place.edition,
        pinned=place.pinned,
        extent=page.extent,
        switch=_term_switch(place),
        address=addresses.term(entry.slug, place.pin),
        title=without_italics(entry.name),
        heading=render_text(entry.name),
        glossary_address=addresses.glossary(place.pin),
        entries=[_shown(entry, page.links, place)],
        cited=citing_groups(cites, page.headings, place),
        everywhere=page.using is None and not entry.obsolete,
        search_address=addresses.search(entry.name),
        previous=_link(page.previous, place) if page.previous else None,
        next=_link(page.next, place) if page.next else None,
    )


def _letters(page: GlossaryPage) -> list[Letter]:
    by_letter: dict[str, list[TermLink]] = {}
    for entry in page.names:
        by_letter.setdefault(initial(entry.name), []).append(_link(entry, page.place))
    return [
        Letter(letter, addresses.glossary(page.place.pin, letter), names, letter == page.letter)
        for letter, names in sorted(by_letter.items())
    ]


def _link(entry: TermText, place: EditionPlace) -> TermLink:
    return TermLink(entry.slug, render_text(entry.name), addresses.term(entry.slug, place.pin))


def _shown(entry: TermText, links: LinkFacts, place: EditionPlace) -> ShownTerm:
    paragraphs = show_paragraphs(entry.paragraphs, Resolver(links))
    return ShownTerm(
        entry.slug, render_text(entry.name), addresses.term(entry.slug, place.pin), entry.obsolete, paragraphs
    )


def _term_switch(place: TermPlace) -> EditionSwitch:
    others = [
        _other(other, addresses.term(place.slug, other.date))
        if other.id in place.wordings
        else _other(other, addresses.glossary(other.date), "without this entry")
        for other in place.library.newest_first
    ]
    return _switch(others, addresses.term(place.slug))


def _switch(others: Sequence[OtherEdition], newest_address: str) -> EditionSwitch:
    # A pinned page of the glossary always offers the newest one.
    return EditionSwitch(others, newest_address, is_newest_text=False)


def _other(edition: EditionInfo, address: str, note: str = "") -> OtherEdition:
    if edition.terms:
        note = note or f"{edition.terms:,} {'entry' if edition.terms == 1 else 'entries'}"
    return OtherEdition(edition.date, address, note or "excerpt without glossary", has_it=edition.terms > 0)
