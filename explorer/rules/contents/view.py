"""View of the contents of an edition or of a chapter."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer.library.place import EditionPlace, find_edition
from explorer.not_found.path_arguments import date_or_404, handle_not_found
from explorer.policy.page import FETCH, document_links
from explorer.rules.contents.page import show_contents_page
from explorer.rules.contents.query import contents_page


@handle_not_found
def contents(request: HttpRequest, edition: str | None = None) -> HttpResponse:
    return contents_at(request, find_edition(date_or_404(edition) if edition else None))


def contents_at(request: HttpRequest, place: EditionPlace) -> HttpResponse:
    page = show_contents_page(contents_page(place))
    context = {
        "here": "rules",
        "canonical": request.build_absolute_uri(page.address),
        "page": page,
        "tournament": document_links(place.library),
        "fetch_policy": FETCH,
    }
    return render(request, "rules/contents.html", context)
