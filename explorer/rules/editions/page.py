"""List of editions as the template shows it. No queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from explorer.document.tree import gaps_in_words
from explorer.library.loaded import Library
from explorer.library.outline import extent
from explorer.library.queries import EditionInfo
from explorer.rules.editions.query import EditionsPage
from explorer.web import addresses

# With fewer years, no jump list.
_LEAST_YEARS_FOR_JUMPS = 5
# Column head, singular, plural.
_KINDS = (
    ("Sections", "section", "sections"),
    ("Rules", "rule", "rules"),
    ("Examples", "example", "examples"),
    ("Glossary terms", "term", "terms"),
)


@dataclass(frozen=True, slots=True)
class ShownEdition:
    info: EditionInfo
    address: str
    #: What an excerpt contains; empty for a complete edition.
    extent: str
    #: Rule numbers that the document skips.
    gaps: str
    #: (1207, "rules"), …
    amounts: Sequence[tuple[int, str]]
    #: Where the text was downloaded from; empty unless that is an https address.
    source_address: str


@dataclass(frozen=True, slots=True)
class ShownEditionList:
    library: Library
    years: Sequence[tuple[int, Sequence[ShownEdition]]]
    #: Whether links to the years stand above the list.
    jumps: bool
    #: Column heads.
    heads: Sequence[str]
    address: str


def show_edition_list(page: EditionsPage) -> ShownEditionList:
    by_year = groupby(page.library.newest_first, lambda edition: edition.date.year)
    years = [(year, [_show(edition, page) for edition in ones]) for year, ones in by_year]
    heads = [head for head, _, _ in _KINDS]
    return ShownEditionList(page.library, years, len(years) >= _LEAST_YEARS_FOR_JUMPS, heads, addresses.editions())


def _show(edition: EditionInfo, page: EditionsPage) -> ShownEdition:
    numbers = (edition.sections, edition.rules, edition.examples, edition.terms)
    return ShownEdition(
        info=edition,
        address=addresses.contents(edition.date),
        extent="" if edition.complete or edition.stops_at else extent(edition, page.outlines[edition.id]),
        gaps=gaps_in_words(page.gaps.get(edition.id, ())),
        amounts=[
            (number, one if number == 1 else more) for number, (_, one, more) in zip(numbers, _KINDS, strict=True)
        ],
        source_address=edition.source if edition.source.startswith("https://") else "",
    )
