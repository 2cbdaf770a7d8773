"""What the library holds, edition by edition."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer import addresses
from explorer.document.extent import gaps_in_words
from explorer.library import lookups, queries
from explorer.library.queries import EditionInfo
from explorer.views import not_found

# With fewer years than this, everything is in sight.
_LEAST_YEARS_FOR_A_WAY = 5
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
        held: for an excerpt, what there is of it.
        shortfall: for a document that isn't whole, what to say of it.
        gaps: for one that leaves out numbers, which.
        amounts: how many sections, rules, examples and glossary terms it has.
        source: where its text came from.
        source_address: the same where it can be visited, else empty.
    """

    date: date
    address: str
    complete: bool
    held: str
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


def editions(request: HttpRequest) -> HttpResponse:
    """List every edition of the library, newest first, by years."""
    found = list(reversed(queries.editions()))
    if not found:
        raise not_found.empty_library()
    gaps = queries.gaps()
    years = [
        Year(year, [_show(edition, gaps.get(edition.id, ())) for edition in ones])
        for year, ones in groupby(found, lambda one: one.date.year)
    ]
    context = {
        "here": "rules",
        "years": years,
        "way": len(years) >= _LEAST_YEARS_FOR_A_WAY,
        "heads": [head for head, _, _ in _KINDS],
        "total": len(found),
        "excerpts": sum(not edition.complete for edition in found),
        "newest": found[0],
        "oldest": found[-1],
        "canonical": request.build_absolute_uri(addresses.editions()),
    }
    return render(request, "editions/editions.html", context)


def _show(edition: EditionInfo, lacking: Sequence[str]) -> ShownEdition:
    numbers = (edition.sections, edition.rules, edition.examples, edition.terms)
    return ShownEdition(
        date=edition.date,
        address=addresses.contents(edition.date),
        complete=edition.complete,
        held="" if edition.complete or edition.stops_at else lookups.extent(edition),
        shortfall=edition.shortfall,
        gaps=gaps_in_words(lacking),
        amounts=[
            Amount(number, one if number == 1 else more) for number, (_, one, more) in zip(numbers, _KINDS, strict=True)
        ],
        source=edition.source,
        source_address=edition.source if edition.source.startswith("https://") else "",
    )
