"""List of the editions in the library: its queries, what the template shows, and the view."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer.document.tree import gaps_in_words
from explorer.library.loaded import Library, library
from explorer.library.outline import Outline, extent, outlines_of
from explorer.library.place import NotInLibrary
from explorer.library.queries import EditionInfo, gaps
from explorer.not_found.pages import handle_not_found
from explorer.web import addresses


@dataclass(frozen=True, slots=True)
class EditionsPage:
    library: Library
    #: Rule numbers that an edition's document skips, by edition id.
    gaps: Mapping[int, Sequence[str]]
    #: Of excerpts only, by edition id.
    outlines: Mapping[int, Outline]


def editions_page() -> EditionsPage:
    """Three queries.

    Raises:
        NotInLibrary: the library is empty.
    """
    loaded = library()
    if not loaded.editions:
        raise NotInLibrary(library=loaded)
    return EditionsPage(loaded, gaps(), outlines_of(loaded.excerpts))


@handle_not_found
def editions(request: HttpRequest) -> HttpResponse:
    page = show_edition_list(editions_page())
    canonical = request.build_absolute_uri(page.address)
    context = {"here": "rules", "canonical": canonical, "page": page, "program": settings.PROGRAM}
    return render(request, "editions/editions.html", context)


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
