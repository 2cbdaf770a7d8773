"""“Cited by”: what names the rules of a page, in the edition that is being read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer import addresses
from explorer.document.dates import long_date
from explorer.document.numbers import Kind, RuleNumber
from explorer.library import lookups
from explorer.library.cited import Citation, citations
from explorer.library.queries import EditionInfo

# More than this fold: some rules are cited by a hundred others.
_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Link:
    """A way to what cites: a rule's number, or the name of a glossary entry."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class CitingSection:
    """What cites a rule from one section, or from the glossary."""

    number: str
    heading: str
    links: Sequence[Link]


@dataclass(frozen=True, slots=True)
class Cited:
    """What cites one number, or does something else that its title says; `folds` when too long to stand open."""

    title: str
    total: int
    sections: Sequence[CitingSection]
    folds: bool


def cited_by(
    wanted: RuleNumber, subrules: Iterable[str], edition: EditionInfo, *, pinned: bool, current: bool
) -> list[Cited]:
    """Return what cites the number of a page, and what cites the rules around it.

    For a rule, these are its subrules; for a subrule, the rule above it. What a rule and its subrules say of each
    other is told too, as the count says how much cites a number. Only a number that names itself, and numbers that
    nothing cites, are left out.

    The newest text of a library of excerpts is also cited by excerpts of other editions, whose references lead to it.

    Args:
        wanted: the number of the page.
        subrules: the subrules on the page.
        edition: the edition being read.
        pinned: whether links stay within it.
        current: whether it is the newest of the library, so that links need not name it.
    """
    targets = [str(wanted)]
    if wanted.kind is Kind.SUBRULE:
        targets.append(str(wanted.parent))
    elif wanted.kind is Kind.RULE:
        targets += subrules
    cites = citations(edition, targets, from_excerpts=not (pinned or edition.complete))
    found = [one for one in cites if one.elsewhere or one.number != one.target]
    by_target = {target: [one for one in found if one.target == target] for target in targets}
    return grouped(by_target, edition, pinned=pinned or not current)


def grouped(found: Mapping[str, Sequence[Citation]], edition: EditionInfo, *, pinned: bool) -> list[Cited]:
    """Return citations ready for a page, under a title each, by section; titles without any are left out.

    Args:
        found: citations by title.
        edition: the edition that they are from.
        pinned: whether links name it.
    """
    numbers = {one.number for group in found.values() for one in group if one.number}
    sections = {str(RuleNumber.parse(number).section) for number in numbers}
    headings = lookups.headings_of(sections, edition) if sections else {}
    day = edition.date if pinned else None
    return [_cited(title, group, headings, day) for title, group in found.items() if group]


def _cited(title: str, found: Sequence[Citation], headings: Mapping[str, str], day: date | None) -> Cited:
    by_section: dict[tuple[str, date | None], list[Link]] = {}
    for one in found:
        if one.number:
            section = str(RuleNumber.parse(one.number).section)
            link = Link(one.number, addresses.rule(one.number, one.elsewhere or day))
        else:
            section, link = "", Link(one.title, addresses.term(one.slug, day))
        by_section.setdefault((section, one.elsewhere), []).append(link)
    sections = [
        CitingSection(number, _heading(headings.get(number, "") if number else "Glossary", elsewhere), links)
        for (number, elsewhere), links in by_section.items()
    ]
    return Cited(title, len(found), sections, folds=len(found) > _SHOWN)


def _heading(heading: str, elsewhere: date | None) -> str:
    """Return a heading, with the edition that it is from where that is another one."""
    return f"{heading} ({long_date(elsewhere)})" if elsewhere else heading
