"""Base of pages of rules or of the glossary: the edition that is read, the others, headings, and what cites."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.safestring import SafeString

from explorer.document.numbers import RuleNumber
from explorer.library.citing_texts import CitingText
from explorer.library.place import EditionPlace, RulePlace
from explorer.library.queries import EditionInfo
from explorer.web import addresses
from symbols.rendering import render_text

# More than this fold: some rules are cited by a hundred others.
_MOST_OPEN = 6


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """Line of the edition switch; `has_it` when that edition has what the page shows."""

    date: date
    address: str
    note: str
    has_it: bool


@dataclass(frozen=True, slots=True)
class EditionSwitch:
    """Way to the other editions.

    Attributes:
        editions: all of them, newest first.
        newest_address: the newest text of what the page shows.
        is_newest_edition: whether the newest edition is shown.
        is_newest_text: whether no newer edition has what the page shows.
    """

    editions: Sequence[OtherEdition]
    newest_address: str
    is_newest_edition: bool = True
    is_newest_text: bool = True


@dataclass(frozen=True, slots=True)
class AsOf:
    """Sentence above text that is not the newest edition's.

    Attributes:
        sentence: how the newest text differs.
        newest_address: that text; empty where no newer edition has it.
        earlier: the edition before that has what the page shows; likewise `later`.
    """

    sentence: str
    newest_address: str
    earlier: OtherEdition | None
    later: OtherEdition | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingPage:
    """Parts that every page of rules or of the glossary has.

    Attributes:
        edition: the edition that is read.
        pinned: whether the page stays within it.
        extent: for an excerpt, what there is of it; else empty.
        switch: the way to the other editions.
        address: the page's own.
        title: its heading, without markup.
        as_of: what is said above text that is not the newest edition's; None for the newest.
        heading: the same with its italics; empty where it is the title.
    """

    edition: EditionInfo
    pinned: bool
    extent: str
    switch: EditionSwitch
    address: str
    title: str
    as_of: AsOf | None = None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class NumberedHeading:
    """Chapter, a section or a rule as it is called, with the way there.

    Attributes:
        number: its number.
        words: its heading, italics set; empty where there is none.
        address: its page.
        note: in contents, the edition that it is from, where that is not the one that is read.
        current: in a list, whether it is the one that is read.
        letters: in a section's index, its subrules: letter, address, and whether it is the one that is read.
        gap: of the page before or after, whether the library lacks what is between.
    """

    number: str
    words: SafeString
    address: str
    note: str = ""
    current: bool = False
    letters: Sequence[tuple[str, str, bool]] = ()
    gap: bool = False


@dataclass(frozen=True, slots=True)
class CitingSection:
    """Citations of a rule from one section, or from the glossary: numbers or names, each with its address.

    `elsewhere` is the date of the edition that they are from where that is another one.
    """

    number: str
    heading: SafeString
    links: Sequence[tuple[str, str]]
    elsewhere: date | None


@dataclass(frozen=True, slots=True)
class CitingGroup:
    """Citations of one number, or links of another kind, as the title says; `folds` when too long to be open."""

    title: str
    total: int
    sections: Sequence[CitingSection]
    folds: bool


def numbered_heading(number: RuleNumber, heading: str, place: EditionPlace) -> NumberedHeading:
    """Return a chapter or a section as it is called, with the way there."""
    return NumberedHeading(
        str(number), render_text(heading, place.edition.date), addresses.rule(str(number), place.pin)
    )


def citing_groups(
    found: Mapping[str, Iterable[CitingText]], headings: Mapping[str, str], place: EditionPlace
) -> list[CitingGroup]:
    """Return citations under a title each, by section; titles without any are left out.

    Args:
        found: citations by title.
        headings: those of the sections that they are from.
        place: the edition that is read. Links name it, unless its text is the newest.
    """
    day = place.edition.date if place.pinned or not place.is_newest else None
    return [_group(title, list(group), headings, day) for title, group in found.items() if group]


def cited_by(
    targets: Iterable[str], found: Sequence[CitingText], headings: Mapping[str, str], place: EditionPlace
) -> list[CitingGroup]:
    """Return what cites some numbers, under each of them."""
    by_target = {target: [one for one in found if one.target == target] for target in targets}
    return citing_groups(by_target, headings, place)


def _group(title: str, found: Sequence[CitingText], headings: Mapping[str, str], day: date | None) -> CitingGroup:
    by_section: dict[tuple[str, date | None], list[tuple[str, str]]] = {}
    for one in found:
        if one.number:
            section = str(RuleNumber.parse(one.number).section)
            link = (one.number, addresses.rule(one.number, one.elsewhere or day))
        else:
            section, link = "", (render_text(one.title), addresses.term(one.slug, day))
        by_section.setdefault((section, one.elsewhere), []).append(link)
    sections = [
        CitingSection(number, render_text(headings.get(number, "") if number else "Glossary"), links, elsewhere)
        for (number, elsewhere), links in by_section.items()
    ]
    return CitingGroup(title, len(found), sections, folds=len(found) > _MOST_OPEN)


def rule_switch(place: RulePlace) -> EditionSwitch:
    """Return the way to the other editions, and how each has the number."""
    number, wordings = str(place.number), place.wordings
    newest = place.library.newest_of(wordings)
    others = [
        OtherEdition(
            other.date,
            addresses.rule(number, other.date) if other.id in wordings else addresses.contents(other.date),
            "" if other.id in wordings else f"no {number}" if other.complete else f"excerpt without {number}",
            has_it=other.id in wordings,
        )
        for other in place.library.newest_first
    ]
    return EditionSwitch(
        editions=others,
        newest_address=addresses.rule(number, newest.date if newest and newest not in place.library.undated else None),
        is_newest_edition=place.is_newest,
        is_newest_text=newest in {place.edition, None},
    )
