"""List of editions made ready to be rendered. Asks nobody."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from explorer.document.extent import gaps_in_words
from explorer.library.loaded import Library
from explorer.library.outline import extent
from explorer.library.queries import EditionInfo
from explorer.rules.editions.query import EditionsPage
from explorer.web import addresses

# With fewer years than this, everything is in sight.
_LEAST_YEARS_FOR_JUMPS = 5
# What is counted: the head of its column, one of it, and more.
_KINDS = (
    ("Sections", "section", "sections"),
    ("Rules", "rule", "rules"),
    ("Examples", "example", "examples"),
    ("Glossary terms", "term", "terms"),
)


@dataclass(frozen=True, slots=True)
class ShownEdition:
    """Edition ready for the list.

    Attributes:
        info: the edition.
        address: its contents.
        extent: for an excerpt, what there is of it.
        gaps: for one that leaves out numbers, which.
        amounts: how many sections, rules, examples and glossary terms it has, each with the word for them.
        source_address: where its text came from, where that can be visited, else empty.
    """

    info: EditionInfo
    address: str
    extent: str
    gaps: str
    amounts: Sequence[tuple[int, str]]
    source_address: str


@dataclass(frozen=True, slots=True)
class ShownEditionList:
    """List of editions, ready to be rendered.

    Attributes:
        library: the editions.
        years: each year with its editions, newest first.
        jumps: whether the years are listed above, as there are many.
        heads: the heads of the columns.
        address: the page's own.
    """

    library: Library
    years: Sequence[tuple[int, Sequence[ShownEdition]]]
    jumps: bool
    heads: Sequence[str]
    address: str


def show_edition_list(page: EditionsPage) -> ShownEditionList:
    """Return the list of editions, ready to be rendered."""
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
