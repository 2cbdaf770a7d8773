"""History of a rule: each change, its date, the number it had, and the words that changed."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render

from explorer import addresses
from explorer.document.numbers import RuleNumber
from explorer.library.pages.history import history_page
from explorer.prose.history_page import show_history
from explorer.views import not_found
from explorer.views.not_found import answers_not_found


@answers_not_found
def history(request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    """Show the life of what has a number in the newest edition with it, or in one edition."""
    wanted = RuleNumber.try_parse(number)
    if wanted is None:
        raise not_found.not_a_number(number)
    day = not_found.date_or_404(edition) if edition else None
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.history(str(wanted), day))
    page = show_history(history_page(wanted, day), texts=request.GET.get("show") == "texts")
    canonical = request.build_absolute_uri(page.address)
    return render(request, "history/history.html", {"here": "changes", "page": page, "canonical": canonical})
