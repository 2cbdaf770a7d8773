"""Views of the glossary and of its entries."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from explorer.library.place import find_edition
from explorer.not_found.path_arguments import date_or_404, handle_not_found, term_place
from explorer.rules.glossary.page import ShownGlossaryPage, ShownTermPage, show_glossary_page, show_term_page
from explorer.rules.glossary.query import glossary_page, term_meant, term_page
from explorer.web import addresses
from explorer.web.page_cache import query_parameters


@handle_not_found
@query_parameters(["letter"])
def glossary(request: HttpRequest, edition: str | None = None) -> HttpResponse:
    """The glossary of the newest edition or of `edition`; `?letter=` shows the entries under one letter."""
    place = find_edition(date_or_404(edition) if edition else None, with_glossary=True)
    return _render(request, show_glossary_page(glossary_page(place, request.GET.get("letter", ""))))


@handle_not_found
def term(request: HttpRequest, slug: str, edition: str | None = None) -> HttpResponse:
    """One entry, in the newest edition that has it or in `edition`. Other forms of its name redirect to it."""
    place = term_place(slug, edition)
    if place.edition.id not in place.wordings and (meant := term_meant(place)):
        return HttpResponseRedirect(addresses.term(meant, place.pin))
    return _render(request, show_term_page(term_page(place)))


def _render(request: HttpRequest, page: ShownGlossaryPage | ShownTermPage) -> HttpResponse:
    canonical = request.build_absolute_uri(page.address)
    template = "rules/term.html" if isinstance(page, ShownTermPage) else "rules/glossary.html"
    return render(request, template, {"here": "glossary", "canonical": canonical, "page": page})
