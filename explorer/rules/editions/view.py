"""List of the editions in the library."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from explorer.not_found.pages import handle_not_found
from explorer.rules.editions.page import show_edition_list
from explorer.rules.editions.query import editions_page


@handle_not_found
def editions(request: HttpRequest) -> HttpResponse:
    page = show_edition_list(editions_page())
    canonical = request.build_absolute_uri(page.address)
    context = {"here": "rules", "canonical": canonical, "page": page, "program": settings.PROGRAM}
    return render(request, "editions/editions.html", context)
