"""Views of changes, and of the history of a rule or glossary entry."""

import re

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import render

from explorer.history.changes_page import show_changes
from explorer.history.page import show_history
from explorer.history.query import changes_page, history_page
from explorer.history.years_page import show_years
from explorer.library.history.counts import years_page
from explorer.library.place import RulePlace, TermPlace, find_number
from explorer.lineages.provisions import term_key
from explorer.not_found.pages import empty_library
from explorer.not_found.path_arguments import date_or_404, handle_not_found, number_or_404, term_place
from explorer.rules.glossary.query import term_meant
from explorer.web import addresses
from explorer.web.errors import LinkList, PageLink
from explorer.web.page_cache import query_parameters


@handle_not_found
@query_parameters(["show"])
def history(request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    wanted = number_or_404(number)
    day = date_or_404(edition) if edition else None
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.history(str(wanted), day))
    return _render(request, find_number(wanted, day))


@handle_not_found
@query_parameters(["show"])
def term_history(request: HttpRequest, slug: str, edition: str | None = None) -> HttpResponse:
    place = term_place(slug, edition)
    if place.edition.id not in place.wordings and (meant := term_meant(place)):
        return HttpResponseRedirect(addresses.history(term_key(meant), place.pin))
    return _render(request, place)


def _render(request: HttpRequest, place: RulePlace | TermPlace) -> HttpResponse:
    page = show_history(history_page(place), request.GET.get("show", ""))
    canonical = request.build_absolute_uri(page.address)
    return render(request, "history/history.html", {"here": "changes", "page": page, "canonical": canonical})


@handle_not_found
@query_parameters(["from", "to", "year", "chapter"])
def changes(request: HttpRequest) -> HttpResponse:
    """All changes since the oldest edition; `?from=&to=` redirects to those between two."""
    params = request.GET
    if params.get("from") and params.get("to"):
        days = sorted((date_or_404(params["from"]), date_or_404(params["to"])))
        return HttpResponseRedirect(addresses.changes(days[0], days[1]))
    found = years_page()
    if not found.library.editions:
        raise empty_library()
    year = params.get("year", "")
    page = show_years(
        found, chapter=params.get("chapter", ""), year=int(year) if re.fullmatch("[0-9]{4}", year) else None
    )
    return _render_changes(
        request, "history/years.html", page.address, {"page": page, "editions": found.library.newest_first}
    )


@handle_not_found
@query_parameters(["show", "section", "view"])
def changes_between(request: HttpRequest, old: str, new: str) -> HttpResponse:
    every = LinkList("You could", [PageLink("…", "See all changes", addresses.changes())])
    first, second = date_or_404(old, every), date_or_404(new, every)
    if first > second:
        return HttpResponseRedirect(addresses.changes(second, first))
    params = {name: request.GET.get(name, "") for name in ("show", "section", "view")}
    page = changes_page(first, second)
    if (page.old.date, page.new.date) != (first, second):
        return HttpResponseRedirect(addresses.changes(page.old.date, page.new.date, **params))
    shown = show_changes(page, **params)
    return _render_changes(request, "history/changes.html", shown.address, {"page": shown})


def _render_changes(request: HttpRequest, template: str, address: str, context: dict[str, object]) -> HttpResponse:
    return render(request, template, {"here": "changes", "canonical": request.build_absolute_uri(address), **context})
