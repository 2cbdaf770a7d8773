"""Views of the glossary and of its entries."""

import re
from datetime import date

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from explorer.document.tree import slugify
from explorer.library.loaded import library
from explorer.library.not_there import NotThere
from explorer.library.place import TermPlace, find_edition, find_term
from explorer.not_found import pages as not_found
from explorer.not_found.pages import answers_not_found
from explorer.rules.glossary.page import ShownGlossaryPage, ShownTermPage, show_glossary_page, show_term_page
from explorer.rules.glossary.query import glossary_page, term_meant, term_page
from explorer.web import addresses
from explorer.web.page_cache import query_parameters

SLUG = re.compile(r"[a-z0-9-]{1,120}")


@answers_not_found
@query_parameters(["letter"])
def glossary(request: HttpRequest, edition: str | None = None) -> HttpResponse:
    """The glossary of the newest edition or of `edition`; `?letter=` shows the entries under one letter."""
    place = find_edition(not_found.date_or_404(edition) if edition else None, with_glossary=True)
    return _render(request, show_glossary_page(glossary_page(place, request.GET.get("letter", ""))))


@answers_not_found
def term(request: HttpRequest, slug: str, edition: str | None = None) -> HttpResponse:
    """One entry, in the newest edition that has it or in `edition`. Other forms of its name redirect to it."""
    place = term_place(slug, edition)
    if place.edition.id not in place.wordings and (meant := term_meant(place)):
        return HttpResponseRedirect(addresses.term(meant, place.pin))
    return _render(request, show_term_page(term_page(place)))


def term_place(slug: str, edition: str | None) -> TermPlace:
    return term_on(slug, not_found.date_or_404(edition) if edition else None)


def term_on(slug: str, day: date | None) -> TermPlace:
    """Like `find_term`, for a slug that may be malformed."""
    if not SLUG.fullmatch(slug):
        raise not_found.no_such_term(NotThere(library=library(), slug=slugify(slug)), {})
    return find_term(slug, day)


def _render(request: HttpRequest, page: ShownGlossaryPage | ShownTermPage) -> HttpResponse:
    canonical = request.build_absolute_uri(page.address)
    template = "rules/term.html" if isinstance(page, ShownTermPage) else "rules/glossary.html"
    return render(request, template, {"here": "glossary", "canonical": canonical, "page": page})
