"""What pages of rules and glossary share: edition switch, headings, citing rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.safestring import SafeString

from explorer.document.numbers import RuleNumber
from explorer.library.links import CitingText
from explorer.library.place import EditionPlace, RulePlace
from explorer.library.queries import EditionInfo
from explorer.web import addresses
from symbols.rendering import render_text

# Longer lists are folded: some rules are cited by a hundred others.
_MAX_UNFOLDED = 6


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """An edition in the edition switch; `has_it` if it has the page's subject."""

    date: date
    address: str
    note: str
    has_it: bool


@dataclass(frozen=True, slots=True)
class EditionSwitch:
    """Links to the page's subject in other editions, and in the newest that has it."""

    editions: Sequence[OtherEdition]
    newest_address: str


@dataclass(frozen=True, slots=True)
class AsOf:
    """Banner above text that is not the newest edition's.

    Attributes:
        newest_address: empty where no newer edition has the subject.
        earlier: the closest older edition that has it; likewise `later`.
    """

    sentence: str
    newest_address: str
    earlier: OtherEdition | None
    later: OtherEdition | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingPage:
    """Base of pages of rules or glossary.

    Attributes:
        pinned: whether links stay within the edition.
        extent: what an excerpt contains; empty for a complete edition.
        heading: the title with its italics; empty where they are the same.
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
    """Link to a chapter, section or rule, with its heading or label.

    Attributes:
        words: empty where it has no heading.
        note: in contents of several excerpts, the edition that it is from.
        current: whether it is the page shown.
        letters: in a section's index, the subrules of the current rule: letter, address, whether it is the one
            shown.
        gap: for previous and next, whether rules between are missing from the library.
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
    """Citations of a rule from one section, or from the glossary: (number or name, address).

    `elsewhere` is the date of the edition that they are from, if that isn't the page's.
    """

    number: str
    heading: SafeString
    links: Sequence[tuple[str, str]]
    elsewhere: date | None


@dataclass(frozen=True, slots=True)
class CitingGroup:
    """Citations under one title; `folds` when they are many."""

    title: str
    total: int
    sections: Sequence[CitingSection]
    folds: bool


def numbered_heading(number: RuleNumber, heading: str, place: EditionPlace) -> NumberedHeading:
    return NumberedHeading(
        str(number), render_text(heading, place.edition.date), addresses.rule(str(number), place.pin)
    )


def citing_groups(
    found: Mapping[str, Iterable[CitingText]], headings: Mapping[str, str], place: EditionPlace
) -> list[CitingGroup]:
    """Citations under a title each, by section; titles without any are left out.

    Args:
        found: citations by title.
        headings: of the sections that they are from.
    """
    day = place.edition.date if place.pinned or not place.is_newest else None
    return [_group(title, list(group), headings, day) for title, group in found.items() if group]


def cited_by(
    targets: Iterable[str], found: Sequence[CitingText], headings: Mapping[str, str], place: EditionPlace
) -> list[CitingGroup]:
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
    return CitingGroup(title, len(found), sections, folds=len(found) > _MAX_UNFOLDED)


def rule_switch(place: RulePlace) -> EditionSwitch:
    number, wordings = str(place.number), place.wordings
    newest = place.library.newest_of(wordings)
    others = [
        OtherEdition(
            other.date,
            addresses.rule(number, other.date) if other.id in wordings else addresses.contents(other.date),
            "" if other.id in wordings else f"no {number}" if other.has_all_rules else f"excerpt without {number}",
            has_it=other.id in wordings,
        )
        for other in place.library.newest_first
    ]
    return EditionSwitch(
        editions=others,
        newest_address=addresses.rule(number, newest.date if newest and newest not in place.library.undated else None),
    )
