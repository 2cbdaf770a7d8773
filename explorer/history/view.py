"""Views of the history of a rule or glossary entry."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import render

from explorer.history.page import show_history
from explorer.history.query import history_page
from explorer.library.place import RulePlace, TermPlace, find_number
from explorer.lineages.provisions import term_key
from explorer.not_found import pages as not_found
from explorer.not_found.pages import handle_not_found, term_place
from explorer.rules.glossary.query import term_meant
from explorer.web import addresses
from explorer.web.page_cache import query_parameters


@handle_not_found
@query_parameters(["show"])
def history(request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    """The history of what has a number in the newest edition with it, or in `edition`."""
    wanted = not_found.number_or_404(number)
    day = not_found.date_or_404(edition) if edition else None
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.history(str(wanted), day))
    return _render(request, find_number(wanted, day))


@handle_not_found
@query_parameters(["show"])
def term_history(request: HttpRequest, slug: str, edition: str | None = None) -> HttpResponse:
    """The history of a glossary entry in the newest edition with it, or in `edition`."""
    place = term_place(slug, edition)
    if place.edition.id not in place.wordings and (meant := term_meant(place)):
        return HttpResponseRedirect(addresses.history(term_key(meant), place.pin))
    return _render(request, place)


def _render(request: HttpRequest, place: RulePlace | TermPlace) -> HttpResponse:
    page = show_history(history_page(place), request.GET.get("show", ""))
    canonical = request.build_absolute_uri(page.address)
    return render(request, "history/history.html", {"here": "changes", "page": page, "canonical": canonical})
