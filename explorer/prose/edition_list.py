"""The list of editions made ready to be rendered. Asks nobody."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from explorer import addresses
from explorer.document.extent import gaps_in_words
from explorer.library.outline import extent
from explorer.library.pages.editions import EditionsPage
from explorer.library.queries import EditionInfo

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
class Amount:
    """How many of something an edition has."""

    number: int
    what: str


@dataclass(frozen=True, slots=True)
class ShownEdition:
    """An edition ready for the list.

    Attributes:
        date: its effective date.
        address: its contents.
        complete: whether it is whole.
        extent: for an excerpt, what there is of it.
        shortfall: for a document that isn't whole, what to say of it.
        gaps: for one that leaves out numbers, which.
        amounts: how many sections, rules, examples and glossary terms it has.
        source: where its text came from.
        source_address: the same where it can be visited, else empty.
    """

    date: date
    address: str
    complete: bool
    extent: str
    shortfall: str
    gaps: str
    amounts: Sequence[Amount]
    source: str
    source_address: str


@dataclass(frozen=True, slots=True)
class Year:
    """The editions of one year, newest first."""

    year: int
    editions: Sequence[ShownEdition]


@dataclass(frozen=True, slots=True)
class ShownEditionList:
    """The list of editions, ready to be rendered.

    Attributes:
        years: the editions by years, newest first.
        jumps: whether the years are listed above, as there are many.
        heads: the heads of the columns.
        total: how many editions there are.
        excerpts: how many of them are excerpts.
        newest: the effective date of the newest.
        oldest: that of the oldest.
        address: the page's own.
    """

    years: Sequence[Year]
    jumps: bool
    heads: Sequence[str]
    total: int
    excerpts: int
    newest: date
    oldest: date
    address: str


def show_edition_list(page: EditionsPage) -> ShownEditionList:
    """Return the list of editions, ready to be rendered."""
    editions = page.library.newest_first
    years = [
        Year(year, [_show(edition, page) for edition in ones])
        for year, ones in groupby(editions, lambda edition: edition.date.year)
    ]
    return ShownEditionList(
        years=years,
        jumps=len(years) >= _LEAST_YEARS_FOR_JUMPS,
        heads=[head for head, _, _ in _KINDS],
        total=len(editions),
        excerpts=len(page.library.excerpts),
        newest=editions[0].date,
        oldest=editions[-1].date,
        address=addresses.editions(),
    )


def _show(edition: EditionInfo, page: EditionsPage) -> ShownEdition:
    numbers = (edition.sections, edition.rules, edition.examples, edition.terms)
    in_words = "" if edition.complete or edition.stops_at else extent(edition, page.outlines[edition.id])
    return ShownEdition(
        date=edition.date,
        address=addresses.contents(edition.date),
        complete=edition.complete,
        extent=in_words,
        shortfall=edition.shortfall,
        gaps=gaps_in_words(page.gaps.get(edition.id, ())),
        amounts=[
            Amount(number, one if number == 1 else more) for number, (_, one, more) in zip(numbers, _KINDS, strict=True)
        ],
        source=edition.source,
        source_address=edition.source if edition.source.startswith("https://") else "",
    )
