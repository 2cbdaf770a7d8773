"""Glossary pages as templates show them: the index, the entries of a letter, an entry. No queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.utils.safestring import SafeString

from explorer.library.links import CitingText, LinkFacts
from explorer.library.place import EditionPlace, TermPlace
from explorer.library.queries import EditionInfo, RuleText, TermText
from explorer.rules.glossary.query import OTHER, SHORT, GlossaryPage, TermPage, initial
from explorer.rules.reading_page import AsOf, CitingGroup, EditionSwitch, OtherEdition, ReadingPage, citing_groups
from explorer.web import addresses
from explorer.wording.life import ShownLife, show_life_on_page
from explorer.wording.wordings import (
    Resolver,
    ShownParagraph,
    ShownRule,
    show_paragraphs,
    show_rule,
    summary_of,
    without_italics,
)
from symbols.rendering import render_text


@dataclass(frozen=True, slots=True)
class TermLink:
    slug: str
    name: SafeString
    address: str


@dataclass(frozen=True, slots=True)
class ShownTerm(TermLink):
    obsolete: bool
    paragraphs: Sequence[ShownParagraph]


class MoreUnder(NamedTuple):
    """Rules that aren't quoted: how many, and the parent number that they are under."""

    rules: int
    number: str
    address: str


@dataclass(frozen=True, slots=True)
class Letter:
    letter: str
    address: str
    names: Sequence[TermLink]
    current: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGlossaryPage(ReadingPage):
    glossary_address: str
    #: Empty where the glossary is short enough to show whole.
    letters: Sequence[Letter]
    #: Whether the page lists names only.
    index: bool
    entries: Sequence[ShownTerm]
    empty: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTermPage(ReadingPage):
    """A glossary entry's page.

    Attributes:
        cited: the rules that it cites, each with its section's heading, and after the last one quoted under a
            title, how many more there are.
        examples: the first rules that use the term, which is marked in them, each with its section's heading.
        uses: all rules that use the term; empty where `examples` has them all.
        pointing: the entries that refer to it.
        everywhere: whether the term is too common for its uses to be listed.
    """

    glossary_address: str
    letter: str
    letter_address: str
    pinned_address: str
    summary: str
    entries: Sequence[ShownTerm]
    cited: Sequence[tuple[ShownRule, str, MoreUnder | None]]
    examples: Sequence[tuple[ShownRule, str]]
    uses: Sequence[CitingGroup]
    pointing: Sequence[TermLink]
    everywhere: bool
    search_address: str
    previous: TermLink | None
    next: TermLink | None
    life: ShownLife | None


def show_glossary_page(page: GlossaryPage) -> ShownGlossaryPage:
    place = page.place
    title = f"Glossary: {'other signs' if page.letter == OTHER else page.letter}" if page.letter else "Glossary"
    return ShownGlossaryPage(
        edition=place.edition,
        pinned=place.pinned,
        extent=page.extent,
        switch=EditionSwitch(
            [_other(other, addresses.glossary(other.date)) for other in place.library.newest_first],
            addresses.glossary(),
        ),
        address=addresses.glossary(place.pin, page.letter),
        title=title,
        glossary_address=addresses.glossary(place.pin),
        letters=_letters(page) if len(page.names) > SHORT else (),
        index=len(page.names) > SHORT and not page.letter,
        entries=[show_entry(entry, page.links, place.pin) for entry in page.entries],
        empty=not page.names,
    )


def show_term_page(page: TermPage) -> ShownTermPage:
    place, entry = page.place, page.entry
    using = [CitingText("", number, "", heading) for number, heading in page.using or ()]
    resolver = Resolver(page.links)
    letter = initial(entry.name)
    life = show_life_on_page(page.life, place) if page.life else None
    return ShownTermPage(
        edition=place.edition,
        pinned=place.pinned,
        extent=page.extent,
        switch=_term_switch(place),
        address=addresses.term(entry.slug, place.pin),
        title=without_italics(entry.name),
        heading=render_text(entry.name),
        glossary_address=addresses.glossary(place.pin),
        letter=letter,
        letter_address=addresses.glossary(place.pin, letter),
        pinned_address=addresses.term(entry.slug, place.edition.date),
        summary=summary_of("\n".join(one.text for one in entry.paragraphs)),
        entries=[show_entry(entry, page.links, place.pin)],
        cited=[
            (show_rule(rule, resolver, became=page.became), _section(rule, page), _more_after(rule, page))
            for rule in page.cited
        ],
        examples=[
            (show_rule(rule, resolver, marked=entry.name, became=page.became), _section(rule, page))
            for rule in page.examples
        ],
        uses=citing_groups({"Rules": using}, page.headings, place) if len(using) > len(page.examples) else (),
        pointing=[_link(one, place) for one in page.naming],
        everywhere=page.using is None and not entry.obsolete,
        search_address=addresses.search(entry.name),
        previous=_link(page.previous, place) if page.previous else None,
        next=_link(page.next, place) if page.next else None,
        life=life,
        as_of=AsOf(life.since, life.newest, None, None) if life and life.since else None,
    )


def _more_after(rule: RuleText, page: TermPage) -> MoreUnder | None:
    """What is left out after a quoted rule, where it is the last one quoted of its parent."""
    under = str(rule.parsed.parent)
    last = max((one.number for one in page.cited if str(one.parsed.parent) == under), default="")
    if rule.number != last or under not in page.more:
        return None
    return MoreUnder(page.more[under], under, addresses.rule(under, page.place.pin))


def _section(rule: RuleText, page: TermPage) -> str:
    return without_italics(page.headings.get(str(rule.parsed.section), ""))


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


def show_entry(entry: TermText, links: LinkFacts, pin: date | None) -> ShownTerm:
    """A glossary entry in full. Its address names the edition of `pin`, if any."""
    paragraphs = show_paragraphs(entry.paragraphs, Resolver(links))
    return ShownTerm(entry.slug, render_text(entry.name), addresses.term(entry.slug, pin), entry.obsolete, paragraphs)


def _term_switch(place: TermPlace) -> EditionSwitch:
    others = [
        _other(other, addresses.term(place.slug, other.date))
        if other.id in place.wordings
        else _other(other, addresses.glossary(other.date), _without(other))
        for other in place.library.newest_first
    ]
    newest = place.library.newest_of(place.wordings)
    pin = newest.date if newest and newest not in place.library.undated else None
    return EditionSwitch(others, addresses.term(place.slug, pin))


def _without(edition: EditionInfo) -> str:
    if edition.complete:
        return "no such entry"
    return edition.shortfall if edition.has_all_rules else "excerpt without it"


def _other(edition: EditionInfo, address: str, note: str = "") -> OtherEdition:
    if edition.terms:
        note = note or f"{edition.terms:,} {'entry' if edition.terms == 1 else 'entries'}"
    return OtherEdition(edition.date, address, note or "excerpt without glossary", has_it=edition.terms > 0)
