"""List of the editions in the library."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer.document.tree import gaps_in_words
from explorer.library.links import Outline, extent, outlines_of
from explorer.library.loaded import library
from explorer.library.place import NotInLibrary
from explorer.library.queries import EditionInfo, gaps
from explorer.not_found.path_arguments import handle_not_found
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


@handle_not_found
def editions(request: HttpRequest) -> HttpResponse:
    """Show every edition, after three queries."""
    loaded = library()
    if not loaded.editions:
        raise NotInLibrary(library=loaded)
    lacking, outlines = gaps(), outlines_of(loaded.excerpts)
    shown = [_show(edition, lacking.get(edition.id, ()), outlines.get(edition.id)) for edition in loaded.newest_first]
    years = [(year, list(ones)) for year, ones in groupby(shown, lambda one: one.info.date.year)]
    page = {
        "library": loaded,
        "years": years,
        "jumps": len(years) >= _LEAST_YEARS_FOR_JUMPS,
        "heads": [head for head, _, _ in _KINDS],
    }
    canonical = request.build_absolute_uri(addresses.editions())
    context = {"here": "rules", "canonical": canonical, "page": page, "program": settings.PROGRAM}
    return render(request, "editions/editions.html", context)


def _show(edition: EditionInfo, lacking: Sequence[str], outline: Outline | None) -> ShownEdition:
    numbers = (edition.sections, edition.rules, edition.examples, edition.terms)
    return ShownEdition(
        info=edition,
        address=addresses.contents(edition.date),
        extent="" if edition.complete or edition.stops_at else extent(edition, outline),
        gaps=gaps_in_words(lacking),
        amounts=[
            (number, one if number == 1 else more) for number, (_, one, more) in zip(numbers, _KINDS, strict=True)
        ],
        source_address=edition.source if edition.source.startswith("https://") else "",
    )
