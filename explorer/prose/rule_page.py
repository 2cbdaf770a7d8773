"""Page of a section, a rule or a subrule made ready to be rendered. Asks nobody."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from explorer import addresses
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.outline import Outline, extent
from explorer.library.pages.place import EditionPlace, RulePlace
from explorer.library.pages.rule import RulePage
from explorer.library.queries import RuleText, is_neighbour_missing
from explorer.prose.links import Resolver
from explorer.prose.reading_page import (
    CitingGroup,
    EditionSwitch,
    NumberedHeading,
    OtherEdition,
    ReadingPage,
    cited_by,
    numbered_heading,
)
from explorer.prose.wordings import ShownRule, opening_words, show_rules, symbols_named, without_italics
from explorer.symbology.mentions import SymbolMention
from symbols.rendering import render_text

_SUMMARY = 300
_OPENING = 34


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRulePage(ReadingPage):
    """Page of a section, a rule or a subrule, ready to be rendered.

    Attributes:
        subject: the number.
        summary: the first words of what was asked for, without markup.
        is_section: whether it is a section.
        rules: the text.
        symbols: the symbols, and kinds of them, that what was asked for is about.
        section: the section.
        chapter: its chapter; None where the library doesn't have its heading.
        sections: the sections around it.
        listed: the rules of the section.
        cited: what cites the rules of the page.
        elsewhere: the other editions that have the number.
        pinned_address: the page, pinned to the edition.
        previous: the way to the page before; likewise `next`.
    """

    subject: str
    summary: str
    is_section: bool
    rules: Sequence[ShownRule]
    symbols: Sequence[SymbolMention]
    section: NumberedHeading
    chapter: NumberedHeading | None
    sections: Sequence[NumberedHeading]
    listed: Sequence[NumberedHeading]
    cited: Sequence[CitingGroup]
    elsewhere: Sequence[OtherEdition]
    pinned_address: str
    previous: NumberedHeading | None
    next: NumberedHeading | None


def show_rule_page(page: RulePage, lacking: Collection[str]) -> ShownRulePage:
    """Return the page of a section, a rule or a subrule, ready to be rendered.

    Args:
        page: what it shows.
        lacking: the symbols that the edition does not have (`explorer.symbology.editions.lacking_in`).
    """
    place, number = page.place, str(page.place.number)
    section, chapter = page.section, RuleNumber(page.section.chapter)
    is_section = place.number.kind is NumberKind.SECTION
    texts = page.shown
    named = [page.asked] if page.asked and page.asked.kind is NumberKind.SUBRULE else texts
    heading = page.headings.get(str(section), "")
    switch = rule_switch(place)
    return ShownRulePage(
        edition=place.edition,
        pinned=place.pinned,
        extent="" if place.edition.complete else extent(place.edition, page.outline),
        switch=switch,
        address=addresses.rule(number, place.pin),
        subject=number,
        title=without_italics(heading),
        summary=without_italics((page.asked or (texts or [page.tree])[0]).text)[:_SUMMARY],
        is_section=is_section,
        rules=show_rules(texts, Resolver(page.links), at=number),
        symbols=symbols_named(named, lacking),
        section=numbered_heading(section, heading, place),
        chapter=numbered_heading(chapter, page.headings[str(chapter)], place)
        if str(chapter) in page.headings
        else None,
        sections=_sections(section, page.headings, page.outline, place),
        listed=[_listed(rule, page) for rule in page.rules],
        cited=cited_by(_cited_numbers(page), page.citations, page.headings, place),
        elsewhere=[other for other in switch.editions if other.has_it and other.date != place.edition.date],
        pinned_address=addresses.rule(number, place.edition.date),
        previous=_turn(page.previous, page),
        next=_turn(page.next, page),
    )


def rule_switch(place: RulePlace) -> EditionSwitch:
    """Return the way to the other editions, and how each has the number."""
    number, wordings, newest_first = str(place.number), place.wordings, place.library.newest_first
    newest = place.library.newest_of(wordings)
    is_heading = place.number.kind in {NumberKind.CHAPTER, NumberKind.SECTION}
    others: list[OtherEdition] = []
    for other in newest_first:
        has_it = other.id in wordings
        if other == place.edition:
            note = "you are reading it"
        elif not has_it:
            note = f"{'excerpt ' if not other.complete else ''}without {number}"
        elif is_heading:
            note = "" if other.complete else "excerpt"
        else:
            note = "same words" if wordings[other.id] == wordings.get(place.edition.id) else "other words"
        address = addresses.rule(number, other.date) if has_it else addresses.contents(other.date)
        others.append(OtherEdition(other.date, address, note, has_it))
    return EditionSwitch(
        editions=others,
        newest_address=addresses.rule(number, newest.date if newest and newest not in place.library.undated else None),
        is_newest_edition=place.is_newest,
        is_newest_text=newest in {place.edition, None},
    )


def _cited_numbers(page: RulePage) -> list[str]:
    """Return the numbers of which the page says what cites them, in their order.

    For a rule, these are also its subrules; for a subrule, the rule above it. What a rule and its subrules say of each
    other counts too, as the count says how much cites a number; only a number that names itself doesn't.
    """
    number = page.place.number
    if number.kind is NumberKind.SUBRULE:
        return [str(number), str(number.parent)]
    below = (
        [rule.number for rule in page.shown if rule.kind is NumberKind.SUBRULE]
        if number.kind is NumberKind.RULE
        else []
    )
    return [str(number), *below]


def _sections(
    section: RuleNumber, headings: Mapping[str, str], outline: Outline, place: EditionPlace
) -> list[NumberedHeading]:
    """Return the sections around one; an excerpt may lack even that."""
    around = {number: heading for number, heading in outline.sections.items() if number.chapter == section.chapter}
    around.setdefault(section, headings.get(str(section), ""))
    return [numbered_heading(number, around[number], place) for number in sorted(around)]


def _listed(rule: RuleText, page: RulePage) -> NumberedHeading:
    """Return a rule in the list: a place on a section's page, a way to another page elsewhere."""
    number = page.place.number
    is_section = number.kind is NumberKind.SECTION
    own = number.parent if number.kind is NumberKind.SUBRULE else number
    address = f"#{rule.number}" if is_section else addresses.rule(rule.number, page.place.pin)
    words: SafeString = render_text(opening_words(rule, _OPENING), rule.edition.date)
    return NumberedHeading(rule.number, words, address, current=not is_section and rule.number == str(own))


def _turn(near: RuleText | None, page: RulePage) -> NumberedHeading | None:
    if near is None:
        return None
    place = page.place
    own = place.number.parent if place.number.kind is NumberKind.SUBRULE else place.number
    heading = near.heading if near.kind is NumberKind.SECTION else ""
    return NumberedHeading(
        near.number,
        render_text(heading, near.edition.date),
        addresses.rule(near.number, place.pin),
        gap=is_neighbour_missing(place.edition, str(own), near.number),
    )
